"""Optimiser steps of the preview training domain: any number of tensors, each with its gradient and state."""
from __future__ import annotations

from .registry import Malformed, op

_domain = "ai.onnx.preview.training"


def _groups(tensors, count: int):
    if not tensors or len(tensors) % count:
        raise Malformed(f"expected {count} tensors for each that is optimised, but got {len(tensors)}")
    n = len(tensors) // count
    return zip(*(tensors[i * n:(i + 1) * n] for i in range(count)))


def _by_output(results):
    """First all new tensors, then all states of each kind."""
    return tuple(t for kind in zip(*results) for t in kind)


@op("Adagrad", domain=_domain)
def adagrad(r, t, *tensors, decay_factor=0.0, epsilon=1e-6, norm_coefficient=0.0):
    rate = r / (1 + t * decay_factor)
    results = []
    for x, g, h in _groups(tensors, 3):
        g = g + x * norm_coefficient
        h = h + g * g
        results.append((x - rate * g / (h.sqrt() + epsilon), h))
    return _by_output(results)


@op("Adam", domain=_domain)
def adam(r, t, *tensors, alpha=0.9, beta=0.999, epsilon=1e-6, norm_coefficient=0.0, norm_coefficient_post=0.0):
    steps = t.cast(r.dtype)
    corrected = r * (1 - beta ** steps).sqrt() / (1 - alpha ** steps)
    rate = (t > 0).where(corrected, r)
    results = []
    for x, g, v, h in _groups(tensors, 4):
        g = g + x * norm_coefficient
        v, h = v * alpha + g * (1 - alpha), h * beta + g * g * (1 - beta)
        results.append(((x - rate * v / (h.sqrt() + epsilon)) * (1 - norm_coefficient_post), v, h))
    return _by_output(results)


@op("Momentum", domain=_domain)
def momentum(r, t, *tensors, alpha, beta, mode, norm_coefficient):
    if mode not in ("standard", "nesterov"):
        raise Malformed(f"attribute mode: expected standard or nesterov, but got {mode!r}")
    rate = (t > 0).where(beta, 1.0).cast(r.dtype)
    results = []
    for x, g, v in _groups(tensors, 3):
        g = g + x * norm_coefficient
        v = v * alpha + g * rate
        results.append((x - r * (g + v * alpha if mode == "nesterov" else v), v))
    return _by_output(results)
