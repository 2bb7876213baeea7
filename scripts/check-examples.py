#!/usr/bin/env python3
"""Checks the examples in the documentation of ops and passes: each op has one, and they
are right.

    scripts/check-examples.py --tools build/bin

An example leaves out where its operands come from. The missing ones become
arguments of a function around the example, of the types that the parser asks for.
Examples of tg must verify too; those of uop and jit stand for a part of a kernel
or list, so they must parse. Where a pass shows whole programs, before and perhaps
after, it must make the one of the other. Prints what was checked, exits 1 for an
example that is missing or wrong.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LLVM = "/usr/lib/llvm-22"
DIALECTS = {
    "tg": "Tensor/IR/TensorOps.td",
    "uop": "UOp/IR/UOpAll.td",
    "jit": "JIT/IR/JITOps.td",
}
PASSES = ["Conversion", "Dialect/Tensor/Transforms", "Dialect/UOp/Transforms",
          "Dialect/JIT/Transforms"]
# Terminators, which the example of the op around them shows.
SHOWN_ELSEWHERE = {"tg.yield": "tg.kernel", "jit.return": "jit.func"}
WRONG_TYPE = re.compile(
    r"use of value '(%\w+)' expects different type than prior uses: '(.+)' vs ")


def dims(type):
    """The argument attribute that a tensor type with a `?` needs."""
    if not (type.startswith("tensor<") and "?" in type):
        return ""
    sizes = type[len("tensor<"):].split("x")[:-1]
    return " {tg.dims = [%s]}" % ", ".join('"n"' if size == "?" else size for size in sizes)


class Example:
    """One op's example, and the arguments that it needs."""

    def __init__(self, op, text):
        self.op = op
        self.text = text
        # Regions and lists in one line each name values; a type or symbol has no %.
        names = re.findall(r"%\w+", text)
        defined = set()
        for line in text.splitlines():
            head = re.match(r"((?:%\w+(?:, )?)+)(?::\d+)? =", line.strip())
            if head:
                defined |= set(re.findall(r"%\w+", head.group(1)))
        # Arguments of regions: of a kernel or function, `(%a = %x : …)`.
        defined |= set(re.findall(r"(%\w+) = %", text))
        defined |= set(re.findall(r"(%\w+): ", text))
        self.types = {n: "i1" for n in dict.fromkeys(names) if n not in defined}

    def isolated(self):
        return re.search(r"^\s*(uop\.kernel|jit\.(func|capture|program)) ", self.text, re.M)

    def module(self, number):
        if self.isolated():
            return self.text
        arguments = ", ".join(f"{n}: {t}{dims(t)}" for n, t in self.types.items())
        return (f"func.func @example_{number}({arguments})\n"
                f"attributes {{tg.variables = {{n = [1, 256]}}}} {{\n{self.text}\nreturn\n}}\n")


def load_records(dialect):
    """A dialect's TableGen records."""
    return load_file(os.path.join("Dialect", DIALECTS[dialect]))


def load_file(file):
    """The TableGen records of a file under include/TinyGrad."""
    td = os.path.join(ROOT, "include/TinyGrad", file)
    done = subprocess.run(
        [f"{LLVM}/bin/llvm-tblgen", "--dump-json", "-I", os.path.join(ROOT, "include"),
         "-I", f"{LLVM}/include", td], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def load_examples(dialect):
    """The examples of a dialect's ops, and the names of ops without one."""
    records = load_records(dialect)
    examples, missing = [], []
    for name in records["!instanceof"]["Op"]:
        record = records[name]
        op = f"{dialect}.{record['opName']}"
        texts = re.findall(r"```mlir\n(.*?)```", record["description"], re.S)
        if not any(re.search(re.escape(op) + r"\b", text) for text in texts):
            if op not in SHOWN_ELSEWHERE:
                missing.append(op)
            continue
        examples += [Example(op, text) for text in texts]
    return examples, missing


def check(tools, examples, verify):
    """The errors of the examples that are wrong, by op."""
    options = ["--allow-unregistered-dialect"]
    if not verify:
        options += ["--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=0"]
    errors, todo = {}, list(enumerate(examples))
    # Each round learns the type of one more argument of each example.
    while todo:
        text = "// -----\n".join(example.module(number) for number, example in todo)
        done = subprocess.run(
            [os.path.join(tools, "tg-opt"), "--split-input-file", *options, "-o", os.devnull],
            input=text, capture_output=True, text=True)
        if done.returncode == 0:
            break
        first, starts = 1, []
        for number, example in todo:
            starts.append(first)
            first += example.module(number).count("\n") + 1
        again = []
        for (number, example), start, end in zip(todo, starts, starts[1:] + [first]):
            mine = [m for m in re.finditer(r"<stdin>:(\d+):\d+: error: .*|"
                                           r"within split at <stdin>:(\d+) .*error: .*",
                                           done.stderr)
                    if start <= line_of(m.group(0)) < end]
            if not mine:
                continue
            wrong = WRONG_TYPE.search(mine[0].group(0))
            if wrong and example.types.get(wrong[1]) == "i1" != wrong[2]:
                example.types[wrong[1]] = wrong[2]
                again.append((number, example))
            else:
                errors[example.op] = mine[0].group(0)
        if not again and not errors:
            errors["tg-opt"] = done.stderr
        todo = again
    return errors


def line_of(message):
    """The line in the whole input that a message of a split names."""
    split = re.match(r"within split at <stdin>:(\d+) offset :(\d+)", message)
    if split:
        return int(split[1]) + int(split[2]) - 1
    return int(re.match(r"<stdin>:(\d+)", message)[1])


def is_program(text):
    """Whether every line that is not indented begins or ends a function or kernel."""
    heads = re.compile(r"(func\.func|uop\.kernel|jit\.func|jit\.program|gpu\.module|\}|//| |$)")
    return all(heads.match(line) for line in textwrap.dedent(text).splitlines())


def run_opt(tools, text, *options):
    return subprocess.run([os.path.join(tools, "tg-opt"), "--mlir-print-local-scope", *options],
                          input=text, capture_output=True, text=True)


def check_passes(tools):
    """The number of passes whose programs were run, and the errors by pass."""
    count, errors = 0, {}
    for folder in PASSES:
        records = load_file(os.path.join(folder, "Passes.td"))
        for name in records["!instanceof"]["PassBase"]:
            flag = records[name]["argument"]
            texts = re.findall(r"```mlir\n(.*?)```", records[name]["description"], re.S)
            if not texts or not all(map(is_program, texts)):
                continue
            count += 1
            after = run_opt(tools, texts[0], "--" + flag)
            if after.returncode:
                errors[flag] = after.stderr
            elif len(texts) > 1:
                shown = run_opt(tools, texts[1])
                if shown.returncode or shown.stdout != after.stdout:
                    errors[flag] = f"gives\n{after.stdout}not\n{shown.stdout}{shown.stderr}"
    return count, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    tools = parser.parse_args().tools
    failed = False
    for dialect in DIALECTS:
        examples, missing = load_examples(dialect)
        errors = check(tools, examples, verify=dialect == "tg")
        for op in missing:
            print(f"{op}: has no example")
        for op, error in errors.items():
            print(f"{op}: {error}")
        failed |= bool(missing or errors)
        print(f"{dialect}: {len(examples)} examples, {len(errors)} wrong, {len(missing)} missing")
    count, errors = check_passes(tools)
    for name, error in errors.items():
        print(f"{name}: {error}")
    print(f"passes: {count} with programs, {len(errors)} wrong")
    return failed or bool(errors)


if __name__ == "__main__":
    sys.exit(main())
