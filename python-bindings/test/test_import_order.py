"""The package beside the other libraries that bring a compiler or threads of their own, imported in any order."""
import importlib.util
import itertools
import subprocess
import sys

import pytest

PEERS = [name for name in ("torch", "jax", "triton") if importlib.util.find_spec(name)]
USE = {"tinygrad_mlir": "from tinygrad_mlir import Tensor\nassert (Tensor([1.0, 2.0]) @ Tensor([3.0, 4.0])).item() == 11\n",
       "torch": "import torch\nassert (torch.ones(64, 64) @ torch.ones(64, 64)).sum().item() == 64 ** 3\n",
       "jax": "import jax.numpy as jnp\nassert float(jnp.ones(8).sum()) == 8\n",
       "triton": "import triton\n"}


@pytest.mark.parametrize("peer", ["torch", "jax", "triton"])
@pytest.mark.parametrize("first", [True, False])
def test_pairs(peer, first):
    if peer not in PEERS:
        pytest.skip(f"{peer} is not installed")
    order = ["tinygrad_mlir", peer] if first else [peer, "tinygrad_mlir"]
    run(order)


def test_all():
    """Every order of those that are installed."""
    if len(PEERS) < 2:
        pytest.skip("fewer than two of torch, jax and triton are installed")
    for order in itertools.permutations(["tinygrad_mlir", *PEERS]):
        run(order)


def run(order):
    """Imports in the order, uses each, and uses each again."""
    code = "".join(USE[name] for name in order) * 2
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, f"{order}: {done.stderr}"
