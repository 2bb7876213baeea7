"""Errors are those that tinygrad's programs expect, and defaults of types hold in the compiler too."""
import pickle

import numpy as np
import pytest

from tinygrad_mlir import Context, Device, GlobalCounters, Tensor, Variable, dtypes, function, kernel_count


def test_where_wants_bool():
    with pytest.raises(RuntimeError, match="expected a condition of type bool"):
        Tensor([1, 0, 2]).where(1, 0)
    assert Tensor([True, False]).where(1, 0).tolist() == [1, 0]


def test_indices_that_do_not_broadcast():
    a = Tensor.zeros(5, 5).contiguous()
    with pytest.raises(IndexError, match="cannot broadcast indices"):
        a[[0, 1], [0, 1, 2]]
    with pytest.raises(IndexError, match="cannot broadcast indices"):
        a[[0, 1], [0, 1, 2]] = 0


def test_devices():
    with pytest.raises(ModuleNotFoundError, match="expected device CPU, but got TYPO"):
        Device["TYPO"]
    with pytest.raises(AttributeError, match="setting Device.DEFAULT is deprecated"):
        Device.DEFAULT = "CPU"
    assert Device.default.device == Device.DEFAULT


def test_shard_like():
    x = Tensor.ones(8).shard(("CPU:0", "CPU:1"), 0)
    assert Tensor.zeros(8).shard_like(x).device == x.device
    with pytest.raises(RuntimeError, match="can't shard a multi-device tensor"):
        Tensor.ones(8).shard(("CPU:0", "CPU:1"), None).shard_like(x)


@pytest.mark.parametrize("name", ["FLOAT16", "FLOAT64", dtypes.fp8e4m3])
def test_default_float(name):
    with Context(DEFAULT_FLOAT=name):
        want = dtypes.default_float
        assert Tensor([1]).div(Tensor([2])).dtype is want and Tensor([1.0]).dtype is want
        np.testing.assert_array_equal((Tensor([1]) / Tensor([2])).numpy(), [0.5])
    assert Tensor([1]).div(Tensor([2])).dtype is dtypes.float32 and Tensor(None).dtype is dtypes.weakfloat


def test_disk_keeps_its_type(tmp_path):
    on_disk = Tensor.empty(2, dtype=dtypes.int32, device=f"DISK:{tmp_path}/t")
    with pytest.raises(RuntimeError, match="assign dtype mismatch"):
        on_disk.assign(Tensor.const(0.5).reshape(1).expand(2))
    on_disk.assign(Tensor.const(3).reshape(1).expand(2))
    assert on_disk.tolist() == [3, 3]


def test_views_cost_no_kernel():
    a = Tensor.arange(32).reshape(8, 4).clone().realize()
    assert kernel_count([a[2:4]]) == kernel_count([a.reshape(32)[4:8]]) == 0 and kernel_count([a + 1]) == 1


def test_a_gradient_that_cannot_be_taken_over_is_refused():
    with pytest.raises(NotImplementedError, match="grad_fxn takes nodes"):
        function(grad_fxn=lambda grad, call: (grad,))(lambda x: x * 2)


def test_counting_kernels():
    assert kernel_count(Tensor.ones(0, 3).contiguous() + 1) == 0 and kernel_count(Tensor.ones(3).contiguous() + 1) == 1
    with pytest.raises(TypeError, match="expected tensors, but got int"):
        kernel_count([1])


def test_pickle_out_of_band():
    """From protocol 5 on the elements may travel beside the stream."""
    x, buffers = Tensor.arange(1000).clone().realize(), []
    stream = pickle.dumps(x, protocol=5, buffer_callback=buffers.append)
    assert len(stream) < 1000 and [b.raw().nbytes for b in buffers] == [4000]
    assert pickle.loads(stream, buffers=buffers).tolist() == pickle.loads(pickle.dumps(x)).tolist() == list(range(1000))


def test_the_value_of_a_variable_as_a_tensor():
    v = Variable("v", 1, 10).bind(3)
    assert (Tensor.ones(10)[:v] * v.cast(dtypes.float)).sum().item() == 9


@pytest.mark.parametrize("formula, sizes, error", [
    ("a b c", {}, AssertionError), ("(a b c -> a b c", {}, AssertionError), ("a b -> ...b a", {}, AssertionError),
    ("a -> a", {}, RuntimeError), ("(a b c) d -> a b c d", {"a": 2}, RuntimeError),
    ("(a b) d -> a b d", {"a": 3}, ValueError), ("(a b) d -> a b d", {"a": 2, "b": 2}, ValueError),
    ("(a b) d -> a b d", {"a": 2, "d": 2}, AssertionError), ("a b -> b a", {"e": 2}, AssertionError)])
def test_formulas_of_rearrange(formula, sizes, error):
    with pytest.raises(error):
        Tensor.zeros(8, 1).rearrange(formula, **sizes)


def test_gather_and_scatter_on_other_devices():
    x, index = Tensor.zeros(3, 4), Tensor.zeros(3, 4, dtype=dtypes.int32, device="CPU:1")
    for call in (lambda: x.gather(0, index), lambda: x.scatter(0, index, x), lambda: x.scatter(0, index.to("CPU"), x.to("CPU:1"))):
        with pytest.raises(RuntimeError, match="on the same device"):
            call()


def test_empty_like_keeps_how_it_is_spread():
    x = Tensor.ones(8).shard(("CPU:0", "CPU:1"), 0)
    assert x.empty_like().uop.axis == 0 and x.empty_like().device == x.device


def test_memory_by_device():
    before = GlobalCounters.mem_used_per_device["CPU"]
    x = Tensor.ones(1000).contiguous().realize()
    assert GlobalCounters.mem_used_per_device["CPU"] - before == 4000 == x.nbytes()


def test_lists_of_bytes_and_arrays():
    assert Tensor([b"abc", b"def"], dtype=dtypes.uint8).tolist() == [list(b"abc"), list(b"def")]
    assert Tensor([np.array([1, 2]), np.array([3, 4])], dtype=dtypes.int32).tolist() == [[1, 2], [3, 4]]
    with pytest.raises(ValueError, match="inhomogeneous"):
        Tensor([b"abc", b"de"], dtype=dtypes.uint8)
