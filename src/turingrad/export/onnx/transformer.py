"""Tape machines as transformers: one pass with its cache, and the whole decode as a loop.

The null of an attention is one more row of keys and values, so that hard-max has no branch: the mean of the values at
the largest score, summed in float64 as the network does. A loop stops where no rule fires on the output's state and
symbols: `running` counts, rule by rule, the features that it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from turingrad._support.arrays import Array
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.constructions.transformer.modules import Attention, DecoderLayer
from turingrad.constructions.transformer.network import WRITE_LAYER
from turingrad.constructions.transformer.transitions import ANY
from turingrad.export.onnx.forms import Form
from turingrad.export.onnx.graph import Graph, Value, pairs
from turingrad.export.onnx.model import as_array
from turingrad.export.onnx.transformer_run import begin, cache_shapes, check_run, check_step


def forms(_network: TransformerNetwork) -> Mapping[str, Form]:
    return {
        "run": Form("passes until the machine halts or `most` are done", build_run, check_run, begin),
        "step": Form("one decoding pass, with the keys and values of those before", build_step, check_step, begin),
    }


def labels(network: TransformerNetwork) -> dict[str, Any]:
    c = network.coordinates
    return {
        "coordinates": [c.name(i) for i in range(c.width)],
        "tokens": [[tape, symbol] for tape, symbol in network.vocabulary.entries],
        "states": [*network.machine.states, "boot"],
        "layers": [layer.name for layer in network.decoder_layers()],
        "write_layer": WRITE_LAYER,
    }


class PassNodes:
    """The weights, once, and the nodes of a pass. `tokens` is the encoder's input."""

    def __init__(self, network: TransformerNetwork, g: Graph, tokens: str) -> None:
        self.network, self.g = network, g
        self.w = {name: g.weight(name, as_array(value)) for name, value in network.state_dict().items()}
        self.layers = network.decoder_layers()
        encoded = self.encode_vectors(tokens)
        self.memories = [
            None if layer.cross_attention is None else self.keys_and_values(f"layers.{i}.cross_attention", encoded)
            for i, layer in enumerate(self.layers)
        ]

    def linear(self, name: str, which: str, h: str) -> str:
        return self.g.op("Gemm", h, self.w[f"{name}.W_{which}"], self.w[f"{name}.b_{which}"], transB=1)

    def keys_and_values(self, name: str, h: str) -> tuple[str, str]:
        """Keys and values of vectors (rows, width)."""
        return self.linear(name, "K", h), self.linear(name, "V", h)

    def positions(self, places: str) -> str:
        """Bin(i) in pos1 for each of the places: (places, width)."""
        g, network = self.g, self.network
        powers = 1 << np.arange(network.bits - 1, -1, -1)
        digits = g.op("Mod", g.op("Div", g.op("Unsqueeze", places, [1]), powers), 2)
        at = network.coordinates.slice("pos1")
        pads = [0, at.start, 0, network.width - at.stop]
        return g.op("Pad", g.cast(digits, g.dtype), pads, g.number(0))

    def encode_vectors(self, tokens: str) -> str:
        """E x_i + beta(cell of x_i)."""
        g, vocabulary = self.g, self.network.vocabulary
        symbols = g.op("Gather", g.op("Transpose", self.w["E"], perm=[1, 0]), tokens, axis=0)
        owner = g.op("Gather", np.array([tape for tape, _ in vocabulary.entries], np.int64), tokens)
        tapes = np.arange(len(vocabulary.alphabets))[None]
        own = g.cast(g.op("Equal", g.op("Unsqueeze", owner, [1]), tapes), "int64")
        cells = g.op("ReduceSum", g.op("Mul", g.op("CumSum", own, 0), own), [1], keepdims=0)
        return g.op("Add", symbols, self.positions(cells))

    def attend(self, name: str, attention: Attention, h: str, keys: str, values: str) -> str:
        g = self.g
        keys = g.op("Concat", keys, g.op("Unsqueeze", self.w[f"{name}.K_0"], [0]), axis=0)
        values = g.op("Concat", values, g.op("Unsqueeze", self.w[f"{name}.V_0"], [0]), axis=0)
        scores = g.op("Gemm", self.linear(name, "Q", h), keys, transB=1)  # (1, past + 1)
        if attention.inverse_temperature is not None:
            scaled = g.op("Mul", scores, g.number(attention.inverse_temperature))
            return g.op("Add", h, g.op("MatMul", g.op("Softmax", scaled, axis=-1), values))
        top = g.op("ReduceMax", scores, [1], keepdims=1)
        chosen = g.cast(g.op("Equal", scores, top), "float64")
        total = g.op("MatMul", chosen, g.cast(values, "float64"))
        mean = g.op("Div", total, g.op("ReduceSum", chosen, [1], keepdims=1))
        return g.op("Add", h, g.cast(mean, g.dtype))

    def layer(self, number: int, layer: DecoderLayer, h: str, cache: tuple[str, str] | None) -> tuple[str, Any]:
        """The layer's output for h (1, width), and its cache with this pass."""
        g, name = self.g, f"layers.{number}"
        if layer.self_attention is not None:
            assert cache is not None
            key, value = self.keys_and_values(f"{name}.self_attention", h)
            cache = g.op("Concat", cache[0], key, axis=0), g.op("Concat", cache[1], value, axis=0)
            h = self.attend(f"{name}.self_attention", layer.self_attention, h, *cache)
        memory = self.memories[number]
        if layer.cross_attention is not None and memory is not None:
            h = self.attend(f"{name}.cross_attention", layer.cross_attention, h, *memory)
        for part in (1, 2, 3) if layer.feedforward.correction else (1,):
            h = g.op("Relu", self.linear(f"{name}.feedforward", str(part), h))
        return h, cache

    def one_pass(
        self, output: str, time: str, caches: list[tuple[str, str]]
    ) -> tuple[list[str], list[tuple[str, str]]]:
        """The hidden vectors (1, width) of a pass, its input first, and the caches with it."""
        g, left, after = self.g, iter(caches), []
        place = self.positions(g.op("Unsqueeze", time, [0]))
        hidden = [g.op("Add", g.op("Unsqueeze", output, [0]), place)]
        for number, layer in enumerate(self.layers):
            own = None if layer.self_attention is None else next(left)
            h, cache = self.layer(number, layer, hidden[-1], own)
            hidden.append(h)
            if cache is not None:
                after.append(cache)
        return hidden, after

    def rule_fires(self, output: str) -> str:
        """Whether a rule of the machine fires on an output (1, width)."""
        g = self.g
        needs, counts = rule_features(self.network)
        fired = g.op("Equal", g.op("MatMul", output, g.number(needs.T)), g.number(counts))
        return g.cast(g.op("ReduceMax", g.cast(fired, "int64"), keepdims=0), "bool")


