#!/usr/bin/env python3
"""Runs the execution tests of the ops on another device than the processor.

    scripts/test-on-device.py --device opencl
    scripts/test-on-device.py --device cuda test/Integration/abs.mlir test/Integration/NN

Each `RUN:` line of a test that compares a program with the reference (`tg-run …
--verify`) is run again with `--device`. Prints what fails, and how to run it again;
exits 1 if something does.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def find_tests(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for folder, _, names in sorted(os.walk(path)):
            yield from (os.path.join(folder, name) for name in sorted(names)
                        if name.endswith(".mlir"))


def find_runs(test):
    """The arguments of each tg-run that compares with the reference."""
    with open(test, encoding="utf-8") as file:
        text = re.sub(r"\\\n// RUN:", "", file.read())
    for line in re.findall(r"// RUN: *(.*)", text):
        command = line.split("|")[0].strip()
        # A processor of a name is no processor of another device.
        if (command.startswith("tg-run ") and "--verify" in command and "%t" not in command
                and "--target" not in command and "--device" not in command):
            yield shlex.split(command.replace("%s", shlex.quote(test)))[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="opencl")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--timeout", type=int, default=600, help="seconds for a program")
    parser.add_argument("--first-run", action="store_true",
                        help="only the first of each test's runs")
    parser.add_argument("tests", nargs="*", default=[os.path.join(ROOT, "test", "Integration")])
    args = parser.parse_args()

    passed = total = 0
    for test in find_tests(args.tests):
        for number, run in enumerate(find_runs(test)):
            if number and args.first_run:
                break
            command = [os.path.join(args.tools, "tg-run"), *run, "--device", args.device]
            total += 1
            try:
                done = subprocess.run(command, capture_output=True, text=True,
                                      timeout=args.timeout)
                message = done.stderr if done.returncode else None
            except subprocess.TimeoutExpired:
                message = f"took more than {args.timeout} s"
            if message is None:
                passed += 1
                continue
            print(shlex.join(command))
            print("    " + message.strip().replace("\n", "\n    ")[:2000], flush=True)
    print(f"{passed} of {total} runs agree with the reference on {args.device}")
    sys.exit(0 if passed == total else 1)


if __name__ == "__main__":
    main()
