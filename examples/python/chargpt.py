#!/usr/bin/env python3
"""Trains a character-level GPT on a text that Python ships (the reference topics of pydoc), and samples from it: with a
cache of keys and values, a step for one character is captured once (TinyJit) and replayed at every position (a bound
Variable).

    python chargpt.py --steps 600 --sample 300
"""
import argparse
import time

import numpy as np
from pydoc_data.topics import topics

from tinygrad_mlir import Context, Tensor, TinyJit, Variable, nn


def load():
    """The text as numbers, and its characters."""
    text = "\n".join(topics[name] for name in sorted(topics))
    common = {c for c in set(text) if text.count(c) > 50}
    text = "".join(c for c in text if c in common)
    chars = sorted(common)
    number = {c: i for i, c in enumerate(chars)}
    return np.array([number[c] for c in text], dtype=np.int32), chars


class Block:
    def __init__(self, dim, heads, context):
        self.heads, self.size, self.context = heads, dim // heads, context
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv, self.proj = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.up, self.down = nn.Linear(dim, 4 * dim), nn.Linear(4 * dim, dim)

    def reset(self):
        """An empty cache for a sequence that is sampled."""
        self.keys, self.values = (Tensor.zeros(1, self.heads, self.context, self.size).realize() for _ in range(2))

    def __call__(self, x, start=None):
        batch, count, dim = x.shape
        q, k, v = self.qkv(self.norm1(x)).reshape(batch, count, 3, self.heads, self.size).permute(2, 0, 3, 1, 4)
        if start is not None:             # One character, after those that the cache has.
            self.keys[:, :, start:start + 1].assign(k)
            self.values[:, :, start:start + 1].assign(v)
            k, v = self.keys[:, :, :start + 1], self.values[:, :, :start + 1]
        seen = q.scaled_dot_product_attention(k, v, is_causal=start is None)
        x = x + self.proj(seen.transpose(1, 2).reshape(batch, count, dim))
        return x + self.down(self.up(self.norm2(x)).gelu())


class GPT:
    def __init__(self, chars, dim=96, heads=4, layers=3, context=64):
        self.context = context
        self.token, self.place = nn.Embedding(chars, dim), nn.Embedding(context, dim)
        self.blocks = [Block(dim, heads, context) for _ in range(layers)]
        self.norm, self.head = nn.LayerNorm(dim), nn.Linear(dim, chars, bias=False)

    def __call__(self, tokens, start=None):
        """Logits after each of the tokens [batch, count]; with `start`, after the one at that position."""
        first = 0 if start is None else start
        x = self.token(tokens) + self.place.weight[first:first + tokens.shape[1]]
        for block in self.blocks:
            x = block(x, start)
        return self.head(self.norm(x))


def train(text, chars, steps, batch=16, lr=1e-3, seed=0):
    """The model and its loss at each step."""
    Tensor.manual_seed(seed)
    model = GPT(len(chars))
    optimizer = nn.optim.AdamW(nn.state.get_parameters(model), lr=lr)

    @TinyJit
    def step(x, y):
        optimizer.zero_grad()
        loss = model(x).sparse_categorical_crossentropy(y).backward()
        return loss.realize(*optimizer.schedule_step())

    pick, losses = np.random.default_rng(seed), []
    with Context(TRAINING=1):
        for _ in range(steps):
            starts = pick.integers(0, len(text) - model.context - 1, batch)
            windows = np.stack([text[i:i + model.context + 1] for i in starts])
            losses.append(step(Tensor(windows[:, :-1]), Tensor(windows[:, 1:])).item())
    return model, losses


def sampler(model):
    """A function of a token and its position that gives the next token's logits; position 0 starts over."""
    position = Variable("position", 0, model.context - 1)
    for block in model.blocks:
        block.reset()
    jit = TinyJit(lambda token, at: model(token, at).reshape(-1).realize())

    def step(token, at):
        return jit(Tensor([[token]], dtype="int32").realize(), position.bind(at)).numpy()

    step.jit = jit
    return step


def sample(model, prompt, count, temperature=0.8, seed=0):
    """The tokens that follow the prompt, and how many a second after the first few, which are compiled."""
    step, pick = sampler(model), np.random.default_rng(seed)
    tokens, at, start, timed = list(prompt), 0, 0.0, 0
    for i in range(len(prompt) + count - 1):
        if at == model.context:           # Full: go on with the last half as the prompt.
            tokens_again = tokens[i - model.context // 2:i]
            for at, token in enumerate(tokens_again):
                step(token, at)
            at = len(tokens_again)
        logits = step(tokens[i], at)
        at += 1
        if i + 1 == len(tokens):
            p = np.exp((logits - logits.max()) / temperature)
            tokens.append(int(pick.choice(len(p), p=p / p.sum())))
        if i == 7:
            start = time.perf_counter()
        timed += i > 7
    return tokens, timed / (time.perf_counter() - start) if timed else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--sample", type=int, default=300)
    options = parser.parse_args()
    text, chars = load()
    start = time.perf_counter()
    model, losses = train(text, chars, options.steps)
    seconds = time.perf_counter() - start
    print(f"{len(text)} characters, {len(chars)} of them different; loss {losses[0]:.3f} -> "
          f"{np.mean(losses[-20:]):.3f} in {options.steps} steps, {seconds:.1f} s with compilation")
    prompt = [chars.index(c) for c in "The "]
    tokens, rate = sample(model, prompt, options.sample)
    print("".join(chars[t] for t in tokens))
    print(f"{rate:.0f} characters a second")


if __name__ == "__main__":
    main()
