"""Machines on the recurrent convolution, one layer per step: dense, event-driven, or through a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import I64
from turingrad.constructions.network import Network
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.executors.cell_grid import CellGrid
from turingrad.constructions.rcnn.executors.coordinates import coordinates
from turingrad.constructions.rcnn.executors.kernel import EDGE, SETTLED
from turingrad.constructions.rcnn.executors.patches import machine_domain, patch_table
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.traced import Traced
from turingrad.errors import InputError
from turingrad.machine.run import StartedRun
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import halts_within

SMALL, SHORT_RUN = 200, 200  # rules and steps up to which the dense executor is the default
NUMPY = {torch.float32: np.float32, torch.float64: np.float64}


class ConvolutionRun(ABC):
    """A run in progress. Subclasses say how layers are computed and where the cells are."""

    def __init__(self, network: RecurrentConvolution, given: Any, head: tuple[int, int] | None) -> None:
        self.network = network
        first, self.origin = network.encode(given, head)
        self.tape = isinstance(network.machine, TapeMachine)
        self.step, self.settled = 0, False
        self.put(first)

    @abstractmethod
    def put(self, cells: I64) -> None:
        """Continue from these cells."""

    @abstractmethod
    def cells(self) -> I64:
        """The cells now."""

    @abstractmethod
    def layers(self, most: int) -> tuple[int, bool]:
        """At most `most` layers; how many changed something, and whether the head of a tape reached the row's edge.
        Sets `settled` where a layer changed nothing."""

    def advance(self, steps: int) -> int:
        taken = 0
        while taken < steps and not self.settled:
            done, edge = self.layers(steps - taken)
            taken += done
            if edge:
                cells, self.origin = self.network.widen(self.cells(), self.origin)
                self.put(cells)
        if self.settled and not self.halted():
            taken = steps  # an idle loop: the machine steps for ever and changes nothing
        self.step += taken
        return taken

    def halted(self) -> bool:
        return bool(self.network.machine.halted(self.configuration()))

    def configuration(self) -> Any:
        return self.network.decode(self.cells(), self.step, self.origin)


class EventRun(ConvolutionRun):
    """Only cells whose neighbourhood changed, through the network's weights or a table of it."""

    def __init__(
        self, network: RecurrentConvolution, given: Any, head: tuple[int, int] | None, *, looked_up: bool
    ) -> None:
        self.made = coordinates(network.weights, NUMPY[network.dtype])
        self.table = None
        if looked_up:
            self.table = patch_table(self.made, network.local, network.dtype, machine_domain(self.made))
        super().__init__(network, given, head)

    def put(self, cells: I64) -> None:
        self.grid = CellGrid(self.made, cells, self.table)

    def cells(self) -> I64:
        return self.grid.cells

    def layers(self, most: int) -> tuple[int, bool]:
        before = self.grid.layers
        result = self.grid.advance(most, edges=self.tape)
        self.settled = result == SETTLED
        return self.grid.layers - before, result == EDGE


class DenseRun(ConvolutionRun):
    """Every cell in every layer, by matrix products."""

    def put(self, cells: I64) -> None:
        self.grid = torch.from_numpy(cells).to(self.network.dtype).unsqueeze(0)

    def cells(self) -> I64:
        result: I64 = self.grid[0].to(torch.int64).numpy()
        return result

    def layers(self, most: int) -> tuple[int, bool]:
        with torch.no_grad():
            for done in range(1, most + 1):
                following = self.network.layer(self.grid)
                if torch.equal(following, self.grid):
                    self.settled = True
                    return done - 1, False
                ends = (0, -1)
                edge = self.tape and bool((following[0, 0, ends] != self.grid[0, 0, ends]).any())
                self.grid = following
                if edge:
                    return done, True
        return most, False


def stepper(
    network: RecurrentConvolution, given: Any = None, head: tuple[int, int] | None = None, *, executor: str = "event"
) -> ConvolutionRun:
    """A run at its start."""
    if network.dtype not in NUMPY:
        raise InputError(f"the convolution runs in float32 and float64, not in {network.dtype}")
    if executor == "dense":
        return DenseRun(network, given, head)
    return EventRun(network, given, head, looked_up=executor == "table")


def begin(network: Network[Any, Any], given: Any, executor: str) -> StartedRun[Any]:
    """A machine on the recurrent convolution, one layer per step; of a trained network `given` is a test point."""
    if isinstance(network, RCNN):
        return begin_point(network, given, executor)
    if not isinstance(network, RecurrentConvolution):
        raise InputError(f"a {type(network).__name__} does not run a machine")
    if executor != "event" and not network.options.dense:
        raise InputError(f"the executor {executor!r} needs the matrices that dense=False leaves out")
    going = stepper(network, given, executor=executor)
    return StartedRun(
        going,
        "layers",
        network_steps=lambda: going.step,
        details=lambda: {
            "lowered_states": len(network.table.states),
            "width": network.width,
            "units": len(network.weights.units),
            "cells": int(going.cells().size),
        },
    )


def begin_point(network: RCNN, given: Any, executor: str) -> StartedRun[Any]:
    """The machine's run for one test point, over the samples that W holds."""
    if executor != "dense":
        raise InputError(
            f"a test point is traced through every layer, which takes the executor 'dense', not {executor!r}"
        )
    samples = len(network.holds()[1])
    going = Traced(network, given)
    details = {"samples": samples, "features": network.features, "width": network.width}
    return StartedRun(going, "layers", network_steps=lambda: going.step + 2, details=lambda: details)


def sizes_for(machine: Any, given: Any, _steps: int | None, executor: str | None) -> dict[str, Any]:
    """The event-driven executor does without the matrices, which large machines have no room for."""
    return {"dense": executor != "event" or short(machine, given)}


def choose(network: Network[Any, Any], given: Any, _steps: int | None) -> str | None:
    """A short run of a small machine is over before the event-driven executor's compiler is loaded; the layers for a
    test point are those of the network itself."""
    return "dense" if isinstance(network, RCNN) or (network.options.dense and short(network.machine, given)) else None


def short(machine: Any, given: Any) -> bool:
    small = isinstance(machine, TapeMachine) and len(machine.rules) <= SMALL
    return small and halts_within(machine, given, SHORT_RUN)
