"""The rows of dtype-table.py: an op's example with other element types.

An example's statement is taken as it stands; its first element type is replaced
by each type, and so are the results' types, where they are written. tg-opt says
which of these programs are right, and of which types the operands are.
"""

import importlib.util
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
DTYPES = ["i1", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64", "f8E4M3FN", "f8E5M2",
          "f16", "bf16", "f32", "f64"]
ELEMENT = re.compile(r"(?<=[x<])(" + "|".join(DTYPES) + r")(?=>)")
LITERAL = re.compile(r"(-?\d[\d.]*(?:e[-+]?\d+)?|true|false) : (" + "|".join(DTYPES) + r")\b")
WRONG_TYPE = re.compile(
    r"use of value '(%\w+)' expects different type than prior uses: '(.+)' vs ")
# What a `?` of an example becomes: the table is of types, not of shapes.
SIZE = "3"

spec = importlib.util.spec_from_file_location("check_examples",
                                              os.path.join(HERE, "check-examples.py"))
check_examples = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_examples)


def is_float(type):
    return "f" in type


def literal(number, type):
    """A number of an attribute, as a constant of `type`."""
    value = {"true": 1.0, "false": 0.0}.get(number)
    value = float(number) if value is None else value
    if type == "i1":
        return "true" if value else "false"
    if type.startswith("ui"):
        value = abs(value)
    return repr(value) if is_float(type) else str(int(value))


class Cell:
    """One op on one type."""

    count = 0

    def __init__(self, op, text, type):
        self.op, self.text, self.type = op, text, type
        self.number = Cell.count
        Cell.count += 1
        names = re.findall(r"%\w+", text)
        self.results = re.findall(r"%\w+", text.split(" = ")[0]) if " = " in text else []
        self.types = {n: "none" for n in dict.fromkeys(names) if n not in self.results}
        self.result_types = []
        self.error, self.folds, self.reference, self.compiled = "", False, False, False

    def name(self, kind):
        return f"{kind}{self.number}"

    def function(self, kind, returns=True):
        arguments = ", ".join(f"{n}: {t}" for n, t in self.types.items())
        types = ", ".join(self.result_types)
        end = f"return {', '.join(self.results)} : {types}" if returns else "return"
        result = f" -> ({types})" if returns else ""
        return f"func.func @{self.name(kind)}({arguments}){result} {{\n  {self.text}\n  {end}\n}}\n"

    def mark(self):
        folds = "F" if self.folds is True else "!" if self.folds else "-"
        return folds + ("R" if self.reference else "!") + ("C" if self.compiled else "!")


class Row:
    """One way to write an op: its cells by type, and why types are refused."""

    def __init__(self, op, title):
        self.op, self.title = op, title
        self.tried, self.cells, self.refused = [], {}, {}

    def settle(self, errors):
        """Sorts what was tried by whether tg-opt took it."""
        for cell in self.tried:
            if cell.number in errors:
                self.refused[cell.type] = reason_of(errors[cell.number])
            else:
                self.cells[cell.type] = cell
        self.tried = []

    def reasons(self):
        return {reason for type, reason in self.refused.items() if type not in self.cells}


#===----------------------------------------------------------------------===#
# Statements of the examples
#===----------------------------------------------------------------------===#


def statements(op, text):
    """The statements of an example that are of `op`, each in one line."""
    parts, current = [], None
    for line in text.splitlines():
        line = line.split("//")[0].strip()
        if re.match(r"(%[\w:, %]+ = )?\"?[a-z_]+\.\w+", line) or line in ("", "}"):
            current = None
            if re.match(r"(%[\w:, %]+ = )?" + re.escape(op) + r"\b", line):
                current = len(parts)
                parts.append(line)
        elif current is not None:
            parts[current] += " " + line
    return parts


def sized(statement):
    """A statement with constant sizes: a result's `?` may be a multiple."""
    head, tail = split_results(statement)
    factors = [1, *map(int, re.findall(r"(\d+)x", head))] if "?" in tail else [1]
    head = head.replace("?", SIZE)
    return [head + tail.replace("?", str(int(SIZE) * factor))
            for factor in dict.fromkeys(factors)]


