#!/usr/bin/env python3
"""Damages the library on purpose and reports what no test notices.

    scripts/mutate.py                      50 sampled mutants
    scripts/mutate.py --count 10 --seed 3  ten others
    scripts/mutate.py --list               the sites, without trying any

A mutant is one of:
    pattern     a rewrite pattern is not registered (C++ `add<...>` or DRR)
    check       the condition of `if (...) return failure/error` is inverted
    comparison  `<` becomes `<=`, `==` becomes `!=`, and so on (by --kinds only:
                many of them change a heuristic, not a meaning)

The committed HEAD is unpacked and built under build/mutate, so the working tree
is never touched. For each mutant the tools are rebuilt and the lit tests of the
mutated folder, then all lit tests, then the unit tests run until one fails: the
mutant is killed. What still passes everything has survived. A mutant that does
not compile is replaced by the next one. Results are appended to
build/mutate/seed-N.jsonl as they come; a second call with the same seed and
commit goes on where the first one stopped.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "mutate"
SOURCE = WORK / "source"
BUILD = SOURCE / "build"
LIT = "/usr/lib/llvm-22/bin/lit"

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
REFUSAL = re.compile(
    r"\s*\{?\s*return\s+(?:failure\(\)|std::nullopt|nullptr|false\b|\{\}"
    r"|(?:\w+(?:\.|->))?(?:emitOpError|emitError|notifyMatchFailure|emitSilenceableError)\b"
    r"|rt::Status\b|Status::|(?:\w+::)*\w*[eE]rror\()"
)


def matching(text, start, opening="(", closing=")"):
    """The position after the bracket that closes the one at `start`."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] == opening:
            depth += 1
        elif text[position] == closing:
            depth -= 1
            if depth == 0:
                return position + 1
    return None


def blank_comments_and_strings(text):
    """The same text, same offsets, with comments and literals as spaces."""
    token = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", re.S)
    return token.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def split_arguments(text):
    """Splits at the commas outside of any bracket."""
    parts, depth, start = [], 0, 0
    for position, char in enumerate(text):
        depth += (char in "<([{") - (char in ">)]}")
        if char == "," and depth == 0:
            parts.append((start, position))
            start = position + 1
    parts.append((start, len(text)))
    return parts


def pattern_sites(text):
    for match in re.finditer(r"\b\w*[pP]atterns?(?:\.|->)add(<)", text):
        end = matching(text, match.start(1), "<", ">")
        if end is None:
            continue
        inner = match.end(1), end - 1
        parts = split_arguments(text[inner[0] : inner[1]])
        if len(parts) == 1:
            stop = text.find(";", end)
            yield match.start(), stop, "(void)0", text[inner[0] : inner[1]].strip()
            continue
        for index, (begin, stop) in enumerate(parts):
            name = text[inner[0] + begin : inner[0] + stop].strip()
            # The comma that goes with the removed entry.
            if index + 1 < len(parts):
                stop += 1
            else:
                begin -= 1
            yield inner[0] + begin, inner[0] + stop, "", name
    for match in re.finditer(
        r"(?:\b\w+::)*\bpopulate\w+Patterns\((?=\w*[pP]atterns?\b)", text
    ):
        end = matching(text, match.end() - 1)
        if end is not None and text[end : end + 1] == ";":
            yield match.start(), end, "(void)0", match.group()[:-1]


def drr_sites(text):
    for match in re.finditer(r"^def (\w+)\s*:\s*Pat(?:tern)?<", text, re.M):
        end = matching(text, match.end() - 1, "<", ">")
        if end is not None:
            yield match.start(), text.index(";", end) + 1, "", match.group(1)


def check_sites(text):
    for match in re.finditer(r"\bif \(", text):
        end = matching(text, match.end() - 1)
        if end is None or not REFUSAL.match(text, end):
            continue
        condition = text[match.end() : end - 1]
        # A declaration cannot be negated, and handing on a failure is no check.
        if re.match(r"(?:const )?(?:auto|[\w:<>]+)[ *&]+\w+ =", condition):
            continue
        if re.match(r"failed\(", condition):
            continue
        yield match.end(), end - 1, f"!({condition})", " ".join(condition.split())


