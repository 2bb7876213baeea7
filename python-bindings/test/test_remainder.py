"""The exact remainder of floats, as C's fmod."""
import numpy as np
import pytest

from tinygrad_mlir import Tensor, dtypes

_quotients = [(1, 0.1), (1e9, 7), (3e38, 1e-45), (3.4e38, 1.1e-38), (16777215, 0.3), (5.5, -2), (-5.5, 2), (-6, 3), (6, 3),
              (0.3, 0.1), (1, 1), (2, 3), (-0.0, 2), (5, np.inf), (-5, -np.inf), (np.inf, 2), (np.nan, 1), (1, np.nan),
              (3, 0), (0, 0), (1e-45, 1e-40), (7e-40, 3e-42)]


def check(a, b):
    with np.errstate(all="ignore"):
        expected = np.fmod(a, b)
    got = Tensor(a).fmod(Tensor(b)).numpy()
    np.testing.assert_array_equal(got, expected)
    numbers = ~np.isnan(expected)
    np.testing.assert_array_equal(np.signbit(got[numbers]), np.signbit(expected[numbers]))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_fmod(dtype):
    with np.errstate(all="ignore"):
        a, b = np.array(_quotients).astype(dtype).T
    check(a.copy(), b.copy())
    random = np.random.default_rng(3)
    bits = random.integers(0, 2 ** (8 * np.dtype(dtype).itemsize), (2, 20000), dtype=f"u{np.dtype(dtype).itemsize}")
    check(*bits.view(dtype))
    b = random.uniform(1, 2, 20000).astype(dtype)
    check((b * random.integers(1, 2000, 20000)).astype(dtype), b)


def test_fmod_of_doubles():
    a, b = np.array(_quotients + [(1.7e308, 5e-324), (1.7e308, 3e-310), (1e308, 1.1), (1e300, 1.7e308)]).T
    check(a.copy(), b.copy())
    bits = np.random.default_rng(4).integers(0, 2 ** 64, (2, 4000), dtype=np.uint64)
    check(*bits.view(np.float64))


def test_fmod_of_numbers():
    assert Tensor([5.5, -5.5]).fmod(2).tolist() == [1.5, -1.5]
    assert Tensor([7, -7]).fmod(4).tolist() == [3, -3]
    assert Tensor([1.0], dtype=dtypes.bfloat16).fmod(0.25).dtype is dtypes.bfloat16
    assert Tensor([[5.0], [7.0]]).fmod(Tensor([3.0, 4.0])).tolist() == [[2, 1], [1, 3]]


def test_gradient_of_fmod():
    a, b = Tensor([7.5, -7.5, 1.0, 3.0]), Tensor([2.0, 2.0, 3.0, np.inf])
    of_a, of_b = a.fmod(b).sum().gradient(a, b)
    assert of_a.tolist() == [1, 1, 1, 1]
    assert of_b.tolist() == [-3, 3, 0, 0]


def test_onnx_mod():
    pytest.importorskip("onnx")
    from onnx import TensorProto, helper

    from tinygrad_mlir.nn.onnx import OnnxRunner
    value = helper.make_tensor_value_info
    graph = helper.make_graph([helper.make_node("Mod", ["a", "b"], ["y"], fmod=1)], "test",
                              [value(n, TensorProto.FLOAT, [3]) for n in "ab"], [value("y", TensorProto.FLOAT, [3])])
    run = OnnxRunner(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=9))
    a, b = np.array([1, 1e9, -1e9], np.float32), np.array([0.1, 7, 7], np.float32)
    np.testing.assert_array_equal(run({"a": a, "b": b})["y"].numpy(), np.fmod(a, b))
