"""Random numbers: threefry counters, so that a seed gives the same numbers everywhere."""
from __future__ import annotations

import hashlib
import math
import time

from .device import canonicalize_device
from .dtype import dtypes, to_dtype
from .functional import FunctionalTensor
from .helpers import TRAINING, all_int, argfix, ceildiv, prod


def _rotate(x, bits: int):
    return (x << bits) | (x >> (32 - bits))


def _threefry(key0, key1, x0, x1):
    """Threefry-2x32 with 20 rounds, on uint32 tensors."""
    keys = (key0, key1, key0 ^ key1 ^ 0x1BD11BDA)
    x0, x1 = x0 + keys[0], x1 + keys[1]
    for group in range(5):
        for bits in ((13, 15, 26, 6), (17, 29, 16, 24))[group % 2]:
            x0 = x0 + x1
            x1 = _rotate(x1, bits) ^ x0
        x0 = x0 + keys[(group + 1) % 3]
        x1 = x1 + keys[(group + 2) % 3] + (group + 1)
    return x0, x1


class RandomTensor(FunctionalTensor):
    """Creation of random tensors."""
    __slots__ = ()

    @staticmethod
    def _threefry_random_bits(key, counts0, counts1):
        """The generator itself: 32 bits for each of the counters, those of `counts0` first."""
        first, second = _threefry(key[0:1], key[1:2], counts0, counts1)
        return first.cat(second)

    _seed: int = int(time.time())
    _device_seeds: dict = {}
    _device_rng_counters: dict = {}

    @staticmethod
    def manual_seed(seed=0) -> None:
        """Starts the sequence of random numbers anew."""
        RandomTensor._seed, RandomTensor._device_seeds, RandomTensor._device_rng_counters = seed, {}, {}

    @classmethod
    def _next_counter(cls, device: str, num: int):
        """The device's key, and the counter before it is moved on by `num`."""
        seeds, counters = RandomTensor._device_seeds, RandomTensor._device_rng_counters
        if device not in seeds:
            digest = hashlib.sha256(len(seeds).to_bytes(4, "big")).digest()
            key = [int.from_bytes(digest, "big") & 0xFFFFFFFF, RandomTensor._seed & 0xFFFFFFFF]
            seeds[device] = cls(key, device=device, dtype=dtypes.uint32)
            counters[device] = cls([0, 0], device=device, dtype=dtypes.uint32)
        counter, add_low, add_high = counters[device], num & 0xFFFFFFFF, num >> 32
        new_low = counter[0:1] + add_low
        new_high = counter[1:2] + add_high + (new_low < counter[0:1]).cast(dtypes.uint32)
        counter.assign(new_low.cat(new_high))
        # From the new contents, so that whoever computes the numbers moves the counter on too.
        low = counter[0:1] - add_low
        high = counter[1:2] - add_high - (counter[0:1] < add_low).cast(dtypes.uint32)
        return seeds[device], low, high

    @classmethod
    def _random_bits(cls, key, low, high, num: int):
        key0, key1 = key[0:1], key[1:2]
        key0, key1 = _threefry(key0, key1, low, high)
        half = ceildiv(num, 2)
        first = cls.arange(half, dtype=dtypes.uint32)
        a, b = _threefry(key0._broadcast_to((half,)), key1._broadcast_to((half,)), first, first + half)
        return a.cat(b).shrink_to(num)

    @classmethod
    def rand(cls, *shape, device=None, dtype=None, contiguous=True):
        """Uniform over [0, 1)."""
        dt = to_dtype(dtype or dtypes.default_float)
        if not dtypes.is_float(dt) or dt in dtypes.weaks:
            raise ValueError(f"rand only supports concrete float dtypes, got {dt}")
        shape = argfix(*shape)
        if not all_int(shape) or not all(s >= 0 for s in shape):
            raise ValueError(f"invalid input {shape=}")
        if device is not None and not isinstance(device, str):
            raise ValueError(f"rand only supports single device, got {device=}")
        device = canonicalize_device(device)
        count = prod(shape)
        words = ceildiv(count * dt.itemsize, 4)
        if not count:
            return cls.empty(*shape, dtype=dt, device=device)
        bits = cls._random_bits(*cls._next_counter(device, words), words)
        _, mantissa = dtypes.finfo(dt)
        uint = {1: dtypes.uint8, 2: dtypes.uint16, 4: dtypes.uint32, 8: dtypes.uint64}[dt.itemsize]
        # The mantissa of a number in [1, 2).
        one = {dtypes.float16: 0x3C00, dtypes.bfloat16: 0x3F80, dtypes.float32: 0x3F800000,
               dtypes.float64: 0x3FF0000000000000, dtypes.fp8e4m3: 0x38, dtypes.fp8e5m2: 0x3C,
               dtypes.fp8e4m3fnuz: 0x40, dtypes.fp8e5m2fnuz: 0x40}[dt]
        unit = (bits.bitcast(uint) >> (dt.bitsize - mantissa)) | one
        out = unit.bitcast(dt).shrink_to(count).sub(1).reshape(shape)
        return out.contiguous() if contiguous else out

    def rand_like(self, **kwargs):
        """`rand` of this shape, type and device."""
        if isinstance(self.device, tuple):
            if kwargs.pop("device", None) is not None:
                raise RuntimeError("cannot specify `device` on `*_like` of a multi device tensor")
            return type(self).rand(*self.shape, dtype=kwargs.pop("dtype", self.dtype), **kwargs)._on(self._device)
        return type(self).rand(*self.shape, device=kwargs.pop("device", self.device),
                               dtype=kwargs.pop("dtype", self.dtype), **kwargs)

    def randn_like(self, dtype=None, **kwargs):
        """`randn` of this shape, type and device."""
        dt = to_dtype(dtype or self.dtype)
        if dt in dtypes.weaks and dtype is None:
            raise ValueError(f"randn_like requires an explicit dtype for {dt}")
        src = self.stack(self).rand_like(**{**kwargs, "dtype": dtypes.float32})
        # Box and Muller.
        return src[0].mul(2 * math.pi).cos().mul((1 - src[1]).log().mul(-2).sqrt()).cast(dt)

    @classmethod
    def randn(cls, *shape, dtype=None, **kwargs):
        """Normal with mean 0 and variance 1."""
        return cls.empty(*shape, **kwargs).randn_like(dtype=dtype)

    @classmethod
    def randint(cls, *shape, low=0, high=10, dtype=dtypes.int32, **kwargs):
        """Whole numbers from `low` to below `high`."""
        if not all_int([low, high]):
            raise TypeError(f"{low=} and {high=} must be integers")
        dtype = to_dtype(dtype)
        if not dtypes.is_int(dtype):
            raise TypeError(f"{dtype=} must be int")
        if low >= high:
            raise ValueError(f"Tensor.randint requires low < high, got {low=}, {high=}")
        return cls.uniform(*shape, low=low, high=high, dtype=dtype, **kwargs)

    @classmethod
    def normal(cls, *shape, mean=0.0, std=1.0, **kwargs):
        """Normal with a mean and a standard deviation."""
        if std < 0:
            raise ValueError(f"Tensor.normal requires std >= 0, got {std=}")
        return std * cls.randn(*shape, **kwargs) + mean

    @classmethod
    def uniform(cls, *shape, low=0.0, high=1.0, dtype=None, **kwargs):
        """Uniform from `low` to below `high`."""
        shape = argfix(*shape)
        if not all_int(shape) or not all(s >= 0 for s in shape):
            raise ValueError(f"invalid input {shape=}")
        if low >= high:
            raise ValueError(f"Tensor.uniform requires low < high, got {low=}, {high=}")
        return ((high - low) * cls.rand(*shape, **kwargs)).cast(dtype or dtypes.default_float) + low

    @classmethod
    def scaled_uniform(cls, *shape, **kwargs):
        """Uniform between -1 and 1, over the square root of the number of elements."""
        return cls.uniform(*shape, low=-1.0, high=1.0, **kwargs).mul(prod(argfix(*shape)) ** -0.5)

    @classmethod
    def glorot_uniform(cls, *shape, **kwargs):
        """Uniform within sqrt(6 / (inputs + outputs)) of 0."""
        sizes = argfix(*shape)
        bound = (6 / (sizes[0] + prod(sizes[1:]))) ** 0.5
        return cls.uniform(*shape, low=-bound, high=bound, **kwargs)

    @classmethod
    def kaiming_uniform(cls, *shape, a=0.01, **kwargs):
        """Uniform, with the bound that keeps the variance through leaky ReLUs of slope `a`."""
        bound = (6 / (1 + a ** 2) / prod(argfix(*shape)[1:])) ** 0.5
        return cls.uniform(*shape, low=-bound, high=bound, **kwargs)

    @classmethod
    def kaiming_normal(cls, *shape, a=0.01, **kwargs):
        """Normal, with the deviation that keeps the variance through leaky ReLUs of slope `a`."""
        std = (2 / (1 + a ** 2) / prod(argfix(*shape)[1:])) ** 0.5
        return cls.normal(*shape, mean=0.0, std=std, **kwargs)

    @classmethod
    def randperm(cls, n, device=None, dtype=dtypes.int32, **kwargs):
        """0 to n - 1 in random order."""
        return cls.rand(n, device=device, **kwargs).argsort().cast(dtype)

    def multinomial(self, num_samples=1, replacement=False):
        """Indices drawn with the weights that `self` holds."""
        assert 1 <= self.ndim <= 2 and num_samples > 0, f"{self.ndim=} must be 1 or 2 dim, {num_samples=} must be positive"
        weight = self.unsqueeze(0) if self.ndim == 1 else self
        assert replacement or num_samples <= weight.shape[1], "no replacement samples must not exceed population size"
        if replacement or num_samples == 1:
            total = weight.cumsum(1).float()
            cdf = total / total[:, -1].unsqueeze(1)
            draws = type(self).rand(num_samples, cdf.shape[0], 1).to(self.device)
            indices = (draws >= cdf).sum(2).permute(1, 0)
        else:
            # Efraimidis and Spirakis.
            indices = (weight.rand_like(dtype=dtypes.float32).log2() / weight).topk(num_samples, dim=1)[1]
        return (indices.squeeze(0) if self.ndim == 1 else indices).cast(dtypes.int32)

    def dropout(self, p=0.5):
        """Zeroes elements with probability `p`, while TRAINING is set."""
        if not 0 <= p <= 1:
            raise ValueError(f"{p=} is out of range [0, 1]")
        if not TRAINING or p == 0:
            return self
        if p == 1:
            return self.const_like(0)
        keep = (self.rand_like(dtype=dtypes.default_float, contiguous=False) >= p).contiguous()
        return keep.where(self, 0) / (1.0 - p)
