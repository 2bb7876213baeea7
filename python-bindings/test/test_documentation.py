"""Every public name has a docstring, and tensor.pyi has what the class has."""
import ast
import importlib
import inspect
import pathlib
import re

import pytest

import tinygrad_mlir
from tinygrad_mlir import Tensor

MODULES = ["", ".device", ".dtype", ".engine.jit", ".function", ".helpers", ".module", ".nn", ".nn.optim", ".nn.state",
           ".program", ".progress", ".variable"]
ONNX = [".onnx", ".nn.onnx", ".nn.onnx.backend", ".nn.onnx.export"]
STUB = pathlib.Path(tinygrad_mlir.__file__).with_name("tensor.pyi")


def is_documentable(value) -> bool:
    """A function, method or property of the package's."""
    value = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
    value = value.fget if isinstance(value, property) else value
    return type(value).__name__ == "nb_method" or (inspect.isfunction(value) and value.__module__.startswith("tinygrad_mlir"))


def undocumented(value, name: str) -> list:
    """What lacks a docstring: a function, or a class and its public members."""
    found = [] if value.__doc__ else [name]
    for key in dir(value) if inspect.isclass(value) else ():
        member = inspect.getattr_static(value, key)
        if not key.startswith("_") and is_documentable(member) and not getattr(value, key).__doc__:
            found.append(f"{name}.{key}")
    return found


@pytest.mark.parametrize("name", MODULES + ONNX)
def test_docstrings(name):
    if name in ONNX:
        pytest.importorskip("onnx")
    module = importlib.import_module("tinygrad_mlir" + name)
    assert module.__doc__
    listed = getattr(module, "__all__", ())
    missing = []
    for key, value in vars(module).items():
        own = getattr(value, "__module__", None) == module.__name__ and not key.startswith("_")
        if (inspect.isclass(value) or inspect.isroutine(value)) and (own or key in listed):
            missing += undocumented(value, key)
    assert not missing


def stub_members() -> dict:
    """The definitions of the stub's class by name; a property with its setter counts once."""
    tree = ast.parse(STUB.read_text())
    tensor, = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Tensor")
    members: dict = {}
    for node in tensor.body:
        if isinstance(node, ast.FunctionDef):
            members.setdefault(node.name, node)
    return members


def is_public(name: str) -> bool:
    """Names without underscore, and what the class defines for Python's operators."""
    if not name.startswith("_"):
        return True
    if not name.endswith("__") or name in ("__reduce_ex__", "__doc__", "__module__", "__slots__", "__annotations__"):
        return False
    return not hasattr(object, name) or name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__init__", "__hash__")


def parameters(name: str):
    """The names of the parameters and how many have defaults; None where C++ takes whatever comes."""
    static = inspect.getattr_static(Tensor, name)
    text = getattr(static, "__nb_signature__", None)
    if text is not None:
        line = text[0][0]
        if "*args" in line:
            return None
        return re.findall(r"[(,] ?(\w+)", line.split(" ->")[0].replace(", /", "")), line.count(" = ")
    function = static.__func__ if isinstance(static, (staticmethod, classmethod)) else static
    known = inspect.signature(function).parameters.values()
    return [p.name for p in known], sum(p.default is not p.empty for p in known)


def test_the_stub_has_the_names():
    own = {name for name in dir(Tensor) if is_public(name)}
    assert set(stub_members()) == own


def test_the_stub_has_the_parameters():
    wrong = []
    for name, node in stub_members().items():
        static = inspect.getattr_static(Tensor, name)
        decorators = [d.id for d in node.decorator_list if isinstance(d, ast.Name)]
        kind = type(static).__name__
        if (kind if kind in ("property", "staticmethod", "classmethod") else None) != (decorators[0] if decorators else None):
            wrong.append(f"{name}: {decorators}")
        if kind in ("property", "wrapper_descriptor"):
            continue
        args = node.args
        names = [a.arg for a in (*args.posonlyargs, *args.args)]
        names += [args.vararg.arg] if args.vararg else []
        names += [a.arg for a in args.kwonlyargs] + ([args.kwarg.arg] if args.kwarg else [])
        stub = names, len(args.defaults) + sum(d is not None for d in args.kw_defaults)
        if parameters(name) not in (None, stub):
            wrong.append(f"{name}: {parameters(name)} is {stub} in the stub")
    assert not wrong


USER = """
from tinygrad_mlir import Context, Module, Tensor, TinyJit, dtypes, nn

net = nn.Linear(64, 32)
x = Tensor.rand(4, 64)
y: Tensor = (x + 1).sum(axis=0).reshape(8, 8).permute(1, 0) @ Tensor.eye(8)
z: Tensor = (1 - y[0:2]).float().cast(dtypes.half).exp().max(axis=1, keepdim=True)
loss: Tensor = net(x).relu().mean()
loss.backward()
opt = nn.optim.Adam(nn.state.get_parameters(net))
opt.step()
n: int = x.shape[0]
names: list[str] = [kernel.name for kernel in Module.of(x).kernels()]

@TinyJit
def step(a: Tensor) -> Tensor:
    return (a * 2).realize()

w: Tensor = step(x)
"""


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """mypy with a cache for all calls."""
    api = pytest.importorskip("mypy.api")
    cache = str(tmp_path_factory.mktemp("cache"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYPATH", str(STUB.parents[1]))
        yield lambda arguments: api.run(["--cache-dir", cache, *arguments])


@pytest.mark.parametrize("code, errors", [(USER, ""), (USER + "bad: str = x + 1\n", "Incompatible types in assignment"),
                                          (USER + "x.conv2d()\n", "Missing positional argument")])
def test_type_checker(code, errors, mypy, tmp_path):
    """A user's program is well typed, and a wrong one is found, by mypy."""
    (tmp_path / "user.py").write_text(code)
    out, _, status = mypy([str(tmp_path / "user.py")])
    assert errors in out and (status == 0) == (not errors), out
