#!/usr/bin/env python3
"""Makes a program on which tg-run fails smaller, so that it fails in the same way.

    scripts/reduce.py program.mlir --output small.mlir -- --verify --input random:1

What follows `--` are tg-run's arguments. tg-reduce does the work; it calls this script
again with --judge for each smaller program that it thinks of.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def describe(done):
    """How a run failed, without what changes as the program shrinks; None if it did not."""
    if done.returncode == 0:
        return None
    text = done.stdout + done.stderr
    if done.returncode < 0 or done.returncode >= 128:
        return "crash"
    if "differs in" in text:
        return "difference"
    error = re.search(r"error: (.*)", text)
    if not error:
        return f"exit code {done.returncode}"
    # Names of ops stay; numbers, types and other names do not matter.
    return re.sub(r"'(?!tg\.|uop\.|jit\.)[^']*'|\d+", "_", error.group(1))


def run(tools, program, arguments, timeout):
    """Runs a program; one without a variable is not given its value."""
    with open(program, encoding="utf-8") as file:
        text = file.read()
    declared = " ".join(re.findall(r"tg\.variables = \{([^}]*)\}", text))
    kept, rest = [], list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--var" and rest:
            value = rest.pop(0)
            if re.search(rf"\b{re.escape(value.split('=')[0])}\b", declared):
                kept += [argument, value]
        else:
            kept.append(argument)
    try:
        return subprocess.run([os.path.join(tools, "tg-run"), program, *kept],
                              capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess([], 1, "", f"error: took more than {timeout} s")


def reduce(tools, text, arguments, timeout=60):
    """A smaller program that fails in the same way as `text`, which fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        kind = describe(run(tools, path, arguments, timeout))
        if kind is None:
            return None
        judge = ["--test=" + os.path.abspath(__file__)]
        judge += [f"--test-arg={argument}" for argument in
                  ("--judge", kind, "--tools", tools, "--timeout", str(timeout), *arguments)]
        small = os.path.join(folder, "small.mlir")
        done = subprocess.run([os.path.join(tools, "tg-reduce"), path, *judge, "-o", small],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            sys.stderr.write(done.stderr)
        else:
            path = small
        with open(path, encoding="utf-8") as file:
            return file.read()


def main():
    """Reduces a file, or judges one for tg-reduce."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--output", help="where to write the smaller program (default: print it)")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one run")
    if "--judge" in sys.argv:
        # --judge KIND --tools DIR --timeout S ARGUMENT… FILE; 1 means interesting.
        at = sys.argv.index("--judge")
        kind, tools, timeout = sys.argv[at + 1], sys.argv[at + 3], int(sys.argv[at + 5])
        arguments = sys.argv[at + 6:-1]
        failed = describe(run(tools, sys.argv[-1], arguments, timeout))
        sys.exit(1 if failed == kind else 0)
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    args = parser.parse_args(sys.argv[1:split])
    with open(args.program, encoding="utf-8") as file:
        small = reduce(os.path.abspath(args.tools), file.read(), sys.argv[split + 1:], args.timeout)
    if small is None:
        sys.exit(f"{args.program}: tg-run does not fail")
    if args.output:
        with open(args.output, "w", encoding="utf-8") as file:
            file.write(small)
    else:
        print(small, end="")


if __name__ == "__main__":
    main()