def rule_features(network: TransformerNetwork) -> tuple[Array, Array]:
    """For each unit that is a rule of the machine, or the boot, the features that it needs, and how many they are."""
    c, table = network.coordinates, network.table
    units = np.flatnonzero(~np.asarray(table.halts))
    needs = np.zeros((len(units), c.width))
    for row, unit in enumerate(units.tolist()):
        needs[row, c.at("st", int(table.state[unit]))] = 1
        for tape, symbol in enumerate(table.read[unit].tolist()):
            if symbol != ANY:
                needs[row, c.at(c.of("sym1", tape), symbol)] = 1
    return needs, needs.sum(axis=1)


def build_step(network: TransformerNetwork, g: Graph) -> None:
    """`output` is o of the pass before (h_0 before the first), `time` the number of this pass."""
    tokens = g.input("tokens", "int64", "length")
    output, time = g.input("output", g.dtype, network.width), g.input("time", "int64")
    nodes = PassNodes(network, g, tokens)
    hidden, caches = nodes.one_pass(output, time, g.caches(cache_shapes(network)))
    g.output("hidden", g.op("Concat", *hidden, axis=0), g.dtype, network.depth + 1, network.width)
    answer = g.op("MatMul", g.op("Squeeze", hidden[-1], [0]), nodes.w["theta_cls"])
    g.output("prediction", answer, g.dtype)
    g.caches_after(cache_shapes(network), caches)


def build_run(network: TransformerNetwork, g: Graph) -> None:
    """`written` and `outputs` have one row per pass: the vectors after the layer that writes, and after the last."""
    tokens = g.input("tokens", "int64", "length")
    output, time = g.input("output", g.dtype, network.width), g.input("time", "int64")
    most = g.input("most", "int64")
    nodes, start = PassNodes(network, g, tokens), g.caches(cache_shapes(network))

    def body(_i: str, o: str, t: str, *flat: str) -> Any:
        hidden, after = nodes.one_pass(o, t, pairs(flat))
        last, wrote = (g.op("Squeeze", hidden[at], [0]) for at in (-1, WRITE_LAYER))
        carried = [last, g.op("Add", t, 1), *(name for pair in after for name in pair)]
        row = Value("row", g.dtype, (network.width,))
        return nodes.rule_fires(hidden[-1]), carried, [(wrote, row), (last, row)]

    carried = [(output, Value("o", g.dtype, (network.width,))), (time, Value("t", "int64"))]
    carried += [(name, Value("cache", g.dtype, (None, None))) for pair in start for name in pair]
    found = g.loop(most, carried, body)
    g.output("output_after", found[0], g.dtype, network.width)
    g.output("time_after", found[1], "int64")
    g.caches_after(cache_shapes(network), pairs(found[2:-2]))
    g.output("written", found[-2], g.dtype, "passes", network.width)
    g.output("outputs", found[-1], g.dtype, "passes", network.width)
    g.output("prediction", g.op("MatMul", found[0], nodes.w["theta_cls"]), g.dtype)