def keywords(records, record):
    """For each enumeration among an op's attributes, its words."""
    found = []
    for argument, _ in record["arguments"]["args"]:
        definition = records[argument["def"]]
        while "baseAttr" in definition and definition.get("baseAttr"):
            definition = records[definition["baseAttr"]["def"]]
        enum = definition.get("enum")
        if enum:
            found.append([records[case["def"]]["str"]
                          for case in records[enum["def"]]["enumerants"]])
    return found


def with_keywords(statement, enums):
    """A statement with each word of the enumerations that it uses."""
    for words in enums:
        for used in words:
            place = rf"(?<![%@\w]){used}\b(?! *[=(])"
            if re.search(place, statement):
                return [(word, re.sub(place, word, statement, count=1)) for word in words]
    return [("", statement)]


# Ops with memory, devices or functions of their own, which constants and random
# arguments alone do not define; test/Integration/assign.mlir runs those that run.
STATE = {"empty", "custom", "copy"}
# Ops that write to an argument, in whose place no constant may stand.
WRITES = {"tg.assign"}


def computes(records, record):
    """Whether an op makes tensors from tensors, rather than structure or state."""
    if record["opName"] in STATE:
        return False
    arguments = [argument["def"] for argument, _ in record["arguments"]["args"]]
    results = [result["def"] for result, _ in record["results"]["args"]]
    if record["regions"]["args"] or not results:
        return False
    return "Index" not in results and "FlatSymbolRefAttr" not in arguments


def replaced(statement, old, new, results=None):
    """`statement` with element type `old` replaced; result types by `results`."""
    head, tail = split_results(statement)
    if "dense<" in head:
        head = re.sub(r"dense<(.*?)>", lambda m: "dense<" + re.sub(
            r"-?\d[\d.]*|true|false", lambda n: literal(n[0], new), m[1]) + ">", head)
    typed = "" if new == "i1" else f" : {new}"
    head = LITERAL.sub(lambda m: m[0] if m[2] != old else literal(m[1], new) + typed, head)
    head = re.sub(rf"(?<=[x<]){old}(?=>)", new, head)
    if results:
        return head + ELEMENT.sub(results, tail)
    return head + re.sub(rf"(?<=[x<]){old}(?=>)", new, tail)


def split_results(statement):
    """The text before and after the place where result types begin."""
    at = max(statement.rfind(" -> "), statement.rfind(" to tensor<"))
    return (statement, "") if at < 0 else (statement[:at], statement[at:])


def same_result(statement):
    """(type, program): the first element type, wherever it stands, replaced."""
    first = ELEMENT.findall(statement)[0]
    return [(type, replaced(statement, first, type)) for type in DTYPES]


def other_results(statement):
    """(type, result type, program): the first as before, and every result type."""
    first = ELEMENT.findall(statement)[0]
    if not split_results(statement)[1]:
        return []
    return [(type, result, text) for type in DTYPES for result in DTYPES
            if (text := replaced(statement, first, type, result)) !=
            replaced(statement, first, type)]


def other_operands(statement):
    """(type, replaced type, program): of operands, such as indices, that differ
    from the first."""
    head, tail = split_results(statement)
    first, *others = dict.fromkeys(ELEMENT.findall(head)) or [None]
    return [(type, other, re.sub(rf"(?<=[x<]){other}(?=>)", type, head) + tail)
            for other in others for type in DTYPES]


#===----------------------------------------------------------------------===#
# What tg-opt says
#===----------------------------------------------------------------------===#


def learn(tools, cells):
    """Gives each cell the types of its operands; returns errors by number."""
    errors, todo = {}, cells
    while todo:
        chunks = [cell.function("r", returns=False) for cell in todo]
        owner = []
        for cell, chunk in zip(todo, chunks):
            owner += [cell] * (chunk.count("\n") + 1)
        done = subprocess.run(
            [os.path.join(tools, "tg-opt"), "--split-input-file", "-o", os.devnull],
            input="// -----\n".join(chunks), capture_output=True, text=True, check=False)
        again, seen = [], set()
        for line in done.stderr.splitlines():
            if " error: " not in line:
                continue
            cell = owner[check_examples.line_of(line) - 1]
            if cell.number in seen:
                continue
            seen.add(cell.number)
            wrong = WRONG_TYPE.search(line)
            if wrong and cell.types.get(wrong[1]) == "none":
                cell.types[wrong[1]] = wrong[2]
                again.append(cell)
                if wrong[2] == "index":
                    cell.text = re.sub(rf"{wrong[1]}\b", SIZE, cell.text)
                    del cell.types[wrong[1]]
            else:
                errors[cell.number] = line.split(" error: ", 1)[1]
        todo = again
    return errors


