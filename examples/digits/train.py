#!/usr/bin/env python3
"""Trains the digits network and writes everything the example commits.

    python3 -m venv env && env/bin/pip install -r requirements.txt
    env/bin/python train.py

The data are the 1797 handwritten digits that scikit-learn ships: 8x8 scans of
real handwriting (UCI, "Optical Recognition of Handwritten Digits"). A
stratified 30 % is held aside before anything is fitted and is looked at once,
at the end. Training is plain NumPy: Adam, cross entropy, and shifts of the
training images by up to a pixel. One seed decides the split, the initial
weights, the order of the batches and the shifts.
"""

import argparse
import pathlib

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

import export
import network as net
import safetensors_io

HERE = pathlib.Path(__file__).resolve().parent


def initial(rng):
    """He initialisation: variance 2 / fan-in, biases zero."""
    params = {}
    for name, shape in net.SHAPES.items():
        if name.endswith("bias"):
            params[name] = np.zeros(shape, np.float32)
            continue
        fan_in = shape[0] if name == "dense.weight" else np.prod(shape[1:])
        params[name] = rng.normal(0, np.sqrt(2 / fan_in), shape).astype(np.float32)
    return params


def conv_forward(x, weight, bias):
    cols = net.im2col(x)
    y = np.maximum(cols @ net.filter_matrix(weight) + bias, 0)
    y = y.reshape(*x.shape[:3], -1)
    return y, (x.shape, cols, weight, y)


def conv_backward(dy, saved):
    shape, cols, weight, y = saved
    out, inner = weight.shape[:2]
    dy = (dy * (y > 0)).reshape(-1, out)
    dweight = (cols.T @ dy).reshape(net.KERNEL, net.KERNEL, inner, out)
    dx = net.col2im(dy @ net.filter_matrix(weight).T, shape)
    return dx, dweight.transpose(3, 2, 0, 1), dy.sum(axis=0)


def pool_forward(x):
    n, h, w, c = x.shape
    windows = x.reshape(n, h // 2, 2, w // 2, 2, c).transpose(0, 1, 3, 5, 2, 4)
    windows = windows.reshape(n, h // 2, w // 2, c, 4)
    index = windows.argmax(axis=-1)
    return np.take_along_axis(windows, index[..., None], -1)[..., 0], index


def pool_backward(dy, index):
    n, h, w, c = dy.shape
    windows = np.zeros((n, h, w, c, 4), dy.dtype)
    np.put_along_axis(windows, index[..., None], dy[..., None], -1)
    windows = windows.reshape(n, h, w, c, 2, 2).transpose(0, 1, 4, 2, 5, 3)
    return windows.reshape(n, h * 2, w * 2, c)


def gradients(params, images, labels):
    n = len(images)
    x = images.transpose(0, 2, 3, 1)
    a1, s1 = conv_forward(x, params["conv1.weight"], params["conv1.bias"])
    a2, s2 = conv_forward(a1, params["conv2.weight"], params["conv2.bias"])
    p2, i2 = pool_forward(a2)
    a3, s3 = conv_forward(p2, params["conv3.weight"], params["conv3.bias"])
    p3, i3 = pool_forward(a3)
    flat = p3.transpose(0, 3, 1, 2).reshape(n, -1)
    scores = flat @ params["dense.weight"] + params["dense.bias"]

    scores -= scores.max(axis=1, keepdims=True)
    probs = np.exp(scores)
    probs /= probs.sum(axis=1, keepdims=True)
    loss = -np.log(probs[np.arange(n), labels] + 1e-12).mean()

    dscores = probs
    dscores[np.arange(n), labels] -= 1
    dscores /= n
    grads = {"dense.weight": flat.T @ dscores, "dense.bias": dscores.sum(axis=0)}
    dflat = dscores @ params["dense.weight"].T
    shape = (n, p3.shape[3], p3.shape[1], p3.shape[2])
    d = pool_backward(dflat.reshape(shape).transpose(0, 2, 3, 1), i3)
    d, grads["conv3.weight"], grads["conv3.bias"] = conv_backward(d, s3)
    d = pool_backward(d, i2)
    d, grads["conv2.weight"], grads["conv2.bias"] = conv_backward(d, s2)
    _, grads["conv1.weight"], grads["conv1.bias"] = conv_backward(d, s1)
    return loss, grads


def shifted(rng, images):
    """Moves each image by -1, 0 or 1 pixel along both axes, filling with 0."""
    n, _, h, w = images.shape
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)))
    result = np.empty_like(images)
    for k, (i, j) in enumerate(rng.integers(0, 3, (n, 2))):
        result[k] = padded[k, :, i : i + h, j : j + w]
    return result


def train(rng, images, labels, epochs, batch, rate):
    params = initial(rng)
    first = {k: np.zeros_like(v) for k, v in params.items()}
    second = {k: np.zeros_like(v) for k, v in params.items()}
    step, steps = 0, epochs * (len(images) // batch)
    for epoch in range(epochs):
        order, total = rng.permutation(len(images)), 0.0
        for start in range(0, len(images) - batch + 1, batch):
            pick = order[start : start + batch]
            loss, grads = gradients(params, shifted(rng, images[pick]), labels[pick])
            total += loss * batch
            step += 1
            now = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            for name, grad in grads.items():
                first[name] = 0.9 * first[name] + 0.1 * grad
                second[name] = 0.999 * second[name] + 0.001 * grad * grad
                mean = first[name] / (1 - 0.9**step)
                spread = np.sqrt(second[name] / (1 - 0.999**step))
                update = mean / (spread + 1e-8)
                if name.endswith("weight"):
                    update = update + 1e-3 * params[name]
                params[name] = (params[name] - now * update).astype(np.float32)
        if (epoch + 1) % 10 == 0:
            print(f"epoch {epoch + 1:3}: training loss {total / len(images):.4f}")
    return params


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=80)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--out", type=pathlib.Path, default=HERE)
    args = parser.parse_args()

    digits = load_digits()
    images = (digits.images / 16).astype(np.float32)[:, None]
    labels = digits.target.astype(np.int32)
    fit_x, test_x, fit_y, test_y = train_test_split(
        images, labels, test_size=0.3, stratify=labels, random_state=args.seed
    )
    rng = np.random.default_rng(args.seed)
    params = train(rng, fit_x, fit_y, args.epochs, args.batch, args.rate)

    scores = net.logits(net.prepare(params), test_x)
    classes = scores.argmax(axis=1).astype(np.int32)
    ranked = np.sort(scores, axis=1)
    print(f"held-aside images: {len(test_x)}")
    print(f"accuracy: {100 * (classes == test_y).mean():.2f} %")
    # Small margins would make the predicted class depend on rounding.
    print(f"smallest margin between two classes: {(ranked[:, -1] - ranked[:, -2]).min():.4f}")

    args.out.mkdir(parents=True, exist_ok=True)
    safetensors_io.save(args.out / "weights.safetensors", params)
    np.save(args.out / "images.npy", np.ascontiguousarray(test_x))
    np.save(args.out / "labels.npy", test_y)
    np.save(args.out / "expected.npy", classes)
    (args.out / "model.mlir").write_text(export.model())


if __name__ == "__main__":
    main()
