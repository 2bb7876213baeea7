"""Settings, counters and small functions."""
from __future__ import annotations

import collections
import contextlib
import functools
import gzip
import hashlib
import math
import operator
import os
import pathlib
import platform
import sys
import tempfile
import time
from typing import Any, ClassVar, Iterable, Sequence

from . import _core

OSX, WIN = platform.system() == "Darwin", sys.platform == "win32"


@functools.cache
def getenv(key: str, default: Any = 0):
    """An environment variable as the type of its default."""
    return type(default)(os.environ.get(key, default))


class ContextVar:
    """A setting: from the environment, and for a while by `Context`."""
    _cache: ClassVar[dict[str, "ContextVar"]] = {}

    def __init__(self, key: str, default_value):
        if key in ContextVar._cache:
            raise RuntimeError(f"attempt to recreate ContextVar {key}")
        ContextVar._cache[key] = self
        self.key, self.value = key, getenv(key, default_value)

    def __bool__(self):
        return bool(self.value)

    def __eq__(self, x):
        return self.value == x

    def __hash__(self):
        return id(self)

    def __ge__(self, x):
        return self.value >= x

    def __gt__(self, x):
        return self.value > x

    def __le__(self, x):
        return self.value <= x

    def __lt__(self, x):
        return self.value < x

    def __int__(self):
        return int(self.value)

    def tolist(self, obj=None):
        """The names in the value, between commas, or what `obj` has under them."""
        return [getattr(obj, x) if obj else x for x in self.value.split(",") if x]


class _CompilerVar(ContextVar):
    """A setting of which the compiler is told whenever it changes."""

    def __init__(self, key: str, default_value, tell):
        self._tell = tell
        super().__init__(key, default_value)

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, x):
        self._value = x
        self._tell(x)


class Context(contextlib.ContextDecorator):
    """Settings that hold inside a `with` block or a decorated function."""

    def __init__(self, **kwargs):
        self.kwargs = kwargs

    def __enter__(self):
        self.old = {k: ContextVar._cache[k].value for k in self.kwargs}
        for k, v in self.kwargs.items():
            ContextVar._cache[k].value = v

    def __exit__(self, *args):
        for k, v in self.old.items():
            ContextVar._cache[k].value = v


class _Dev(ContextVar):
    """The default device; tests ask which interface and renderer it has."""
    interface = renderer = arch = ""

    @property
    def target(self):
        return self

    @property
    def device(self):
        return self.value


DEBUG, IMAGE = ContextVar("DEBUG", 0), ContextVar("IMAGE", 0)
BEAM = _CompilerVar("BEAM", 0, lambda width: _core.set_beam(max(int(width), 0)))
NOOPT = _CompilerVar("NOOPT", 0, lambda off: _core.set_optimize(not off))
TC = _CompilerVar("TC", 1, lambda units: _core.set_matrix_units(min(max(int(units), 0), 2)))
JIT, WINO, TRAINING, NO_COLOR = ContextVar("JIT", 1), ContextVar("WINO", 0), ContextVar("TRAINING", 0), ContextVar("NO_COLOR", 0)
JIT_BATCH_SIZE, TRANSCENDENTAL = ContextVar("JIT_BATCH_SIZE", 32), ContextVar("TRANSCENDENTAL", 1)
NO_MEMORY_PLANNER, SPLIT_REDUCEOP = ContextVar("NO_MEMORY_PLANNER", 0), ContextVar("SPLIT_REDUCEOP", 1)
# The compiler is told of them in dtype.py.
DEFAULT_FLOAT = _CompilerVar("DEFAULT_FLOAT", "FLOAT32", lambda name: None)
DEFAULT_INT = _CompilerVar("DEFAULT_INT", "INT32", lambda name: None)
EMULATED_DTYPES, RING, ALL2ALL = ContextVar("EMULATED_DTYPES", ""), ContextVar("RING", 1), ContextVar("ALL2ALL", 0)
FUSE_OPTIM, DEV = ContextVar("FUSE_OPTIM", 0), _Dev("DEV", "CPU")
ALLOW_DEVICE_USAGE, JITBEAM = ContextVar("ALLOW_DEVICE_USAGE", 1), ContextVar("JITBEAM", -1)
IGNORE_JIT_FIRST_BEAM = ContextVar("IGNORE_JIT_FIRST_BEAM", 0)
CACHELEVEL, CHECK_REPLAY = ContextVar("CACHELEVEL", 2), ContextVar("CHECK_REPLAY", 0)
IGNORE_BEAM_CACHE, CCACHE = ContextVar("IGNORE_BEAM_CACHE", 0), ContextVar("CCACHE", 1)
FLOAT16, CAPTURING = ContextVar("FLOAT16", 0), ContextVar("CAPTURING", 1)
OPENPILOT_HACKS, SCACHE, VIZ = ContextVar("OPENPILOT_HACKS", 0), ContextVar("SCACHE", 1), ContextVar("VIZ", 0)
DEVECTORIZE, MAX_BUFFER_SIZE = ContextVar("DEVECTORIZE", 1), ContextVar("MAX_BUFFER_SIZE", 0)
# Settings of tinygrad's compiler that programs may set; this one has nothing for them to change.
for _name, _default in {"ALLOW_TF32": 0, "ALLREDUCE_CAST": 1, "CAPTURE_PROCESS_REPLAY": 0, "CHECK_OOB": 0, "DEBUG_RANGEIFY": 0,
                        "DISABLE_FAST_IDIV": 1, "DISALLOW_BROADCAST": 0, "LRU": 1, "MAX_KERNEL_BUFFERS": 0, "NOLOCALS": 0,
                        "NULL_ALLOW_COPYOUT": 0, "NUM_CPU_THREADS": 0, "PARALLEL": 0, "PCONTIG": 0, "PROFILE": 0, "SPEC": 1,
                        "TC_OPT": 0, "TC_SELECT": -1, "TRACEMETA": 1, "TRACK_MATCH_STATS": 0, "TUPLE_ORDER": 1, "USE_ATOMICS": 0,
                        "VALIDATE_WITH_CPU": 0}.items():
    ContextVar(_name, _default)


