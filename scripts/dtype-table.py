#!/usr/bin/env python3
"""Runs every op of tg with every element type and prints the table.

    scripts/dtype-table.py --tools build/bin [--ops add,cast] [--every 7] [--details]

The ops and how each is written come from the examples in the dialect's TableGen
files; which types an op takes, from tg-opt. So a new op has its rows by itself.
A row is an op, with each of its keywords and result types; a cell says what ran:

    F  the folder, on constants: the same bits as the reference interpreter
    R  the reference interpreter
    C  the compiled program: the same bits as the reference, or within the bound
       of a sum; on random numbers, and on extreme ones where there is no sum
    -  the op does not fold (in the place of F)
    !  that failed
    .  the op does not take the type; the reason is below the table

Exits 1 if a cell failed, if an op has no row, or if an op refuses a type by
anything but its documented operand types.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from dtype_cases import DTYPES, WRITES, constants_of, find_rows  # noqa: E402

# Ops of which a float result depends on the order of additions or products, so
# that overflow on the way may differ: they run on random numbers only.
SUMS = re.compile(r"tg\.(sum|prod|matmul|conv|mean|var|avg_pool|cumsum|cumprod|scatter)\b")


def tool(tools, name, *arguments, text=None):
    return subprocess.run([os.path.join(tools, name), *arguments], input=text,
                          capture_output=True, text=True, check=False)


def write(folder, name, functions):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(functions))
    return path


def failures(tools, path, names, *arguments):
    """What tg-run says of each function that fails, by its name."""
    done = tool(tools, "tg-run", path, "--entry", "all", "--verify", *arguments)
    found = {}
    for line in done.stderr.splitlines():
        for name in re.findall(r"\b([rf]\d+)\b", line):
            found.setdefault(name, line)
    passed = set(re.findall(r"of '(\w+)' is (?:equal|close)", done.stdout))
    for name in names - passed - set(found):
        found[name] = f"{name} did not run: {done.stderr[-300:]}"
    return found


def bodies(text):
    """The text of each function by its name."""
    return {part.split("(", 1)[0]: part for part in text.split("func.func @")[1:]}


class Table:
    def __init__(self, tools, rows):
        self.tools = tools
        self.cells = [cell for row in rows for cell in row.cells.values()]
        self.rows = rows

    def run(self, folder):
        jobs = []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for number, start in enumerate(range(0, len(self.cells), 400)):
                part = self.cells[start:start + 400]
                jobs.append(pool.submit(self.run_compiled, folder, number, part))
                jobs.append(pool.submit(self.run_folder, folder, number, part))
            for job in jobs:
                job.result()

    def run_compiled(self, folder, number, cells):
        """Sets `compiled`, and `reference`, without which nothing compares."""
        texts = {cell.name("r"): cell.function("r") for cell in cells}
        path = write(folder, f"run{number}.mlir", texts.values())
        wrong = failures(self.tools, path, set(texts), "--input", "random:1")
        plain = bodies(tool(self.tools, "tg-opt", "--tg-decompose", path).stdout)
        exact = {name: text for name, text in texts.items()
                 if not SUMS.search(plain.get(name, "")) or not plain[name].count("f")}
        path = write(folder, f"edges{number}.mlir", exact.values())
        wrong = {**failures(self.tools, path, set(exact), "--input", "edges:1"), **wrong}
        for cell in cells:
            cell.error = wrong.get(cell.name("r"), "")
            compares = not cell.error or "--verify:" in cell.error
            cell.reference, cell.compiled = compares, not cell.error

    def run_folder(self, folder, number, cells):
        """Sets `folds` where the canonicalizer leaves less than it was given."""
        cells = [cell for cell in cells if cell.op not in WRITES]
        given = {cell.name("f"): constants_of(cell) for cell in cells}
        path = write(folder, f"constants{number}.mlir", given.values())
        done = tool(self.tools, "tg-opt", "--canonicalize", path)
        left = bodies(done.stdout)
        folding = {}
        for cell in cells:
            name, op = cell.name("f"), re.compile(re.escape(cell.op) + r"\b")
            if name not in left:
                cell.folds = f"{name}: {done.stderr[-300:]}"
            elif len(op.findall(left[name])) < len(op.findall(given[name])):
                folding[name] = given[name]
        path = write(folder, f"fold{number}.mlir", folding.values())
        wrong = failures(self.tools, path, set(folding)) if folding else {}
        for cell in cells:
            if cell.name("f") in folding:
                cell.folds = wrong.get(cell.name("f"), True)

    def show(self, details):
        width = max(len(row.title) for row in self.rows)
        print(" " * width, " ".join(f"{t.replace('f8', ''):>6}" for t in DTYPES))
        for row in self.rows:
            marks = [row.cells[t].mark() if t in row.cells else "." for t in DTYPES]
            print(f"{row.title:{width}}", " ".join(f"{mark:>6}" for mark in marks))
        print("\nTypes that an op does not take:")
        reasons = {}
        for row in self.rows:
            for reason in row.reasons():
                reasons.setdefault(reason, []).append(row.title)
        for reason, titles in sorted(reasons.items()):
            print(f"- {reason}: {', '.join(dict.fromkeys(titles))}")
        wrong = [cell for cell in self.cells if "!" in cell.mark()]
        for cell in wrong[:40]:
            said = cell.error or str(cell.folds)
            print(f"! {cell.text}\n  {' '.join(said.split())[:300]}")
        if details:
            for cell in self.cells:
                print(f"{cell.mark()} {cell.text}")
        return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default=os.path.join(os.path.dirname(HERE), "build", "bin"))
    parser.add_argument("--ops", help="only these, separated by commas")
    parser.add_argument("--every", type=int, default=1, help="only each n-th cell")
    parser.add_argument("--details", action="store_true", help="print each cell's program")
    args = parser.parse_args()

    rows, problems = find_rows(args.tools, args.ops.split(",") if args.ops else None)
    count = 0
    for row in rows:
        for type in list(row.cells):
            if count % args.every:
                del row.cells[type]
                row.refused.pop(type, None)
            count += 1
    table = Table(args.tools, rows)
    with tempfile.TemporaryDirectory() as folder:
        table.run(folder)
    wrong = table.show(args.details)
    for problem in problems:
        print("!", problem)
    print(f"\n{len(rows)} rows, {len(table.cells)} cells run, {len(wrong)} failed, "
          f"{sum(cell.folds is True for cell in table.cells)} fold, "
          f"{len(problems)} ops without a row or reason")
    return bool(wrong or problems)


if __name__ == "__main__":
    sys.exit(main())
