"""Neural network functions of tensors: padding, pooling, convolution, norms, losses, attention."""
from __future__ import annotations

import functools
import math
from typing import Literal

from .dtype import dtypes, least_upper_dtype, sum_acc_dtype, to_dtype
from .helpers import ceildiv, make_tuple, prod
from .linalg import LinalgTensor

ReductionStr = Literal["mean", "sum", "none"]


def _pool_pads(padding, rank: int) -> list:
    """Low and high of each spatial axis in order; the argument lists the last axis first if it has both ends."""
    if not isinstance(padding, int) and len(padding) not in (rank, 2 * rank):
        raise ValueError(f"padding must be an int or a sequence of length {rank} or {2 * rank}, but got {padding}")
    if isinstance(padding, int):
        return [(padding, padding)] * rank
    if len(padding) == rank:
        return [(p, p) for p in padding]
    pairs = [(padding[i], padding[i + 1]) for i in range(0, 2 * rank, 2)]
    return pairs[::-1]


class FunctionalTensor(LinalgTensor):
    """What networks are made of."""
    __slots__ = ()

    def sequential(self, ll):
        """The last of a list of functions, each called with what the one before returned."""
        return functools.reduce(lambda x, f: f(x), ll, self)

    def linear(self, weight, bias=None, dtype=None):
        """x weight + bias: weight is [in, out], or [n] to multiply by."""
        if dtype is not None:
            dt = to_dtype(dtype)
            return self.cast(dt).linear(weight.cast(dt), bias.cast(dt) if bias is not None else bias)
        x = self.mul(weight) if weight.ndim == 1 else self.dot(weight)
        return x.add(bias) if bias is not None else x

    # ---- padding

    def pad(self, padding, mode="constant", value=0.0):
        """Around the tensor: pairs per axis, or torch's flat list that starts at the last axis."""
        if mode not in {"constant", "reflect", "replicate", "circular"}:
            raise NotImplementedError(f"{mode=} is not supported")
        if all(isinstance(p, int) for p in padding) and (len(padding) or not self.ndim):
            if len(padding) % 2:
                raise ValueError("Flat padding must have even number of pads")
            pairs = [(padding[i], padding[i + 1]) for i in range(0, len(padding), 2)][::-1]
            pads = [(0, 0)] * (self.ndim - len(pairs)) + pairs
        else:
            pads = [(0, 0) if p is None else tuple(int(v) for v in p) for p in padding]
        if len(pads) != self.ndim:
            raise ValueError(f"padding length is improper, {padding=} {self.ndim=}")
        if mode == "constant":
            return self._pad_value(pads, value)
        if mode == "circular":
            if any(low > s or high > s for (low, high), s in zip(pads, self.shape)):
                raise ValueError("Padding value causes wrapping around more than once.")
        x = self
        for dim, (low, high) in enumerate(pads):
            if low or high:
                x = x._pad_axis(dim, low, high, mode)
        return x

    def _pad_axis(self, dim, low, high, mode):
        size = self.shape[dim]
        part = lambda a, b: self.shrink(tuple((a, b) if i == dim else None for i in range(self.ndim)))
        if mode == "reflect" and (low >= size or high >= size):
            raise ValueError(f"Padding ({low}, {high}) should be less than the input size={size} for dim={dim}.")
        parts = []
        # What a negative pad cuts away is not there to wrap around either.
        if low > 0:
            if mode == "circular":
                parts.append(part(size - low, size) if high >= 0 else part(size + high - low, size + high))
            elif mode == "reflect":
                parts.append(part(1, low + 1).flip(dim))
            else:
                parts.append(part(0, 1).expand(tuple(low if i == dim else s for i, s in enumerate(self.shape))))
        parts.append(part(max(0, -low), size - max(0, -high)))
        if high > 0:
            if mode == "circular":
                parts.append(part(0, high) if low >= 0 else part(-low, -low + high))
            elif mode == "reflect":
                parts.append(part(size - 1 - high, size - 1).flip(dim))
            else:
                parts.append(part(size - 1, size).expand(tuple(high if i == dim else s for i, s in enumerate(self.shape))))
        return parts[0].cat(*parts[1:], dim=dim) if len(parts) > 1 else parts[0]

    # ---- pooling

    def _ceil_pads(self, pads, kernel, stride, dilation):
        """More padding behind, so that the last partial window counts (unless it starts in the padding)."""
        rank = len(kernel)
        stride, dilation = make_tuple(stride, rank), make_tuple(dilation, rank)
        result = []
        for (low, high), i, k, s, d in zip(pads, self.shape[-rank:], kernel, stride, dilation):
            span = d * (k - 1) + 1
            count = ceildiv(i + low + high - span, s) + 1
            extra = s * (count - 1) + span - (i + low + high)
            extra -= max(s * (count - 1) - (low + i - 1), 0)
            result.append((low, high + extra))
        return result

    def _pooled(self, pads, kernel, stride, dilation, value):
        lead = [(0, 0)] * (self.ndim - len(kernel))
        return self._pad_value(lead + list(pads), value)._pool(kernel, stride, dilation)

    def avg_pool2d(self, kernel_size=(2, 2), stride=None, dilation=1, padding=0, ceil_mode=False, count_include_pad=True):
        """Means of windows over the last axes."""
        kernel = make_tuple(kernel_size, 2)
        stride = stride if stride is not None else kernel
        axes = tuple(range(-len(kernel), 0))
        given = _pool_pads(padding, len(kernel))
        pads = self._ceil_pads(given, kernel, stride, dilation) if ceil_mode else given
        if count_include_pad and not ceil_mode:
            return self._pooled(pads, kernel, stride, dilation, 0).mean(axes)
        ones = self.const_like(1)
        if count_include_pad:
            # The given padding counts, that of ceil_mode does not.
            lead = [(0, 0)] * (self.ndim - len(kernel))
            ones = self._pad_value(lead + given, 0).const_like(1)
            more = [(0, p[1] - g[1]) for p, g in zip(pads, given)]
            return self._pooled(pads, kernel, stride, dilation, 0).sum(axes) / \
                ones._pooled(more, kernel, stride, dilation, 0).sum(axes)
        return self._pooled(pads, kernel, stride, dilation, 0).sum(axes) / \
            ones._pooled(pads, kernel, stride, dilation, 0).sum(axes)

    def max_pool2d(self, kernel_size=(2, 2), stride=None, dilation=1, padding=0, ceil_mode=False, return_indices=False):
        """Largest elements of windows over the last axes, and their places in the plane."""
        kernel = make_tuple(kernel_size, 2)
        stride = stride if stride is not None else kernel
        axes = tuple(range(-len(kernel), 0))
        pads = _pool_pads(padding, len(kernel))
        if ceil_mode:
            pads = self._ceil_pads(pads, kernel, stride, dilation)
        windows = self._pooled(pads, kernel, stride, dilation, self.dtype.min)
        best = windows.max(axes)
        if not return_indices:
            return best
        plane = self.shape[-len(kernel):]
        count = prod(plane)
        # Counted backwards, so that the first of equals is the largest.
        place = type(self).arange(count).mul(-1).add(count).reshape(plane)
        place = place._pad_value(list(pads), 0)._pool(kernel, stride, dilation)
        hit = windows.eq(windows.max(axes, keepdim=True))
        return best, count - hit.where(place, 0).max(axes)

    def max_unpool2d(self, indices, kernel_size=(2, 2), stride=None, dilation=1, padding=0, output_size=None):
        """Puts the elements back to the places that max_pool2d gave."""
        batch, channels, *plane = self.shape
        if output_size is None:
            rank = len(plane)
            kernel, dil = make_tuple(kernel_size, rank), make_tuple(dilation, rank)
            step = make_tuple(stride if stride is not None else kernel_size, rank)
            output_size = tuple((i - 1) * s - low - high + d * (k - 1) + 1 for i, k, d, s, (low, high)
                                in zip(plane, kernel, dil, step, _pool_pads(padding, rank)))
        else:
            output_size = tuple(output_size)[-len(plane):]
        hit = indices.reshape(batch, channels, 1, -1)._one_hot_along_dim(prod(output_size), 2)
        return hit.where(self.reshape(batch, channels, 1, -1), 0).sum(3).reshape(batch, channels, *output_size)

    # ---- convolution

    def conv2d(self, weight, bias=None, groups=1, stride=1, dilation=1, padding=0, dtype=None):
        """A convolution over any number of spatial axes."""
        rank = weight.ndim - 2
        assert self.ndim == weight.ndim and groups * weight.shape[1] == self.shape[1], \
            f"Input Tensor shape {self.shape} does not match the shape of the weights {weight.shape}. " \
            f"({groups * weight.shape[1]} vs. {self.shape[1]})"
        pads = _pool_pads(padding, rank)
        stride, dilation = make_tuple(stride, rank), make_tuple(dilation, rank)
        assert rank == len(stride) == len(dilation), \
            f"stride/dilation mismatch kernel:{weight.shape[2:]} stride:{stride} dilation:{dilation}"
        out = least_upper_dtype(self.dtype, weight.dtype) if dtype is None else to_dtype(dtype)
        acc = out if dtypes.is_float(out) and dtype is None else to_dtype(dtype) if dtype else sum_acc_dtype(out)
        x, w = self, weight
        if any(p < 0 for pair in pads for p in pair):
            x = x._pad_zeros([(0, 0), (0, 0)] + [(min(l, 0), min(h, 0)) for l, h in pads])
            pads = [(max(l, 0), max(h, 0)) for l, h in pads]
        for i, k, d, (low, high) in zip(x.shape[2:], w.shape[2:], dilation, pads):
            assert d * (k - 1) + 1 <= i + low + high, "kernel size cannot be greater than actual input size"
        x, w = x.cast(acc), w.cast(acc)
        if rank == 0 or 0 in x.shape or 0 in w.shape:
            ret = type(self).full((x.shape[0], w.shape[0]) + tuple(
                (i + l + h - d * (k - 1) - 1) // s + 1 for i, k, s, d, (l, h)
                in zip(x.shape[2:], w.shape[2:], stride, dilation, pads)), 0, dtype=acc, buffer=False)
        else:
            attributes = [groups]
            for s, d, (low, high) in zip(stride, dilation, pads):
                attributes += [s, d, low, high]
            ret = x._conv(w, attributes)
        ret = ret.cast(acc if dtype is None and not dtypes.is_float(out) else out)
        return ret if bias is None else ret.add(bias.reshape(1, -1, *[1] * rank))

    def conv_transpose2d(self, weight, bias=None, groups=1, stride=1, dilation=1, padding=0, output_padding=0):
        """The transpose of a convolution: each element is spread by the kernel."""
        rank = weight.ndim - 2
        w = weight.unflatten(0, (groups, -1)).transpose(1, 2).flatten(end_dim=1).flip(tuple(range(2, rank + 2)))
        stride, dilation, extra = (make_tuple(v, rank) for v in (stride, dilation, output_padding))
        x = self
        for i, s in enumerate(stride):
            if s > 1:
                # Zeros between the elements.
                axis = i + 2
                size = x.shape[axis]
                x = x.unsqueeze(axis + 1)
                x = x._pad_zeros([(0, s - 1 if j == axis + 1 else 0) for j in range(x.ndim)])
                x = x.flatten(axis, axis + 1)
                x = x.shrink(tuple((0, size * s - s + 1) if j == axis else None for j in range(x.ndim)))
        pads = [((k - 1) * d - low, (k - 1) * d - high + e) for k, d, (low, high), e
                in zip(weight.shape[2:], dilation, _pool_pads(padding, rank), extra)]
        return x.conv2d(w, bias=bias, groups=groups, dilation=dilation, padding=[v for pair in pads[::-1] for v in pair])

    # ---- norms

    def layernorm(self, axis=-1, eps=1e-5):
        """x less its mean along the axes, over its standard deviation (`eps` is added to the variance)."""
        y = self - self.mean(axis, keepdim=True)
        return y.mul((y * y).mean(axis, keepdim=True).add(eps).rsqrt())

    def batchnorm(self, weight, bias, mean, invstd, axis=1):
        """(x - mean) invstd weight + bias, where these four have the size of the axis or axes `axis`; weight and bias
        may be None."""
        axes = make_tuple(axis, 1)
        shape = tuple(s if i in axes else 1 for i, s in enumerate(self.shape))
        x = self - mean.reshape(shape)
        if weight is not None:
            x = x * weight.reshape(shape)
        ret = x.mul(invstd.reshape(shape) if invstd.ndim == len(axes) else invstd)
        return ret + bias.reshape(shape) if bias is not None else ret

    # ---- losses

    def _do_reduction(self, reduction: ReductionStr = "mean"):
        if reduction not in ("mean", "sum", "none"):
            raise ValueError(f"{reduction=} must be one of ('mean', 'sum', 'none')")
        return {"mean": self.mean, "sum": self.sum, "none": lambda: self}[reduction]()

    def binary_crossentropy(self, Y, reduction="mean"):
        """The cross entropy of probabilities and labels `Y` (0 to 1) of the same shape; `reduction` is mean, sum or none."""
        return (-Y * self.log() - (1 - Y) * (1 - self).log())._do_reduction(reduction)

    def binary_crossentropy_logits(self, Y, reduction="mean", pos_weight=None):
        """The same of logits instead of probabilities, without overflow; `pos_weight` weighs labels of 1."""
        positive, negative = self.logsigmoid(), (-self).logsigmoid()
        weight = 1 if pos_weight is None else pos_weight
        return (-(weight * Y * positive + (1 - Y) * negative))._do_reduction(reduction)

    def sparse_categorical_crossentropy(self, Y, ignore_index=-1, label_smoothing=0.0, reduction="mean"):
        """Logits over the last axis and labels; labels `ignore_index` do not count."""
        assert 0.0 <= label_smoothing <= 1.0, "label_smoothing must be in [0.0, 1.0]"
        if Y.device is not None and self.device is not None and Y.device != self.device:
            raise RuntimeError(f"expected Y and self on the same device, {Y.device=}, {self.device=}")
        logs = self.log_softmax()
        counts = Y.ne(ignore_index) if ignore_index != -1 else Y.const_like(True, dtypes.bool)
        hit = Y.unsqueeze(-1)._one_hot_along_dim(self.shape[-1]) & counts.unsqueeze(-1)
        smooth = label_smoothing * (logs.mean(-1) * counts)
        loss = (1 - label_smoothing) * hit.where(logs, 0).sum(-1) + smooth
        return -loss.sum() / counts.sum() if reduction == "mean" else -loss._do_reduction(reduction)

    def cross_entropy(self, Y, reduction="mean", label_smoothing=0.0):
        """Logits over axis 1 (0 of a vector) and labels, or probabilities of each class."""
        assert 0.0 <= label_smoothing <= 1.0, "label_smoothing must be in [0.0, 1.0]"
        axis = 0 if self.ndim == 1 else 1
        if self.shape != Y.shape:
            if self.shape[:axis] + self.shape[axis + 1:] != Y.shape:
                raise RuntimeError(f"shape mismatch: {self.shape=}, {Y.shape=}")
            Y = Y.unsqueeze(axis)._one_hot_along_dim(self.shape[axis], axis)
        Y = (1 - label_smoothing) * Y + label_smoothing / Y.shape[axis]
        return -self.log_softmax(axis).mul(Y).sum(axis)._do_reduction(reduction)

    def nll_loss(self, Y, weight=None, ignore_index=None, reduction="mean"):
        """Minus the log probabilities [batch, classes, …] at the classes `Y` [batch, …]: mean, sum or none; `weight` is
        by class."""
        weight = Y.const_like(1) if weight is None else weight.gather(0, Y.flatten()).reshape(Y.shape)
        used = weight if ignore_index is None else weight * Y.ne(ignore_index)
        loss = -self.gather(1, Y.unsqueeze(1)).squeeze(1) * used
        return loss.sum() / used.sum() if reduction == "mean" else loss._do_reduction(reduction)

    # ---- attention and resizing

    def scaled_dot_product_attention(self, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, enable_gqa=False):
        """softmax(q kᵀ / √d + mask) v."""
        if enable_gqa:
            key = key.repeat_interleave(self.shape[-3] // key.shape[-3], dim=-3)
            value = value.repeat_interleave(self.shape[-3] // value.shape[-3], dim=-3)
        scores = self.matmul(key.transpose(-2, -1), dtype=least_upper_dtype(self.dtype, key.dtype, dtypes.float32))
        scores = scores / math.sqrt(self.shape[-1])
        if is_causal:
            if attn_mask is not None:
                raise RuntimeError("cannot set attn_mask when is_causal=True")
            attn_mask = scores.const_like(True, dtypes.bool).tril()
        if attn_mask is not None:
            if attn_mask.dtype is dtypes.bool:
                attn_mask = attn_mask.where(0, -math.inf)
            scores = scores + attn_mask
        return scores.cast(self.dtype).softmax(-1).dropout(dropout_p) @ value

    def interpolate(self, size, mode="linear", align_corners=False):
        """Resizes the last axes: mode "linear", "nearest" or "nearest-exact"."""
        if not isinstance(size, (tuple, list)) or not all(isinstance(s, int) for s in size) or not 0 < len(size) <= self.ndim:
            raise AssertionError(f"expected sizes of the last axes, but got {size}")
        if mode not in ("linear", "nearest", "nearest-exact"):
            raise ValueError("only supports linear, nearest or nearest-exact interpolate")
        if align_corners and mode != "linear":
            raise AssertionError("align_corners option can only be set with the interpolating mode linear")
        x = self
        for i in range(-1, -len(size) - 1, -1):
            n, m = self.shape[i], size[i]
            scale = (n - int(align_corners)) / (m - int(align_corners) if m > int(align_corners) else 1)
            at = type(self).arange(m)
            shape = [1] * x.ndim
            shape[i] = m
            expanded = x.shape[:x.ndim + i] + (m,) + (x.shape[x.ndim + i + 1:] if i != -1 else ())
            take = lambda t, place: t.gather(i, place.reshape(shape)._broadcast_to(expanded))
            if mode == "linear":
                place = scale * at if align_corners else scale * (at + 0.5) - 0.5
                place = place.clip(0, n - 1)
                low, high = place.floor().int(), place.ceil().int()
                weight = (place - low).reshape(shape).cast(least_upper_dtype(self.dtype, dtypes.float32))
                x = take(x, low).lerp(take(x, high), weight)
            else:
                place = (scale * (at + 0.5) if mode == "nearest-exact" else scale * at).floor().int()
                x = take(x, place)
        return x.cast(self.dtype)

    # ---- hashing

    def keccak(self, cfg="sha3_256"):
        """The Keccak hash of the last axis (sha3_224, sha3_256 or shake_128)."""
        from .keccak import keccak
        return keccak(self, cfg)

    def hash(self):
        """A hash of the elements' bytes: 16 bytes, a tensor of uint8."""
        from .keccak import tree_hash
        return tree_hash(self)
