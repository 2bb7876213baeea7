#!/usr/bin/env python3
"""Writes programs whose kernels cover all ops, for what is said of GPUs' code.

    scripts/gpu-kernels.py FOLDER [--some]

One file for each, of sizes with which the schedules are those of large tensors:
elementwise ops of each kind and type, reduces along each axis, gathers, scatters, scans,
sorts, convolutions, pools, attention, normalisations and movements. `--some` writes a
few of them. `scripts/gpu-binaries.py FOLDER --report` compiles them.
"""

import argparse
import os

FLOATS = ["f32", "f16", "bf16", "f64", "f8E4M3FN"]
INTEGERS = ["i32", "i8", "i64", "ui8", "i16"]
SIZE = (512, 1000)


def tensor(dtype, *sizes):
    return "tensor<" + "".join(f"{size}x" for size in sizes) + dtype + ">"


def function(arguments, body, result):
    names = ", ".join(f"%{chr(97 + i)}: {kind}" for i, kind in enumerate(arguments))
    return f"func.func @main({names}) -> {result} {{\n  {body}\n  return %r : {result}\n}}\n"


def elementwise():
    """Each op on each of its types in turn, so that all kinds meet all types."""
    unary = ["neg", "exp", "exp2", "log", "log2", "sin", "cos", "tanh", "sqrt", "reciprocal",
             "trunc", "abs", "relu", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh",
             "acosh", "atanh", "expm1", "log1p", "rsqrt", "erf", "sigmoid", "silu", "gelu",
             "floor", "ceil", "round", "sign"]
    binary = ["add", "sub", "mul", "div", "maximum", "minimum", "pow", "copysign"]
    whole = ["floordiv", "mod", "cdiv", "cmod", "and", "or", "xor", "add", "mul", "maximum"]
    for i, op in enumerate(unary):
        kind = tensor(FLOATS[i % len(FLOATS)], *SIZE)
        yield op, function([kind], f"%r = tg.{op} %a : {kind}", kind)
    for i, op in enumerate(binary):
        kind = tensor(FLOATS[i % len(FLOATS)], *SIZE)
        yield op, function([kind] * 2, f"%r = tg.{op} %a, %b : {kind}", kind)
    for i, op in enumerate(whole):
        kind = tensor(INTEGERS[i % len(INTEGERS)], *SIZE)
        yield "whole_" + op, function([kind] * 2, f"%r = tg.{op} %a, %b : {kind}", kind)
    for i, op in enumerate(["shl", "shr"]):
        kind = tensor(["i32", "i64"][i], *SIZE)
        yield op, function([kind] * 2, f"%r = tg.{op} %a, %b : {kind}", kind)
    for i, op in enumerate(["is_nan", "is_inf", "is_finite"]):
        kind = tensor(FLOATS[i], *SIZE)
        yield op, function([kind], f"%r = tg.{op} %a : {kind}", tensor("i1", *SIZE))
    kind, mask = tensor("f32", *SIZE), tensor("i1", *SIZE)
    yield "not", function([mask], f"%r = tg.not %a : {mask}", mask)
    yield "compare", function([kind] * 2, f"%r = tg.cmp lt %a, %b : {kind}", mask)
    yield "where", function([mask, kind, kind], f"%r = tg.where %a, %b, %c : {kind}", kind)
    for op in ("clamp", "mulacc"):
        yield op, function([kind] * 3, f"%r = tg.{op} %a, %b, %c : {kind}", kind)
    for source, target in [("f32", "f16"), ("bf16", "f32"), ("f32", "i8"), ("i64", "f64"),
                           ("f32", "f8E5M2"), ("ui8", "bf16")]:
        yield f"cast_{source}_{target}", function(
            [tensor(source, *SIZE)],
            f"%r = tg.cast %a : {tensor(source, *SIZE)} to {tensor(target, *SIZE)}",
            tensor(target, *SIZE))
    yield "bitcast", function([kind], f"%r = tg.bitcast %a : {kind} to {tensor('i32', *SIZE)}",
                              tensor("i32", *SIZE))


def reduces():
    for i, op in enumerate(["sum", "max", "mean", "prod", "min", "var", "logsumexp"]):
        for axes in ([0], [1], [2], [0, 2], [0, 1, 2])[i % 2::2]:
            left = [size for axis, size in enumerate((64, 96, 512)) if axis not in axes]
            source = tensor(FLOATS[i % 4], 64, 96, 512)
            yield f"{op}_{''.join(map(str, axes))}", function(
                [source], f"%r = tg.{op} %a axes {axes} : {source} -> {tensor(FLOATS[i % 4], *left)}",
                tensor(FLOATS[i % 4], *left))
    mask = tensor("i1", 512, 512)
    for op in ("any", "all"):
        yield op, function([mask], f"%r = tg.{op} %a axes [1] : {mask} -> {tensor('i1', 512)}",
                           tensor("i1", 512))
    source = tensor("f32", 512, 1000)
    for axis, op in enumerate(["argmax", "argmin"]):
        result = tensor("i32", 512 if axis else 1000)
        yield op, function([source], f"%r = tg.{op} %a axis {axis} : {source} -> {result}", result)
    whole = tensor("i8", 512, 1000)
    yield "sum_whole", function(
        [whole], f"%0 = tg.cast %a : {whole} to {tensor('i32', 512, 1000)}\n"
        f"  %r = tg.sum %0 axes [1] : {tensor('i32', 512, 1000)} -> {tensor('i32', 512)}",
        tensor("i32", 512))


