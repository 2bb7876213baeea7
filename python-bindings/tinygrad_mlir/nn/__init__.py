"""Layers."""
from __future__ import annotations

import math

from ..dtype import dtypes
from ..helpers import TRAINING, make_tuple, prod
from ..tensor import Tensor
from . import optim, state

__all__ = ["BatchNorm", "BatchNorm2d", "BatchNorm3d", "Conv1d", "Conv2d", "ConvTranspose1d", "ConvTranspose2d", "Embedding",
           "GroupNorm", "InstanceNorm", "LSTMCell", "LayerNorm", "LayerNorm2d", "Linear", "RMSNorm", "optim", "state"]


def _affine(x, weight, bias):
    """Scales and shifts channels (axis 1)."""
    if weight is None or bias is None:
        return x
    shape = (1, -1) + (1,) * (x.ndim - 2)
    return x * weight.reshape(shape) + bias.reshape(shape)


class BatchNorm:
    """Normalizes each channel over the batch (while TRAINING), or by the running statistics."""

    def __init__(self, sz: int, eps=1e-5, affine=True, track_running_stats=True, momentum=0.1):
        self.eps, self.track_running_stats, self.momentum = eps, track_running_stats, momentum
        self.weight = Tensor.ones(sz) if affine else None
        self.bias = Tensor.zeros(sz) if affine else None
        self.num_batches_tracked = Tensor.zeros(dtype="long").is_param_(False)
        if track_running_stats:
            self.running_mean = Tensor.zeros(sz).is_param_(False)
            self.running_var = Tensor.ones(sz).is_param_(False)

    def calc_stats(self, x):
        """Mean and variance that normalize `x`."""
        shape = (1, -1) + (1,) * (x.ndim - 2)
        if self.track_running_stats and not TRAINING:
            return self.running_mean, self.running_var.reshape(shape)
        axes = tuple(i for i in range(x.ndim) if i != 1)
        mean = x.mean(axes)
        # The variance does not change with the mean: its gradient need not flow there.
        centred = x - mean.detach().reshape(shape)
        return mean, (centred * centred).mean(axes)

    def __call__(self, x: Tensor) -> Tensor:
        mean, var = self.calc_stats(x)
        if self.track_running_stats and TRAINING:
            keep, new = 1 - self.momentum, self.momentum
            unbiased = new * x.numel() / (x.numel() - x.shape[1])
            self.running_mean.assign(keep * self.running_mean + new * mean.detach())
            self.running_var.assign(keep * self.running_var + unbiased * var.detach())
            self.num_batches_tracked += 1
        return x.batchnorm(self.weight, self.bias, mean, var.add(self.eps).rsqrt())


BatchNorm2d = BatchNorm3d = BatchNorm


