"""Device names. All of them compute on this machine's processor."""
from __future__ import annotations

from .helpers import DEV

_names: list = [None]
_numbers: dict = {None: 0}


def canonicalize_device(device):
    """`"cpu:0"` is `"CPU"`; None is the default device; several names are a tuple."""
    if device is None:
        return Device.DEFAULT
    if isinstance(device, (tuple, list)):
        return tuple(canonicalize_device(d) for d in device)
    kind, colon, rest = device.partition(":")
    name = kind.upper() + colon + rest
    return name.removesuffix(":0")


def number_of(device) -> int:
    """The number that nodes carry for a device (and how a tensor is spread over several)."""
    if device not in _numbers:
        _numbers[device] = len(_names)
        _names.append(device)
    return _numbers[device]


def device_of(number: int):
    """The device that a number stands for."""
    return _names[number]


class _AllOps:
    """Every op is there: what the target lacks is made of others."""

    def __contains__(self, op):
        return True


class Renderer:
    """What the compiler can compute with."""
    code_for_op = _AllOps()
    has_local = has_shared = False
    suffix = ""

    def supported_dtypes(self):
        """The types that are not emulated."""
        from .dtype import dtypes
        return {dt for dt in dtypes.all if dt not in dtypes.fp8_fnuz}


class CompiledDevice:
    """A device by its name; all compute on the processor."""
    def __init__(self, name: str):
        self.device, self.renderer, self.arch = name, Renderer(), "host"

    def synchronize(self):
        """Kernels are finished when a realize returns."""

    def count(self):
        """How many devices of this kind a program may name."""
        return 8


class _Device:
    def __init__(self):
        self._devices: dict[str, CompiledDevice] = {}

    @property
    def DEFAULT(self) -> str:
        return DEV.value.upper() or "CPU"

    @DEFAULT.setter
    def DEFAULT(self, value: str):
        raise AttributeError(f"setting Device.DEFAULT is deprecated, use Context(DEV={value!r})")

    @property
    def default(self) -> CompiledDevice:
        """The default device."""
        return self[self.DEFAULT]

    def __getitem__(self, name: str) -> CompiledDevice:
        name = canonicalize_device(name)
        if name.split(":")[0] not in ("CPU", "NULL", "PYTHON", "NPY", "DISK"):
            raise ModuleNotFoundError(f"expected device CPU, but got {name}")
        if name not in self._devices:
            self._devices[name] = CompiledDevice(name)
        return self._devices[name]

    def canonicalize(self, device):
        return canonicalize_device(device)

    def get_available_devices(self):
        return iter(["CPU"])


Device = _Device()
