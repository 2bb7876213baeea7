"""Programs as Python values."""
import io
import pickle

import numpy as np
import pytest

from tinygrad_mlir import CompileError, Module, Tensor, TinyJit

TEXT = """\
func.func @main(%x: tensor<?x4xf32> {tg.dims = ["n", 4], tg.name = "x"}, %b: tensor<4xf32> {tg.name = "b"}) -> tensor<?x4xf32>
    attributes {tg.variables = {n = [1, 16]}} {
  %n = tg.variable "n"
  %0 = tg.reshape %b [1, 4] : tensor<4xf32> -> tensor<1x4xf32>
  %1 = tg.expand %0 [%n, 4] : tensor<1x4xf32> -> tensor<?x4xf32>
  %2 = tg.add %x, %1 : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
"""


def test_run():
    m = Module.parse(TEXT)
    assert str(m.arguments[0]) == "x: float[n, 4]" and repr(m).startswith("<Module main(x: float[n, 4], b: float[4])")
    x = np.arange(8, dtype=np.float32).reshape(2, 4)
    y = m.run(x, [1.0, 2.0, 3.0, 4.0])
    np.testing.assert_array_equal(y.numpy(), x + [1, 2, 3, 4])
    np.testing.assert_array_equal(m.run(b=Tensor.ones(4), x=Tensor(x[:1])).numpy(), x[:1] + 1)
    np.testing.assert_array_equal((m.run(x, Tensor.zeros(4)) * 2).numpy(), x * 2)


def test_wrong_arguments():
    m = Module.parse(TEXT)
    with pytest.raises(TypeError, match=r"expected 2 arguments \(x: float\[n, 4\], b: float\[4\]\), but got 1"):
        m.run(Tensor.ones(2, 4))
    with pytest.raises(ValueError, match=r"argument 1 \(b\): expected size 4 on axis 0, but got 3"):
        m.run(Tensor.ones(2, 4), Tensor.ones(3))
    with pytest.raises(TypeError, match="argument 0 .x.: expected dtypes.float, but got dtypes.int"):
        m.run(Tensor.ones(2, 4, dtype="int32"), Tensor.ones(4))
    with pytest.raises(TypeError, match="the program has no argument 'z'"):
        m.run(Tensor.ones(2, 4), Tensor.ones(4), z=1)


def test_errors_have_places():
    with pytest.raises(CompileError) as caught:
        Module.parse('func.func @main(%x: tensor<2xf32>) {\n  %0 = tg.no_such %x\n  return\n}\n', "mine.mlir")
    first = caught.value.diagnostics[0]
    assert (first.severity, first.file, first.line) == ("error", "mine.mlir", 2)
    assert str(caught.value).startswith("mine.mlir:2:")
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == caught.value.diagnostics


def test_print_and_passes():
    m = Module.of((Tensor([1.0, 2.0]).realize() + 1) * 2)
    out = io.StringIO()
    m.print(out)
    assert out.getvalue().startswith("module {") and "tg.add" in out.getvalue()
    fused = m.passes("canonicalize,cse")
    assert "tg.mul" in fused.text and fused.arguments == m.arguments
    with pytest.raises(CompileError, match="no-such-pass"):
        m.passes("no-such-pass")


def test_stages():
    m = Module.of((Tensor.ones(64).contiguous().realize() + 1).sum())
    assert "tg.kernel" in m.show("schedule")
    assert "uop.kernel" in m.show("uop")
    assert "jit.func" in m.show("jit")
    assert "define" in m.show("llvm")
    with pytest.raises(CompileError, match="expected a stage"):
        m.show("soup")


def two_chains():
    """Kernels that wait for each other, one of them launched twice, and one that waits for none."""
    x, w = Tensor.ones(64, 64).realize(), Tensor.ones(64, 64).realize()
    y = ((x @ w).softmax() @ w).sum(0)
    return Module.of(y, (x * 2).max())


def test_kernels():
    kernels = two_chains().kernels()
    assert len(kernels) == len({k.name for k in kernels}) >= 4
    first = kernels[0]
    assert list(first.stages) == ["uop", "code", "llvm", "asm"]
    assert str(first).startswith(f"uop.kernel @{first.name}(") and "define" in first.stages["llvm"]
    assert first.ops == 2 * 64 ** 3 and first.bytes == 3 * 4 * 64 ** 2
    assert all(o.startswith("#uop.opt<") for o in first.opts) and first.opts
    page = first._repr_html_()
    assert f"<b>{first.name}</b>" in page and "&lt;upcast" in page and page.count("<details>") == 4


def test_formulas_of_variables():
    """What a kernel with a size that is a variable costs is a formula of it."""
    kernel, = Module.parse(TEXT).kernels()
    assert kernel.ops == "s0 * 4"


def test_plan_and_graph():
    m = two_chains()
    plan, graph = m.plan(), m.graph()
    assert plan.items == tuple(i.name for i in graph.items)
    assert {i.name for i in graph.items} == {k.name for k in m.kernels()} and len(graph) > len(m.kernels())  # One twice.
    assert plan.bytes == sum(a.bytes for a in plan.arenas) > 0
    for arena in plan.arenas:
        for i, a in enumerate(arena.buffers):
            assert 0 <= a.begin < a.end <= arena.bytes and 0 <= a.first <= a.last < len(graph)
            for b in arena.buffers[:i]:
                assert a.end <= b.begin or b.end <= a.begin or a.last < b.first or b.last < a.first
    assert graph.edges and all(a < b for a, b in graph.edges)
    alone = [i for i, item in enumerate(graph.items) if not item.after and graph.items[0] is not item]
    assert alone and graph.levels[alone[0]] == 0 and max(graph.levels) >= 2
    assert {i.kind for i in graph.items} == {"launch"} and {i.graph for i in graph.items} == {0}
    assert plan._repr_html_().count("<rect") == sum(len(a.buffers) for a in plan.arenas)
    assert graph._repr_html_().count("<rect") == len(graph) and graph._repr_html_().count("<path") == len(graph.edges)


def test_programs_of_a_capture():
    w = Tensor.ones(4, 4).realize()
    f = TinyJit(lambda x: (x @ w).relu())
    assert f.modules == ()
    for _ in range(2):
        f(Tensor.ones(2, 4).contiguous().realize())
    program, = f.modules
    assert [str(p) for p in program.results] == ["_: float[2, 4]"] and len(program.graph()) == len(program.kernels()) == 1


def test_nothing_to_launch():
    m = Module.parse("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n")
    assert m.kernels() == () and m.plan().bytes == 0 and "<div>" in m.plan()._repr_html_() and m.graph()._repr_html_()


def test_what_cannot_be_compiled_is_not_inspected():
    with pytest.raises(CompileError):
        Module("func.func @main(").kernels()


def test_html():
    assert "&lt;Module main(" in Module.parse(TEXT)._repr_html_()


def test_bytecode(tmp_path):
    onnx = pytest.importorskip("onnx")
    from onnx import TensorProto, helper

    from tinygrad_mlir.nn.onnx.export import export
    graph = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g",
                              [helper.make_tensor_value_info("x", TensorProto.FLOAT, [3])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3])])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    (tmp_path / "m.mlirbc").write_bytes(export(model, bytecode=True))
    m = Module.load(tmp_path / "m.mlirbc")
    assert m.run(x=[-1.0, 0.0, 2.0]).tolist() == [0, 0, 2] and onnx
