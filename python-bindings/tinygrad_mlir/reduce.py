"""Reduces, scans and what is made of them."""
from __future__ import annotations

import math

from .dtype import dtypes, strong_dtype, sum_acc_dtype, to_dtype
from .helpers import make_tuple, prod
from .movement import MovementTensor

_narrow = (dtypes.float16, dtypes.bfloat16, *dtypes.fp8s)


class ReduceTensor(MovementTensor):
    """Sums, extremes, statistics, cumulative sums, sorting."""
    __slots__ = ()

    def _axes(self, axis) -> tuple:
        if axis is None:
            return tuple(range(self.ndim))
        axes = tuple(self._resolve_dim(x) for x in make_tuple(axis, 1))
        return axes if self.ndim else ()

    def _reduce(self, method: str, axis, keepdim: bool):
        x = self.cast(strong_dtype(self.dtype))
        axes = x._axes(axis)
        ret = getattr(x, method)(sorted(set(axes)))
        return ret.reshape(tuple(1 if i in axes else s for i, s in enumerate(x.shape))) if keepdim else ret

    # `sum`, `max`, `min`, `mean` are C++; these are what they cannot do.

    def _sum_any(self, axis=None, keepdim=False, dtype=None):
        """The sum over axes, accumulated in `dtype` or in at least 32 bits."""
        acc = sum_acc_dtype(self.dtype) if dtype is None else to_dtype(dtype)
        ret = self.cast(acc)._reduce("_sum", axis, keepdim)
        return ret.cast(self.dtype) if dtype is None and self.dtype in _narrow else ret

    def prod(self, axis=None, keepdim=False, dtype=None):
        """The product along the axes (an int, a tuple, or None for all); of none it is 1."""
        x = self.cast(dtype) if dtype is not None else self
        if x.dtype is dtypes.bool:
            return x._reduce("_min", axis, keepdim) if 0 not in x.shape else x.int().prod(axis, keepdim).bool()
        return x._reduce("_prod", axis, keepdim)

    def _extreme(self, method, axis, keepdim, identity):
        axes = self._axes(axis)
        if any(self.shape[a] == 0 for a in axes):
            shape = tuple((1,) if i in axes and keepdim else () if i in axes else (s,) for i, s in enumerate(self.shape))
            return type(self).full(sum(shape, ()), identity, dtype=self.dtype, buffer=False)
        return self._reduce(method, axis, keepdim)

    def _max_any(self, axis=None, keepdim=False):
        return self._extreme("_max", axis, keepdim, self.dtype.min)

    def _min_any(self, axis=None, keepdim=False):
        return self._extreme("_min", axis, keepdim, self.dtype.max)

    def any(self, axis=None, keepdim=False):
        """Whether an element along the axes (an int, a tuple, or None for all) is true: a tensor of bool."""
        return self.bool().max(axis, keepdim)

    def all(self, axis=None, keepdim=False):
        """Whether all elements along the axes (an int, a tuple, or None for all) are true: a tensor of bool."""
        return self.bool().prod(axis, keepdim)

    def allclose(self, other, rtol=1e-05, atol=1e-08, equal_nan=False):
        """Whether all elements are close to those of `other`, as `isclose` has it: a bool."""
        return self.isclose(other, rtol=rtol, atol=atol, equal_nan=equal_nan).all()

    def _count(self, axis) -> int:
        return prod(self.shape[a] for a in set(self._axes(axis)))

    def _mean_any(self, axis=None, keepdim=False):
        out = self.dtype if self.is_floating_point() else dtypes.float32
        total = self.cast(sum_acc_dtype(self.dtype)).sum(axis, keepdim)
        return total.div(self._count(axis)).cast(out)

    def var(self, axis=None, keepdim=False, correction=1):
        """The variance along the axes: the sum of squared distances from the mean, divided by the count less `correction`."""
        out = self.dtype if self.is_floating_point() else dtypes.float32
        squares = (self - self.mean(axis, keepdim=True)).square()
        total = squares.cast(sum_acc_dtype(self.dtype)).sum(axis, keepdim)
        return total.div(max(self._count(axis) - correction, 0)).cast(out)

    def var_mean(self, axis=None, keepdim=False, correction=1):
        """`var` and `mean`."""
        return self.var(axis, keepdim, correction), self.mean(axis, keepdim)

    def std(self, axis=None, keepdim=False, correction=1):
        """The square root of `var`."""
        return self.var(axis, keepdim, correction).sqrt()

    def std_mean(self, axis=None, keepdim=False, correction=1):
        """`std` and `mean`."""
        return self.std(axis, keepdim, correction), self.mean(axis, keepdim)

    def normalize(self, p=2.0, dim=1, eps=1e-12):
        """Divided by the p-norm along a dimension."""
        norm = self.ne(0).sum(dim, keepdim=True) if p == 0 else self.abs().pow(p).sum(dim, keepdim=True).pow(1 / p)
        return self / norm.maximum(eps)

    # ---- softmax and the like

    def logsumexp(self, axis=None, keepdim=False):
        """log of the sum of exp(x) along the axes, without overflow."""
        m = self.max(axis, keepdim=True).detach()
        total = (self - m).exp().sum(axis, keepdim=keepdim).log()
        return total + m.reshape(total.shape)

    def softmax(self, axis=-1, dtype=None):
        """exp(x), divided by its sum along an axis; computed in `dtype` if given."""
        x = self - self.max(axis, keepdim=True).detach()
        e = (x if dtype is None else x.cast(dtype)).exp()
        return e / e.sum(axis, keepdim=True)

    def log_softmax(self, axis=-1, dtype=None):
        """log(softmax(x)) along an axis, without overflow; computed in `dtype` if given."""
        x = self - self.max(axis, keepdim=True).detach()
        x = x if dtype is None else x.cast(dtype)
        return x - x.exp().sum(axis, keepdim=True).log()

    def softmin(self, axis=-1, dtype=None):
        """`softmax` of -x."""
        return (-self).softmax(axis, dtype)

    # ---- positions

    def argmax(self, axis=None, keepdim=False):
        """The first position of the largest element."""
        return self._arg("_argmax", axis, keepdim)

    def argmin(self, axis=None, keepdim=False):
        """The index of the smallest element along an axis, or in the flattened tensor: int32. The first NaN, else the
        first of equals."""
        return self._arg("_argmin", axis, keepdim)

    def _arg(self, method, axis, keepdim):
        if axis is None:
            return self.flatten()._arg(method, 0, False)
        axis = self._resolve_dim(axis)
        x = self.reshape(1) if self.ndim == 0 else self.cast(strong_dtype(self.dtype))
        ret = getattr(x, method)(axis)
        if self.ndim == 0:
            return ret.reshape(())
        return ret.unsqueeze(axis) if keepdim else ret

    # ---- scans

    def _scan(self, axis, method, identity):
        """Cumulative reduce: one op, but for products and extremes of floats, whose gradient only windows have.

        These end at each element, in two levels for long axes.
        """
        axis = self._resolve_dim(axis)
        exact = dtypes.is_int(self.dtype) or (self.dtype == dtypes.bool and method != "_prod")
        if method == "_sum" or exact:
            kind = {"_sum": "_cumsum", "_prod": "_cumprod", "_max": "_cummax", "_min": "_cummin"}
            return getattr(self, kind[method])(axis)
        size = self.shape[axis]
        x = self.transpose(axis, -1)
        block = 256
        if size <= 2 * block:
            return x._scan_last(method, identity).transpose(axis, -1)
        short = -size % block
        lead = [(0, 0)] * (x.ndim - 1)
        x = x._pad_value(lead + [(short, 0)], identity)
        x = x.reshape(*x.shape[:-1], -1, block)._scan_last(method, identity)
        ends = x.shrink((None,) * (x.ndim - 1) + ((block - 1, block),)).squeeze(-1)
        ends = ends._scan(-1, method, identity)
        ends = ends._pad_value([(0, 0)] * (ends.ndim - 1) + [(1, -1)], identity).unsqueeze(-1)
        combine = {"_prod": x.mul, "_max": x.maximum, "_min": x.minimum}[method]
        x = combine(ends).flatten(-2)
        x = x.shrink((None,) * (x.ndim - 1) + ((short, short + size),))
        return x.transpose(axis, -1)

    def _scan_last(self, method, identity):
        size = self.shape[-1]
        x = self._pad_value([(0, 0)] * (self.ndim - 1) + [(size - 1, 0)], identity)._pool((size,))
        return getattr(x, method)([x.ndim - 1])

    def cumsum(self, axis=0):
        """The sum of the elements so far along an axis."""
        x = self.cast(sum_acc_dtype(strong_dtype(self.dtype)))
        self._resolve_dim(axis)
        ret = x if self.ndim == 0 or 0 in self.shape else x._scan(axis, "_sum", 0)
        return ret.cast(self.dtype) if self.dtype in _narrow else ret

    def cumprod(self, axis):
        """The product of the elements so far along an axis."""
        self._resolve_dim(axis)
        x = self.cast(strong_dtype(self.dtype))
        return x if self.ndim == 0 or 0 in self.shape else x._scan(axis, "_prod", 1)

    def cummax(self, axis=0):
        """The largest so far, and its first position."""
        return self._cumulative_extreme(axis, "_max", self.dtype.min)

    def cummin(self, axis=0):
        """The smallest element so far along an axis, and its index: two tensors of the same shape."""
        return self._cumulative_extreme(axis, "_min", self.dtype.max)

    def _cumulative_extreme(self, axis, method, identity):
        if self.dtype in dtypes.weaks:
            return self.cast(strong_dtype(self.dtype))._cumulative_extreme(axis, method, identity)
        axis = self._resolve_dim(axis)
        if self.ndim == 0 or 0 in self.shape:
            return self, type(self).zeros(self.shape, dtype=dtypes.int32, buffer=False)
        values = self._scan(axis, method, identity)
        n = self.shape[axis]
        position = type(self).arange(n).reshape((n,) + (1,) * (self.ndim - axis - 1))
        # The position of the last place where the extreme changed.
        before = self._shifted(values, axis)
        fresh = (position.eq(0) | before.ne(values)).where(position, 0).cast(dtypes.int32)
        return values, fresh._scan(axis, "_max", dtypes.int32.min)

    @staticmethod
    def _shifted(x, axis):
        return x._pad_zeros([(1, -1) if i == axis else (0, 0) for i in range(x.ndim)])

    def logcumsumexp(self, axis=0):
        """log of the sum of exp(x) so far along an axis, without overflow."""
        if self.ndim == 0:
            return self
        x = self.transpose(axis, -1)
        n = x.shape[-1]
        top = x.cummax(-1)[0].detach()
        seen = type(self).ones(n, n, dtype=dtypes.bool, buffer=False).tril()
        terms = seen.where(x.unsqueeze(-2) - top.unsqueeze(-1), -math.inf)
        return (terms.exp().sum(-1).log() + top).transpose(-1, axis)

    # ---- sorting

    def sort(self, dim=-1, descending=False):
        """Sorted values and their positions; equals keep their order."""
        dim = self._resolve_dim(dim)
        size = self.shape[dim] if self.ndim else 1
        if size <= 1:
            return self, self.const_like(0, dtypes.default_int)
        order = self.argsort(dim, descending)
        return self.gather(dim, order), order

    def argsort(self, dim=-1, descending=False):
        """The positions in sorted order: the element with rank r comes r-th."""
        dim = self._resolve_dim(dim)
        x = self.transpose(dim, -1)
        n = x.shape[-1]
        a, b = x.unsqueeze(-1), x.unsqueeze(-2)
        position = type(self).arange(n)
        earlier = position.unsqueeze(0) < position.unsqueeze(1)
        before = (b > a) if descending else (b < a)
        if x.is_floating_point():
            # NaN is the largest.
            before = (b.isnan() & a.isnan().logical_not() | before) if descending else \
                (a.isnan() & b.isnan().logical_not() | before)
            same = a.eq(b) | (a.isnan() & b.isnan())
        else:
            same = a.eq(b)
        rank = (before | (same & earlier)).sum(-1).contiguous()
        match = rank.unsqueeze(-2).eq(position.unsqueeze(-1))
        order = (match * position).sum(-1).cast(dtypes.default_int)
        return order.transpose(dim, -1)

    def topk(self, k, dim=-1, largest=True, sorted_=True):
        """The k largest (or smallest) values in order, and their positions."""
        if not sorted_:
            raise NotImplementedError("topk with sorted_=False is not supported")
        dim = self._resolve_dim(dim)
        if k > self.shape[dim]:
            raise ValueError(f"selected index {k=} is out of range")
        values, order = self.sort(dim, descending=largest)
        part = tuple(k if i == dim else None for i in range(self.ndim))
        return values.shrink_to(part), order.shrink_to(part)
