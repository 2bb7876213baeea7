"""What DLPack lets a consumer ask for: copies, versions, memory that is read only."""
import numpy as np
import pytest

from tinygrad_mlir import Tensor


def address(array):
    return array.__array_interface__["data"][0]


def read_only(a):
    a.flags.writeable = False
    return a


def test_copies_by_dlpack():
    t = Tensor([1.0, 2.0]).realize()
    for copy, same in ((True, False), (False, True), (None, True)):
        assert (address(np.from_dlpack(t, copy=copy)) == address(np.asarray(t))) is same
    np.from_dlpack(t, copy=True)[:] = 7
    assert t.tolist() == [1, 2]


def test_read_only_memory_stays_read_only():
    a = read_only(np.arange(4, dtype=np.float32))
    t = Tensor.from_dlpack(a)
    assert address(np.asarray(t)) == address(a)
    for shared in (t, t.detach(), t.reshape(2, 2).realize()):
        back = np.from_dlpack(shared)
        assert not back.flags.writeable or address(back) != address(a)
    assert address(np.from_dlpack(t)) == address(a)
    writable = np.from_dlpack(t, copy=True)
    assert address(writable) != address(a)
    # What is made from it is the tensor's own.
    assert np.from_dlpack((t + 1).realize()).flags.writeable
    assert np.from_dlpack(Tensor.from_dlpack(np.arange(4, dtype=np.float32))).flags.writeable


def test_read_only_memory_for_old_versions():
    """Without a version a capsule cannot say that its memory is read only."""
    class Old:
        def __init__(self, tensor, **more):
            self.tensor, self.more = tensor, more

        def __dlpack__(self, **ignored):
            return self.tensor.__dlpack__(**self.more)

        def __dlpack_device__(self):
            return self.tensor.__dlpack_device__()

    a = read_only(np.arange(4, dtype=np.float32))
    t = Tensor.from_dlpack(a)
    back = np.from_dlpack(Old(t))
    assert address(back) != address(a) and back.tolist() == [0, 1, 2, 3]
    with pytest.raises(BufferError, match="the memory is read only"):
        t.__dlpack__(copy=False)


def test_what_dlpack_cannot_have():
    t = Tensor([1.0])
    for more in ({"dl_device": (2, 0)}, {"stream": 1}):
        with pytest.raises(BufferError):
            t.__dlpack__(**more)
    with pytest.raises(TypeError, match="expected an array in the processor's memory"):
        Tensor.from_dlpack(object())
