"""The recurrent convolution's side of a page: cell values layer by layer, and the local network that computes them.

The page computes the features of a patch itself, from the weights that it carries, and so shows why a cell gets its
next value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from turingrad._support.arrays import Array
from turingrad.constructions.rcnn.alphabet import Alphabet
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.executors.machine_run import ConvolutionRun, stepper
from turingrad.constructions.rcnn.heads import HeadTable
from turingrad.constructions.rcnn.local import LocalWeights
from turingrad.machine.columns import code_text
from turingrad.view.frames import configurations
from turingrad.view.network_pages import Asked, NetworkPage, NetworkSide, collect_trace

NEAR = 9  # cells of a tape to each side of the head
DENSE_STEPS = 2_000  # up to here the dense network runs, then the event-driven executor
MAX_FEATURES = 4_000


def choose(network: RecurrentConvolution | None, last: int, _own: bool) -> str:
    """The dense network itself up to 2,000 layers, if it has its matrices."""
    matrices = network is None or network.options is None or network.options.dense
    return "dense" if last <= DENSE_STEPS and matrices else "event"


def collect_tape(asked: Asked) -> NetworkSide:
    """A one-tape machine on one row of cells."""
    if not isinstance(asked.network, RecurrentConvolution):
        return collect_trace(asked)
    runner: Any = stepper(asked.network, asked.given, executor=asked.executor)
    snapshots: list[Any] = []
    pieces: list[Array] = []
    firsts: list[int] = []
    for snapshot in configurations(runner, asked.steps, "layers", asked.total, asked.progress):
        cells, head = runner.cells(), snapshot.heads[0]
        first = firsts[-1] if firsts else head - NEAR
        if not first + 1 < head < first + 2 * NEAR - 1:  # the window moves only where the head would leave it
            first = head - NEAR
        first = max(runner.origin, min(first, runner.origin + cells.shape[1] - 2 * NEAR - 1))
        snapshots.append(snapshot)
        pieces.append(cells[:, first - runner.origin : first - runner.origin + 2 * NEAR + 1])
        firsts.append(first)
    net = {"cells": cells_data(runner, pieces, firsts)}
    return NetworkSide(snapshots, net, facts(runner, asked.executor))


def collect_grid(asked: Asked) -> NetworkSide:
    """A grid machine on its grid; a network that holds samples by its own trace."""
    if not isinstance(asked.network, RecurrentConvolution):
        return collect_trace(asked)
    runner: Any = stepper(asked.network, asked.given, None, executor=asked.executor)
    snapshots, pieces = [], []
    for snapshot in configurations(runner, asked.steps, "layers", asked.steps[-1], asked.progress):
        snapshots.append(snapshot)
        pieces.append(runner.cells().copy())
    return NetworkSide(snapshots, {"cells": cells_data(runner, pieces, None)}, facts(runner, asked.executor))


def facts(runner: ConvolutionRun, executor: str) -> dict[str, Any]:
    weights = runner.network.weights
    return {"ReLU units a patch": len(weights.knees), "features": len(weights.features), "executor": executor}


def cells_data(runner: ConvolutionRun, pieces: Sequence[Array], firsts: Sequence[int] | None) -> dict[str, Any]:
    network = runner.network
    palette = alphabet_palette(network.codes, network.table)
    return frames_of(pieces, palette, network.weights, firsts)


def alphabet_palette(codes: Alphabet, table: HeadTable) -> list[dict[str, Any]]:
    """Every value that a cell can have: its symbol, and the state of a head on it."""
    found: list[dict[str, Any]] = []
    for value in codes.values:
        meaning = codes.meaning(value)
        assert meaning is not None
        symbol, state = meaning
        head = None if state is None else str(table.states[state])
        found.append({"value": value, "symbol": table.symbols[symbol], "head": head, "phase": "compute"})
    return found


def frames_of(
    pieces: Sequence[Array],
    palette: list[dict[str, Any]],
    weights: LocalWeights,
    firsts: Sequence[int] | None,
) -> dict[str, Any]:
    number = {entry["value"]: k for k, entry in enumerate(palette)}
    used = sorted({int(value) for piece in pieces for value in np.unique(piece)})
    index = {value: k for k, value in enumerate(used)}
    return {
        "rows": int(pieces[0].shape[0]),
        "columns": [int(piece.shape[1]) for piece in pieces],
        "frames": [code_text(index[int(value)] for value in piece.ravel()) for piece in pieces],
        "first": None if firsts is None else list(firsts),
        "palette": [palette[number[value]] for value in used],
        "values": [{"value": entry["value"], "name": value_name(entry)} for entry in palette],
        "local": local_data(weights) if len(weights.features) <= MAX_FEATURES else None,
    }


def value_name(entry: dict[str, Any]) -> str:
    said = entry["symbol"] if entry["phase"] == "compute" else f"{entry['phase']} {entry['symbol']}"
    return said if entry["head"] is None else f"{said} with head {entry['head']}"


def local_data(weights: LocalWeights) -> dict[str, Any]:
    """The local network: features of single cells, and the units that add them up."""
    index = {feature: k for k, feature in enumerate(weights.features)}
    return {
        "features": [
            [feature.position, [[knee, coefficient] for knee, coefficient in feature.knots]]
            for feature in weights.features
        ],
        "units": [
            {
                "name": unit.name,
                "terms": [[index[feature], weight] for feature, weight in unit.terms.items()],
                "bias": unit.bias,
                "out": unit.out,
            }
            for unit in weights.units
        ],
        "offset": weights.offset,
        "padding": weights.padding,
    }


SUMMARY = (
    "Each layer of this recurrent convolution is one step of the machine: every cell looks at itself and "
    "its four neighbours, through the same few ReLU units."
)
PAGES = {
    "tape": NetworkPage(collect_tape, SUMMARY, choose=choose),
    "grid": NetworkPage(collect_grid, SUMMARY, choose=choose),
}
