"""ONNX models that are malformed, or do what programs cannot: an error with a place, and the process as it was."""
import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from tinygrad_mlir import Tensor  # noqa: E402
from tinygrad_mlir.nn.onnx import OnnxError, OnnxRunner, control  # noqa: E402

INT64, FLOAT, BOOL = TensorProto.INT64, TensorProto.FLOAT, TensorProto.BOOL
value = helper.make_tensor_value_info


def node(op, inputs, outputs=("y",), **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def model(nodes, weights=(), sparse=()):
    graph = helper.make_graph(nodes, "test", [value("x", FLOAT, [2])], [value("y", FLOAT, None)],
                              [numpy_helper.from_array(np.array(w), k) for k, w in dict(weights).items()],
                              sparse_initializer=list(sparse))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)


def run(m):
    return OnnxRunner(m.SerializeToString())({"x": np.array([1, 2], np.float32)})["y"].numpy()


# ---- sparse tensors

def with_sparse(dims, indices, values=(5.0,)):
    make = numpy_helper.from_array
    sparse = onnx.SparseTensorProto(values=make(np.array(values, np.float32), "w"),
                                    indices=make(np.array(indices, np.int64), "i"), dims=dims)
    return model([node("Add", ["x", "w"])], sparse=[sparse])


def test_sparse():
    np.testing.assert_array_equal(run(with_sparse([2], [1])), [1, 7])
    np.testing.assert_array_equal(run(with_sparse([1, 2], [[0, 1]])), [[1, 7]])


@pytest.mark.parametrize("dims,indices", [
    ([-1], [0]), ([2 ** 60], [0]), ([2 ** 40, 2 ** 40], [[0, 0]]), ([2], [2]), ([2], [-1]), ([1, 2], [[0, 2]]),
    ([1, 2], [[1, 0]]), ([2], [0, 1]), ([2], [[0, 0]]), ([1, 2], [[[0, 0]]])])
def test_sparse_that_does_not_fit(dims, indices):
    with pytest.raises(OnnxError):
        run(with_sparse(dims, indices))


# ---- loops

def loop(count, going=True, names=("i", "c", "v"), outputs=("d", "w"), body=()):
    kinds = {"i": (INT64, []), "c": (BOOL, []), "v": (FLOAT, [2]), "d": (BOOL, []), "w": (FLOAT, [2])}
    values = lambda names: [value(n, *kinds.get(n, (FLOAT, [2]))) for n in names]
    steps = [*body, node("Add", ["v" if "v" in names else "x", "x"], ["w"]), node("Identity", ["c"], ["d"])]
    graph = helper.make_graph(steps, "body", values(names), values(outputs))
    inputs = ["count" if count is not None else "", "going", "x"]
    return node("Loop", inputs, body=graph), {"count": np.array(count or 0), "going": np.array(going)}


@pytest.mark.parametrize("count", [None, 2 ** 62])
def test_endless_loops(count, monkeypatch):
    monkeypatch.setattr(control, "most_steps", 50)
    made, weights = loop(count)
    with pytest.raises(OnnxError, match="node 0, operator Loop: loops of more than 50 steps are not supported"):
        run(model([made], weights))


def test_steps_of_inner_loops_count(monkeypatch):
    inner, weights = loop(9)
    inner.output[0] = "u"
    outer, _ = loop(9, body=[inner])
    assert (run(model([outer], weights)) == [10, 20]).all()
    monkeypatch.setattr(control, "most_steps", 50)
    with pytest.raises(OnnxError, match="loops of more than 50 steps are not supported"):
        run(model([outer], weights))


def test_inner_graphs_that_do_not_fit():
    for names, text in ((("i", "c"), "expected 3 inputs of the inner graph, but got 2"),
                        (("i", "c", "v", "e"), "expected 3 inputs of the inner graph, but got 4")):
        made, weights = loop(3, names=names)
        with pytest.raises(OnnxError, match=text):
            OnnxRunner(model([made], weights))({"x": np.array([1, 2], np.float32)})
    made, weights = loop(3, outputs=("d",))
    with pytest.raises(OnnxError, match="expected at least 2 outputs of the inner graph, but got 1"):
        OnnxRunner(model([made], weights))({"x": np.array([1, 2], np.float32)})


# ---- seeds

def draws(op, **attributes):
    if op == "Dropout":
        made = node(op, ["x", "ratio", "training"], **attributes)
    else:
        made = node(op, ["x"] if "Like" in op else [], **({} if "Like" in op else {"shape": [2]}), **attributes)
    return model([made], {"ratio": np.array(0.5, np.float32), "training": np.array(True)})


@pytest.mark.parametrize("op,seed", [("RandomUniform", 3.0), ("RandomNormal", 3.0), ("RandomUniformLike", 3.0),
                                     ("RandomNormalLike", 3.0), ("Dropout", 3)])
def test_seeds_leave_the_generator_alone(op, seed):
    Tensor.manual_seed(11)
    expected = [Tensor.rand(4).tolist() for _ in range(2)]
    Tensor.manual_seed(11)
    first = Tensor.rand(4).tolist()
    a, b = run(draws(op, seed=seed)), run(draws(op, seed=seed))
    np.testing.assert_array_equal(a, b)
    assert [first, Tensor.rand(4).tolist()] == expected


# ---- what is known is computed as tensors are

def folded(to, *numbers, dtype=np.float32):
    m = model([node("Cast", ["w"], to=to)], {"w": np.array(numbers, dtype)})
    m.graph.output[0].type.tensor_type.elem_type = to
    return run(m)


def test_known_floats_saturate():
    most = np.iinfo(np.int64)
    assert folded(INT64, 1e20, -1e20, 5.9, -5.9).tolist() == [most.max, most.min, 5, -5]
    assert folded(INT64, 2.0 ** 63, dtype=np.float64).tolist() == [most.max]
    assert folded(TensorProto.INT32, 1e10, -1e10, np.inf).tolist() == [2 ** 31 - 1, -2 ** 31, 2 ** 31 - 1]


def test_known_quotients_round_to_zero():
    low = np.iinfo(np.int64).min
    m = model([node("Div", ["a", "b"])], {"a": np.array([low, low, 7, -7, 7, -6]), "b": np.array([2, 1, -2, 2, 2, 3])})
    m.graph.output[0].type.tensor_type.elem_type = INT64
    assert run(m).tolist() == [low // 2, low, -3, -3, 3, -2]
