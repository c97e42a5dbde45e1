"""The decoder's forward pass as an ONNX graph: a whole sequence in, logits after every token out."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.modules import DecoderBlock
from turingrad.constructions.decoder.scaling import NORM_EPSILON, PAIRS, SOFTMAX_FACTOR, THETA_BITS

OPSET, IR = 18, 10
HIDDEN = -1e30  # a masked score


class Graph:
    """Nodes by operator: `op("Add", a, b)` returns the name of its result; arrays become constants."""

    def __init__(self) -> None:
        self.helper = importlib.import_module("onnx.helper")
        self.numpy = importlib.import_module("onnx.numpy_helper")
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, value: Any) -> str:
        name = f"c{len(self.constants)}"
        self.constants.append(self.numpy.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind: str, *inputs: Any, **attributes: Any) -> str:
        names = [each if isinstance(each, str) else self.constant(each) for each in inputs]
        result = f"n{len(self.nodes)}"
        self.nodes.append(self.helper.make_node(kind, names, [result], **attributes))
        return result


def model_of(network: DecoderNetwork) -> Any:
    """An onnx ModelProto in float32."""
    onnx = importlib.import_module("onnx")
    graph = Graph()
    op = graph.op
    count = op("Shape", "tokens")
    places = op("Range", np.array(0, np.int64), op("Squeeze", count), np.array(1, np.int64))
    omega = (2.0 ** (-THETA_BITS * np.arange(PAIRS) / PAIRS)).astype(np.float32)
    angles = op("Mul", op("Unsqueeze", op("Cast", places, to=1), np.array([1])), np.tile(omega, 2)[None])
    cos, sin = op("Cos", angles), op("Sin", angles)
    ordered = op("LessOrEqual", op("Unsqueeze", places, np.array([0])), op("Unsqueeze", places, np.array([1])))
    mask = op("Where", ordered, np.float32(0), np.float32(HIDDEN))  # (places, past)
    x = op("Gather", network.embedding.detach().float().numpy(), "tokens")
    for block in network.decoder_blocks():
        x = op("Add", x, attended(graph, block, normed(graph, x), cos, sin, mask))
        n = normed(graph, x)
        gate = op("MatMul", n, weight(block, "gate"))
        mid = op("Mul", op("Mul", gate, op("Sigmoid", gate)), op("MatMul", n, weight(block, "up")))
        x = op("Add", x, op("MatMul", mid, weight(block, "down")))
    logits = op("MatMul", normed(graph, x), network.head.detach().float().numpy().T)
    graph.nodes.append(graph.helper.make_node("Identity", [logits], ["logits"]))
    made = graph.helper.make_graph(
        graph.nodes,
        "decoder",
        [graph.helper.make_tensor_value_info("tokens", onnx.TensorProto.INT64, ["places"])],
        [graph.helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["places", len(network.vocabulary)])],
        graph.constants,
    )
    model = graph.helper.make_model(made, opset_imports=[graph.helper.make_opsetid("", OPSET)], ir_version=IR)
    onnx.checker.check_model(model)
    return model


def weight(block: DecoderBlock, name: str) -> Any:
    return getattr(block, name).detach().float().numpy().T


def normed(graph: Graph, x: str) -> str:
    square = graph.op("ReduceMean", graph.op("Mul", x, x), np.array([-1]), keepdims=1)
    return graph.op("Div", x, graph.op("Sqrt", graph.op("Add", square, np.float32(NORM_EPSILON))))


def attended(graph: Graph, block: DecoderBlock, n: str, cos: str, sin: str, mask: str) -> str:
    op = graph.op
    width = block.q.shape[1]

    def heads(matrix: str) -> str:
        shape = np.array([-1, width // HEAD_SIZE, HEAD_SIZE])
        return op("Transpose", op("Reshape", op("MatMul", n, weight(block, matrix)), shape), perm=[1, 0, 2])

    def turned(x: str) -> str:
        first = op("Slice", x, np.array([0]), np.array([PAIRS]), np.array([2]))
        second = op("Slice", x, np.array([PAIRS]), np.array([HEAD_SIZE]), np.array([2]))
        half = op("Concat", op("Neg", second), first, axis=2)
        return op("Add", op("Mul", x, cos), op("Mul", half, sin))

    keys = op("Transpose", turned(heads("k")), perm=[0, 2, 1])
    scores = op("Div", op("MatMul", turned(heads("q")), keys), np.float32(SOFTMAX_FACTOR))
    weights = op("Softmax", op("Add", scores, mask), axis=-1)
    mixed = op("Transpose", op("MatMul", weights, heads("v")), perm=[1, 0, 2])
    return op("MatMul", op("Reshape", mixed, np.array([-1, width])), weight(block, "o"))
