"""The exact remainder of floats, as C's fmod has it.

`a - trunc(a / b) * b` rounds the quotient and the product. Here the quotient is taken in parts of a few bits, from the
highest part that the types allow: each product is exact then, and so is what is left of `a`, which keeps to multiples of
the lowest bit of the divisor's multiple and stays below it.
"""
from __future__ import annotations

from .dtype import dtypes


def fmod(a, b):
    """Of two tensors of one shape and float type, on which the gradient is that of `a - n * b`."""
    # What is smaller than the divisor stays what it is: zeros with their sign, and all numbers if `b` is infinite.
    stays = a.abs() < b.abs()
    x, y = stays.where(0, a.abs()).cast(dtypes.float64), stays.where(1, b.abs()).cast(dtypes.float64)
    x = _reduce_wide(x, y) if a.dtype is dtypes.float64 else _reduce(x, y, *_parts(a.dtype))
    rest = x.cast(a.dtype)
    return stays.where(a, (a < 0).where(-rest, rest))


def _parts(dtype) -> tuple[int, int]:
    """Bits of each part and number of parts, for quotients of a type whose numbers have at most 24 bits."""
    exponent, mantissa = dtypes.finfo(dtype)
    # From the lowest subnormal number to the highest one.
    return 28, -(-((1 << exponent) + mantissa) // 28)


def _correct(x, step):
    """A quotient that was rounded up left a negative rest."""
    return (x < 0).where(x + step, x)


def _reduce(x, y, bits: int, count: int):
    """Numbers of at most 24 bits in f64, whose products with a part have at most 53."""
    for i in reversed(range(count)):
        step = y * 2.0 ** (bits * i)
        x = _correct(x - (x / step).trunc() * step, step)
    return x


def _reduce_wide(x, y):
    """All 53 bits of f64: the step in two halves, each of whose products with a part is exact."""
    bits = 25
    for i in reversed(range(-(-2098 // bits))):
        # Where the multiple is no number, it is more than `x`. What is NaN goes on.
        fits = (y > 2.0 ** (1022 - bits * i)).logical_not()
        step = fits.where(_scale(y, bits * i), 1)
        part = fits.where((x / step).trunc(), 0)
        high = (step.detach().bitcast(dtypes.uint64) >> 27 << 27).bitcast(dtypes.float64)
        x = _correct(x - part * high - part * (step - high), step)
    return x


def _scale(y, exponent: int):
    """`y` times a power of two, which may be more than the largest number."""
    while exponent > 1000:
        y, exponent = y * 2.0 ** 1000, exponent - 1000
    return y * 2.0 ** exponent
