"""Attention and what goes with it."""
from __future__ import annotations

import math

from ...dtype import dtypes
from ...tensor import Tensor
from .registry import Malformed, op
from .types import dtype_of


def _heads(x, count):
    """[batch, sequence, heads · size] as [batch, heads, sequence, size]."""
    if not count or x.shape[-1] % count:
        raise Malformed(f"expected a number of heads that divides {x.shape[-1]}, but got {count}")
    b, s, width = x.shape
    return x.reshape(b, s, count, width // count).permute(0, 2, 1, 3)


@op("Attention")
def attention(q, k, v, attn_mask=None, past_key=None, past_value=None, nonpad_kv_seqlen=None, *, is_causal=0,
              kv_num_heads=None, q_num_heads=None, qk_matmul_output_mode=0, scale=None, softcap=0.0,
              softmax_precision=None, left_window_size=-1, right_window_size=-1):
    if (past_key is None) != (past_value is None):
        raise Malformed("expected both past_key and past_value, or none")
    if nonpad_kv_seqlen is not None and past_key is not None:
        raise Malformed("expected no nonpad_kv_seqlen beside past_key")
    dtype, is_flat = q.dtype, q.ndim == 3
    if is_flat:
        q, k, v = _heads(q, q_num_heads), _heads(k, kv_num_heads), _heads(v, kv_num_heads)
    if past_key is not None:
        k, v = past_key.cat(k, dim=2), past_value.cat(v, dim=2)
    present = (k, v)
    queries, keys = q.shape[2], k.shape[2]
    # Where the keys before this block of queries end.
    if past_key is not None:
        offset = past_key.shape[2]
    elif nonpad_kv_seqlen is not None:
        offset = nonpad_kv_seqlen.reshape(-1, 1, 1, 1).cast(dtypes.int32) - queries
    else:
        offset = 0
    bias = None
    if attn_mask is not None:
        short = keys - attn_mask.shape[-1]
        if short > 0:
            pads = [(0, 0)] * (attn_mask.ndim - 1) + [(0, short)]
            attn_mask = attn_mask._pad_value(pads, 0 if attn_mask.dtype is dtypes.bool else -math.inf)
        bias = attn_mask.where(0.0, -math.inf).cast(dtype) if attn_mask.dtype is dtypes.bool else attn_mask
    behind = (Tensor.arange(queries).reshape(queries, 1) + offset) - Tensor.arange(keys)
    allowed = None
    for wanted, seen in ((is_causal, lambda: behind >= 0), (left_window_size >= 0, lambda: behind <= left_window_size),
                         (right_window_size >= 0, lambda: -behind <= right_window_size),
                         (nonpad_kv_seqlen is not None,
                          lambda: Tensor.arange(keys).reshape(1, 1, 1, keys) < nonpad_kv_seqlen.reshape(-1, 1, 1, 1))):
        if wanted:
            allowed = seen() if allowed is None else allowed & seen()
    if allowed is not None:
        block = allowed.where(0.0, -math.inf).cast(dtype)
        bias = block if bias is None else bias + block
    repeats = q.shape[1] // k.shape[1]
    if repeats > 1:
        k, v = k.repeat_interleave(repeats, 1), v.repeat_interleave(repeats, 1)
    factor = math.sqrt(1 / math.sqrt(q.shape[-1]) if scale is None else scale)
    factor = Tensor.const(factor, dtype)
    scores = (q * factor) @ (k * factor).transpose(-2, -1)
    if softcap > 0:
        scores = (scores / softcap).tanh() * softcap
    shown = scores
    biased = scores if bias is None else scores + bias
    if qk_matmul_output_mode == 2:
        shown = biased
    wide = biased.cast(dtype_of(softmax_precision)) if softmax_precision else biased
    top = wide.max(-1, keepdim=True)
    terms = (wide - top.eq(-math.inf).where(0, top)).exp()
    total = terms.sum(-1, keepdim=True)
    weights = terms / total.eq(0).where(1, total)
    if bias is not None:
        # Rows that may see no key are 0, whatever their scores.
        weights = bias.max(-1, keepdim=True).eq(-math.inf).where(0, weights)
    if qk_matmul_output_mode == 3:
        shown = weights
    y = weights.cast(dtype) @ v
    if is_flat:
        y = y.permute(0, 2, 1, 3).reshape(y.shape[0], queries, -1)
    return y, *present, shown.cast(dtype)


@op("RotaryEmbedding")
def rotary_embedding(x, cos_cache, sin_cache, position_ids=None, *, interleaved=0, num_heads=0, rotary_embedding_dim=0):
    shape = x.shape
    heads = _heads(x, num_heads) if x.ndim == 3 else x
    heads = heads.permute(0, 2, 1, 3)  # [batch, sequence, heads, size]
    size = heads.shape[-1]
    turned = rotary_embedding_dim or size
    if position_ids is not None:
        cos_cache, sin_cache = cos_cache[position_ids], sin_cache[position_ids]
    if cos_cache.shape[-1] != turned // 2:
        raise Malformed(f"input 1 (cos_cache): expected a last size of {turned // 2}, but got {cos_cache.shape[-1]}")
    cos, sin = cos_cache.unsqueeze(2), sin_cache.unsqueeze(2)
    part, rest = heads[..., :turned], heads[..., turned:]
    if interleaved:
        a, b = part[..., 0::2], part[..., 1::2]
    else:
        a, b = part[..., :turned // 2], part[..., turned // 2:]
    real, imaginary = cos * a - sin * b, sin * a + cos * b
    if interleaved:
        part = real.stack(imaginary, dim=-1).reshape(part.shape)
    else:
        part = real.cat(imaginary, dim=-1)
    y = part if turned == size else part.cat(rest, dim=-1)
    return y.reshape(shape) if len(shape) == 3 else y.permute(0, 2, 1, 3)


@op("LinearAttention")
def linear_attention(query, key, value, past_state=None, decay=None, beta=None, *, q_num_heads, kv_num_heads,
                     chunk_size=64, scale=0.0, update_rule="gated_delta"):
    """A state of keys times values that each step decays, corrects and reads."""
    if update_rule not in ("linear", "gated", "delta", "gated_delta"):
        raise Malformed(f"attribute update_rule: expected linear, gated, delta or gated_delta, but got {update_rule!r}")
    gated, corrected = "gated" in update_rule, "delta" in update_rule
    if gated != (decay is not None) or corrected != (beta is not None):
        raise Malformed(f"attribute update_rule: {update_rule} does not go with the inputs decay and beta given")
    q, k, v = (_heads(t, n).cast(dtypes.float32) for t, n in
               ((query, q_num_heads), (key, kv_num_heads), (value, kv_num_heads)))
    batch, steps = query.shape[:2]
    dk, dv = k.shape[-1], v.shape[-1]
    if gated:
        per_head = decay.shape[-1] == kv_num_heads
        decay = (decay.reshape(batch, steps, kv_num_heads, 1).permute(0, 2, 1, 3) if per_head
                 else _heads(decay, kv_num_heads)).cast(dtypes.float32).exp()
    if corrected:
        beta = beta.reshape(batch, steps, -1, 1).permute(0, 2, 1, 3).cast(dtypes.float32)
    state = Tensor.zeros(batch, kv_num_heads, dk, dv, buffer=False) if past_state is None else past_state.cast(dtypes.float32)
    factor = scale or 1 / math.sqrt(dk)
    repeats = q_num_heads // kv_num_heads
    outputs = []
    for i in range(steps):
        step = lambda t: t[:, :, i]
        if gated:
            state = state * step(decay).unsqueeze(-1)
        kt, vt = step(k), step(v)
        if corrected:
            vt = step(beta) * (vt - (state * kt.unsqueeze(-1)).sum(-2))
        state = state + kt.unsqueeze(-1) * vt.unsqueeze(-2)
        read = state.repeat_interleave(repeats, 1) if repeats > 1 else state
        outputs.append((step(q).unsqueeze(-1) * read).sum(-2) * factor)
    y = outputs[0].stack(*outputs[1:], dim=1).reshape(batch, steps, -1)
    return y.cast(query.dtype), state.cast(query.dtype if past_state is None else past_state.dtype)