def learn_results(tools, cells):
    """Gives each cell the types of its results."""
    text = "\n".join(cell.function("r", returns=False) for cell in cells)
    done = subprocess.run(
        [os.path.join(tools, "tg-opt"), "--mlir-print-op-generic", "--mlir-print-local-scope"],
        input=text, capture_output=True, text=True, check=False)
    by_name = {cell.name("r"): cell for cell in cells}
    cell = None
    for line in done.stdout.splitlines():
        name = re.search(r'sym_name = "(r\d+)"', line)
        if name:
            cell = by_name[name[1]]
        elif cell and f'"{cell.op}"' in line:
            cell.result_types = re.findall(r"tensor<[^>]*>", line.rsplit(" -> ", 1)[1])


def reason_of(error):
    """The documented constraint behind an error, without the type that came."""
    must = re.search(r"must be (?:variadic of )?(?:ranked tensor of )?(.*?) values?\b", error)
    if must:
        return "takes " + must[1]
    return re.sub(r"^'tg\.\w+' op |, but got .*", "", error)


def is_syntax(reason):
    """Whether a program was refused for how it is written, not for its types."""
    return bool(re.match(r"expected '|custom op|unexpected|invalid|undeclared", reason))


class Form:
    """A statement whose types vary: it becomes one row or more."""

    def __init__(self, op, title, sized):
        self.op, self.title, self.statement = op, title, sized[0]
        self.sized = [Cell(op, text, "") for text in sized] if len(sized) > 1 else []
        self.rows = {}

    def settle_sizes(self, errors):
        """Takes the first of the possible sizes that is right."""
        for cell in self.sized:
            if cell.number not in errors:
                self.statement = cell.text
                return

    def add(self, suffix, type, text):
        row = self.rows.setdefault(suffix, Row(self.op, f"{self.title} {suffix}".strip()))
        row.tried.append(Cell(self.op, text, type))

    def add_same(self):
        for type, text in same_result(self.statement):
            self.add("", type, text)

    def add_others(self):
        """What is left to try once it is known which types do by themselves."""
        elements = ELEMENT.findall(self.statement)
        mixed = elements[-1] != elements[0]
        for type, result, text in other_results(self.statement):
            if mixed or type in self.rows[""].refused:
                self.add(f"-> {result}", type, text)
        for type, other, text in other_operands(self.statement):
            self.add(f"({other} operand)", type, text)

    def merge(self):
        """The rows, without result types that the operands decide: they are one."""
        plain = self.rows.pop("")
        results = [r for s, r in self.rows.items() if s.startswith("->") and r.cells]
        others = [r for s, r in self.rows.items() if not s.startswith("->") and r.cells]
        if any(type in plain.cells for row in results for type in row.cells):
            plain.title += " -> " + ELEMENT.findall(self.statement)[-1]
            return [plain, *results, *others]
        for row in results:
            plain.cells.update(row.cells)
        return [plain, *others] if plain.cells else others


def find_forms(records, wanted):
    """The forms of all ops that compute, and the names of these ops."""
    forms, ops = [], []
    for name in records["!instanceof"]["Op"]:
        record = records[name]
        op = f"tg.{record['opName']}"
        if not computes(records, record) or (wanted and record["opName"] not in wanted):
            continue
        ops.append(op)
        number = 0
        for text in re.findall(r"```mlir\n(.*?)```", record["description"], re.S):
            for statement in statements(op, text):
                number += 1
                if not ELEMENT.search(statement):
                    continue
                for word, form in with_keywords(statement, keywords(records, record)):
                    title = [op[3:], f"#{number}" if number > 1 else "", word]
                    forms.append(Form(op, " ".join(filter(None, title)), sized(form)))
    return forms, ops


