"""Products of matrices."""
from __future__ import annotations

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import op


@op("MatMul")
def matmul(a, b):
    return (a @ b).cast(a.dtype)


@op("Gemm")
def gemm(node, a, b, c=None, *, alpha=1.0, beta=1.0, transA=0, transB=0, broadcast=0):
    a = a.transpose(0, 1) if transA else a
    b = b.transpose(0, 1) if transB else b
    y = a @ b
    y = y if alpha == 1 else (y * alpha).cast(y.dtype)
    if c is not None and beta != 0:
        y = y + (c if beta == 1 else (c * beta).cast(c.dtype))
    return y


@op("Einsum")
def einsum(x, *rest, equation):
    return Tensor.einsum(equation, x, *rest)


@op("Det")
def det(x):
    """By elimination with the largest pivot of each column."""
    n = x.shape[-1]
    batch = x.shape[:-2]
    m = x.reshape(-1, n, n)
    result = Tensor.ones(m.shape[0], dtype=x.dtype, buffer=False)
    for i in range(n):
        size = n - i
        column = m.shrink((None, None, (0, 1))).squeeze(-1)
        pivot = column.abs().argmax(1, keepdim=True)
        rows = Tensor.arange(size).reshape(1, size)
        is_pivot = rows.eq(pivot)
        top = is_pivot.unsqueeze(-1).where(m, 0).sum(1, keepdim=True)
        # The first row takes the pivot's place.
        m = is_pivot.unsqueeze(-1).where(m.shrink((None, (0, 1), None)), m)
        head = top.shrink((None, None, (0, 1))).reshape(-1)
        result = result * pivot.reshape(-1).eq(0).where(head, -head)
        if size > 1:
            below = m.shrink((None, (1, size), None))
            factor = below.shrink((None, None, (0, 1))) / head.eq(0).where(1, head).reshape(-1, 1, 1)
            m = (below - factor * top).shrink((None, None, (1, size)))
    return result.reshape(batch)


@op("MatMulInteger")
def matmul_integer(a, b, a_zero_point=None, b_zero_point=None):
    a, b = a.cast(dtypes.int32), b.cast(dtypes.int32)
    if a_zero_point is not None:
        zero = a_zero_point.cast(dtypes.int32)
        a = a - (zero.unsqueeze(-1) if zero.ndim == 1 and zero.shape[0] > 1 else zero)
    return a @ (b if b_zero_point is None else b - b_zero_point.cast(dtypes.int32))
