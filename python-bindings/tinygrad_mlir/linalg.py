"""Products, contractions and decompositions of matrices."""
from __future__ import annotations

import functools
import string

from .dtype import dtypes, least_upper_dtype, sum_acc_dtype, to_dtype
from .helpers import argfix
from .indexing import IndexingTensor


_plain_floats = (dtypes.float32, dtypes.float64, dtypes.float16, dtypes.bfloat16)


class LinalgTensor(IndexingTensor):
    """dot, matmul, einsum, QR, SVD, triangles."""
    __slots__ = ()

    def dot(self, w, dtype=None):
        """The sum product over the last axis of `self` and the second to last of `w`."""
        dx, dw = self.ndim, w.ndim
        if dtype is None and dx == dw == 2 and self.dtype is w.dtype and self.dtype in _plain_floats:
            (m, k), (k2, n) = self.shape, w.shape
            if k == k2 and m and k and n:
                return self._matmul(w)
        if not (dx > 0 and dw > 0):
            raise RuntimeError(f"both tensors need to be at least 1D, got {dx}D and {dw}D")
        if self.shape[-1] != w.shape[-min(dw, 2)]:
            raise RuntimeError(f"cannot dot {self.shape} and {w.shape}")
        out = least_upper_dtype(self.dtype, w.dtype) if dtype is None else to_dtype(dtype)
        acc = sum_acc_dtype(least_upper_dtype(self.dtype, w.dtype)) if dtype is None else out
        x = self.reshape(1, -1) if dx == 1 else self
        y = w.reshape(-1, 1) if dw == 1 else w
        if dtypes.bool in (x.dtype, y.dtype) and x.dtype is y.dtype:
            acc = dtypes.int32
        # Narrow floats are multiplied as they are and added in f32.
        operand = least_upper_dtype(self.dtype, w.dtype)
        if dtypes.is_float(operand) and operand not in dtypes.weaks and (dtype is None):
            x, y = x.cast(operand), y.cast(operand)
        else:
            x, y = x.cast(acc), y.cast(acc)
        batch = ()
        if x.ndim > 2 or y.ndim > 2:
            batch = _broadcast(x.shape[:-2], y.shape[:-2])
        if batch and y.ndim == 2:
            # One matrix for all rows.
            ret = x.reshape(-1, x.shape[-1])._product(y).reshape(*x.shape[:-1], y.shape[-1])
        else:
            ret = x._broadcast_to(batch + x.shape[-2:])._product(y._broadcast_to(batch + y.shape[-2:]))
        if dx == 1:
            ret = ret.squeeze(-2)
        if dw == 1:
            ret = ret.squeeze(-1)
        return ret.cast(out)

    def _product(self, y):
        if 0 in self.shape or 0 in y.shape:
            return (self.unsqueeze(-1) * y.unsqueeze(-3)).sum(-2)
        return self._matmul(y)

    def matmul(self, x, reverse=False, dtype=None):
        """The matrix product of the last two axes, the others broadcast; vectors are rows or columns. `reverse`
        exchanges the two. RuntimeError where the sizes that are summed differ."""
        return x.dot(self, dtype=dtype) if reverse else self.dot(x, dtype=dtype)

    def __matmul__(self, x):
        return self.matmul(x)

    def __rmatmul__(self, x):
        return self.matmul(x, True)

    @classmethod
    def einsum(cls, formula: str, *operands, dtype=None):
        """Sums of products by index letters: `einsum("ij,jk->ik", a, b)`."""
        tensors, formula = list(argfix(*operands)), formula.replace(" ", "")
        left, arrow, right = formula.partition("->")
        specs = left.split(",")
        if len(specs) != len(tensors):
            raise ValueError(f"number of operands doesn't match, expected {len(specs)}, got {len(tensors)}")
        if any(s.count("...") > 1 for s in specs):
            raise RuntimeError(f"an operand may have one ellipsis, got {formula}")
        spare = [c for c in string.ascii_letters if c not in formula]
        widest = max((t.ndim - len(s) + 3 for s, t in zip(specs, tensors) if "..." in s), default=0)
        dots = "".join(spare[:widest])
        specs = [s.replace("...", dots[len(dots) - (t.ndim - len(s) + 3):]) for s, t in zip(specs, tensors)]
        if arrow:
            right = right.replace("...", dots)
        else:
            letters = "".join(specs)
            right = dots + "".join(sorted(c for c in set(letters) if letters.count(c) == 1 and c not in dots))
        for n, (spec, t) in enumerate(zip(specs, tensors)):
            if len(spec) != t.ndim:
                raise ValueError(f"operand {n} has {t.ndim} dimensions, but {spec!r} names {len(spec)}")
            while len(set(spec)) < len(spec):
                c = next(c for c in spec if spec.count(c) > 1)
                i, j = spec.index(c), spec.index(c, spec.index(c) + 1)
                t = t.diagonal(0, i, j)
                spec = "".join(x for k, x in enumerate(spec) if k not in (i, j)) + c
            specs[n], tensors[n] = spec, t
        sizes: dict[str, int] = {}
        for spec, t in zip(specs, tensors):
            for c, s in zip(spec, t.shape):
                if sizes.setdefault(c, s) != s and s != 1:
                    if sizes[c] != 1:
                        raise RuntimeError(f"sizes of {c!r} differ: {sizes[c]} and {s}")
                    sizes[c] = s
        letters = sorted(sizes)
        aligned = [t.permute([s.index(c) for c in sorted(s)]).reshape([t.shape[s.index(c)] if c in s else 1 for c in letters])
                   for s, t in zip(specs, tensors)]
        result = functools.reduce(lambda a, b: a * b, aligned)._broadcast_to([sizes[c] for c in letters])
        result = result.sum([i for i, c in enumerate(letters) if c not in right], dtype=dtype)
        kept = [c for c in letters if c in right]
        return result.permute([kept.index(c) for c in right])

    # ---- triangles

    @classmethod
    def _tri(cls, rows, columns, diagonal=0):
        return cls.arange(rows).unsqueeze(-1) + diagonal <= cls.arange(columns)

    def triu(self, diagonal=0):
        """The upper triangle; 0 below."""
        return self._tri(self.shape[-2], self.shape[-1], diagonal).where(self, self.const_like(0))

    def tril(self, diagonal=0):
        """The lower triangle; 0 above."""
        return self._tri(self.shape[-2], self.shape[-1], diagonal + 1).where(self.const_like(0), self)

    # ---- decompositions

    def qr(self):
        """Orthogonal and upper triangular factors, by Householder reflections."""
        assert self.ndim > 1, f"expected two or more dimensions, got {self.ndim}"
        batch, m, n = self.shape[:-2], self.shape[-2], self.shape[-1]
        q = type(self).eye(m, dtype=self.dtype)._broadcast_to(batch + (m, m)).contiguous()
        r, rows = self, type(self).arange(m)
        for i in range(min(m, n)):
            column = (rows >= i).where(r[..., i], 0)
            norm = column.square().sum(-1, keepdim=True).sqrt()
            head = column[..., i:i + 1]
            sign = (head < 0).where(-1.0, 1.0)
            pivot = head + sign * norm
            used = norm.ne(0)
            v = rows.eq(i).where(pivot, column) / used.where(pivot, 1.0)
            v = used.where(v, 0.0).unsqueeze(-1)
            tau = used.where(sign * pivot / used.where(norm, 1.0), 0.0).unsqueeze(-1)
            w = tau * v
            r = (r - w @ (v.transpose(-2, -1) @ r)).contiguous()
            q = (q - (q @ v) @ w.transpose(-2, -1)).contiguous()
        return q, r

    def svd(self, full_matrices=True):
        """Left vectors, singular values in falling order and right vectors, by one-sided Jacobi rotations."""
        assert self.ndim > 1, f"expected two or more dimensions, got {self.ndim}"
        batch, m, n = self.shape[:-2], self.shape[-2], self.shape[-1]
        if m < n:
            u, s, vt = self.transpose(-2, -1).svd(full_matrices)
            return vt.transpose(-2, -1), s, u.transpose(-2, -1)
        q, r = self.qr()
        u = r[..., :n, :].contiguous()
        v = type(self).eye(n, dtype=self.dtype)._broadcast_to(batch + (n, n)).contiguous()
        half, places = n // 2, list(range(n))
        for _ in range(4 * max(n, 2)):
            if half:
                left, right = places[:half], places[n - half:][::-1]
                u, v = u._rotate(v, left, right, batch)
            # Each column meets each other: all but the first move on by one.
            if n % 2:
                places = places[1:] + places[:1]
            else:
                places = places[:1] + places[2:] + places[1:2]
        s, order = u.square().sum(-2).sqrt().sort(dim=-1, descending=True)
        spread = order.unsqueeze(-2)._broadcast_to(batch + (n, n))
        u, v = u.gather(-1, spread), v.gather(-1, spread)
        u = u / s.ne(0).where(s, 1.0).unsqueeze(-2)
        if m > n:
            u = u.pad(((0, 0),) * len(batch) + ((0, m - n), (0, m - n)))
            rest = type(self).arange(m).reshape(m, 1).eq(type(self).arange(m)) & (type(self).arange(m) >= n)
            u = u + rest.cast(u.dtype)
        u = q @ u
        return u if full_matrices else u[..., :n], s, v.transpose(-2, -1)

    def _rotate(self, v, left, right, batch):
        """Makes pairs of columns orthogonal; the same rotations turn `v`."""
        n = self.shape[-1]
        a, b = self[..., left], self[..., right]
        alpha, beta = a.square().sum(-2), b.square().sum(-2)
        gamma = (a * b).sum(-2)
        used = gamma.ne(0)
        tau = (beta - alpha) / (2 * used.where(gamma, 1.0))
        t = (tau < 0).where(-1.0, 1.0) / (tau.abs() + (1 + tau.square()).sqrt())
        t = used.where(t, 0.0)
        c = 1 / (1 + t.square()).sqrt()
        s = c * t
        cls = type(self)
        pick = lambda cols: cls(cols, dtype=dtypes.int32).unsqueeze(-1).eq(cls.arange(n)).cast(self.dtype)
        pl, pr = pick(left), pick(right)
        c, s = c.unsqueeze(-1), s.unsqueeze(-1)
        new_left = c * pl - s * pr
        new_right = s * pl + c * pr
        middle = [p for p in range(n) if p not in left and p not in right]
        turn = pl.transpose(-2, -1) @ new_left + pr.transpose(-2, -1) @ new_right
        if middle:
            pm = pick(middle)
            turn = turn + pm.transpose(-2, -1) @ pm
        turn = turn.transpose(-2, -1)
        return (self @ turn).contiguous(), (v @ turn).contiguous()

    def newton_schulz(self, steps: int, params, eps=1.0e-7):
        """Makes a matrix nearly orthogonal by an odd polynomial applied `steps` times."""
        assert self.ndim > 1, "NS only works for two or more dims"
        if self.shape[-2] > self.shape[-1]:
            return self.transpose(-2, -1).newton_schulz(steps, params, eps).transpose(-2, -1)
        g = self / (self.square().sum((-2, -1), keepdim=True).sqrt() + eps)
        for _ in range(steps):
            power, total = g, None
            for i, p in enumerate(params):
                if i:
                    power = (g @ g.transpose(-2, -1)) @ power
                total = p * power if total is None else total + p * power
            g = total
        return g


def _broadcast(a: tuple, b: tuple) -> tuple:
    rank = max(len(a), len(b))
    a, b = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
    for x, y in zip(a, b):
        if x != y and 1 not in (x, y):
            raise ValueError(f"cannot broadcast batch sizes {a} and {b}")
    return tuple(y if x == 1 else x for x, y in zip(a, b))