class Conv2d:
    """A convolution with weights [out, in / groups, kernel…]; `padding` may be "same"."""

    def __init__(self, in_channels: int, out_channels: int, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        self.kernel_size = make_tuple(kernel_size, 2)
        if isinstance(padding, str):
            if padding.lower() != "same":
                raise ValueError(f"Invalid padding string {padding!r}, only 'same' is supported")
            if stride != 1:
                raise ValueError("padding='same' is not supported for strided convolutions")
            reach = [d * (k - 1) for d, k in zip(make_tuple(dilation, len(self.kernel_size)), self.kernel_size)]
            padding = tuple(p for r in reversed(reach) for p in (r // 2, r - r // 2))
        self.stride, self.padding, self.dilation, self.groups = stride, padding, dilation, groups
        bound = 1 / math.sqrt(in_channels * prod(self.kernel_size))
        self.weight = Tensor.uniform(out_channels, in_channels // groups, *self.kernel_size, low=-bound, high=bound)
        self.bias = Tensor.uniform(out_channels, low=-bound, high=bound) if bias else None

    def __call__(self, x: Tensor) -> Tensor:
        return x.conv2d(self.weight, self.bias, self.groups, self.stride, self.dilation, self.padding)


def Conv1d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
    """`Conv2d` over one axis: [N, C, L] gives [N, out_channels, L’]."""
    return Conv2d(in_channels, out_channels, (kernel_size,), stride, padding, dilation, groups, bias)


class ConvTranspose2d(Conv2d):
    """The transpose of a convolution, with weights [in, out / groups, kernel…]."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, dilation=1, groups=1,
                 bias=True):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias)
        bound = 1 / math.sqrt(in_channels * prod(self.kernel_size))
        self.weight = Tensor.uniform(in_channels, out_channels // groups, *self.kernel_size, low=-bound, high=bound)
        self.output_padding = output_padding

    def __call__(self, x: Tensor) -> Tensor:
        return x.conv_transpose2d(self.weight, self.bias, self.groups, self.stride, self.dilation, self.padding,
                                  self.output_padding)


def ConvTranspose1d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, dilation=1, groups=1,
                    bias=True):
    """`ConvTranspose2d` over one axis."""
    return ConvTranspose2d(in_channels, out_channels, (kernel_size,), stride, padding, output_padding, dilation, groups, bias)


class Linear:
    """x Wᵀ + b."""

    def __init__(self, in_features: int, out_features: int, bias=True):
        bound = 1 / math.sqrt(in_features)
        self.weight = Tensor.uniform(out_features, in_features, low=-bound, high=bound)
        self.bias = Tensor.uniform(out_features, low=-bound, high=bound) if bias else None

    def __call__(self, x: Tensor) -> Tensor:
        return x.linear(self.weight.transpose(), self.bias)


class GroupNorm:
    """Normalizes groups of channels."""

    def __init__(self, num_groups: int, num_channels: int, eps=1e-5, affine=True):
        self.num_groups, self.num_channels, self.eps = num_groups, num_channels, eps
        self.weight = Tensor.ones(num_channels) if affine else None
        self.bias = Tensor.zeros(num_channels) if affine else None

    def __call__(self, x: Tensor) -> Tensor:
        y = x.reshape(x.shape[0], self.num_groups, -1).layernorm(eps=self.eps).reshape(x.shape)
        return _affine(y, self.weight, self.bias)


class InstanceNorm(GroupNorm):
    """Normalizes each channel of each sample."""

    def __init__(self, num_features: int, eps=1e-5, affine=True):
        super().__init__(num_features, num_features, eps, affine)
        self.num_features = num_features


class LayerNorm:
    """Normalizes over the last axes."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True):
        self.normalized_shape = make_tuple(normalized_shape, 1)
        self.axis, self.eps = tuple(-1 - i for i in range(len(self.normalized_shape))), eps
        self.weight = Tensor.ones(*self.normalized_shape) if elementwise_affine else None
        self.bias = Tensor.zeros(*self.normalized_shape) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        assert self.normalized_shape == x.shape[-len(self.normalized_shape):], \
            f"last dimensions of {x.shape} must match {self.normalized_shape}"
        x = x.layernorm(eps=self.eps, axis=self.axis)
        return x if self.weight is None or self.bias is None else x * self.weight + self.bias


class LayerNorm2d(LayerNorm):
    """Normalizes over the channels of an image."""

    def __call__(self, x: Tensor) -> Tensor:
        return super().__call__(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class RMSNorm:
    """Divides by the root of the mean square over the last axis."""

    def __init__(self, dim: int, eps=1e-6, elementwise_affine=True):
        self.eps = eps
        self.weight = Tensor.ones(dim) if elementwise_affine else None

    def __call__(self, x: Tensor) -> Tensor:
        wide = x.float()
        x = (wide * (wide.square().mean(-1, keepdim=True) + self.eps).rsqrt()).cast(x.dtype)
        return x if self.weight is None else x * self.weight


class Embedding:
    """A row of the weights for each index."""

    def __init__(self, vocab_size: int, embed_size: int):
        self.vocab_sz, self.embed_sz = vocab_size, embed_size
        self.weight = Tensor.glorot_uniform(vocab_size, embed_size)

    def __call__(self, idx: Tensor) -> Tensor:
        if not dtypes.is_int(idx.dtype):
            raise TypeError(f"Expected integer dtype for index in embedding, got {idx.dtype}")
        return self.weight[idx]


class LSTMCell:
    """One step of a long short-term memory."""

    def __init__(self, input_size: int, hidden_size: int, bias=True):
        bound = 1.0 / math.sqrt(hidden_size)
        self.weight_ih = Tensor.uniform(hidden_size * 4, input_size, low=-bound, high=bound)
        self.weight_hh = Tensor.uniform(hidden_size * 4, hidden_size, low=-bound, high=bound)
        self.bias_ih = Tensor.zeros(hidden_size * 4) if bias else None
        self.bias_hh = Tensor.zeros(hidden_size * 4) if bias else None

    def __call__(self, x, hc=None):
        if hc is None:
            hc = (Tensor.zeros(x.shape[0], self.weight_hh.shape[1], dtype=x.dtype, buffer=False),) * 2
        h, c = hc
        gates = x.linear(self.weight_ih.T, self.bias_ih) + h.linear(self.weight_hh.T, self.bias_hh)
        i, f, g, o = gates.chunk(4, dim=1)
        new_c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * new_c.tanh(), new_c