def rows():
    kind, vector = tensor("bf16", 1024, 4096), tensor("bf16", 4096)
    for op in ("softmax", "log_softmax"):
        yield op, function([kind], f"%r = tg.{op} %a axis 1 : {kind}", kind)
    yield "layer_norm", function(
        [kind, vector, vector], f"%r = tg.layer_norm %a axes [1] scale(%b : {vector}) "
        f"bias(%c : {vector}) : {kind}", kind)
    yield "rms_norm", function(
        [kind, vector], f"%r = tg.rms_norm %a axes [1] scale(%b : {vector}) : {kind}", kind)
    image, channels = tensor("f32", 8, 64, 28, 28), tensor("f32", 64)
    yield "group_norm", function(
        [image, channels, channels], f"%r = tg.group_norm %a groups 8 scale(%b : {channels}) "
        f"bias(%c : {channels}) : {image}", image)
    yield "batch_norm", function(
        [image, channels, channels], f"%r = tg.batch_norm %a axis 1 mean(%b : {channels}) "
        f"variance(%c : {channels}) : {image}", image)
    logits, labels = tensor("f32", 256, 1000), tensor("i32", 256)
    yield "cross_entropy", function(
        [logits, labels], f"%r = tg.cross_entropy %a, %b axis 1 : {logits}, {labels} -> "
        "tensor<f32>", "tensor<f32>")


def indexing():
    source, index, update = tensor("f32", 4096, 64), tensor("i32", 512, 64), tensor("f32", 512, 64)
    yield "gather", function([source, index],
                             f"%r = tg.gather %a, %b axis 0 : {source}, {index} -> {update}", update)
    for kind in ("set", "add", "max"):
        yield f"scatter_{kind}", function(
            [source, index, update],
            f"%r = tg.scatter {kind} %a, %b, %c axis 0 : {source}, {index}, {update}", source)
    kind, places = tensor("f32", 64, 1024), tensor("i32", 64, 1024)
    for axis, op in enumerate(["cumsum", "cumprod", "cummax", "cummin"]):
        yield op, function([kind], f"%r = tg.{op} %a axis {axis % 2} : {kind} -> {kind}"
                           if op == "cumsum" else f"%r = tg.{op} %a axis {axis % 2} : {kind}", kind)
    yield "sort", function([kind], f"%r, %i = tg.sort %a axis 1 : {kind} -> {places}", kind)
    best, at = tensor("f32", 64, 8), tensor("i32", 64, 8)
    yield "topk", function([kind], f"%r, %i = tg.topk %a axis 1 k 8 : {kind} -> {best}, {at}", best)
    one, hot = tensor("i32", 4096), tensor("f32", 4096, 100)
    yield "one_hot", function([one], f"%r = tg.one_hot %a [100] : {one} -> {hot}", hot)
    yield "arange", function([one], f"%0 = tg.arange [4096] start(0 : i32) step(3 : i32) : {one}\n"
                             f"  %r = tg.add %a, %0 : {one}", one)
    state, words = tensor("ui32", 2), tensor("ui64", 4096)
    yield "rand", function([state] * 2,
                           f"%r = tg.rand %a, %b [64, 1024] : {state} -> {kind}", kind)
    yield "threefry", function([words] * 2, f"%r = tg.threefry %a, %b : {words}", words)


def products():
    for dtype in ("f32", "f16", "bf16", "i8", "f8E4M3FN"):
        kind, result = tensor(dtype, 1024, 1024), tensor("i32" if dtype == "i8" else dtype, 1024, 1024)
        yield f"matmul_{dtype}", function(
            [kind] * 2, f"%r = tg.matmul %a, %b : {kind}, {kind} -> {result}", result)
    wide = tensor("f64", 256, 256)
    yield "matmul_f64", function([wide] * 2,
                                 f"%r = tg.matmul %a, %b : {wide}, {wide} -> {wide}", wide)
    row, matrix = tensor("bf16", 1, 4096), tensor("bf16", 4096, 4096)
    yield "matvec", function([row, matrix],
                             f"%r = tg.matmul %a, %b : {row}, {matrix} -> {row}", row)
    for dtype in ("f32", "f16", "bf16"):
        for width in (64, 128):
            kind = tensor(dtype, 8, 8, 512, width)
            yield f"attention_{dtype}_{width}", function(
                [kind] * 3, f"%r = tg.attention %a, %b, %c : {kind}, {kind}, {kind} -> {kind}", kind)


