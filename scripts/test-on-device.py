#!/usr/bin/env python3
"""Runs the execution tests of the ops on another device than the processor.

    scripts/test-on-device.py --device opencl
    scripts/test-on-device.py --device cuda test/Integration/abs.mlir test/Integration/NN

Each `RUN:` line of a test that compares a program with the reference (`tg-run …
--verify`, `--check-replay`) is run again with `--device`; with `--replay`, those with
--verify are run with --check-replay: item by item, replayed through launch graphs with
these and other inputs, and without graphs and memory plan. Where a test copies to
"cpu:1", the device's own second one stands for it, or the device itself where there is
one only. Prints what fails, and how to run it again; exits 1 if something does.
"""

import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def find_tests(paths):
    """The tests in the order of the paths, each once."""
    def find_all():
        for path in paths:
            if not os.path.isdir(path):
                yield path
                continue
            for folder, _, names in sorted(os.walk(path)):
                yield from (os.path.join(folder, name) for name in sorted(names)
                            if name.endswith(".mlir"))
    return list(dict.fromkeys(find_all()))


def find_other(args):
    """The second device of the kind, if there is one."""
    kind = args.device.split(":")[0]
    program = os.path.join(ROOT, "examples", "first.mlir")
    done = subprocess.run([os.path.join(args.tools, "tg-run"), program, "--device", f"{kind}:1",
                           "--input", "random:1", "--var", "n=1"], capture_output=True, check=False)
    return args.device if done.returncode else f"{kind}:1"


def find_runs(test, folder, other):
    """The arguments of each tg-run that compares with the reference."""
    with open(test, encoding="utf-8") as file:
        text = re.sub(r"\\\n// RUN:", "", file.read())
    if '"cpu:1"' in text:
        number = len(os.listdir(folder))
        test = os.path.join(folder, f"{number}-{os.path.basename(test)}")
        with open(test, "w", encoding="utf-8") as file:
            file.write(text.replace('"cpu:1"', f'"{other()}"'))
    for line in re.findall(r"// RUN: *(.*)", text):
        command = line.split("|")[0].strip()
        # A processor of a name is no processor of another device.
        if (command.startswith("tg-run ") and re.search("--verify|--check-replay", command)
                and "%t" not in command and "--target" not in command
                and "--device" not in command):
            yield shlex.split(command.replace("%s", shlex.quote(test)))[1:]


def run_one(command, timeout):
    """What tg-run says where it fails, or None."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout,
                              check=False)
    except subprocess.TimeoutExpired:
        return f"took more than {timeout} s"
    return done.stderr or f"exit code {done.returncode}" if done.returncode else None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="opencl")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--timeout", type=int, default=600, help="seconds for a program")
    parser.add_argument("--first-run", action="store_true",
                        help="only the first of each test's runs")
    parser.add_argument("--replay", action="store_true",
                        help="--check-replay instead of --verify")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--seconds", type=float,
                        help="start no further program after this time")
    parser.add_argument("tests", nargs="*", default=[os.path.join(ROOT, "test", "Integration")])
    args = parser.parse_args()

    # PoCL has as many devices as it is asked for.
    os.environ.setdefault("POCL_DEVICES", "pthread pthread")
    with tempfile.TemporaryDirectory() as folder:
        run_all(args, folder)


def run_all(args, folder):
    commands = []
    for test in find_tests(args.tests):
        runs = list(find_runs(test, folder, lambda: find_other(args)))
        for run in runs[:1 if args.first_run else None]:
            if args.replay:
                run = ["--check-replay" if word == "--verify" else word for word in run]
            commands.append([os.path.join(args.tools, "tg-run"), *run, "--device", args.device])
    start = time.monotonic()

    def run(command):
        if args.seconds is not None and time.monotonic() - start > args.seconds:
            return False, None
        return True, run_one(command, args.timeout)

    passed = total = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for command, (has_run, message) in zip(commands, pool.map(run, commands)):
            total += has_run
            passed += has_run and message is None
            if message is not None:
                print(shlex.join(command))
                print("    " + message.strip().replace("\n", "\n    ")[:2000], flush=True)
    print(f"{passed} of {total} runs agree with the reference on {args.device}")
    if total < len(commands):
        print(f"{len(commands) - total} runs were left out when the time was over")
    sys.exit(0 if passed == total else 1)


if __name__ == "__main__":
    main()
