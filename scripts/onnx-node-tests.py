#!/usr/bin/env python3
"""Runs the node tests of the `onnx` package (onnx.backend.test) on tinygrad_mlir and prints a table.

    PYTHONPATH=build/python python scripts/onnx-node-tests.py             # all, some minutes
    PYTHONPATH=build/python python scripts/onnx-node-tests.py softmax     # whose names hold a text
    … --sample 12                                                         # every 12th
    … --list FILE                                                         # one line per test: name, outcome, message

A test is in scope unless its model has control flow, sequences, optional values, strings or images in files, or
operators of another domain than ONNX's own; those outside that pass are counted too. Each runs in a process that is
replaced when it dies or takes too long, so that a crash is one failure. Exits with 1 if less than --least of the tests
in scope pass.
"""
import argparse
import collections
import multiprocessing
import re
import sys
import traceback
import warnings

OUTSIDE = {"If", "Loop", "Scan", "SequenceAt", "SequenceConstruct", "SequenceEmpty", "SequenceErase", "SequenceInsert",
           "SequenceLength", "SequenceMap", "SplitToSequence", "ConcatFromSequence", "Optional", "OptionalGetElement",
           "OptionalHasElement", "RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit", "ImageDecoder"}


def in_scope(model) -> bool:
    import onnx
    if any(n.op_type in OUTSIDE or n.domain not in ("", "ai.onnx") for n in model.graph.node):
        return False
    for value in [*model.graph.input, *model.graph.output]:
        if value.type.WhichOneof("value") != "tensor_type" or value.type.tensor_type.elem_type == onnx.TensorProto.STRING:
            return False
    strings = [a for n in model.graph.node for a in n.attribute if n.op_type == "Constant" and
               a.name in ("value_string", "value_strings")]
    types = [a.i for n in model.graph.node for a in n.attribute if n.op_type == "Cast" and a.name == "to"]
    return not strings and onnx.TensorProto.STRING not in types


def load_cases():
    warnings.filterwarnings("ignore")
    from onnx.backend.test.loader import load_model_tests
    return load_model_tests(kind="node")


def run_case(case):
    """The outcome of one test and its message."""
    from onnx.backend.test.runner import Runner, _normalize_tensor
    from tinygrad_mlir.nn.onnx import Refused
    from tinygrad_mlir.nn.onnx.backend import prepare
    try:
        prepared = prepare(case.model)
        for inputs, expected in case.data_sets:
            outputs = prepared.run([_normalize_tensor(x) for x in inputs])
            if case.model.graph.node[0].op_type in ("Bernoulli", "RandomUniformLike", "RandomNormalLike") and \
                    "expanded" not in case.name and "seed" not in case.name:
                continue  # random: only that it runs
            Runner.assert_similar_outputs([_normalize_tensor(x) for x in expected], outputs, case.rtol, case.atol)
        return "pass", ""
    except Refused as error:
        return "refused", str(error)
    except AssertionError as error:
        return "differs", " ".join(str(error).split())[:300]
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return "error", f"{type(error).__name__}: {' '.join(str(error).split())[:300]} ({last.filename.split('/')[-1]}:{last.lineno})"


def work(places, connection):
    cases = load_cases()
    warnings.filterwarnings("ignore")
    for place in places:
        connection.send((place, *run_case(cases[place])))
    connection.send(None)


def run_all(places, timeout):
    """(place, outcome, message) of each test, whatever it does."""
    places, context = list(places), multiprocessing.get_context("fork")
    while places:
        mine, theirs = context.Pipe()
        process = context.Process(target=work, args=(places, theirs), daemon=True)
        process.start()
        theirs.close()
        while True:
            try:
                result = mine.recv() if mine.poll(timeout) else ("late",)
            except EOFError:
                result = ("dead",)
            if result is None:
                places = []
                break
            if len(result) == 1:
                process.kill()
                process.join()
                yield places[0], "crash" if result[0] == "dead" else "late", f"exit code {process.exitcode}"
                places = places[1:]
                break
            places.remove(result[0])
            yield result
        process.join()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", nargs="?", default="")
    parser.add_argument("--sample", type=int, default=1, help="every Nth test")
    parser.add_argument("--list", help="write every outcome to this file")
    parser.add_argument("--least", type=float, default=95, help="per cent that must pass of those in scope")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one test")
    arguments = parser.parse_args()
    cases = load_cases()
    places = [i for i, c in enumerate(cases) if re.search(arguments.text, c.name)][::arguments.sample]
    counts = collections.Counter()
    by_operator = collections.defaultdict(collections.Counter)
    lines = []
    for place, outcome, message in run_all(places, arguments.timeout):
        case = cases[place]
        scope = in_scope(case.model)
        counts[scope, outcome] += 1
        name = case.model.graph.node[0].op_type if "_expanded" not in case.name else "(expanded)"
        by_operator[name][outcome if scope else "outside"] += 1
        lines.append(f"{case.name}\t{'in' if scope else 'out'}\t{outcome}\t{message}")
        if outcome != "pass" and scope:
            print(lines[-1], flush=True)
    if arguments.list:
        with open(arguments.list, "w") as file:
            file.write("\n".join(lines) + "\n")
    outcomes = ("pass", "differs", "error", "refused", "crash", "late")
    print(f"{'':12} {'tests':>6} " + " ".join(f"{o:>8}" for o in outcomes))
    for scope, title in ((True, "in scope"), (False, "outside")):
        row = [counts[scope, o] for o in outcomes]
        print(f"{title:12} {sum(row):6} " + " ".join(f"{n:8}" for n in row))
    total = sum(n for (scope, _), n in counts.items() if scope)
    share = 100 * counts[True, "pass"] / max(total, 1)
    print(f"{share:.1f} % of those in scope pass")
    bad = {n: c for n, c in by_operator.items() if any(c[o] for o in outcomes[1:])}
    for name, c in sorted(bad.items()):
        print(f"  {name}: " + ", ".join(f"{v} {k}" for k, v in sorted(c.items())))
    return 0 if share >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