def convolutions():
    def conv(name, x, w, y, attributes, dtype="f32", op="conv"):
        kinds = [tensor(dtype, *sizes) for sizes in (x, w, y)]
        return name, function(kinds[:2], f"%r = tg.{op} %a, %b {attributes}: "
                              f"{kinds[0]}, {kinds[1]} -> {kinds[2]}", kinds[2])

    image, pads = (8, 64, 28, 28), "pad_low [1, 1] pad_high [1, 1] "
    yield conv("conv_3x3", image, (64, 64, 3, 3), image, pads)
    yield conv("conv_3x3_f16", image, (64, 64, 3, 3), image, pads, "f16")
    yield conv("conv_1x1", image, (128, 64, 1, 1), (8, 128, 28, 28), "")
    yield conv("conv_strided", image, (64, 64, 3, 3), (8, 64, 14, 14), "strides [2, 2] " + pads)
    yield conv("conv_dilated", image, (64, 64, 3, 3), (8, 64, 28, 28),
               "dilations [2, 2] pad_low [2, 2] pad_high [2, 2] ")
    yield conv("conv_groups", image, (64, 8, 3, 3), image, pads + "groups 8 ")
    yield conv("conv_depthwise", image, (64, 1, 3, 3), image, pads + "groups 64 ")
    yield conv("conv_first", (8, 3, 224, 224), (64, 3, 7, 7), (8, 64, 112, 112),
               "strides [2, 2] pad_low [3, 3] pad_high [3, 3] ")
    yield conv("conv_line", (8, 64, 1000), (64, 64, 5), (8, 64, 996), "")
    yield conv("conv_transpose", (8, 64, 14, 14), (64, 32, 3, 3), (8, 32, 28, 28),
               "strides [2, 2] " + pads + "output_padding [1, 1] ", op="conv_transpose")
    source, result = tensor("f32", *image), tensor("f32", 8, 64, 14, 14)
    for op in ("max_pool", "avg_pool"):
        yield op, function([source], f"%r = tg.{op} %a kernel [2, 2] : {source} -> {result}", result)
    places = tensor("i32", 8, 64, 14, 14)
    yield "argmax_pool", function(
        [source], f"%r = tg.argmax_pool %a kernel [2, 2] : {source} -> {places}", places)
    larger = tensor("f32", 8, 64, 56, 56)
    for how in ("linear", "nearest"):
        yield f"interpolate_{how}", function(
            [source], f"%r = tg.interpolate %a {how} last 2 : {source} -> {larger}", larger)


def movements():
    kind, turned = tensor("f32", 1024, 512), tensor("f32", 512, 1024)
    yield "transpose", function([kind], f"%0 = tg.permute %a [1, 0] : {kind} -> {turned}\n"
                                f"  %r = tg.contiguous %0 : {turned}", turned)
    padded, part = tensor("f32", 1027, 519), tensor("f32", 1000, 500)
    yield "pad", function([kind], f"%r = tg.pad %a low [1, 3] high [2, 4] value(1.0 : f32) : "
                          f"{kind} -> {padded}", padded)
    yield "shrink", function([kind], f"%0 = tg.shrink %a [3, 5] [1000, 500] : {kind} -> {part}\n"
                             f"  %r = tg.contiguous %0 : {part}", part)
    yield "flip", function([kind], f"%0 = tg.flip %a [1] : {kind}\n"
                           f"  %r = tg.contiguous %0 : {kind}", kind)
    wide, double = tensor("f32", 1024, 1024), tensor("f32", 2, 1024, 512)
    yield "repeat", function([kind], f"%0 = tg.repeat %a [1, 2] : {kind} -> {wide}\n"
                             f"  %r = tg.contiguous %0 : {wide}", wide)
    yield "concat", function([kind] * 2, f"%r = tg.concat %a, %b axis 1 : {kind}, {kind} -> {wide}",
                             wide)
    yield "stack", function([kind] * 2, f"%r = tg.stack %a, %b axis 0 : {kind}, {kind} -> {double}",
                            double)
    line, windows = tensor("f32", 64, 1000), tensor("f32", 64, 998, 3)
    yield "windows", function([line], f"%0 = tg.windows %a kernel [3] : {line} -> {windows}\n"
                              f"  %r = tg.contiguous %0 : {windows}", windows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--some", action="store_true")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    families = (elementwise, reduces, rows, indexing, products, convolutions, movements)
    programs = [program for family in families for program in family()]
    for name, text in programs[7::12] if options.some else programs:
        with open(os.path.join(options.folder, name + ".mlir"), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
