"""Forward passes of a trained learner's network over many test points, with each executor."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch

from turingrad._support.arrays import I64, Signs
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.executors.cell_grid import CellGrids
from turingrad.constructions.rcnn.executors.coordinates import Coordinates, coordinates
from turingrad.constructions.rcnn.executors.kernel import MORE
from turingrad.constructions.rcnn.executors.patches import PatchTable, learner_domain, patch_table
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress

DENSE_BATCH = 64
BLOCK = 64  # test points a kernel call: what the memory layer costs is shared by them
CHUNK = 2_000_000  # layers between two looks at an interrupt


@dataclass(frozen=True)
class Prediction:
    """The network's answer on one test point: ±1, or 0 where its machine is stuck; and the layers it took."""

    answer: int
    layers: int


def coordinates_for(network: RCNN) -> Coordinates:
    """The network's coordinate vectors in its own dtype."""
    if network.units != "integer":
        raise InputError("event and table run the integer units; the paper's units run on the executor dense")
    return coordinates(network.weights, np.float32 if network.W.dtype == torch.float32 else np.float64)


def table_for(network: RCNN, made: Coordinates) -> PatchTable:
    return patch_table(made, network.local, network.W.dtype, learner_domain(made, network.cells, network.machine.work))


def first_layers(network: RCNN, points: Signs) -> I64:
    """[W diag(z), marks] of each point as cell values."""
    with torch.no_grad():
        return network.integers(network.memory_layer(torch.from_numpy(points)))


class Predictor:
    """Runs test points through a trained network, one after another or in parallel, whichever the executor allows."""

    def __init__(self, network: RCNN, executor: str, *, max_layers: int, threads: int | None = None) -> None:
        self.network, self.executor, self.max_layers = network, executor, max_layers
        self.threads = threads or os.cpu_count() or 1
        self.stopped = False
        if executor != "dense":
            self.made = coordinates_for(network)
            self.table = table_for(network, self.made) if executor == "table" else None
            with torch.no_grad():
                heights = network.head(torch.from_numpy(self.made.values).to(network.W.dtype))
            self.heights = heights.double().numpy()  # f_head of each value number
            self.ends = np.zeros(network.cells.states, bool)  # by lowered state, and by those that none has
            self.ends[: len(network.table.states)] = [finished(network, i) for i in range(len(network.table.states))]

    def answers(self, points: Signs) -> Signs:
        return np.array([found.answer for found in self.predictions(points)], np.int8)

    def predictions(self, points: Signs) -> Iterator[Prediction]:
        """One per point, in order."""
        if self.executor == "dense":
            for first in range(0, len(points), DENSE_BATCH):
                yield from self.dense(points[first : first + DENSE_BATCH])
            return
        # The grids are small and the kernel releases the interpreter lock: a thread a core, in order.
        self.stopped = False
        size = max(1, min(BLOCK, -(-len(points) // self.threads)))
        blocks = [points[first : first + size] for first in range(0, len(points), size)]
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                for found in pool.map(self.event, blocks):
                    yield from found
            except BaseException:
                self.stopped = True
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def event(self, points: Signs) -> list[Prediction]:
        grids = CellGrids(self.made, first_layers(self.network, points), self.table)
        while grids.advance(CHUNK, self.max_layers) and not self.stopped:
            pass
        unfinished = np.flatnonzero(grids.reasons == MORE)
        if len(unfinished) and not self.stopped:
            raise self.unfinished_error(points[unfinished[0]])
        return self.read(grids)

    def read(self, grids: CellGrids) -> list[Prediction]:
        """What the read-out makes of grids at rest."""
        numbers, heads = grids.numbers, self.made.weights.heads
        outputs = self.heights[numbers[:, :, : self.network.features + 1]].sum(axis=(1, 2))
        point, row, column = np.nonzero(numbers >= heads)
        single = np.bincount(point, minlength=len(numbers)) == 1
        ends = self.ends[(numbers[point, row, column] - heads) % self.network.cells.states]
        done = single & (np.bincount(point, weights=ends, minlength=len(numbers)) > 0)
        answers = np.where(done, outputs, 0).astype(np.int64)
        return [Prediction(*found) for found in zip(answers.tolist(), grids.layers.tolist(), strict=True)]

    def dense(self, points: Signs) -> list[Prediction]:
        network = self.network
        with torch.no_grad():
            grid = network.memory_layer(torch.from_numpy(points))
            layers = np.zeros(len(points), np.int64)
            going = torch.arange(len(points))
            for layer in range(1, self.max_layers + 2):
                part = grid[going]
                following = network.layer(part)
                moved = torch.tensor([not network.same(a, b) for a, b in zip(following, part, strict=True)])
                if layer > self.max_layers and moved.any():
                    raise self.unfinished_error(points[int(going[moved][0])])
                grid[going] = following
                layers[going[moved].numpy()] = layer
                going = going[moved]
                if not len(going):
                    break
            outputs = network.read_out(grid)
        result = []
        for i, cells in enumerate(grid):
            state = network.decode_layer(cells).state
            done = state is not None and finished(network, network.table.index[state])
            result.append(Prediction(round(float(outputs[i])) if done else 0, int(layers[i])))
        return result

    def unfinished_error(self, point: Signs) -> LimitError:
        x = "".join("+" if v > 0 else "-" for v in point.tolist())
        steps = max(self.max_layers - 2, 0)
        return LimitError(
            f"L = {self.max_layers:,} layers are too few: on x = {x} the machine had not halted and blanked its grid "
            f"after {steps:,} steps"
        )


def finished(network: RCNN, state: int) -> bool:
    """Whether this lowered state is the end of `finish`: the answer is written."""
    name = network.table.states[state].state
    return name in network.lowered.halting and name not in network.machine.halting


def collect_answers(found: Iterator[Prediction], count: int, progress: Progress) -> tuple[Signs, I64, bool]:
    """Answers and layers of all points; an interrupt leaves 0 for those that were not reached, and says so."""
    answers, layers = np.zeros(count, np.int8), np.zeros(count, np.int64)
    try:
        for i, prediction in enumerate(found):
            answers[i], layers[i] = prediction.answer, prediction.layers
            progress("predictions", i + 1, count)
    except KeyboardInterrupt:
        return answers, layers, True
    return answers, layers, False
