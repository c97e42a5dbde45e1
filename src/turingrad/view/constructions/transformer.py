"""The transformer's side of a page: hidden vectors of every shown pass, weights and names of coordinates.

The page computes attention itself, from these weights and vectors.
"""

from __future__ import annotations

import base64
import re
from typing import Any

import numpy as np

from turingrad._support.arrays import F64, Array
from turingrad.constructions.transformer import TransformerNetwork, attention_weights, layer_weights
from turingrad.constructions.transformer.decode import BOOT, rule_names
from turingrad.constructions.transformer.executors.dense import DenseRun
from turingrad.constructions.transformer.executors.indexed import IndexedRun
from turingrad.constructions.transformer.executors.packed import PackedRun
from turingrad.constructions.transformer.executors.running import new_run
from turingrad.constructions.transformer.weights import AttentionWeights
from turingrad.view.frames import configurations
from turingrad.view.network_pages import Asked, NetworkPage, NetworkSide, TourRun

PLOTS_LAYERS = True  # `network.plot()` draws its layers, see `view/plots.py`
DENSE_STEPS, INDEXED_STEPS = 500, 20_000  # up to these the module itself runs, then its index, then packed bits
MAX_VECTOR_BYTES = 2_400_000  # of all hidden vectors in base64
EXPLAINED = {
    "st": "the state, one coordinate each",
    "sym1": "the symbol under the head",
    "sym2": "the symbol that this pass writes",
    "pos1": "the number of this pass, in binary",
    "pos2": "the cell of the head before the move, in binary",
    "pos3": "the cell of the head after the move, in binary",
    "pair": "state and symbol together: which rule applies",
    "inc": "carries for a move to the right: the k lowest bits are all 1",
    "dec": "borrows for a move to the left: the k lowest bits are all 0",
    "scr1": "the symbol found by the last-write search",
    "scr2": "the symbol of the input in this cell",
    "scr3": "time bits of the last write to the new cell, as far as found",
    "scr4": "two flags: written before, part of the input",
    "or2": "the input's symbol, where the cell was never written",
    "bl": "1 where the cell is blank: neither written nor input",
    "edge": "1 where the head would leave the left end",
    "tape": "the tape of an encoder token",
}
BINARY = ("pos1", "pos2", "pos3", "scr3")
SYMBOLS = ("sym1", "sym2", "scr1", "scr2", "or2", "and1", "and2")


def coordinate_names(network: TransformerNetwork) -> list[str]:
    """Every coordinate by its meaning: `pair(D,1)`, not `pair[9]`."""
    c, table = network.coordinates, network.table
    states = (*network.machine.states, BOOT)
    names = []
    for field in c:
        kind, _, tape = field.partition(".")
        for index in range(c.size(field)):
            if field == "st":
                names.append(f"st({states[index]})")
            elif kind in SYMBOLS:
                names.append(f"{field}({table.alphabets[int(tape or 0)][index]})")
            elif field == "pair":
                names.append(f"pair({','.join(rule_names(table, states, index))})")
            elif kind in BINARY:
                names.append(f"{field}({1 << (c.size(field) - 1 - index)}s)")
            elif kind == "scr4":
                names.append(("written", "in input", "bit")[index] + (f" {tape}" if tape else ""))
            else:
                names.append(field if c.size(field) == 1 else f"{field}({index})")
    return names


def choose(network: TransformerNetwork | None, last: int, own: bool) -> str:
    """The module itself up to 500 steps, for softmax attention and for a network that the user gave."""
    soft = network is not None and network.options.attention == "softmax"
    return "dense" if last <= DENSE_STEPS or soft or own else "indexed" if last <= INDEXED_STEPS else "packed"


def collect(asked: Asked) -> NetworkSide:
    network, executor = asked.network, asked.executor
    # executors keep all hidden vectors or none; here each pass's are taken and dropped at once
    runner = new_run(network, asked.given, executor, keep=int(executor != "packed"))
    snapshots, vectors = [], []
    bytes_each = (network.depth + 1) * network.width // 6
    shown = len(asked.steps) * bytes_each <= MAX_VECTOR_BYTES
    for found in configurations(runner, asked.steps, "decoding", asked.total, asked.progress):
        snapshots.append(found)
        if shown:
            vectors.append(pack_base64(last_hidden(runner)))
    net = {
        **network_data(network),
        "hidden": vectors,
        "input": [len(tape) for tape in asked.machine.tapes_of(asked.given)],
    }
    facts = {"layers": network.depth, "wide": network.width, "weights": network.parameter_count()}
    return NetworkSide(snapshots, net, {**facts, "executor": executor})


