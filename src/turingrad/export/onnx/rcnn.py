"""Grid machines and one-tape machines: a layer, and the whole run as a loop until nothing changes.

A tape's row grows inside the loop: where an end cell holds the head, as many blanks as the row has cells are added,
half on either side. A fixed point is not a halt: a machine that steps for ever and changes nothing settles too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import I64
from turingrad.constructions.rcnn.alphabet import GAP
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.executors.machine_run import ConvolutionRun
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.errors import LimitError
from turingrad.export.onnx import rcnn_learner
from turingrad.export.onnx.checks import checked_run
from turingrad.export.onnx.convolution import LayerNodes, build_step
from turingrad.export.onnx.forms import Form, require_same
from turingrad.export.onnx.graph import Graph, Value
from turingrad.export.onnx.model import File
from turingrad.machine.grid import MAX_CELLS, GridMachine
from turingrad.machine.run import Progress, StartedRun
from turingrad.machine.tape import TapeMachine

TRAINED_ARE_INPUTS = True
DTYPES = ("float32", "float64", "int32", "int64")
GRIDS = 48  # random ones, of a check


def forms(network: RecurrentConvolution | RCNN) -> Mapping[str, Form]:
    if isinstance(network, RCNN):
        return rcnn_learner.forms()
    run = Form("layers until nothing changes or `most` are done", build_run, check_run, begin, DTYPES)
    return {"run": run, "step": Form("one layer on a batch of grids", build_step, check_step, begin, DTYPES)}


def labels(network: RecurrentConvolution | RCNN) -> dict[str, Any]:
    if isinstance(network, RCNN):
        return rcnn_learner.labels(network)
    cells = {}
    for value in network.codes.values:
        symbol, head = network.codes.meaning(value) or (0, None)
        state = "" if head is None else f" {network.table.states[head]}"
        cells[str(value)] = network.machine.symbols[symbol] + state
    return {"cells": cells, "padding": network.weights.padding}


# ---- graphs ----------------------------------------------------------------------------------------------------


def build_run(network: RecurrentConvolution, g: Graph) -> None:
    """`grid` and `origin` (the cell number of its first column) come out as they are after `taken` layers."""
    nodes, tape = LayerNodes(g, network), isinstance(network.machine, TapeMachine)
    grid, origin = g.input("grid", g.dtype, "rows", "columns"), g.input("origin", "int64")
    most = g.input("most", "int64")
    batch = g.op("Unsqueeze", grid, [0])

    def step(_i: str, now: str, first: str, taken: str, _settled: str) -> Any:
        if tape:
            now, first = widen_row(network, g, now, first)
        after = nodes.layer(now).grid
        changed = nodes.any_change(now, after)
        again = g.cast(changed, "bool")
        return again, [after, first, g.op("Add", taken, changed), g.op("Not", g.cast(changed, "bool"))], []

    carried = [
        (batch, Value("cells", g.dtype, (1, None, None))),
        (origin, Value("first", "int64")),
        (g.constant(0), Value("taken", "int64")),
        (g.constant(False), Value("settled", "bool")),
    ]
    last, first, taken, settled = g.loop(most, carried, step)
    g.output("grid_after", g.op("Squeeze", last, [0]), g.dtype, "rows_after", "columns_after")
    g.output("origin_after", first, "int64")
    g.output("taken", taken, "int64")
    g.output("settled", settled, "bool")


def widen_row(network: RecurrentConvolution, g: Graph, row: str, first: str) -> tuple[str, str]:
    """The row (1, 1, columns) with blanks on either side where an end cell holds the head."""
    assert isinstance(network.machine, TapeMachine)
    blank = network.codes.code(network.machine.symbols.index(network.machine.blank))
    ends = g.cast(g.op("Gather", row, [0, -1], axis=2), "int64")
    numbers = g.op("Mod", g.op("Div", ends, GAP), network.codes.states + 1)  # 0: no head
    edge = g.op("Min", g.op("ReduceMax", numbers, keepdims=0), 1)
    columns = g.op("Gather", g.op("Shape", row), 2)
    room = g.op("Mul", edge, g.op("Div", g.op("Add", columns, 1), 2))
    one = g.op("Unsqueeze", room, [0])
    pads = g.op("Concat", [0, 0], one, [0, 0], one, axis=0)
    return g.op("Pad", row, pads, g.number(blank)), g.op("Sub", first, room)


# ---- running ---------------------------------------------------------------------------------------------------


class FileRun(ConvolutionRun):
    """A run whose layers a file computes, one at a time or all in one call."""

    def __init__(self, network: RecurrentConvolution, file: File, given: Any) -> None:
        self.file = file
        super().__init__(network, given, None)

    def put(self, cells: I64) -> None:
        self.now = cells

    def cells(self) -> I64:
        return self.now

    def layers(self, most: int) -> tuple[int, bool]:
        if self.file.facts["graph"] == "run":
            return self.run_loop(most), False
        ends = (0, -1)
        for done in range(1, most + 1):
            following = self.file.run(grid=self.now.astype(self.file.kind)[None])["next"][0].astype(np.int64)
            if np.array_equal(following, self.now):
                self.settled = True
                return done - 1, False
            edge = self.tape and bool((following[0, ends] != self.now[0, ends]).any())
            self.now = following
            if edge:
                return done, True
        return most, False

    def run_loop(self, most: int) -> int:
        grid, origin = self.now.astype(self.file.kind), np.array(self.origin)
        found = self.file.run(grid=grid, origin=origin, most=np.array(most))
        self.now, self.origin = found["grid_after"].astype(np.int64), int(found["origin_after"])
        self.settled = bool(found["settled"])
        if self.now.size > MAX_CELLS:
            raise LimitError(f"the tape is longer than {MAX_CELLS:,} cells")
        return int(found["taken"])


def begin(network: RecurrentConvolution, file: File, given: Any) -> StartedRun[Any]:
    going = FileRun(network, file, given)
    return StartedRun(going, "layers", 64, lambda: going.step, lambda: {"cells": int(going.cells().size)})


# ---- checks ----------------------------------------------------------------------------------------------------


def random_grid(network: RecurrentConvolution, rng: np.random.Generator, rows: int, columns: int) -> I64:
    """Any symbols, and a head in any state anywhere (of a tape: not on its ends)."""
    codes = network.codes
    symbols = rng.integers(0, codes.symbols, (rows, columns))
    cells = np.vectorize(codes.code, otypes=[np.int64])(symbols)
    row, inset = int(rng.integers(rows)), int(isinstance(network.machine, TapeMachine))
    column = int(rng.integers(inset, columns - inset))
    cells[row, column] += codes.code(0, int(rng.integers(codes.states)))
    return np.asarray(cells, np.int64)


def check_step(network: RecurrentConvolution, file: File, progress: Progress) -> Mapping[str, Any]:
    """A layer on random legal grids against torch, then a run."""
    compared = check_layers(network, file, lambda grids: file.run(grid=grids)["next"])
    return {"grids_checked": compared, **check_steps(network, file, progress)}


def check_run(network: RecurrentConvolution, file: File, progress: Progress) -> Mapping[str, Any]:
    """One round of the loop on random legal grids against torch's layer, then a run."""

    def one(grids: Any) -> Any:
        return np.stack([file.run(grid=each, origin=np.array(0), most=np.array(1))["grid_after"] for each in grids])

    return {"grids_checked": check_layers(network, file, one), **check_steps(network, file, progress)}


def check_layers(network: RecurrentConvolution, file: File, layer: Any) -> int:
    rng = np.random.default_rng(0)
    rows = 4 if isinstance(network.machine, GridMachine) else 1
    grids = np.stack([random_grid(network, rng, rows, 5) for _ in range(GRIDS)])
    with torch.no_grad():
        expected = network.layer(torch.from_numpy(grids).to(network.dtype))
    require_same(layer(grids.astype(file.kind)), expected.numpy(), "layer")
    return GRIDS


def check_steps(network: RecurrentConvolution, file: File, progress: Progress) -> Mapping[str, Any]:
    given: Any = None
    if isinstance(network.machine, GridMachine):
        symbols = np.random.default_rng(1).choice(network.machine.symbols, (3, 4))
        given = tuple(tuple(str(symbol) for symbol in row) for row in symbols)
    return checked_run(network, lambda: begin(network, file, given), given, progress)
