#!/usr/bin/env python3
"""Trains a convolutional network on scans of handwritten digits (the 1797 that scikit-learn ships), says how many of
those held aside it reads, and draws its loss.

    python digits.py --steps 400 --draw loss.svg
"""
import argparse
import time

import numpy as np
from sklearn.datasets import load_digits

from tinygrad_mlir import Context, Tensor, TinyJit, nn


class Network:
    def __init__(self):
        self.first, self.second = nn.Conv2d(1, 16, 3, padding=1), nn.Conv2d(16, 32, 3, padding=1)
        self.out = nn.Linear(32 * 4 * 4, 10)

    def __call__(self, x):                                    # [images, 1, 8, 8]
        x = self.second(self.first(x).relu()).relu().max_pool2d()
        return self.out(x.flatten(1))


def load(seed=0, aside=0.3):
    """Images and labels to learn from, and those held aside."""
    digits = load_digits()
    order = np.random.default_rng(seed).permutation(len(digits.target))
    images = digits.images[order, None].astype(np.float32) / 16
    labels, count = digits.target[order].astype(np.int32), int(len(order) * (1 - aside))
    return images[:count], labels[:count], images[count:], labels[count:]


def train(images, labels, steps, batch=64, lr=2e-3, seed=0):
    """The network and its loss at each step."""
    Tensor.manual_seed(seed)
    net = Network()
    optimizer = nn.optim.Adam(nn.state.get_parameters(net), lr=lr)

    @TinyJit
    def step(x, y):
        optimizer.zero_grad()
        loss = net(x).sparse_categorical_crossentropy(y).backward()
        return loss.realize(*optimizer.schedule_step())

    pick, losses = np.random.default_rng(seed), []
    with Context(TRAINING=1):
        for _ in range(steps):
            chosen = pick.integers(0, len(labels), batch)
            losses.append(step(Tensor(images[chosen]), Tensor(labels[chosen])).item())
    return net, losses


def accuracy(net, images, labels):
    return float((net(Tensor(images)).argmax(1).numpy() == labels).mean())


def draw(losses, path, width=480, height=240):
    """The losses as an SVG file, on a logarithmic scale."""
    y = np.log10(np.maximum(losses, 1e-4))
    low, high = y.min(), y.max()
    points = " ".join(f"{40 + (width - 50) * i / max(1, len(y) - 1):.1f},{10 + (height - 40) * (high - v) / (high - low):.1f}"
                      for i, v in enumerate(y))
    label = "<text x='{}' y='{}' font-size='11' font-family='sans-serif'>{}</text>"
    with open(path, "w") as file:
        file.write(f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'>"
                   f"<rect width='100%' height='100%' fill='white'/>"
                   f"<polyline fill='none' stroke='#3060a0' points='{points}'/>"
                   + label.format(2, 16, f"{10 ** high:.2g}") + label.format(2, height - 30, f"{10 ** low:.2g}")
                   + label.format(width // 2 - 30, height - 8, f"{len(losses)} steps") + "</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--draw", metavar="FILE.svg")
    options = parser.parse_args()
    images, labels, held_images, held_labels = load()
    start = time.perf_counter()
    net, losses = train(images, labels, options.steps)
    seconds = time.perf_counter() - start
    right = accuracy(net, held_images, held_labels)
    print(f"loss {losses[0]:.3f} -> {losses[-1]:.3f} in {options.steps} steps, {seconds:.1f} s with compilation")
    print(f"{right:.2%} of the {len(held_labels)} images held aside ({round(right * len(held_labels))}) are read")
    if options.draw:
        draw(losses, options.draw)


if __name__ == "__main__":
    main()
