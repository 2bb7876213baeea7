"""Movement methods: what only renames indices."""
from __future__ import annotations

import re
from itertools import accumulate

from .elementwise import ElementwiseTensor
from .helpers import argfix, argsort, ceildiv, make_tuple, prod
from .variable import as_size, bound_of


class MovementTensor(ElementwiseTensor):
    """Reshapes, permutations, parts, padding, and what is made of them."""
    __slots__ = ()

    def numel(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.numel() * self.element_size()

    def size(self, dim=None):
        """The shape, or the size of an axis."""
        return self.shape if dim is None else self.shape[dim]

    def _resolve_dim(self, dim: int, *, extra: bool = False) -> int:
        total = self.ndim + extra
        limit = max(1, total)
        if not -limit <= dim < limit:
            raise IndexError(f"{dim=} out of range {[-limit, limit - 1]}")
        return dim + total if dim < 0 else dim

    # ---- the primitives; `reshape`, `expand`, `permute` are C++, and these are what they cannot do

    def _reshape_any(self, shape, *args):
        """The same elements under another shape; one size may be -1, None keeps an axis."""
        new = tuple(s if s is not None else self.shape[i] for i, s in enumerate(argfix(shape, *args)))
        new = tuple(as_size(s) for s in new)
        if (count := new.count(-1)) > 1:
            raise RuntimeError(f"only one dimension can be inferred using -1, getting {new}")
        if count:
            known = prod(s for s in new if s != -1)
            new = tuple((self.numel() // known if known else 0) if s == -1 else s for s in new)
        if prod(new) != self.numel():
            raise ValueError(f"size mismatch, can't reshape ({self.shape}) -> ({new})")
        if any(s < 0 for s in new):
            raise ValueError(f"shape must not be negative, got {new}")
        return self._reshape(new, bound_of(new))

    def view(self, shape, *args):
        """`reshape`."""
        return self.reshape(shape, *args)

    def _expand_any(self, shape, *args):
        """Repeats axes of size 1; -1 or None keeps an axis, new axes come in front."""
        new = argfix(shape, *args)
        shift = len(new) - self.ndim
        new = tuple(self.shape[i - shift] if s is None or s == -1 else s for i, s in enumerate(new))
        return self._broadcast_to(tuple(int(s) for s in new), bound_of(new))

    def _permute_any(self, order, *args):
        order = tuple(self._resolve_dim(x) for x in argfix(order, *args))
        if sorted(order) != list(range(self.ndim)):
            raise RuntimeError(f"order is not a valid permutation, getting {order}")
        return self._permute(order)

    def flip(self, axis, *args):
        """The elements of the axes in reverse."""
        axes = tuple(self._resolve_dim(x) for x in argfix(axis, *args))
        if len(set(axes)) != len(axes):
            raise RuntimeError(f"dim can appear at most once, getting {axes}")
        return self._flip(sorted(axes)) if self.ndim else self

    def shrink(self, arg):
        """Per axis None, or the first index and the one behind the last."""
        if len(arg) != self.ndim:
            raise ValueError(f"{self.ndim=} != {len(arg)=}")
        bounds = [(0, s) if a is None else (as_size(a[0]), as_size(a[1])) for a, s in zip(arg, self.shape)]
        for (low, high), size in zip(bounds, self.shape):
            if not 0 <= low <= high <= size:
                raise ValueError(f"invalid shrink {arg} for {self.shape}")
        return self._shrink([b[0] for b in bounds], [b[1] - b[0] for b in bounds], bound_of(sum(bounds, ())))

    def shrink_to(self, shape, *args):
        """The first elements of each axis; None keeps an axis."""
        return self.shrink(tuple(None if s is None else (0, s) for s in argfix(shape, *args)))

    def _pad_zeros(self, pads):
        """Zeros around each axis; negative padding cuts."""
        cut = self.shrink(tuple((max(0, -low), s - max(0, -high)) for (low, high), s in zip(pads, self.shape))) \
            if any(p < 0 for pair in pads for p in pair) else self
        return cut._pad([max(0, p) for pair in pads for p in pair], bound_of(sum(pads, ())))

    def _pad_value(self, pads, value):
        pads = [(0, 0) if p is None else (as_size(p[0]), as_size(p[1])) for p in pads]
        if value == 0:
            return self._pad_zeros(pads)
        inside = self.const_like(True, "bool")._pad_zeros(pads)
        return inside.where(self._pad_zeros(pads), value)

    def pad_to(self, shape, *args, value=0):
        """Padded behind with `value` to a shape; None keeps an axis."""
        new = argfix(shape, *args)
        if len(new) != self.ndim:
            raise ValueError(f"{self.ndim=} != {len(new)=}")
        return self._pad_value([(0, 0 if n is None else n - s) for n, s in zip(new, self.shape)], value)

    # ---- made of them

    def squeeze(self, dim=None):
        """Without the axes of size 1, or without that one if it is of size 1."""
        if dim is None:
            return self.reshape(tuple(s for s in self.shape if s != 1))
        dim = self._resolve_dim(dim)
        if not self.ndim or self.shape[dim] != 1:
            return self
        return self.reshape(self.shape[:dim] + self.shape[dim + 1:])

    def unsqueeze(self, dim: int):
        """With an axis of size 1 more, at `dim`."""
        dim = self._resolve_dim(dim, extra=True)
        return self.reshape(self.shape[:dim] + (1,) + self.shape[dim:])

    def transpose(self, dim0=1, dim1=0):
        """With two axes exchanged."""
        order = list(range(self.ndim))
        dim0, dim1 = self._resolve_dim(dim0), self._resolve_dim(dim1)
        order[dim0], order[dim1] = order[dim1], order[dim0]
        return self.permute(order)

    @property
    def T(self):
        """The last two axes exchanged."""
        return self.transpose()

    def flatten(self, start_dim=0, end_dim=-1):
        """The axes from `start_dim` to `end_dim` as one."""
        start, end = self._resolve_dim(start_dim), self._resolve_dim(end_dim)
        return self.reshape(self.shape[:start] + (prod(self.shape[start:end + 1]),) + self.shape[end + 1:])

    def unflatten(self, dim: int, sizes):
        """An axis as several, whose sizes multiply to its own."""
        dim = self._resolve_dim(dim)
        return self.reshape(self.shape[:dim] + tuple(sizes) + self.shape[dim + 1:])

    def split(self, sizes, dim=0):
        """Parts of the given size (the last may be smaller) or sizes along an axis."""
        dim = self._resolve_dim(dim)
        total = self.shape[dim]
        if isinstance(sizes, int):
            sizes = [min(sizes, total - i) for i in range(0, max(1, total), max(1, sizes))]
        assert sum(sizes) == total, f"expect sizes to sum exactly to {total}, but got {sum(sizes)}"
        ends = list(accumulate(sizes))
        return tuple(self.shrink(tuple((end - size, end) if j == dim else None for j in range(self.ndim)))
                     for size, end in zip(sizes, ends))

    def chunk(self, chunks: int, dim=0):
        """A tuple of `chunks` parts along an axis; the last ones may be smaller or missing."""
        dim = self._resolve_dim(dim)
        assert chunks > 0, f"expect chunks to be greater than 0, got: {chunks}"
        total = self.shape[dim]
        return list(self.split(ceildiv(total, chunks) if total else [0] * chunks, dim=dim))

    def meshgrid(self, *args, indexing="ij"):
        """Tensors that hold, of each vector, its element at the place in the grid of all."""
        if indexing not in ("ij", "xy"):
            raise RuntimeError(f'indexing must be in ("ij", "xy"), got {indexing}')
        tensors = (self, *args)
        if len(tensors) == 1:
            return tensors
        places = list(range(len(tensors)))
        if indexing == "xy":
            places[0], places[1] = 1, 0
        shaped = [t.reshape((1,) * p + (-1,) + (1,) * (len(tensors) - 1 - p)) for t, p in zip(tensors, places)]
        shape = [0] * len(tensors)
        for t, p in zip(tensors, places):
            shape[p] = t.numel()
        return tuple(t._broadcast_to(tuple(shape)) for t in shaped)

    def repeat(self, repeats, *args):
        """The tensor repeated along each axis; more numbers than axes add axes in front."""
        repeats = argfix(repeats, *args)
        base = (1,) * (len(repeats) - self.ndim) + self.shape
        x = self.reshape([s for b in base for s in (1, b)])
        x = x.expand([s for r, b in zip(repeats, base) for s in (r, b)])
        return x.reshape([r * b for r, b in zip(repeats, base)])

    def repeat_interleave(self, repeats: int, dim=None):
        """Each element `repeats` times in a row, along an axis or flattened."""
        x = self.flatten() if dim is None else self
        dim = 0 if dim is None else self._resolve_dim(dim)
        shape = x.shape
        x = x.reshape(*shape[:dim + 1], 1, *shape[dim + 1:])
        x = x.expand(*shape[:dim + 1], repeats, *shape[dim + 1:])
        return x.reshape(*shape[:dim], shape[dim] * repeats, *shape[dim + 1:])

    def roll(self, shifts, dims=None):
        """The elements moved on along the axes, those beyond the end to the front."""
        if dims is None:
            return self.flatten().roll(shifts, 0).reshape(self.shape)
        dims, shifts = make_tuple(dims, 1), make_tuple(shifts, 1)
        if len(dims) != len(shifts):
            raise RuntimeError(f"{len(dims)=} != {len(shifts)=}")
        x = self
        for dim, shift in zip(dims, shifts):
            dim = x._resolve_dim(dim)
            size = x.shape[dim]
            if not size or not shift % size:
                continue
            cut = size - shift % size
            first, second = x.split([cut, size - cut], dim)
            x = second.cat(first, dim=dim)
        return x

    def diag(self):
        """A matrix with this vector as its diagonal."""
        if self.ndim != 1:
            raise ValueError(f"expect input to be 1-D, getting {self.ndim}-D")
        n = self.shape[0]
        return self.unsqueeze(-1).pad_to(None, n + 1).flatten().shrink_to(n * n).reshape(n, n)

    def diagonal(self, offset=0, dim1=0, dim2=1):
        """The elements where the two indices differ by `offset`, as a last axis."""
        dim1, dim2 = self._resolve_dim(dim1), self._resolve_dim(dim2)
        if dim1 == dim2:
            raise RuntimeError("dim1 and dim2 cannot be the same dimension")
        x = self.permute([d for d in range(self.ndim) if d not in (dim1, dim2)] + [dim1, dim2])
        rows, columns = x.shape[-2:]
        lead = (None,) * (x.ndim - 2)
        if offset >= 0:
            x = x.shrink(lead + (None, (min(offset, columns), columns)))
        else:
            x = x.shrink(lead + ((min(-offset, rows), rows), None))
        d = min(x.shape[-2:])
        if d <= 0:
            return x.reshape(*x.shape[:-2], 0)
        x = x.shrink(lead + ((0, d), (0, d)))
        x = x.flatten(-2).pad_to(lead + (d * (d + 1),)).unflatten(-1, (d, d + 1))
        return x.shrink_to(lead + (None, 1)).squeeze(-1)

    def stack(self, *args, dim=0):
        """Equal shapes along a new axis."""
        if isinstance(self, (list, tuple)):
            if args:
                raise ValueError("expected one list of tensors, or tensors")
            first, *rest = self
            return first.stack(*rest, dim=dim)
        dim = self._resolve_dim(dim, extra=True)
        tensors = (self, *args)
        assert all(t.shape == self.shape for t in tensors), \
            f"all shapes must match for stack, got {[t.shape for t in tensors]}"
        return self.unsqueeze(dim).cat(*[t.unsqueeze(dim) for t in args], dim=dim)

    def cat(self, *args, dim=0):
        """Along an axis; the other sizes are equal."""
        if isinstance(self, (list, tuple)):
            first, *rest = self
            return first.cat(*rest, *args, dim=dim)
        dim = self._resolve_dim(dim)
        for arg in args:
            assert arg.ndim == self.ndim and all(
                a == b for i, (a, b) in enumerate(zip(self.shape, arg.shape)) if i != dim), \
                f"sizes must match except in dimension {dim}, got {self.shape} and {arg.shape}"
        tensors = [self, *args]
        total = sum(t.shape[dim] for t in tensors)
        position, result = 0, None
        for t in tensors:
            size = t.shape[dim]
            padded = t._pad_zeros([(position, total - position - size) if i == dim else (0, 0)
                                   for i in range(self.ndim)])
            position += size
            if result is None:
                result = padded
                continue
            inside = t.const_like(True, "bool")._pad_zeros(
                [(position - size, total - position) if i == dim else (0, 0) for i in range(self.ndim)])
            result = inside.where(padded, result)
        return result

    def _pool(self, kernel, stride=1, dilation=1):
        """Windows over the last axes: [..., positions…, kernel…]."""
        rank = len(kernel)
        assert self.ndim >= rank, f"can't pool {self.shape} with {kernel}"
        stride, dilation = make_tuple(stride, rank), make_tuple(dilation, rank)
        assert rank == len(stride) == len(dilation), f"stride/dilation mismatch kernel:{kernel} stride:{stride} dilation:{dilation}"
        lead = self.shape[:-rank]
        sizes = self.shape[-rank:]
        assert all(d * (k - 1) + 1 <= i for k, d, i in zip(kernel, dilation, sizes)), \
            "kernel size cannot be greater than actual input size"
        counts = [(i - d * (k - 1) - 1) // s + 1 for i, k, s, d in zip(sizes, kernel, stride, dilation)]
        x = self
        for n, (k, s, d, o) in enumerate(zip(kernel, stride, dilation, counts)):
            axis = len(lead) + 2 * n
            x = x._windows(axis, k, s, d, o)
        first = len(lead)
        return x.permute(*range(first), *[first + 2 * i for i in range(rank)],
                         *[first + 2 * i + 1 for i in range(rank)])

    def _windows(self, axis: int, k: int, s: int, d: int, o: int):
        """Axis `axis` as [o, k]: window p holds the elements p * s + j * d."""
        size = self.shape[axis]
        before, after = self.shape[:axis], self.shape[axis + 1:]
        if k == 1:
            # Every s-th element.
            x = self._strided(axis, s, o)
            return x.reshape(*before, o, 1, *after)
        # k rows of period size + d hold row j shifted by j * d.
        period = size + d
        reps = ceildiv(k * period, size)
        x = self.reshape(*before, 1, size, *after).expand(*before, reps, size, *after)
        x = x.reshape(*before, reps * size, *after)
        x = x.shrink(tuple((0, k * period) if i == axis else None for i in range(x.ndim)))
        x = x.reshape(*before, k, period, *after)
        x = x._strided(axis + 1, s, o)
        order = list(range(x.ndim))
        order[axis], order[axis + 1] = axis + 1, axis
        return x.permute(order)

    def _strided(self, axis: int, s: int, count: int):
        """The elements 0, s, 2 s, … of an axis, `count` of them."""
        if s == 1:
            return self.shrink(tuple((0, count) if i == axis else None for i in range(self.ndim)))
        size = self.shape[axis]
        x = self
        if size < count * s:
            x = x._pad_zeros([(0, count * s - size) if i == axis else (0, 0) for i in range(self.ndim)])
        x = x.shrink(tuple((0, count * s) if i == axis else None for i in range(self.ndim)))
        x = x.reshape(*x.shape[:axis], count, s, *x.shape[axis + 1:])
        x = x.shrink(tuple((0, 1) if i == axis + 1 else None for i in range(x.ndim)))
        return x.reshape(*x.shape[:axis + 1], *x.shape[axis + 2:])

    def unfold(self, dim: int, size: int, step: int):
        """Windows of `size` every `step` along an axis, as a last axis."""
        if size < 0:
            raise RuntimeError(f"size must be >= 0 but got {size=}")
        if step <= 0:
            raise RuntimeError(f"step must be > 0 but got {step=}")
        dim = self._resolve_dim(dim)
        if size > self.shape[dim]:
            raise RuntimeError(f"maximum size for tensor at dimension {dim} is {self.shape[dim]} but size is {size}")
        order = [i for i in range(self.ndim) if i != dim] + [dim]
        x = self.permute(order)._pool((size,), step)
        return x.permute(argsort(order) + (self.ndim,))

    def rearrange(self, formula: str, **sizes):
        """Splits, reorders and merges axes, as einops writes it: "b (h w) c -> b c h w"."""
        formula = formula.replace("…", "...")
        assert formula.count("->") == 1, 'need exactly one "->" in formula'
        sides = [_parse_side(side) for side in formula.split("->")]
        (left, left_groups), (right, right_groups) = sides
        for name in sizes:
            assert name in left, f"axis {name} is not used in transform"
        assert sorted(left) == sorted(right) and len(left) == len(set(left)), f"name mismatch in {formula}"
        for name in left:
            assert name == "..." or (name.isidentifier() and "_" not in (name[0], name[-1])), f"invalid axis name {name}"
        assert not any("..." in group for group in left_groups if isinstance(group, list)), \
            f"cannot have collapsed ellipsis (...) in lhs of {formula}"
        count = self.ndim - len([g for g in left_groups if g != ("...",)])
        extra = [f"...{i}" for i in range(count)]

        def spell(groups):
            return [group for g in groups for group in ([[e] for e in extra] if g == ("...",) else
                                                       [[n for name in g for n in (extra if name == "..." else [name])]])]
        left_groups, right_groups = spell(left_groups), spell(right_groups)
        if len(left_groups) != self.ndim:
            raise RuntimeError(f"{formula} has {len(left_groups)} axes, the tensor {self.ndim}")
        known, shape = dict(sizes), []
        for group, size in zip(left_groups, self.shape):
            missing = [n for n in group if n not in known]
            if len(group) == 1 and group[0] in sizes:
                assert sizes[group[0]] == size, f"size provided for dimension {group[0]} incorrect"
            if len(missing) > 1:
                raise RuntimeError(f"the sizes of {', '.join(missing)} cannot be told from {size}: give all but one")
            if missing:
                known[missing[0]] = size // max(prod(known[n] for n in group if n in known), 1)
            if prod(known[n] for n in group) != size:
                raise ValueError(f"({' '.join(group)}) has {prod(known[n] for n in group)} elements, the axis {size}")
            shape += [known[n] for n in group]
        names = [n for g in left_groups for n in g]
        x = self.reshape(shape) if shape != list(self.shape) else self
        x = x.permute([names.index(n) for g in right_groups for n in g])
        return x.reshape([prod(known[n] for n in g) for g in right_groups])


def _parse_side(text: str):
    """The names of one side, and its groups: one for each axis."""
    tokens = re.findall(r"[()]|[^\s()]+", text)
    names, groups, group = [], [], None
    for token in tokens:
        if token == "(":
            assert group is None, "bracket mismatch"
            group = []
        elif token == ")":
            assert group is not None, "bracket mismatch"
            groups.append(group)
            group = None
        elif token == "1" and group is None:
            groups.append([])
        elif token != "1":
            names.append(token)
            if group is None:
                groups.append((token,))
            else:
                group.append(token)
    assert group is None, "bracket mismatch"
    return names, groups
