"""Losses."""
from __future__ import annotations

from ...tensor import Tensor
from .registry import Malformed, op


def _reduced(loss, weights, reduction: str):
    if reduction == "none":
        return loss
    if reduction == "sum":
        return loss.sum()
    if reduction != "mean":
        raise Malformed(f"attribute reduction: expected none, sum or mean, but got {reduction!r}")
    return loss.mean() if weights is None else loss.sum() / weights.sum()


def _negative_log_likelihood(logs, target, weight, ignore_index, reduction):
    """-weight[t] · logs[:, t] with classes on axis 1."""
    classes = logs.shape[1]
    hit = target.unsqueeze(1).eq(Tensor.arange(classes).reshape(1, -1, *[1] * (logs.ndim - 2)))
    loss = -hit.where(logs, 0).sum(1)
    counts = None
    if weight is not None:
        counts = hit.where(weight.reshape(1, -1, *[1] * (logs.ndim - 2)), 0).sum(1)
    if ignore_index is not None:
        used = target.ne(ignore_index).cast(logs.dtype)
        counts = used if counts is None else counts * used
    if counts is not None:
        # What does not count adds nothing, not even an infinity.
        loss = counts.eq(0).where(0, loss * counts)
    return _reduced(loss, counts, reduction)


@op("NegativeLogLikelihoodLoss")
def nll_loss(x, target, weight=None, *, ignore_index=None, reduction="mean"):
    return _negative_log_likelihood(x, target, weight, ignore_index, reduction).cast(x.dtype)


@op("SoftmaxCrossEntropyLoss")
def softmax_cross_entropy(scores, labels, weights=None, *, ignore_index=None, reduction="mean"):
    logs = scores.log_softmax(1)
    return _negative_log_likelihood(logs, labels, weights, ignore_index, reduction).cast(scores.dtype), logs