class _GlobalCounters:
    """What has been run since the last reset."""

    def __init__(self):
        self.time_sum_s = 0.0

    @property
    def kernel_count(self):
        return self._counters()[0]

    @property
    def global_ops(self):
        return self._counters()[1]

    @property
    def global_mem(self):
        return self._counters()[2]

    @property
    def mem_used(self):
        """Bytes of the tensors that exist."""
        return self._counters()[4]

    @property
    def mem_used_per_device(self):
        """`mem_used`, of the only memory that there is: the processor's."""
        return collections.defaultdict(int, CPU=self.mem_used)

    @property
    def mem_held(self):
        """Bytes of all memory that is allocated: of tensors, and of what programs keep from run to run."""
        from . import _core
        return _core.memory_held()

    @staticmethod
    def _counters():
        from . import _core
        return _core.counters()

    def reset(self):
        from . import _core
        _core.reset_counters()
        self.time_sum_s = 0.0


GlobalCounters = _GlobalCounters()


def prod(x: Iterable):
    """The product; 1 of nothing."""
    return functools.reduce(operator.mul, x, 1)


def argfix(*x) -> tuple:
    """`f(1, 2)` and `f((1, 2))` mean the same."""
    if x and isinstance(x[0], (tuple, list)):
        if len(x) != 1:
            raise ValueError(f"bad arg {x}")
        return tuple(x[0])
    return x


def argsort(x: Sequence) -> tuple:
    """The positions in order of their values."""
    return tuple(sorted(range(len(x)), key=x.__getitem__))


def dedup(x: Iterable) -> list:
    """Each item once, in order."""
    return list(dict.fromkeys(x))


def flatten(lists: Iterable) -> list:
    """The items of lists."""
    return [item for items in lists for item in items]


def fully_flatten(x) -> list:
    """The leaves of nested sequences; an array of no axes is one."""
    if isinstance(x, str) or not (hasattr(x, "__len__") and hasattr(x, "__getitem__")):
        return [x]
    return [x[()]] if getattr(x, "shape", None) == () else [leaf for item in x for leaf in fully_flatten(item)]


def get_shape(x) -> tuple:
    """The shape of nested sequences, as lists, bytes and arrays are."""
    if isinstance(x, str) or not (hasattr(x, "__len__") and hasattr(x, "__getitem__")) or getattr(x, "shape", None) == ():
        return ()
    inner = [get_shape(item) for item in x]
    if any(shape != inner[0] for shape in inner):
        raise ValueError(f"inhomogeneous shape from {x}")
    return (len(x),) + (inner[0] if inner else ())


def make_tuple(x, count: int) -> tuple:
    """A tuple of `count` times x, unless x is a tuple or list."""
    return tuple(x) if isinstance(x, (tuple, list)) else (x,) * count


def ceildiv(a, b):
    """a / b rounded up."""
    return -(-a // b) if not isinstance(a, float) and not isinstance(b, float) else int(math.ceil(a / b))


def round_up(value: int, amount: int) -> int:
    """The next multiple of `amount`."""
    return ceildiv(value, amount) * amount


def all_int(x: Iterable) -> bool:
    """Whether all are ints."""
    return all(isinstance(v, int) for v in x)


def all_same(x: Sequence) -> bool:
    """Whether all are equal."""
    return all(v == x[0] for v in x)


def temp(name: str, append_user: bool = False) -> str:
    """A path in the folder for temporary files."""
    return (pathlib.Path(tempfile.gettempdir()) / name).as_posix()


def fetch(url, name=None, subdir=None, gunzip: bool = False, **kwargs) -> pathlib.Path:
    """A file: a path as it is, a URL as a download that is kept."""
    if isinstance(url, pathlib.Path) or url.startswith(("/", ".")):
        return pathlib.Path(url)
    if url.startswith("file://"):
        return pathlib.Path(url[7:])
    import urllib.request
    folder = pathlib.Path(tempfile.gettempdir()) / "tinygrad_mlir"
    target = folder / (name or hashlib.md5(url.encode()).hexdigest() + (".gunzip" if gunzip else ""))
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(url, timeout=10) as reply:
            data = reply.read()
        target.write_bytes(gzip.decompress(data) if gunzip else data)
    return target


class Timing(contextlib.ContextDecorator):
    """Prints how long a block took."""

    def __init__(self, prefix="", on_exit=None, enabled=True):
        self.prefix, self.on_exit, self.enabled = prefix, on_exit, enabled

    def __enter__(self):
        self.start = time.perf_counter_ns()

    def __exit__(self, *args):
        self.et = time.perf_counter_ns() - self.start
        if self.enabled:
            print(f"{self.prefix}{self.et * 1e-6:6.2f} ms" + (self.on_exit(self.et) if self.on_exit else ""))


def mv_address(mv: memoryview) -> int:
    """The address of the memory."""
    import ctypes
    return ctypes.addressof(ctypes.c_char.from_buffer(mv))