def last_hidden(runner: DenseRun | IndexedRun | PackedRun) -> Array:
    """(depth + 1, width) of the last pass."""
    last: Array = runner.hidden()[-1]
    if not isinstance(runner, PackedRun):  # whose memory is a ring
        runner.kept.clear()
    return last


def pack_base64(vectors: Array) -> str:
    """Rows of bits as base64; perturbed networks are read at the threshold 1/2, as their decoder does."""
    return base64.b64encode(np.packbits((vectors > 0.5).astype(np.uint8).ravel()).tobytes()).decode("ascii")


def network_data(network: TransformerNetwork) -> dict[str, Any]:
    """The network itself: fields, names of coordinates and weights by layer."""
    c = network.coordinates
    return {
        "depth": network.depth,
        "width": network.width,
        "bits": network.bits,
        "tapes": network.machine.tapes,
        "alphabets": [list(symbols) for symbols in network.table.alphabets],
        "coordinates": coordinate_names(network),
        "fields": [
            {
                "name": name,
                "start": c.start(name),
                "size": c.size(name),
                "explained": EXPLAINED.get(c.kind(name), "scratch"),
            }
            for name in c
        ],
        "held": [list(network.fields_after(layer)) for layer in range(network.depth + 1)],
        "layers": [
            {
                "name": rename_from_one(layer.name),
                "W": entries(np.concatenate([layer.W_1, layer.b_1[:, None]], axis=1)),
                "attention": attention_data(attention_weights(module.self_attention)),
                "search": None if module.self_attention is None else search_of(layer.name, network.bits),
            }
            for layer, module in zip(layer_weights(network), network.decoder_layers(), strict=True)
        ],
    }


SEARCH = re.compile(
    r"(?:search bits? (?P<first>[0-9]+)(?: to (?P<last>[0-9]+))?(?P<reads> and read)?|(?P<read>read|fetch)|found)"
    r"(?: of tape (?P<tape>[0-9]+))?(?:, .*)?"
)


def rename_from_one(name: str) -> str:
    """A layer's name with tapes as a page counts them: the first is tape 1."""
    return re.sub(r"\b(of tape|input) ([0-9]+)", lambda found: f"{found[1]} {int(found[2]) + 1}", name)


def search_of(name: str, bits: int) -> dict[str, Any] | None:
    """What a layer of the last-write search does, from its name: of which tape, how many time bits it knows (`first`),
    how many it finds (`count`), and whether it reads what was written."""
    found = SEARCH.fullmatch(name)
    if found is None:
        return None
    reads = bool(found["read"] or found["reads"])
    first = int(found["first"]) if found["first"] else bits if reads else 0
    count = 0 if not found["first"] else int(found["last"] or first) - first + 1
    return {"tape": int(found["tape"] or 0), "first": first, "count": count, "reads": reads}


def attention_data(weights: AttentionWeights | None) -> dict[str, Any] | None:
    if weights is None:
        return None
    rows = len(weights.b_Q)
    return {
        "Q": {"bias": weights.b_Q.tolist(), "entries": entries(weights.W_Q)},
        "K": {"bias": weights.b_K.tolist(), "entries": entries(weights.W_K)},
        "nullKey": weights.K_0.tolist(),
        "rows": [f"score {k}" for k in range(rows)],
    }


def entries(matrix: F64) -> list[list[float]]:
    """[row, column, value] of everything that is not 0."""
    rows, columns = np.nonzero(matrix)
    values = [round(float(value), 6) for value in matrix[rows, columns]]
    return [[int(r), int(k), int(v) if v == int(v) else v] for r, k, v in zip(rows, columns, values, strict=True)]


PAGES = {
    "tape": NetworkPage(
        collect,
        "Each pass of this transformer's decoder is one step of the machine. Step through it and see what "
        "every layer holds and where its attention looks.",
        choose=choose,
    )
}
TOUR = TourRun(
    "Each decoding pass is one step of the machine. The hard part is memory: attention finds the last "
    "pass that wrote the cell under the head, by binary search over time, one bit per layer. Watch the bars"
    " shrink.",
    machine='busy-beaver-4', begin=81,
)  # fmt: skip