def comparison_sites(text):
    loops = []
    for match in re.finditer(r"\bfor \(", text):
        loops.append((match.start(), matching(text, match.end() - 1) or match.end()))
    for match in re.finditer(r"(?<= )(<=|>=|==|!=|<|>)(?= )", text):
        at = match.start()
        # The bounds of a loop only crash; a template's bracket has no spaces.
        if any(begin <= at < end for begin, end in loops):
            continue
        line = text[text.rfind("\n", 0, at) + 1 : text.find("\n", at)].strip()
        if "template" in line or line.startswith("#"):
            continue
        yield at, match.end(), SWAPS[match.group()], line


def sites(source):
    found = {"pattern": [], "check": [], "comparison": []}
    files = sorted(source.glob("lib/**/*.cpp")) + sorted(source.glob("*/**/*.td"))
    for path in files:
        relative = path.relative_to(source).as_posix()
        if relative.startswith("build/"):
            continue
        text = path.read_text()
        if path.suffix == ".td":
            kinds = {"pattern": drr_sites(text)}
        else:
            code = blank_comments_and_strings(text)
            kinds = {
                "pattern": pattern_sites(code),
                "check": check_sites(code),
                "comparison": comparison_sites(code),
            }
        for kind, entries in kinds.items():
            for begin, end, new, what in entries:
                line = text.count("\n", 0, begin) + 1
                if kind == "check":  # With its strings, which `code` had blanked.
                    new = f"!({text[begin:end]})"
                found[kind].append(
                    dict(kind=kind, file=relative, line=line, begin=begin, end=end, new=new, what=what)
                )
    return found


def sample(found, seed, kinds):
    """All sites in a seeded order that takes the kinds in turn."""
    rng = random.Random(seed)
    queues = [rng.sample(found[kind], len(found[kind])) for kind in kinds]
    order = []
    while any(queues):
        order += [queue.pop() for queue in queues if queue]
    return order


