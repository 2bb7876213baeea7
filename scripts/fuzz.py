#!/usr/bin/env python3
"""Runs random programs compiled and by the reference, and reports seeds that differ.

    scripts/fuzz.py --first 0 --last 500

Programs are run in batches, one process each; a batch that fails is run seed by
seed. Each is run with two bindings of its variables, on random and on extreme
inputs. Exits 1 if any seed fails, after printing how to run it again.
"""

import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# tg-random declares n = [1, 7] and m = [0, 5].
RUNS = [
    ["--var", "n=5", "--var", "m=3", "--input", "random:1"],
    ["--var", "n=1", "--var", "m=0", "--input", "edges:2"],
]


def generate(tools, seed, count, ops):
    command = [os.path.join(tools, "tg-random"), f"--seed={seed}", f"--count={count}",
               f"--ops={ops}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def fails(tools, program, arguments, timeout):
    """What tg-run says where a program fails, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(program)
        file.flush()
        command = [os.path.join(tools, "tg-run"), file.name, "--entry", "all", "--verify"]
        try:
            done = subprocess.run(command + arguments, capture_output=True, text=True,
                                  timeout=timeout)
        except subprocess.TimeoutExpired:
            return f"took more than {timeout} s"
    if done.returncode == 0:
        return None
    return f"exit code {done.returncode}\n{done.stdout}{done.stderr}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=99)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--ops", type=int, default=12)
    parser.add_argument("--timeout", type=int, default=600, help="seconds for a batch")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    args = parser.parse_args()

    failing = []
    for first in range(args.first, args.last + 1, args.batch):
        count = min(args.batch, args.last + 1 - first)
        program = generate(args.tools, first, count, args.ops)
        for run in RUNS:
            if fails(args.tools, program, run, args.timeout) is None:
                continue
            for seed in range(first, first + count):
                single = generate(args.tools, seed, 1, args.ops)
                message = fails(args.tools, single, run, args.timeout)
                if message is None:
                    continue
                failing.append(seed)
                print(f"seed {seed}: tg-random --seed={seed} --ops={args.ops} > p.mlir; "
                      f"tg-run p.mlir --entry all --verify {' '.join(run)}")
                print("    " + message.strip().replace("\n", "\n    ")[:2000])
    total = args.last + 1 - args.first
    print(f"{total - len(set(failing))} of {total} random programs agree with the reference")
    sys.exit(1 if failing else 0)


if __name__ == "__main__":
    main()
