"""The digits network in NumPy: one definition for training and for comparing.

    image [N,1,8,8]
      conv 3x3 (pad 1) 1 -> 16, relu
      conv 3x3 (pad 1) 16 -> 32, relu, max_pool 2x2
      conv 3x3 (pad 1) 32 -> 64, relu, max_pool 2x2
      flatten, matmul 256 -> 10, bias
      argmax

Parameters lie as the file holds them: filters `[out, in, kh, kw]`, the dense
weight `[in, out]`. Activations are kept channels-last inside, because then an
im2col matrix multiplies without a transpose before or after it.
"""

import numpy as np

CLASSES = 10
SIZE = 8
CHANNELS = (16, 32, 64)
KERNEL = 3

# Name -> shape of every parameter, in the order of the exported arguments.
SHAPES = {
    "conv1.weight": (CHANNELS[0], 1, KERNEL, KERNEL),
    "conv1.bias": (CHANNELS[0],),
    "conv2.weight": (CHANNELS[1], CHANNELS[0], KERNEL, KERNEL),
    "conv2.bias": (CHANNELS[1],),
    "conv3.weight": (CHANNELS[2], CHANNELS[1], KERNEL, KERNEL),
    "conv3.bias": (CHANNELS[2],),
    "dense.weight": (CHANNELS[2] * (SIZE // 4) ** 2, CLASSES),
    "dense.bias": (CLASSES,),
}


def im2col(x):
    """[N,H,W,C] to the [N*H*W, kh*kw*C] patches of a same-padded 3x3 conv.

    The kw*C values of one row of a patch lie side by side in memory, so a
    strided view plus one copy moves whole rows instead of single channels.
    """
    n, h, w, c = x.shape
    padded = np.zeros((n, h + 2, w + 2, c), x.dtype)
    padded[:, 1:-1, 1:-1] = x
    image, row, column, channel = padded.strides
    patches = np.lib.stride_tricks.as_strided(
        padded, (n, h, w, KERNEL, KERNEL * c), (image, row, column, row, channel)
    )
    return patches.reshape(n * h * w, KERNEL * KERNEL * c)


def col2im(cols, shape):
    """The transpose of im2col: adds every patch back to where it came from."""
    n, h, w, c = shape
    cols = cols.reshape(n, h, w, KERNEL, KERNEL, c)
    padded = np.zeros((n, h + 2, w + 2, c), cols.dtype)
    for i in range(KERNEL):
        for j in range(KERNEL):
            padded[:, i : i + h, j : j + w] += cols[:, :, :, i, j]
    return padded[:, 1:-1, 1:-1]


def filter_matrix(weight):
    """[out,in,kh,kw] to the [kh*kw*in, out] matrix that im2col multiplies."""
    out = weight.shape[0]
    return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, out))


def prepare(params):
    """Packs the filters once, as anyone would outside the timed loop."""
    packed = dict(params)
    for name in ("conv1", "conv2", "conv3"):
        packed[name + ".weight"] = filter_matrix(params[name + ".weight"])
    return packed


def conv_relu(x, weight, bias):
    n, h, w, _ = x.shape
    y = im2col(x) @ weight
    y += bias
    np.maximum(y, 0, out=y)
    return y.reshape(n, h, w, -1)


def max_pool(x):
    top = np.maximum(x[:, ::2, ::2], x[:, ::2, 1::2])
    bottom = np.maximum(x[:, 1::2, ::2], x[:, 1::2, 1::2])
    return np.maximum(top, bottom)


def logits(packed, images):
    """Class scores of [N,1,8,8] images with parameters from `prepare`."""
    n = images.shape[0]
    x = images.transpose(0, 2, 3, 1)
    x = conv_relu(x, packed["conv1.weight"], packed["conv1.bias"])
    x = conv_relu(x, packed["conv2.weight"], packed["conv2.bias"])
    x = max_pool(x)
    x = conv_relu(x, packed["conv3.weight"], packed["conv3.bias"])
    x = max_pool(x)
    # The file's order of features is channel, row, column.
    x = x.transpose(0, 3, 1, 2).reshape(n, -1)
    return x @ packed["dense.weight"] + packed["dense.bias"]


def classify(packed, images):
    return logits(packed, images).argmax(axis=1).astype(np.int32)
