"""Fails if the arena of a --json line is larger than its bound times a factor."""

import json
import sys

line = json.load(sys.stdin)
arena, bound = line["arena_bytes"], line["arena_bound_bytes"]
print(f"arena {arena}, bound {bound}")
assert bound > 0, "nothing was planned"
assert arena <= bound * float(sys.argv[1])
