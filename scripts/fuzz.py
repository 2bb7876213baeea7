#!/usr/bin/env python3
"""Runs random programs compiled and by the reference, and reports seeds that differ.

    scripts/fuzz.py --first 0 --last 500
    scripts/fuzz.py --seconds 3600 --keep failures

With --seconds, seeds from the first on are tried until the time is over. With --keep,
each failing program is put into a folder, with what tg-run said, and reduced.

Programs are run in batches, one process each; a batch that fails is run seed by
seed. Each is run with two bindings of its variables, on random and on extreme
inputs. Exits 1 if any seed fails, after printing how to run it again.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

import reduce

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


def fails(tools, program, arguments, timeout, device="cpu"):
    """What tg-run says where a program fails, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(program)
        file.flush()
        command = [os.path.join(tools, "tg-run"), file.name, "--entry", "all", "--verify",
                   "--device", device]
        try:
            done = subprocess.run(command + arguments, capture_output=True, text=True,
                                  timeout=timeout)
        except subprocess.TimeoutExpired:
            return f"took more than {timeout} s"
    if done.returncode == 0:
        return None
    return f"exit code {done.returncode}\n{done.stdout}{done.stderr}"


def keep(args, seed, program, run, message):
    """Writes a failing program, and a smaller one that fails alike, to the folder."""
    os.makedirs(args.keep, exist_ok=True)
    base = os.path.join(args.keep, f"seed{seed}")
    arguments = ["--entry", "all", "--verify", "--device", args.device, *run]
    with open(f"{base}.mlir", "w", encoding="utf-8") as file:
        file.write(program)
    with open(f"{base}.txt", "w", encoding="utf-8") as file:
        file.write(f"tg-run {' '.join(arguments)}\n{message}")
    small = reduce.reduce(os.path.abspath(args.tools), program, arguments)
    if small is not None:
        with open(f"{base}-reduced.mlir", "w", encoding="utf-8") as file:
            file.write(small)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=99)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--ops", type=int, default=12)
    parser.add_argument("--timeout", type=int, default=600, help="seconds for a batch")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--device", default="cpu", help="where to run, as tg-run takes it")
    parser.add_argument("--seconds", type=float, help="how long to go on, whatever the last seed")
    parser.add_argument("--keep", metavar="DIR", help="a folder for failing programs")
    args = parser.parse_args()

    failing = []
    start, first, total = time.monotonic(), args.first, 0

    def is_over():
        if args.seconds is not None:
            return time.monotonic() - start > args.seconds
        return first > args.last

    while not is_over():
        count = args.batch
        if args.seconds is None:
            count = min(count, args.last + 1 - first)
        program = generate(args.tools, first, count, args.ops)
        for run in RUNS:
            if fails(args.tools, program, run, args.timeout, args.device) is None:
                continue
            for seed in range(first, first + count):
                single = generate(args.tools, seed, 1, args.ops)
                message = fails(args.tools, single, run, args.timeout, args.device)
                if message is None:
                    continue
                if args.keep and seed not in failing:
                    keep(args, seed, single, run, message)
                failing.append(seed)
                print(f"seed {seed}: tg-random --seed={seed} --ops={args.ops} > p.mlir; "
                      f"tg-run p.mlir --entry all --verify --device {args.device} "
                      f"{' '.join(run)}")
                print("    " + message.strip().replace("\n", "\n    ")[:2000])
        first += count
        total += count
    print(f"{total - len(set(failing))} of {total} random programs agree with the reference")
    sys.exit(1 if failing else 0)


if __name__ == "__main__":
    main()
