"""MiniLM in NumPy, to compare with."""
import json
import math

import numpy as np

ERF = np.vectorize(math.erf, otypes=[np.float64])


def read_weights(path):
    """The f32 tensors of a safetensors file, as f64."""
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = file.read()
    return {name: np.frombuffer(data[slice(*entry["data_offsets"])], np.float32).reshape(entry["shape"]).astype(np.float64)
            for name, entry in header.items() if name != "__metadata__" and entry["dtype"] == "F32"}


def embed(weights, tokens, mask, heads=12, layers=6, eps=1e-12):
    """Embeddings [sentences, 384] in f64."""
    def linear(x, name):
        return x @ weights[name + ".weight"].T + weights[name + ".bias"]

    def norm(x, name):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + eps) * weights[name + ".weight"] + weights[name + ".bias"]

    def split(x):
        return x.reshape(*x.shape[:2], heads, -1).transpose(0, 2, 1, 3)

    x = weights["embeddings.word_embeddings.weight"][tokens] + weights["embeddings.token_type_embeddings.weight"][0] \
        + weights["embeddings.position_embeddings.weight"][:tokens.shape[1]]
    x = norm(x, "embeddings.LayerNorm")
    for i in range(layers):
        layer = f"encoder.layer.{i}."
        q, k, v = (split(linear(x, f"{layer}attention.self.{part}")) for part in ("query", "key", "value"))
        scores = q @ k.transpose(0, 1, 3, 2) / math.sqrt(q.shape[-1]) + np.where(mask[:, None, None] > 0, 0, -np.inf)
        p = np.exp(scores - scores.max(-1, keepdims=True))
        seen = (p / p.sum(-1, keepdims=True)) @ v
        x = norm(x + linear(seen.transpose(0, 2, 1, 3).reshape(x.shape), layer + "attention.output.dense"),
                 layer + "attention.output.LayerNorm")
        wide = linear(x, layer + "intermediate.dense")
        wide = 0.5 * wide * (1 + ERF(wide / math.sqrt(2)))
        x = norm(x + linear(wide, layer + "output.dense"), layer + "output.LayerNorm")
    mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdims=True)
    return mean / np.sqrt((mean * mean).sum(1, keepdims=True))
