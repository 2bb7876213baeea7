"""Prints what a page of --viz=FILE.html shows; fails on one that loads anything."""

import json
import re
import sys

page = open(sys.argv[1], encoding="utf-8").read()
data = json.loads(re.search(r"const data = (.*);\n", page).group(1))
outside = re.findall(r'(?:src|href)\s*=|https?://(?!www\.w3\.org)', page.replace(json.dumps(data), ""))
assert not outside, outside
for graph in data["graphs"]:
    kinds = [n for n in graph["nodes"] if n.get("kernel") is not None]
    print("tensors", graph["name"], len(graph["nodes"]), "edges", len(graph["edges"]))
    print("stored", sum(n["solid"] for n in kinds), "of", len(kinds), "in kernels")
    print("first", kinds[0]["label"], kinds[0]["type"], kinds[0].get("input"), kinds[0]["source"])
for kernel in data["kernels"]:
    print("kernel", kernel["name"], [stage["stage"] for stage in kernel["stages"]])
for items in data["lists"]:
    print("items", len(items["items"]), "edges", len(items["edges"]),
          "graphs", len(set(items["graphs"])), "buffers", [len(a["buffers"]) for a in items["arenas"]])
    times = items.get("times", [])
    print("times", len(times), "positive" if all(t > 0 for t in times) else "wrong")