def find_rows(tools, wanted):
    """The rows of all ops, and the ops that ought to have one and have none."""
    forms, ops = find_forms(check_examples.load_records("tg"), wanted)
    errors = learn(tools, [cell for form in forms for cell in form.sized])
    for form in forms:
        form.settle_sizes(errors)
    for prepare in (Form.add_same, Form.add_others):
        for form in forms:
            prepare(form)
        rows = [row for form in forms for row in form.rows.values()]
        errors = learn(tools, [cell for row in rows for cell in row.tried])
        for row in rows:
            row.settle(errors)
    rows = [row for form in forms for row in form.merge()]
    learn_results(tools, [cell for row in rows for cell in row.cells.values()])
    found = {row.op for row in rows}
    problems = [f"{op} has no row" for op in ops if op not in found]
    problems += [f"{row.title} on {type}: {reason}" for row in rows
                 for type, reason in row.refused.items()
                 if type not in row.cells and is_syntax(reason)]
    return rows, problems


#===----------------------------------------------------------------------===#
# Constants
#===----------------------------------------------------------------------===#

FORMATS = {"f8E4M3FN": (4, 3), "f8E5M2": (5, 2), "f16": (5, 10), "bf16": (8, 7), "f32": (8, 23),
           "f64": (11, 52)}


def edge_values(type):
    """Values at which ops behave specially, as MLIR writes them."""
    if type == "i1":
        return ["true", "false"]
    if is_float(type):
        exponent, mantissa = FORMATS[type]
        width = 1 + exponent + mantissa
        one = ((1 << (exponent - 1)) - 1) << mantissa
        half, infinity = 1 << (mantissa - 1), ((1 << exponent) - 1) << mantissa
        sign = 1 << (width - 1)
        top = infinity - 1 if type != "f8E4M3FN" else infinity + 6
        special = [one, 0, one | half, one | sign, (one + (1 << mantissa)) | half, sign, top, 1,
                   one - (1 << mantissa), infinity if type != "f8E4M3FN" else top, sign | top]
        return [f"0x{bits:0{width // 4}X}" for bits in special]
    width = int(type.lstrip("ui"))
    if type.startswith("u"):
        return [str(v) for v in (1, 0, 3, 7, width, 2**width - 1, 2**(width - 1), width - 1, 100)]
    return [str(v) for v in (1, 0, 3, -1, width, -2**(width - 1), 2**(width - 1) - 1, -7, 100)]


def constants_of(cell):
    """A function that applies the cell's op to constants, several times."""
    body, results, types = [], [], []
    for k in range(6):
        text = cell.text
        for position, (name, type) in enumerate(cell.types.items()):
            shape = [int(size) for size in re.findall(r"(\d+)x", type)]
            values = edge_values(ELEMENT.findall(type)[-1])
            count = 1
            for size in shape:
                count *= size
            splat = values[(k + position * (k // 2 + 1)) % len(values)]
            written = splat
            if k == 0 and shape and 1 < count <= 64:
                each = [values[(i * (position + 1) + position) % len(values)]
                        for i in range(count)]
                written = nested(each, shape)
            body.append(f"  %c{k}_{position} = tg.constant dense<{written if count else ''}> : {type}")
            text = re.sub(rf"{name}\b", f"%c{k}_{position}", text)
        for result in cell.results:
            text = re.sub(rf"{result}\b", f"%r{k}_{result[1:]}", text)
            results.append(f"%r{k}_{result[1:]}")
        body.append("  " + text)
        types += cell.result_types
    types = ", ".join(types)
    return (f"func.func @{cell.name('f')}() -> ({types}) {{\n" + "\n".join(body) +
            f"\n  return {', '.join(results)} : {types}\n}}\n")


def nested(values, shape):
    if len(shape) == 1:
        return "[" + ", ".join(values) + "]"
    step = len(values) // shape[0]
    return "[" + ", ".join(nested(values[i:i + step], shape[1:])
                           for i in range(0, len(values), step)) + "]"
