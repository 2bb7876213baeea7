"""Memory shared with NumPy, torch and others."""
import gc

import numpy as np
import pytest

from tinygrad_mlir import Tensor, TinyJit, dtypes
from tinygrad_mlir.tensor import JitError


def address(array):
    return array.__array_interface__["data"][0]


def test_asarray_shares_memory():
    t = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3)).realize()
    a, b = np.asarray(t), np.asarray(t)
    assert address(a) == address(b) and not a.flags.writeable
    np.testing.assert_array_equal(a, [[0, 1, 2], [3, 4, 5]])
    assert address(np.array(t, copy=True)) != address(a)
    assert np.asarray(t, dtype=np.int64).dtype == np.int64


def test_shared_memory_outlives_the_tensor():
    t = Tensor(np.full(1000, 3, dtype=np.int32)).realize()
    a = np.asarray(t)
    del t
    gc.collect()
    [Tensor(np.zeros(1000, dtype=np.int32)).realize() for _ in range(4)]
    assert (a == 3).all()


def test_shared_memory_keeps_its_values_when_the_tensor_gets_others():
    t = Tensor([1.0, 2.0]).realize()
    a = np.asarray(t)
    t.assign(t + 1).realize()
    np.testing.assert_array_equal(a, [1, 2])
    np.testing.assert_array_equal(t.numpy(), [2, 3])


def test_numpy_is_a_copy():
    t = Tensor([1.0, 2.0]).realize()
    t.numpy()[0] = 7
    assert t.tolist() == [1, 2]


def test_from_dlpack_shares_memory():
    a = np.arange(8, dtype=np.float64)
    t = Tensor.from_dlpack(a)
    assert t.dtype is dtypes.float64 and address(np.asarray(t)) == address(a)
    del a
    gc.collect()
    assert (t * 2).tolist() == [0, 2, 4, 6, 8, 10, 12, 14]


@pytest.mark.parametrize("name", ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
                                  "float16", "float32", "float64"])
def test_types_by_dlpack(name):
    a = np.array([[0, 1], [1, 3]]).astype(name)
    t = Tensor.from_dlpack(a)
    back = np.from_dlpack(t)
    assert back.dtype == a.dtype
    np.testing.assert_array_equal(back, a)


def test_what_is_not_contiguous_is_copied():
    a = np.arange(12, dtype=np.float32).reshape(3, 4).T
    np.testing.assert_array_equal(Tensor.from_dlpack(a).numpy(), a)


def test_types_without_a_name_in_dlpack():
    with pytest.raises(BufferError, match="no name in DLPack"):
        Tensor([1.0, 2.0], dtype=dtypes.fp8e5m2).__dlpack__()


def test_no_memory_while_capturing():
    f = TinyJit(lambda x: Tensor(np.asarray(x) + 1).realize())
    f(Tensor([1.0]).realize())
    with pytest.raises(JitError, match="cannot access tensor data during JIT capture"):
        f(Tensor([1.0]).realize())


def test_ml_dtypes():
    ml = pytest.importorskip("ml_dtypes")
    for dtype, name in ((dtypes.bfloat16, ml.bfloat16), (dtypes.fp8e4m3, ml.float8_e4m3fn), (dtypes.fp8e5m2, ml.float8_e5m2)):
        a = np.array([1.5, -2, 0.25]).astype(name)
        t = Tensor(a)
        assert t.dtype is dtype and t.tolist() == [1.5, -2, 0.25]
        back = np.asarray(t, dtype=name)
        assert back.dtype == name and (back == a).all()


def test_torch():
    torch = pytest.importorskip("torch")
    a = torch.arange(6, dtype=torch.float32).reshape(2, 3)
    t = Tensor.from_dlpack(a)
    assert t.tolist() == a.tolist() and address(np.asarray(t)) == a.data_ptr()
    back = torch.from_dlpack(t)
    assert back.data_ptr() == a.data_ptr()
    b = torch.tensor([1.5, -2.0], dtype=torch.bfloat16)
    assert Tensor(b).dtype is dtypes.bfloat16 and Tensor(b).tolist() == [1.5, -2]
    assert torch.from_dlpack(Tensor(b)).dtype is torch.bfloat16
    w = torch.ones(2, requires_grad=True)
    assert Tensor(w).tolist() == [1, 1]


def test_assigning_bits():
    """What is assigned to the bits as other elements is in the tensor."""
    t = Tensor.zeros(16, dtype=dtypes.uint8).contiguous().realize()
    t[0:8].bitcast(dtypes.int64).assign([258])
    assert t.tolist() == [2, 1] + [0] * 14
    wide = t.bitcast(dtypes.uint32)
    wide.assign(Tensor([1, 2, 3, 4], dtype=dtypes.uint32))
    assert wide.tolist() == [1, 2, 3, 4] and t.tolist() == [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0]


def test_detached_tensors_share_memory():
    t = Tensor.zeros(2, 2).contiguous().realize()
    t.detach()[1, 0] = 5
    assert t.tolist() == [[0, 0], [5, 0]]


def test_empty_on_disk_is_the_file(tmp_path):
    path = tmp_path / "bytes"
    path.write_bytes(bytes(range(8)))
    t = Tensor.empty(3, 4, dtype=dtypes.uint8, device=f"disk:{path}")
    assert t[1].to("CPU").tolist() == [4, 5, 6, 7] and t[2].tolist() == [0, 0, 0, 0]
    assert path.stat().st_size == 12
