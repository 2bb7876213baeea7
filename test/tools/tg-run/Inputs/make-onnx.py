"""Writes a small model, an input, the output it should have, and a file that is no model, to a folder."""
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

folder = sys.argv[1]
w = np.arange(12, dtype=np.float32).reshape(4, 3) / 8
x = np.linspace(-1, 1, 20, dtype=np.float32).reshape(5, 4)
graph = helper.make_graph(
    [helper.make_node("MatMul", ["x", "w"], ["z"]), helper.make_node("Relu", ["z"], ["y"])], "small",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 4])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 3])], [numpy_helper.from_array(w, "w")])
save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), f"{folder}/model.onnx")
np.save(f"{folder}/x.npy", x)
np.save(f"{folder}/y.npy", np.maximum(x @ w, 0))
with open(f"{folder}/bad.onnx", "wb") as file:
    file.write(b"not a model")
