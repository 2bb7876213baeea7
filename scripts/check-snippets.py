#!/usr/bin/env python3
"""Checks that code shown in the guides is code of the examples, which are tested.

    scripts/check-snippets.py

A code block after a comment `<!-- from FILE -->` must be consecutive lines of that file,
but for comment lines that the guide leaves out. Also counts the lines of code, neither
empty nor comments, of the examples whose guide promises how many there are. Exits 1 for
a block that differs or a promise that is broken.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"<!-- from (\S+) -->\n+```\w*\n(.*?)```", re.S)
COMMENT = re.compile(r"\s*(//|#(?!include)).*")
# A folder of examples, and fewer lines than this.
PROMISES = {"examples/one-op": 100}


def code(text):
    """The lines that are neither empty nor comments."""
    return [line.rstrip() for line in text.splitlines()
            if line.strip() and not COMMENT.fullmatch(line)]


def contains(lines, part):
    return any(lines[i:i + len(part)] == part for i in range(len(lines) - len(part) + 1))


def main():
    wrong = blocks = 0
    for guide in sorted(ROOT.glob("docs/*.md")):
        for name, block in BLOCK.findall(guide.read_text()):
            blocks += 1
            path = ROOT / name
            if not path.is_file() or not contains(code(path.read_text()), code(block)):
                wrong += 1
                print(f"{guide.name}: a block is not in {name}:\n{block}")
    print(f"{blocks} blocks, {wrong} wrong")
    for folder, limit in PROMISES.items():
        files = [p for p in (ROOT / folder).rglob("*")
                 if p.is_file() and p.suffix != ".md" and "build" not in p.parts]
        lines = sum(len(code(path.read_text())) for path in files)
        print(f"{folder}: {lines} lines of code, fewer than {limit}: {lines < limit}")
        wrong += lines >= limit
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
