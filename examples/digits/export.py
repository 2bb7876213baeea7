"""Writes the digits network as `tg` IR, with the batch size a variable."""

import network as net

MAX_BATCH = 1024


def tensor(*dims):
    return "tensor<" + "x".join(str(d) for d in dims) + "xf32>"


class Writer:
    """Emits one op a line; `n` (the batch) is `?` in types, `%n` in size lists."""

    def __init__(self):
        self.lines = []

    def op(self, name, text):
        self.lines.append(f"  %{name} = {text}")
        return "%" + name

    def bias(self, value, name, parameter, shape):
        """Adds a per-channel bias: broadcasting is explicit in `tg`."""
        channels = shape[1]
        ones = (1, channels) + (1,) * (len(shape) - 2)
        sizes = ", ".join(["%n"] + [str(d) for d in shape[1:]])
        row = self.op(
            name + "_row",
            f"tg.reshape {parameter} [{', '.join(map(str, ones))}] "
            f": {tensor(channels)} -> {tensor(*ones)}",
        )
        full = self.op(
            name + "_all",
            f"tg.expand {row} [{sizes}] : {tensor(*ones)} -> {tensor(*shape)}",
        )
        return self.op(name, f"tg.add {value}, {full} : {tensor(*shape)}")

    def conv_relu(self, x, layer, inner, out, size):
        conv = self.op(
            layer,
            f"tg.conv {x}, %{layer}_weight pad_low [1, 1] pad_high [1, 1]\n"
            f"      : {tensor('?', inner, size, size)}, "
            f"{tensor(out, inner, net.KERNEL, net.KERNEL)} -> {tensor('?', out, size, size)}",
        )
        shape = ("?", out, size, size)
        biased = self.bias(conv, layer + "_biased", f"%{layer}_bias", shape)
        return self.op(layer + "_relu", f"tg.relu {biased} : {tensor(*shape)}")

    def max_pool(self, x, name, channels, size):
        return self.op(
            name,
            f"tg.max_pool {x} kernel [2, 2] : {tensor('?', channels, size, size)} "
            f"-> {tensor('?', channels, size // 2, size // 2)}",
        )


def arguments():
    size = net.SIZE
    yield (
        f'%image: {tensor("?", 1, size, size)} '
        f'{{tg.name = "image", tg.dims = ["n", 1, {size}, {size}]}}'
    )
    for name, shape in net.SHAPES.items():
        yield f'%{name.replace(".", "_")}: {tensor(*shape)} {{tg.name = "{name}"}}'


def model():
    c1, c2, c3 = net.CHANNELS
    size, w = net.SIZE, Writer()
    w.op("n", 'tg.variable "n"')
    x = w.conv_relu("%image", "conv1", 1, c1, size)
    x = w.conv_relu(x, "conv2", c1, c2, size)
    x = w.max_pool(x, "pool2", c2, size)
    x = w.conv_relu(x, "conv3", c2, c3, size // 2)
    x = w.max_pool(x, "pool3", c3, size // 2)
    features = net.SHAPES["dense.weight"][0]
    flat = w.op(
        "flat",
        f"tg.reshape {x} [%n, {features}] "
        f": {tensor('?', c3, size // 4, size // 4)} -> {tensor('?', features)}",
    )
    scores = ("?", net.CLASSES)
    dense = w.op(
        "dense",
        f"tg.matmul {flat}, %dense_weight\n      : {tensor('?', features)}, "
        f"{tensor(features, net.CLASSES)} -> {tensor(*scores)}",
    )
    biased = w.bias(dense, "scores", "%dense_bias", scores)
    w.op("classes", f"tg.argmax {biased} axis 1 : {tensor(*scores)} -> tensor<?xi32>")

    body = "\n".join(w.lines)
    args = ",\n    ".join(arguments())
    return f"""\
// The digits network, written by train.py. The batch is the variable n.
func.func @main(
    {args})
    -> (tensor<?xi32> {{tg.name = "classes"}})
    attributes {{tg.variables = {{n = [1, {MAX_BATCH}]}}}} {{
{body}
  return %classes : tensor<?xi32>
}}
"""
