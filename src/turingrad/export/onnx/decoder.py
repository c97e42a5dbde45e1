"""The decoder: one forward pass with its cache, and generation to `<halt>`, `<edge>` or the context's end as a loop.

The pass takes any number of tokens that follow those of the cache: the prompt in the first round, then one at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from turingrad.constructions.decoder import DecoderNetwork
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import NORM_EPSILON, PAIRS, SOFTMAX_FACTOR
from turingrad.export.labelling import labels  # noqa: F401 - of every construction
from turingrad.export.onnx.decoder_run import begin, cache_shapes, check_run, check_step
from turingrad.export.onnx.forms import Form
from turingrad.export.onnx.graph import Graph, Value, pairs
from turingrad.export.onnx.model import as_array

HIDDEN = -1e30  # a masked score


def forms(_network: DecoderNetwork) -> Mapping[str, Form]:
    return {
        "run": Form("tokens until one ends the run or `most` are said", build_run, check_run, begin),
        "step": Form("logits of the tokens that follow those of the cache", build_step, check_step, begin),
    }


class BlockNodes:
    """The weights, once, and the nodes of a forward pass."""

    def __init__(self, network: DecoderNetwork, g: Graph) -> None:
        self.network, self.g = network, g
        self.w = {name: g.weight(name, as_array(value)) for name, value in network.state_dict().items()}

    def times(self, x: str, name: str) -> str:
        return self.g.op("Gemm", x, self.w[name], transB=1)

    def rms_norm(self, x: str) -> str:
        g = self.g
        square = g.op("ReduceMean", g.op("Mul", x, x), [-1], keepdims=1)
        return g.op("Div", x, g.op("Sqrt", g.op("Add", square, g.number(NORM_EPSILON))))

    def logits(self, tokens: str, caches: list[tuple[str, str]]) -> tuple[str, list[str], list[tuple[str, str]]]:
        """Logits (tokens, vocabulary), the stream after each block, and the caches with these tokens."""
        g, network = self.g, self.network
        past = g.op("Gather", g.op("Shape", caches[0][0]), 1)
        count = g.op("Gather", g.op("Shape", tokens), 0)
        end = g.op("Add", past, count)
        places = g.op("Range", past, end, 1)
        omega = np.tile(2.0 ** (-network.theta_bits * np.arange(PAIRS, dtype=np.float32) / PAIRS), 2)[None].astype(
            np.float32
        )
        angles = g.op("Mul", g.op("Unsqueeze", g.cast(places, "float32"), [1]), omega)
        cos, sin = (g.cast(g.op(kind, angles), g.dtype) for kind in ("Cos", "Sin"))
        keys = g.op("Unsqueeze", g.op("Range", 0, end, 1), [0])
        seen = g.op("LessOrEqual", keys, g.op("Unsqueeze", places, [1]))
        mask = g.op("Where", seen, g.number(0), g.number(HIDDEN))  # (tokens, past and tokens)
        stream, after = [g.op("Gather", self.w["embedding"], tokens, axis=0)], []
        for number in range(network.depth):
            x, cache = self.block(f"blocks.{number}", stream[-1], cos, sin, mask, caches[number])
            stream.append(x)
            after.append(cache)
        return self.times(self.rms_norm(stream[-1]), "head"), stream, after

    def block(
        self, name: str, x: str, cos: str, sin: str, mask: str, cache: tuple[str, str]
    ) -> tuple[str, tuple[str, str]]:
        g, few = self.g, self.network.key_value_heads
        n = self.rms_norm(x)

        def heads(part: str, count: int) -> str:
            shape = [-1, count, HEAD_SIZE]
            return g.op("Transpose", g.op("Reshape", self.times(n, f"{name}.{part}"), shape), perm=[1, 0, 2])

        keys = g.op("Concat", cache[0], self.rotate(heads("k", few), cos, sin), axis=1)  # (heads, past, 64)
        values = g.op("Concat", cache[1], heads("v", few), axis=1)
        products = g.op(
            "MatMul", self.rotate(heads("q", self.network.heads), cos, sin), g.op("Transpose", keys, perm=[0, 2, 1])
        )
        scores = g.op("Add", g.op("Div", products, g.number(SOFTMAX_FACTOR)), mask)
        mixed = g.op("Transpose", g.op("MatMul", g.op("Softmax", scores, axis=-1), values), perm=[1, 0, 2])
        x = g.op("Add", x, self.times(g.op("Reshape", mixed, [-1, HEAD_SIZE * self.network.heads]), f"{name}.o"))
        n2 = self.rms_norm(x)
        gate = self.times(n2, f"{name}.gate")
        mid = g.op("Mul", g.op("Mul", gate, g.op("Sigmoid", gate)), self.times(n2, f"{name}.up"))
        return g.op("Add", x, self.times(mid, f"{name}.down")), (keys, values)

    def rotate(self, x: str, cos: str, sin: str) -> str:
        """Rotary pairs (p, p + 32) of x (heads, tokens, 64)."""
        g = self.g
        first = g.op("Slice", x, [0], [PAIRS], [2])
        second = g.op("Slice", x, [PAIRS], [HEAD_SIZE], [2])
        half = g.op("Concat", g.op("Neg", second), first, axis=2)
        return g.op("Add", g.op("Mul", x, cos), g.op("Mul", half, sin))


def build_step(network: DecoderNetwork, g: Graph) -> None:
    tokens, nodes = g.input("tokens", "int64", "length"), BlockNodes(network, g)
    logits, stream, caches = nodes.logits(tokens, g.caches(cache_shapes(network)))
    g.output("logits", logits, g.dtype, "length", len(network.vocabulary))
    rows = [g.op("Unsqueeze", x, [0]) for x in stream]
    g.output("hidden", g.op("Concat", *rows, axis=0), g.dtype, network.depth + 1, "length", network.width)
    g.caches_after(cache_shapes(network), caches)


def build_run(network: DecoderNetwork, g: Graph) -> None:
    """`tokens` follow those of the cache; `said` are the new ones, the last of which the cache does not hold yet."""
    tokens, most = g.input("tokens", "int64", "length"), g.input("most", "int64")
    nodes, start = BlockNodes(network, g), g.caches(cache_shapes(network))

    def body(_i: str, following: str, *flat: str) -> Any:
        logits, _, after = nodes.logits(following, pairs(flat))
        token = g.op("ArgMax", g.op("Gather", logits, [-1], axis=0), axis=1, keepdims=0)  # (1,)
        first, second = network.ends
        ended = g.op("Or", g.op("Equal", token, [first]), g.op("Equal", token, [second]))
        length = g.op("Slice", g.op("Shape", after[0][0]), [1], [2])
        room = g.op("Less", length, [network.options.context - 1])
        again = g.op("Squeeze", g.op("And", g.op("Not", ended), room), [0])
        one = g.op("Squeeze", token, [0])
        return again, [token, *(name for pair in after for name in pair)], [(one, Value("said", "int64"))]

    carried = [(tokens, Value("following", "int64", (None,)))]
    carried += [(name, Value("cache", g.dtype, (None, None, None))) for pair in start for name in pair]
    found = g.loop(most, carried, body)
    g.output("said", found[-1], "int64", "new")
    g.caches_after(cache_shapes(network), pairs(found[1:-1]))
