"""Errors say which line made the op; long compilations and runs can be stopped, and show progress on a terminal."""
import fcntl
import inspect
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time

import numpy as np
import pytest

from tinygrad_mlir import Context, Tensor


def line():
    return inspect.currentframe().f_back.f_lineno


def test_a_compile_error_has_the_line():
    one = Tensor.ones(1, 1).realize()
    huge, where = one.expand(2**31, 2**31) + 1, line()
    with pytest.raises(RuntimeError, match=re.escape(f"{__file__}:{where}: ")):
        huge.sum(0).realize()


def test_a_run_error_has_the_line():
    one = Tensor.ones(1, 1).realize()
    huge, where = one.expand(2**20, 2**30) + 1, line()
    with pytest.raises(RuntimeError, match=re.escape(f"{__file__}:{where}")):
        huge.realize()


def test_ops_inside_the_package_have_the_callers_line():
    """`softmax` is several ops of the package's: they are the line that calls it."""
    one = Tensor.ones(1, 1).realize()
    huge, where = one.expand(2**31, 2**31).softmax(), line()
    with pytest.raises(RuntimeError, match=re.escape(f"{__file__}:{where}: ")):
        huge.realize()


@pytest.fixture
def alarm():
    """Ctrl-C after a while: in the thread that is busy in C++."""
    def interrupt(*_):
        raise KeyboardInterrupt
    old = signal.signal(signal.SIGALRM, interrupt)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, old)


def test_a_compilation_can_be_stopped(alarm):
    """What was being compiled is as it was before, and can be computed later."""
    x = Tensor.arange(64).clone().realize()
    many = [(x[:i] * i).exp2().sin().contiguous() for i in range(2, 64)] + [x[:5] * 3]
    alarm(0.2)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        Tensor.realize(*many)
    stopped = time.monotonic() - start
    assert not many[-1].uop.is_realized
    assert many[-1].tolist() == [0, 3, 6, 9, 12]
    assert stopped < 30


def test_a_run_can_be_stopped(alarm):
    a = Tensor.rand(384, 384).realize()

    def chain():
        y = a
        for _ in range(100):
            y = (y @ a).contiguous() * 1e-3
        return y
    np.testing.assert_allclose(chain().mean().numpy(), chain().mean().numpy())      # Compiled.
    y = chain().mean()
    alarm(0.02)
    with pytest.raises(KeyboardInterrupt):
        y.realize()
    assert not y.uop.is_realized
    assert np.isfinite(y.numpy())


def test_a_search_can_be_stopped(alarm):
    """Ctrl-C between two forms: nothing is computed, and the next search is as usual."""
    a = Tensor.rand(65, 65).realize()
    with Context(BEAM=8):
        y = (a @ a).relu()
        alarm(0.3)
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            y.realize()
        stopped = time.monotonic() - start
        assert not y.uop.is_realized
    np.testing.assert_allclose(y.numpy(), np.maximum(a.numpy() @ a.numpy(), 0), rtol=1e-5)
    assert stopped < 8         # A search takes ten seconds, one form much less.


SLOW = """
import sys
from tinygrad_mlir import Tensor, progress
progress.Progress.delay = 0.0
x = Tensor.arange(64).clone().realize()
Tensor.realize(*[(x[:i] * i).contiguous() for i in range(2, 12)])
"""


SEARCH = """
from tinygrad_mlir import Context, Tensor, _core, progress
progress.Progress.delay = 0.0
a = Tensor.rand(65, 65).realize()
with Context(BEAM=2):
    _core.set_beam(2, 1.0)
    (a @ a).realize()
"""


def run_on_terminal(program):
    """What a program writes to standard error, a terminal."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))     # A window without size shows nothing.
    child = subprocess.Popen([sys.executable, "-c", program], stderr=slave)
    os.close(slave)
    text = b""
    try:
        while chunk := os.read(master, 4096):
            text += chunk
    except OSError:                                            # The child has closed it.
        pass
    assert child.wait() == 0
    return text


def test_progress_on_a_terminal():
    pytest.importorskip("tqdm")
    text = run_on_terminal(SLOW)
    assert b"compiling" in text and b"kernels" in text


def test_progress_of_a_search():
    pytest.importorskip("tqdm")
    text = run_on_terminal(SEARCH)
    assert b"searching r_65_65_65" in text and b"forms" in text and re.search(rb"best \d+\.\d us", text)


@pytest.mark.parametrize("program", [SLOW, SEARCH])
def test_no_progress_elsewhere(program):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stderr == b""
