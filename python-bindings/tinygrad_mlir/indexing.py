"""Indexing, gathering, scattering."""
from __future__ import annotations

import functools

from .dtype import dtypes
from .helpers import all_int, fully_flatten, get_shape, prod
from .reduce import ReduceTensor
from .variable import BoundInt, as_size, bound_of


class _BoundRange:
    """A range that bound variables made."""

    def __init__(self, values: range, bindings: int):
        self.values, self.step, self.bindings = values, values.step, bindings

    def __len__(self):
        return len(self.values)

    def __getitem__(self, i):
        return self.values[i]


def _common_shape(tensors) -> tuple:
    """The shape to which pairs of an axis and its indices broadcast."""
    try:
        return functools.reduce(lambda a, b: a + b, [t for _, t in tensors]).shape
    except ValueError as error:
        raise IndexError(f"cannot broadcast indices: {error}") from error


class IndexingTensor(ReduceTensor):
    """`t[…]`, `t[…] = v`, gather, scatter and their relatives."""
    __slots__ = ()

    # ---- the parts of an index

    def _parse_index(self, indices):
        """One entry per index: ("new",), ("int", i), ("slice", range) or ("tensor", t), with its axis."""
        if isinstance(indices, list) and all_int(indices) or not isinstance(indices, (tuple, list)):
            indices = [indices]
        indices = list(indices)
        dots = [i for i, x in enumerate(indices) if x is Ellipsis]
        if len(dots) > 1:
            raise IndexError("indices can only have a single ellipsis")
        real = sum(x is not None and x is not Ellipsis for x in indices)
        if real > self.ndim:
            raise IndexError(f"too many indices ({real}) for {self.ndim}D")
        at = dots[0] if dots else len(indices)
        indices[at:at + 1] = [slice(None)] * (self.ndim - real)
        parsed, dim = [], 0
        for index in indices:
            if index is None:
                parsed.append(("new", None, None))
                continue
            size = self.shape[dim]
            parsed.append(self._parse_one(index, size) + (dim,))
            dim += 1
        return parsed

    def _parse_one(self, index, size: int):
        if isinstance(index, (list, tuple)):
            flat = fully_flatten(index)
            if not all(isinstance(x, int) for x in flat):
                if not flat or any(isinstance(x, float) for x in flat):
                    raise IndexError(f"{index=} contains non-int element")
            if flat and all(isinstance(x, bool) for x in flat):
                raise IndexError(f"{index=} contains non-int element")
            flat = [x + size if x < 0 else x for x in flat]
            return "tensor", type(self)(flat or [0], dtype=dtypes.int32)._keep(len(flat)).reshape(get_shape(index))
        if isinstance(index, IndexingTensor):
            if not dtypes.is_int(index.dtype):
                raise IndexError(f"index dtype {index.dtype} is not supported")
            if index.device is not None and self.device is not None and index.device != self.device:
                raise RuntimeError(f"expected index and self on the same device, {index.device=}, {self.device=}")
            return "tensor", self._from_front(index, size)
        if isinstance(index, slice):
            for part in (index.start, index.stop, index.step):
                if part is not None and not hasattr(type(part), "__index__"):
                    raise TypeError(f"slice {index=} is not supported")
            if index.step is not None and int(index.step) == 0:
                raise ValueError(f"{index=} cannot have 0 as step")
            bindings = bound_of((index.start, index.stop))
            return "slice", _BoundRange(range(*index.indices(size)), bindings) if bindings else range(*index.indices(size))
        if hasattr(type(index), "__index__"):
            index = as_size(index)
            if not -size <= index < size:
                raise IndexError(f"{index=} is out of bounds with {size=}")
            return "int", index % size
        raise IndexError(f"{type(index).__name__} indexing is not supported")

    @staticmethod
    def _from_front(index, size: int):
        """Negative indices counted from the front, in a type that holds the size."""
        if size > index.dtype.max:
            index = index.cast(dtypes.int64)
        return (index < 0).where(index + size, index)

    def _keep(self, count: int):
        return self if count else self.shrink_to(0)

    def _view(self, parsed):
        """The part that slices and integers choose, all axes kept (integers as size 1)."""
        x = self
        bounds, flips, steps = [], [], []
        for kind, what, dim in parsed:
            if kind == "new":
                continue
            if kind == "int":
                bounds.append((what, what + 1))
            elif kind == "slice":
                low, end = (min(what[0], what[-1]), max(what[0], what[-1]) + 1) if len(what) else (0, 0)
                bounds.append((BoundInt(low, what.bindings) if isinstance(what, _BoundRange) else low, end))
                if what.step < 0 and len(what) > 1:
                    flips.append(dim)
                if abs(what.step) > 1 and len(what) > 1:
                    steps.append((dim, abs(what.step), len(what)))
            else:
                bounds.append(None)
        x = x.shrink(bounds)
        if flips:
            x = x.flip(flips)
        for dim, step, count in steps:
            x = x._strided(dim, step, count)
        return x

    def _getitem_any(self, indices):
        """A part of the tensor, by whatever can be an index; `__getitem__` is C++ and does the usual ones."""
        parsed = self._parse_index(indices)
        x = self._view(parsed)
        shape, tensors, axis, dims = [], [], 0, iter(x.shape)
        for kind, what, _ in parsed:
            if kind == "new":
                shape.append(1)
            elif kind == "int":
                next(dims)
                continue
            else:
                shape.append(next(dims))
            if kind == "tensor":
                tensors.append((axis, what))
            axis += 1
        x = x.reshape(shape)
        return x._take(tensors) if tensors else x

    def _take(self, tensors):
        """Tensor indices: their axes become the indices' common shape."""
        dims = [d for d, _ in tensors]
        big = _common_shape(tensors)
        together = dims == list(range(dims[0], dims[0] + len(dims)))
        # Indexed axes to the front (of where they start, if they stand together).
        rest = [d for d in range(self.ndim) if d not in dims]
        start = dims[0] if together else 0
        order = rest[:start] + dims + rest[start:]
        x = self.permute(order)
        sizes = [self.shape[d] for d in dims]
        linear, valid = None, None
        for (_, t), size, stride in zip(tensors, sizes, [prod(sizes[i + 1:]) for i in range(len(sizes))]):
            inside = (t >= 0) & (t < size)
            valid = inside if valid is None else valid & inside
            term = t if stride == 1 else t * stride
            linear = term if linear is None else linear + term
        linear = valid.where(linear, -1)._broadcast_to(big).flatten()
        before, after = x.shape[:start], x.shape[start + len(dims):]
        x = x.reshape(prod(before), prod(sizes), prod(after))
        return x._select(linear).reshape(before + big + after)

    def _select(self, index):
        """[a, n, b] and [m] give [a, m, b]; an index outside reads 0."""
        a, _, b = self.shape
        return self._read_at(index.reshape(1, -1, 1)._broadcast_to((a, index.shape[0], b)), 1)

    def _read_at(self, index, axis: int):
        """Elements at indices along an axis, 0 where an index is outside; the other axes have the same sizes."""
        if 0 in self.shape or 0 in index.shape:
            return type(self).full(index.shape, 0, dtype=self.dtype, buffer=False)
        return self._gather(index, axis)

    def __setitem__(self, indices, v):
        if self.dtype in dtypes.weaks:
            raise RuntimeError("cannot setitem into a weak tensor; it has no storage")
        if isinstance(v, IndexingTensor):
            if v.dtype in dtypes.weaks and (v.dtype is dtypes.weakint or self.is_floating_point()):
                v = v.cast(self.dtype)
            if v.dtype is not self.dtype:
                raise RuntimeError(f"setitem dtype mismatch: {self.dtype=} != {v.dtype=}")
        else:
            v = type(self)(v, device=self.device, dtype=self.dtype)
        parsed = self._parse_index(indices)
        if not any(kind == "tensor" for kind, _, _ in parsed):
            self._set_view(parsed, v)
            return
        self.assign(self._put(parsed, v))

    def _set_view(self, parsed, v):
        view = self._view(parsed)
        shape, dims = [], iter(view.shape)
        for kind, _, _ in parsed:
            if kind == "new":
                shape.append(1)
            elif kind == "int":
                next(dims)
            else:
                shape.append(next(dims))
        value = v._broadcast_to(tuple(shape)).reshape(view.shape)
        if not self._has_storage:
            # An expression gets memory of its own first.
            self._own()
            view = self._view(parsed)
        view.assign(value)

    def _put(self, parsed, v):
        """All of `self`, with `v` where the indices point: the last of equal places wins."""
        view = self._view(parsed)
        tensors = [(dim, what) for kind, what, dim in parsed if kind == "tensor"]
        dims = [d for d, _ in tensors]
        big = _common_shape(tensors)
        together = dims == list(range(dims[0], dims[0] + len(dims)))
        rest = [d for d in range(view.ndim) if d not in dims]
        start = dims[0] if together else 0
        order = rest[:start] + dims + rest[start:]
        x = view.permute(order)
        sizes = [view.shape[d] for d in dims]
        linear, valid = None, None
        for (_, t), size, stride in zip(tensors, sizes, [prod(sizes[i + 1:]) for i in range(len(sizes))]):
            inside = (t >= 0) & (t < size)
            valid = inside if valid is None else valid & inside
            linear = t * stride if linear is None else linear + t * stride
        linear = valid.where(linear, -1)._broadcast_to(big).flatten()
        before, after = x.shape[:start], x.shape[start + len(dims):]
        # The value in the shape that reading would have given, without integer axes.
        kept = lambda ds: tuple(view.shape[d] for d in ds if not self._is_int_axis(parsed, d))
        value = v._broadcast_to(kept(rest[:start]) + tuple(big) + kept(rest[start:]))
        a, n, b, m = prod(before), prod(sizes), prod(after), prod(big)
        merged = x.reshape(a, n, b)._merge(linear, value.reshape(a, m, b)).reshape(x.shape)
        inverse = sorted(range(len(order)), key=order.__getitem__)
        whole = merged.permute(inverse)
        if view.shape == self.shape and all(kind != "slice" or what.step == 1 for kind, what, _ in parsed):
            return whole
        copy = self.clone()
        copy._view(parsed).assign(whole)
        return copy

    @staticmethod
    def _is_int_axis(parsed, dim) -> bool:
        return any(kind == "int" and d == dim for kind, _, d in parsed)

    def _merge(self, index, value):
        """[a, n, b] with value [a, m, b] put at the places `index` [m] of the middle axis."""
        n, m = self.shape[1], value.shape[1]
        hit = index.reshape(m, 1).eq(type(self).arange(n).reshape(1, n))
        # The last hit of each place.
        order = type(self).arange(1, m + 1).reshape(m, 1)
        last = hit.where(order, 0).max(0)
        chosen = value._select(last - 1)
        return (last > 0).reshape(1, n, 1).where(chosen, self)

    # ---- gather and scatter

    def _one_hot_along_dim(self, num_classes, dim=-1):
        if not dtypes.is_int(self.dtype):
            raise RuntimeError(f"_one_hot_along_dim expects int index tensor, getting {self.dtype}")
        offset = self.ndim - self._resolve_dim(dim) - 1
        return self.eq(type(self).arange(num_classes).reshape((num_classes,) + (1,) * offset))

    def one_hot(self, num_classes):
        """A last axis with 1 where its position is the element."""
        if not dtypes.is_int(self.dtype):
            raise RuntimeError(f"expect integer dtype, getting {self.dtype=}")
        if num_classes < 0:
            raise ValueError(f"num_classes must be non-negative, got {num_classes}")
        return self.unsqueeze(-1)._one_hot_along_dim(num_classes).where(1, 0)

    def gather(self, dim, index):
        """Per element of `index` the element of `self` at that place of `dim`."""
        if index.ndim != self.ndim:
            raise RuntimeError(f"self.ndim must equal index.ndim, {self.ndim=}, {index.ndim=}")
        if not dtypes.is_int(index.dtype):
            raise RuntimeError(f"expected an index of integers, but got {index.dtype}")
        self._expect_device(index, "index")
        dim = self._resolve_dim(dim)
        assert all(s >= i for d, (s, i) in enumerate(zip(self.shape, index.shape)) if d != dim), \
            "requires self.shape[d] >= index.shape[d] for all d != dim"
        x = self.shrink_to(tuple(None if d == dim else i for d, i in enumerate(index.shape)))
        return x._read_at(self._from_front(index, self.shape[dim]), dim)

    def _expect_device(self, other, name: str):
        """RuntimeError where the other tensor is on another device; constants are on none."""
        if self._device and other._device and self.device != other.device:
            raise RuntimeError(f"expected {name} and self on the same device, {other.device=}, {self.device=}")

    def _scatter_parts(self, dim, index, src):
        """The sources and where they hit, both [..., dim, ..., source]."""
        dim = self._resolve_dim(dim)
        self._expect_device(index, "index")
        self._expect_device(src, "src")
        assert index.ndim == self.ndim == src.ndim, \
            f"self.ndim, index.ndim and src.dim must all equal, {self.ndim=} {index.ndim=} {src.ndim=}"
        assert all((d == dim or s >= i) and r >= i for d, (s, i, r) in enumerate(zip(self.shape, index.shape, src.shape))), \
            f"All dimensions of {index.shape=} should be <= to all dimensions of {src.shape=} and all dimensions " \
            f"except dimension {dim} of {self.shape=}"
        if self.dtype is not src.dtype:
            raise RuntimeError(f"expect {self.dtype=} to be equal to {src.dtype=}")
        src = src.shrink_to(index.shape)
        n = self.shape[dim]
        index = (index < 0).where(index + n, index)
        hit = index.unsqueeze(-1)._one_hot_along_dim(n).transpose(-1, dim)
        src = src.unsqueeze(-1).expand(src.shape + (n,)).transpose(-1, dim)
        pads = [(0, (self.shape[i] if i != dim and i < self.ndim else s) - s) for i, s in enumerate(hit.shape)]
        return src._pad_zeros(pads), hit._pad_zeros(pads)

    def scatter(self, dim, index, src, reduce=None):
        """`self` with `src` put (added, multiplied) at the places `index` of `dim`; the last of equals wins."""
        if reduce not in {None, "add", "multiply"}:
            raise TypeError(f"{reduce=} must be one of None, 'multiply', or 'add'")
        if not isinstance(src, IndexingTensor):
            src = type(self).full(index.shape, src, dtype=self.dtype, buffer=False)
        elif reduce:
            raise TypeError("non-scalar src is not supported with reduce arg. use scatter_reduce")
        if reduce:
            return self.scatter_reduce(dim, index, src, "sum" if reduce == "add" else "prod")
        src, hit = self._scatter_parts(dim, index, src)
        m = src.shape[-1]
        last = hit.where(type(self).arange(1, m + 1), 0).max(-1, keepdim=True)
        is_last = hit & last.eq(type(self).arange(1, m + 1))
        chosen = is_last.where(src, 0).sum(-1, dtype=self.dtype) if self.dtype is not dtypes.bool else \
            (is_last & src).any(-1)
        return (last > 0).squeeze(-1).where(chosen, self)

    def scatter_reduce(self, dim, index, src, reduce, include_self=True):
        """Sources with one place are combined: "sum", "prod", "mean", "amax" or "amin"."""
        src, hit = self._scatter_parts(dim, index, src)
        low, high = src.dtype.min, src.dtype.max

        def own(neutral):
            return self if include_self else hit.any(-1).where(neutral, self)
        if reduce == "sum":
            return hit.where(src, 0).sum(-1).add(own(0))
        if reduce == "prod":
            return hit.where(src, 1).prod(-1).mul(own(1))
        if reduce == "amax":
            return hit.where(src, low).max(-1).maximum(own(low))
        if reduce == "amin":
            return hit.where(src, high).min(-1).minimum(own(high))
        if reduce == "mean":
            count = hit.where(1, 0).sum(-1)
            count = count + 1 if include_self else hit.any(-1).where(count, 1)
            return hit.where(src, 0).sum(-1).add(own(0)).div(count)
        raise RuntimeError(f"{reduce=} must be one of 'sum', 'prod', 'mean', 'amax', 'amin'")

    def masked_select(self, mask, size=None, fill_value=0):
        """The elements where `mask` is true, in order; with `size` so many, filled up or cut."""
        if not dtypes.is_bool(mask.dtype):
            raise RuntimeError(f"masked_select expects bool mask tensor, got {mask.dtype}")
        x, mask = self.flatten(), mask._broadcast_to(self.shape).flatten()
        # Place p of the result is where the count of true elements first exceeds p.
        count = mask.cumsum() if mask.numel() else mask.int()
        total = size if size is not None else (int(count[-1].item()) if mask.numel() else 0)
        if total == 0:
            return x.shrink_to(0)
        place = type(self).arange(total)
        index = (count.unsqueeze(0) <= place.unsqueeze(1)).sum(1)
        picked = x[index]
        if size is None:
            return picked
        return (place < mask.sum()).where(picked, fill_value).cast(self.dtype)

    def nonzero(self, size=None, fill_value=0):
        """The indices of elements that are not zero, one row each."""
        if self.ndim == 0:
            rows = size if size is not None else int(self.ne(0).item())
            return type(self).zeros(rows, 0, dtype=dtypes.int32, device=self.device)
        mask = self.ne(0).flatten()
        columns = []
        for i, s in enumerate(self.shape):
            column = type(self).arange(s).reshape(*[1] * i, s, *[1] * (self.ndim - i - 1)).expand(self.shape)
            columns.append(column.flatten().masked_select(mask, size=size, fill_value=fill_value))
        return columns[0].stack(*columns[1:], dim=-1)