def run(command, timeout):
    """Runs in a process group of its own, so that a hung test dies with it."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=timeout)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return 124, "timed out"


def build(targets=()):
    return run(["ninja", "-C", str(BUILD), "--quiet", *targets], 3600)


def unpack():
    commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True).strip()
    stamp = WORK / "commit"
    if not stamp.exists() or stamp.read_text() != commit:
        # Sources are replaced, the build folder stays: only differences rebuild.
        fresh = WORK / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        archive = subprocess.Popen(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE)
        subprocess.check_call(["tar", "x", "-C", str(fresh)], stdin=archive.stdout)
        if archive.wait():
            raise SystemExit("mutate: git archive failed")
        SOURCE.mkdir(exist_ok=True)
        for entry in SOURCE.iterdir():
            if entry.name not in ("build", ".venv"):
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        for entry in fresh.iterdir():
            shutil.move(str(entry), str(SOURCE / entry.name))
        fresh.rmdir()
        stamp.write_text(commit)
    return commit


def prepare():
    venv = SOURCE / ".venv"
    if (ROOT / ".venv").exists() and not venv.exists():
        venv.symlink_to(ROOT / ".venv")
    configure = ["cmake", "-S", str(SOURCE), "--preset", "dev", "--no-warn-unused-cli"]
    configure += [f"-DPython3_EXECUTABLE={ROOT}/.venv/bin/python", "-DTINYGRAD_WERROR=OFF"]
    subprocess.check_call(configure, cwd=SOURCE, stdout=subprocess.DEVNULL)
    code, output = build()
    if code:
        raise SystemExit(output + "\nmutate: the unmutated library does not build")
    killer, output = judge(None)
    if killer:
        raise SystemExit(output + f"\nmutate: the unmutated library fails {killer}")


def near_tests(file):
    """The innermost test folder that mirrors a library folder, if there is one."""
    folder = pathlib.PurePosixPath(file).parent
    for prefix in ("lib", "include/TinyGrad"):
        if not folder.is_relative_to(prefix):
            continue
        mirror = folder.relative_to(prefix)
        while mirror.parts:
            if (SOURCE / "test" / mirror).is_dir():
                return BUILD / "test" / mirror
            mirror = mirror.parent
    return None


def judge(mutant):
    """The first test that fails, or None."""
    lit = [LIT, "-q", "--max-failures=1"]
    near = near_tests(mutant["file"]) if mutant else None
    if near:
        code, output = run([*lit, str(near)], 300)
        if code:
            return first_failure(output), output
    code, output = run([*lit, str(BUILD / "test")], 900)
    if code:
        return first_failure(output), output
    # Installing and the embedding example say nothing about the library's code.
    command = ["ctest", "--test-dir", str(BUILD), "--stop-on-failure", "-LE", "install"]
    code, output = run(command, 600)
    return ("a unit test" if code else None), output


def first_failure(output):
    match = re.search(r"(?:FAIL|TIMEOUT|UNRESOLVED): TinyGrad :: (\S+)", output)
    return match.group(1) if match else "a lit test"


def attempt(mutant):
    path = SOURCE / mutant["file"]
    original = path.read_text()
    path.write_text(original[: mutant["begin"]] + mutant["new"] + original[mutant["end"] :])
    try:
        code, output = build()
        if code == 0:
            killer, _ = judge(mutant)
            return ("killed", killer) if killer else ("survived", None)
        return "invalid", output.strip().splitlines()[-1] if output.strip() else ""
    finally:
        path.write_text(original)


def describe(mutant):
    return f"{mutant['file']}:{mutant['line']}: {mutant['kind']}: {mutant['what'][:90]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=50, help="mutants to judge (default 50)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print the sampled order and stop")
    parser.add_argument("--kinds", default="pattern,check", help="of pattern, check, comparison")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    args = parser.parse_args()
    kinds = args.kinds.split(",")

    if args.list:
        found = sites(ROOT)
    else:
        commit = unpack()
        found = sites(SOURCE)
    for kind in found:
        found[kind] = [m for m in found[kind] if args.only in m["file"]]
    order = sample(found, args.seed, kinds)
    if args.list:
        for mutant in order:
            print(describe(mutant))
        print(", ".join(f"{len(found[kind])} {kind}" for kind in kinds))
        return 0

    results = WORK / f"seed-{args.seed}.jsonl"
    done = {}
    if results.exists():
        for line in results.read_text().splitlines():
            entry = json.loads(line)
            if entry["commit"] == commit:
                done[describe(entry), entry["begin"]] = entry
    prepare()
    counts = {"killed": 0, "survived": 0, "invalid": 0}
    survivors = []
    for mutant in order:
        if counts["killed"] + counts["survived"] >= args.count:
            break
        entry = done.get((describe(mutant), mutant["begin"]))
        if entry is None:
            start = time.monotonic()
            verdict, detail = attempt(mutant)
            entry = dict(mutant, commit=commit, verdict=verdict, detail=detail)
            entry["seconds"] = round(time.monotonic() - start, 1)
            with results.open("a") as file:
                file.write(json.dumps(entry) + "\n")
        counts[entry["verdict"]] += 1
        if entry["verdict"] == "survived":
            survivors.append(entry)
        by = f" by {entry['detail']}" if entry["verdict"] == "killed" else ""
        print(f"{entry['verdict']:<9}{describe(entry)}{by}", flush=True)

    build()  # Leaves the unmutated tools behind.
    judged = counts["killed"] + counts["survived"]
    print(f"\n{counts['killed']} of {judged} mutants killed ({counts['invalid']} did not compile)")
    for entry in survivors:
        print(f"survived: {describe(entry)}")
    return 1 if survivors else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:  # mutate.py --list | head
        sys.exit(0)
