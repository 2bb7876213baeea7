"""Cases of the kinds that other projects' bug reports are of.

Each is our own program for a kind of mistake that tensor compilers are known to
make, with the right answer from NumPy. The compiled program is compared with the
reference interpreter bit for bit where the class allows, and with NumPy.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
from harness import Program, tensor  # noqa: E402

np.seterr(all="ignore")
program = Program()


def numbers(*shape, start=1, dtype=np.float32):
    """start, start + 1, … in row-major order."""
    return np.arange(start, start + int(np.prod(shape))).astype(dtype).reshape(shape)


def kind(name, inputs, body, *results, given=(), updates=None):
    """A case: inputs are (array, element type), results (name, array, element
    type) with a number of allowed ulps, if not 0. `$name$` in the body stands for
    the type of input or result `name`. `updates`: see Program.add."""
    types = {str(i): tensor(a.shape, e) for i, (a, e) in enumerate(inputs)}
    types.update({r[0]: tensor(np.asarray(r[1]).shape, r[2]) for r in results})
    for key, value in types.items():
        body = body.replace(f"${key}$", value)
    full = [(r[0], np.asarray(r[1]), r[2], r[3] if len(r) > 3 else 0) for r in results]
    program.add(name, [(np.asarray(a), e) for a, e in inputs], body, full, given=given,
                updates=updates)


def f32(*values):
    return np.array(values, np.float32), "f32"


def check():
    program.check(compiled=True)
