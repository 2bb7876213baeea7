"""ONNX: the runner, versions of operators, programs for tg-run, what malformed models say."""
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from tinygrad_mlir import Tensor  # noqa: E402
from tinygrad_mlir.nn.onnx import OnnxError, OnnxRunner, Refused, operators  # noqa: E402
from tinygrad_mlir.nn.onnx.export import Sizes, export  # noqa: E402

random = np.random.default_rng(7)


def array(*shape):
    return random.standard_normal(shape).astype(np.float32)


def model(nodes, inputs, outputs, weights=(), version=17, **more):
    values = lambda names: [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in names.items()]
    graph = helper.make_graph(nodes, "test", values(inputs), values(outputs),
                              [numpy_helper.from_array(w, n) for n, w in dict(weights).items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", version)], ir_version=9, **more)


def node(op, inputs, outputs=("y",), **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def network():
    """A small convolutional classifier with a batch that has a name."""
    weights = {"w": array(8, 3, 3, 3), "b": array(8), "fc": array(10, 8 * 4 * 4),
               "shape": np.array([0, -1], dtype=np.int64)}
    nodes = [node("Conv", ["x", "w", "b"], ["c"], pads=[1, 1, 1, 1]), node("Relu", ["c"], ["r"]),
             node("MaxPool", ["r"], ["p"], kernel_shape=[2, 2], strides=[2, 2]), node("Reshape", ["p", "shape"], ["f"]),
             node("Gemm", ["f", "fc"], ["g"], transB=1), node("Softmax", ["g"], axis=-1)]
    return model(nodes, {"x": ["batch", 3, 8, 8]}, {"y": ["batch", 10]}, weights)


def reference(m, **inputs):
    from onnx.reference import ReferenceEvaluator
    return ReferenceEvaluator(m).run(None, inputs)[0]


def test_network():
    m, x = network(), array(5, 3, 8, 8)
    runner = OnnxRunner(m)
    assert list(runner.graph_inputs) == ["x"] and runner.graph_outputs == ("y",)
    assert runner.graph_inputs["x"].shape == ("batch", 3, 8, 8)
    for size in (5, 2):
        y = runner({"x": Tensor(x[:size])})["y"].numpy()
        np.testing.assert_allclose(y, reference(m, x=x[:size]), rtol=1e-4, atol=1e-6)


def test_reads_files_and_bytes(tmp_path):
    m, x = network(), array(1, 3, 8, 8)
    path = tmp_path / "network.onnx"
    raw = m.SerializeToString()
    onnx.save(onnx.ModelProto.FromString(raw), str(path), save_as_external_data=True, location="weights.bin", size_threshold=64)
    expected = OnnxRunner(m)({"x": x})["y"].numpy()
    for source in (path, str(path)):
        np.testing.assert_array_equal(OnnxRunner(source)({"x": x})["y"].numpy(), expected)
    np.testing.assert_array_equal(OnnxRunner(raw)({"x": x})["y"].numpy(), expected)
    np.testing.assert_array_equal(OnnxRunner(Tensor(raw))({"x": x})["y"].numpy(), expected)


def test_shapes_are_folded():
    """Shape arithmetic runs no kernel."""
    from tinygrad_mlir import GlobalCounters
    nodes = [node("Shape", ["x"], ["s"]), node("Gather", ["s", "zero"], ["n"]), node("Unsqueeze", ["n", "axes"], ["u"]),
             node("Concat", ["u", "minus"], ["t"], axis=0), node("Reshape", ["x", "t"])]
    weights = {"zero": np.array(0), "axes": np.array([0]), "minus": np.array([-1])}
    runner = OnnxRunner(model(nodes, {"x": [2, 3, 4]}, {"y": None}, weights))
    GlobalCounters.reset()
    y = runner({"x": array(2, 3, 4)})["y"]
    assert y.shape == (2, 12) and GlobalCounters.kernel_count == 0


@pytest.mark.parametrize("version,attributes,inputs", [
    (1, {"axes": [1]}, []), (13, {}, ["axes"]), (18, {}, ["axes"])])
def test_axes_as_attribute_and_input(version, attributes, inputs):
    op = "ReduceSum" if version != 18 else "ReduceMax"
    m = model([node(op, ["x", *inputs], keepdims=0, **attributes)], {"x": [2, 3]}, {"y": [2]},
              {"axes": np.array([1])} if inputs else {}, version)
    x = array(2, 3)
    y = OnnxRunner(m)({"x": x})["y"].numpy()
    np.testing.assert_allclose(y, x.max(1) if version == 18 else x.sum(1), rtol=1e-5)


def test_softmax_of_all_axes_before_13():
    x = array(2, 3, 4)
    flat = np.exp(x.reshape(2, 12) - x.max())
    y = OnnxRunner(model([node("Softmax", ["x"])], {"x": [2, 3, 4]}, {"y": None}, version=11))({"x": x})["y"].numpy()
    np.testing.assert_allclose(y.reshape(2, 12), flat / flat.sum(1, keepdims=True), rtol=1e-4)


def test_local_function():
    body = [node("Mul", ["a", "a"], ["s"]), node("Add", ["s", "b"], ["c"])]
    function = helper.make_function("own", "SquareAdd", ["a", "b"], ["c"], body, [helper.make_opsetid("", 17)])
    m = model([helper.make_node("SquareAdd", ["x", "x"], ["y"], domain="own")], {"x": [3]}, {"y": [3]},
              functions=[function])
    m.opset_import.append(helper.make_opsetid("own", 1))
    x = array(3)
    np.testing.assert_allclose(OnnxRunner(m)({"x": x})["y"].numpy(), x * x + x, rtol=1e-6)


def test_control_flow():
    values = lambda *names: [helper.make_tensor_value_info(n, t, s) for n, t, s in names]
    body = helper.make_graph([node("Add", ["v", "x"], ["w"]), node("Identity", ["c"], ["d"])], "body",
                             values(("i", TensorProto.INT64, []), ("c", TensorProto.BOOL, []), ("v", TensorProto.FLOAT, [2])),
                             values(("d", TensorProto.BOOL, []), ("w", TensorProto.FLOAT, [2])))
    m = model([node("Loop", ["count", "", "x"], body=body)], {"x": [2]}, {"y": [2]}, {"count": np.array(3)})
    np.testing.assert_allclose(OnnxRunner(m)({"x": np.array([1, 2], np.float32)})["y"].numpy(), [4, 8])


# ---- refusals and malformed models name the place

def error_of(m, **inputs):
    with pytest.raises(OnnxError) as caught:
        runner = OnnxRunner(m)
        list(map(lambda t: t.numpy(), runner(inputs).values()))
    return str(caught.value)


def test_refusals_name_operator_and_attribute():
    x = array(2, 3)
    with pytest.raises(Refused, match="node 0, operator ImageDecoder is not supported"):
        OnnxRunner(model([node("ImageDecoder", ["x"])], {"x": [2, 3]}, {"y": None}, version=20)).check_operators()
    m = model([node("Relu", ["x"], name="first", slope=2.0)], {"x": [2, 3]}, {"y": [2, 3]})
    assert "attribute slope" in error_of(m, x=x).lower()
    m = model([node("BatchNormalization", ["x", "a", "a", "a", "a"], spatial=0)], {"x": [2, 3]}, {"y": [2, 3]},
              {"a": array(3)}, version=7)
    assert re.search("operator BatchNormalization: attribute spatial", error_of(m, x=x))


def test_messages_name_the_place():
    x = array(2, 3)
    m = model([node("Reshape", ["x", "shape"], name="cut")], {"x": [2, 3]}, {"y": None}, {"shape": np.array([4, -1])})
    assert error_of(m, x=x) == "node 0 'cut', operator Reshape: size mismatch, can't reshape ((2, 3)) -> ((4, 1))"
    m = model([node("Add", ["x", "nothing"])], {"x": [2, 3]}, {"y": None})
    assert error_of(m, x=x) == "node 0, operator Add: nothing gives its input 'nothing'"
    m = model([node("Relu", ["x"])], {"x": [2, 3]}, {"y": [2, 3]})
    assert error_of(m) == "input 'x' is missing, expected 'x'"
    assert error_of(m, x=array(3, 2)) == "input 'x': expected size 2 in dimension 0, but got 3"
    assert error_of(m, x=x, z=x) == "the model has no input 'z', expected 'x'"
    assert error_of(m, x=x.astype(np.float64)) == "input 'x': expected dtypes.float, but got dtypes.double"
    assert error_of(b"not a model").startswith("not an ONNX model")


def test_random_bytes_raise():
    """Whatever is done to a file, a Python exception of ours comes out, or a result."""
    raw, x = bytearray(network().SerializeToString()), array(1, 3, 8, 8)
    spots = [i for i in range(len(raw)) if i < 64 or i > len(raw) - 700]
    for _ in range(60):
        changed = bytearray(raw)
        for place in random.choice(spots, 3):
            changed[place] = random.integers(256)
        try:
            for value in OnnxRunner(bytes(changed))({"x": x}).values():
                value.numpy()
        except OnnxError:
            pass


# ---- programs

def test_export_with_a_variable():
    text = export(network(), Sizes(variable="batch", bounds=(1, 16))).decode()
    assert 'tg.dims = ["batch", 3, 8, 8], tg.name = "x"' in text and "tg.variables = {batch = [1, 16]}" in text
    assert "tensor<?x10xf32>" in text and text.count("tg.conv") == 1


def test_export_with_a_value():
    text = export(network(), Sizes({"batch": 4})).decode()
    assert "tensor<4x3x8x8xf32>" in text and "?" not in text


def test_export_says_what_is_no_function_of_the_variable():
    nodes = [node("ReduceMean", ["x"], axes=[0])]
    with pytest.raises(OnnxError, match="not one function of 'batch': it computes with a number that depends on it"):
        export(model(nodes, {"x": ["batch", 3]}, {"y": None}), Sizes(variable="batch"))
    with pytest.raises(OnnxError, match="size 'batch' has no value"):
        export(network())
    m = model([node("Reshape", ["x", "s"], ["z"]), node("Relu", ["z"])], {"x": [2, 3]}, {"y": None})
    m.graph.input.append(helper.make_tensor_value_info("s", TensorProto.INT64, [1]))
    with pytest.raises(Refused, match="operator Reshape: a shape, a size or an axis depends on the values of inputs"):
        export(m)


def test_command_line(tmp_path):
    onnx.save(network(), str(tmp_path / "m.onnx"))
    run = lambda *a: subprocess.run([sys.executable, "-m", "tinygrad_mlir.onnx", *a], cwd=tmp_path, text=True,
                                    capture_output=True)
    assert run("m.onnx", "-o", "m.mlir").returncode == 0
    assert "tg.variables = {batch = [1, 64]}" in (tmp_path / "m.mlir").read_text()
    assert run("m.onnx", "--size", "batch=2", "-o", "m.mlirbc").returncode == 0
    assert (tmp_path / "m.mlirbc").read_bytes()[:4] == b"ML\xefR"
    failed = run("m.onnx", "--size", "depth=2")
    assert failed.returncode == 1 and failed.stderr == "error: m.onnx: no input has a size 'depth', the model has 'batch'\n"


# ---- every 29th of the onnx package's own node tests; scripts/onnx-node-tests.py runs all

def test_node_tests():
    script = Path(os.environ.get("TINYGRAD_SOURCE", Path(__file__).parents[2])) / "scripts" / "onnx-node-tests.py"
    done = subprocess.run([sys.executable, str(script), "--sample", "29", "--least", "95"], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_all_operators_are_there():
    """Everything of the main domain but what is out of scope has a function, ours or the schema's."""
    outside = {"ImageDecoder", "RegexFullMatch", "StringConcat", "StringNormalizer", "StringSplit"}
    ours = {name for domain, name in operators() if not domain}
    missing = [s.name for s in onnx.defs.get_all_schemas() if not s.domain and s.name not in ours | outside
               and not s.has_function and not s.has_context_dependent_function]
    assert not missing


def test_large_weights_are_in_memory_once():
    """Types are inferred without them, and the array of one is the memory of its tensor."""
    weight = np.random.default_rng(0).standard_normal((256, 128)).astype(np.float32)
    proto = model([node("MatMul", ["x", "w"], ["h"]), node("Relu", ["h"])], {"x": [2, 256]}, {"y": [2, 128]}, {"w": weight})
    runner = OnnxRunner(proto)
    assert list(runner.graph_inputs) == ["x"] and runner.graph.elem("h") == TensorProto.FLOAT
    x = np.ones((2, 256), np.float32)
    np.testing.assert_allclose(runner({"x": x})["y"].numpy(), np.maximum(x @ weight, 0), rtol=1e-4, atol=1e-4)
    known = runner.graph.values["w"]
    assert np.shares_memory(known.array, np.asarray(known.tensor)) and (known.array == weight).all()
    assert len(proto.graph.input) == 1 and len(proto.graph.initializer) == 1      # The caller's model is as it was.


def test_long_vectors_are_inferred_by_their_type():
    """To onnx's inference a vector may be a shape, so that it would carry each of its elements: gigabytes here."""
    import resource
    size = 1 << 23
    proto = model([node("Add", ["x", "x"], ["h"]), node("Relu", ["h"])], {"x": [size]}, {"y": [size]})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    runner = OnnxRunner(proto)
    assert runner.graph.elem("h") == TensorProto.FLOAT
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1 << 19      # KiB


def test_loop_without_a_step_knows_what_it_would_give():
    """Its shape comes from a value, which inference must carry."""
    body = helper.make_graph([node("Identity", ["c"], ["d"]), node("Concat", ["two", "three"], ["to"], axis=0),
                              node("Reshape", ["x", "to"], ["row"])], "body",
                             [helper.make_tensor_value_info(n, t, []) for n, t in
                              (("i", TensorProto.INT64), ("c", TensorProto.BOOL))],
                             [helper.make_tensor_value_info("d", TensorProto.BOOL, []),
                              helper.make_tensor_value_info("row", TensorProto.FLOAT, None)],
                             [numpy_helper.from_array(np.array([n], dtype=np.int64), name)
                              for n, name in ((2, "two"), (3, "three"))])
    m = model([node("Loop", ["count", ""], body=body)], {"x": [6]}, {"y": ["n", 2, 3]}, {"count": np.array(0)})
    assert OnnxRunner(m)({"x": array(6)})["y"].shape == (0, 2, 3)
