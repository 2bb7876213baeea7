"""ONNX models as programs: what is no function of its variable is refused, though samples of it look alike."""
import numpy as np
import pytest

pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from tinygrad_mlir import Tensor, _core  # noqa: E402
from tinygrad_mlir.nn.onnx import OnnxError  # noqa: E402
from tinygrad_mlir.nn.onnx.export import Sizes, export  # noqa: E402


def node(op, inputs, outputs=("y",), **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def model(nodes, weights=(), shape=("n", 3)):
    value = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "test", [value("x", TensorProto.FLOAT, shape)], [value("y", TensorProto.FLOAT, None)],
                              [numpy_helper.from_array(np.array(w), k) for k, w in dict(weights).items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def branch(op):
    return helper.make_graph([node(op, ["x"], ["z"])], op,
                             [], [helper.make_tensor_value_info("z", TensorProto.FLOAT, None)])


def deciding(*nodes, **weights):
    """A model that takes one of two branches by what `nodes` make of the size `n`."""
    return model([node("Shape", ["x"], ["s"]), node("Gather", ["s", "zero"], ["n"]), *nodes,
                  node("If", ["c"], then_branch=branch("Relu"), else_branch=branch("Neg"))], {"zero": 0, **weights})


def refuse(m, text, bounds=(1, 64)):
    with pytest.raises(OnnxError, match=text):
        export(m, Sizes(variable="n", bounds=bounds))


def test_branches_on_a_size():
    m = deciding(node("Greater", ["n", "ten"], ["c"]), ten=10)
    refuse(m, "not one function of 'n': node 2, operator Greater gives False for 1, not True")
    assert "tg.relu" in export(m, Sizes(variable="n", bounds=(11, 64))).decode()


def test_branches_between_samples():
    """A condition that differs neither in samples nor at bounds."""
    m = deciding(node("Equal", ["n", "k"], ["c"]), k=41)
    refuse(m, "node 2, operator Equal gives True for 41, not False")
    assert "tg.neg" in export(m, Sizes(variable="n", bounds=(1, 40))).decode()


def test_choices_of_sizes():
    expand = node("Expand", ["x", "t"])
    sizes = [node("Shape", ["x"], ["s"])]
    m = model([*sizes, node("Min", ["s", "most"], ["t"]), expand], {"most": [50, 50]})
    refuse(m, "for 64, node 2, operator Expand")
    assert export(m, Sizes(variable="n", bounds=(1, 50)))
    m = model([*sizes, node("Less", ["s", "most"], ["c"]), node("Where", ["c", "s", "most"], ["t"]), expand],
              {"most": [50, 50]})
    refuse(m, "for 64, node 3, operator Expand")


def test_sizes_that_end_at_a_number():
    m = model([node("Slice", ["x", "begin", "end"])], {"begin": [0], "end": [10]})
    refuse(m, "node 0, operator Slice gives")
    assert export(m, Sizes(variable="n", bounds=(10, 64)))


def test_what_has_no_meaning_at_a_bound():
    refuse(model([node("Reshape", ["x", "t"])], {"t": [23 * 29 * 37, -1]}), "for 1, node 0, operator Reshape|Reshape")
    refuse(model([node("Squeeze", ["x"])]), "node 0, operator Squeeze", bounds=(1, 8))


def test_broadcasts_at_size_1_are_no_difference():
    weights = {"w": np.ones((3, 4), np.float32), "b": np.ones(4, np.float32)}
    m = model([node("MatMul", ["x", "w"], ["z"]), node("Add", ["z", "b"])], weights)
    assert "tensor<?x4xf32>" in export(m, Sizes(variable="n", bounds=(1, 64))).decode()


def samples(*values):
    built = []
    for n in values:
        x = Tensor.empty(n, 4)
        built.append((n, [x], [x.relu()]))
    return built


def test_values_of_samples_increase():
    for values in ((5, 5, 7), (3, 5, 5), (7, 5, 3)):
        with pytest.raises(RuntimeError, match="expected samples of increasing values, but . comes after ."):
            _core.export_module(samples(*values), ["x"], ["y"], "n", 1, 8, False)
    assert b"tg.relu" in _core.export_module(samples(3, 5, 7), ["x"], ["y"], "n", 1, 8, False)


def test_samples_with_a_meaning_at_the_bounds():
    built = []
    for n in (12, 14, 17):
        x = Tensor.empty(n, 4)
        built.append((n, [x], [x[:10].relu()]))
    with pytest.raises(RuntimeError, match="it reads 10 elements from 0 on, of 1, for 1"):
        _core.export_module(built, ["x"], ["y"], "n", 1, 64, False)
    assert _core.export_module(built, ["x"], ["y"], "n", 10, 64, False)
