"""Writes an ONNX model as a program of the `tg` dialect, for tg-run and tg-opt.

    python -m tinygrad_mlir.onnx model.onnx -o model.mlir
    python -m tinygrad_mlir.onnx model.onnx --size sequence=128 --dynamic batch=1:32 -o model.mlirbc

Inputs become arguments and outputs results, by their names; weights are constants. Sizes that the model only names
need a value (--size) or bounds (--dynamic); without either, the first axis of the first input becomes a variable from
1 to 64 where the whole model is a function of it, and 1 where not. A name that ends in .mlirbc gets bytecode.
"""
from __future__ import annotations

import argparse
import sys


def _pair(text: str):
    name, equals, value = text.rpartition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=…, but got {text!r}")
    return name, value


def _size(text: str):
    name, value = _pair(text)
    if not value.isdigit():
        raise argparse.ArgumentTypeError(f"expected NAME=N, but got {text!r}")
    return name, int(value)


def _bounds(text: str):
    name, value = _pair(text) if "=" in text else (text, "1:64")
    low, colon, high = value.partition(":")
    if not (colon and low.isdigit() and high.isdigit() and int(low) <= int(high)):
        raise argparse.ArgumentTypeError(f"expected NAME=LOW:HIGH, but got {text!r}")
    return name, (int(low), int(high))


def _choose(runner, arguments):
    """The sizes asked for, and whether the variable was our idea."""
    from .nn.onnx.export import Sizes, default_bounds, names_of_sizes
    fixed = dict(arguments.size)
    if arguments.dynamic:
        name, bounds = arguments.dynamic
        return Sizes(fixed, name, bounds), False
    names = names_of_sizes(runner)
    shape = next(iter(runner.graph_inputs.values())).shape if runner.graph_inputs else ()
    first = shape[0] if shape else None
    if isinstance(first, str) and first not in fixed and first in names:
        return Sizes(fixed, first, default_bounds), True
    return Sizes(fixed), False


def main(argv=None) -> int:
    """The command line; gives the exit status."""
    parser = argparse.ArgumentParser("python -m tinygrad_mlir.onnx", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="the .onnx file")
    parser.add_argument("-o", "--output", default="-", help="the file to write (default: standard output)")
    parser.add_argument("--size", type=_size, action="append", default=[], metavar="NAME=N", help="the value of a size")
    parser.add_argument("--dynamic", type=_bounds, metavar="NAME=LOW:HIGH", help="a size that is a variable")
    parser.add_argument("--bytecode", action="store_true", help="write bytecode, whatever the output's name")
    arguments = parser.parse_args(argv)
    try:
        from .nn.onnx import OnnxError, OnnxRunner
    except ImportError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    from .nn.onnx.export import Sizes, export
    bytecode = arguments.bytecode or arguments.output.endswith(".mlirbc")
    try:
        runner = OnnxRunner(arguments.model)
        sizes, is_ours = _choose(runner, arguments)
        try:
            program = export(runner, sizes, bytecode)
        except OnnxError as error:
            if not is_ours:
                raise
            program = export(runner, Sizes({**sizes.fixed, sizes.variable: 1}), bytecode)
            print(f"{arguments.model}: size {sizes.variable!r} is 1: {error}", file=sys.stderr)
        if arguments.output == "-":
            sys.stdout.buffer.write(program)
        else:
            with open(arguments.output, "wb") as file:
                file.write(program)
    except (OnnxError, OSError) as error:
        print(f"error: {arguments.model}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
