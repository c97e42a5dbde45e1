"""Machines on the recurrent convolution, one layer a step: dense, event-driven, or through a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import torch

from turingrad.arrays import I64
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.executors.cell_grid import CellGrid
from turingrad.constructions.rcnn.executors.coordinates import coordinates
from turingrad.constructions.rcnn.executors.kernel import EDGE, SETTLED
from turingrad.constructions.rcnn.executors.patches import machine_domain, patch_table
from turingrad.constructions.threads import torch_threads
from turingrad.errors import InputError
from turingrad.exact import precision
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Clock, Progress, Run, Stepper, drive, stream
from turingrad.machine.tape import TapeMachine

EXECUTORS = ("event", "dense", "table")
NUMPY = {"float32": np.float32, "float64": np.float64}


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
                cells, self.origin = self.network.widened(self.cells(), self.origin)
                self.put(cells)
        if self.settled and not self.halted_here():
            taken = steps  # an idle loop: the machine steps for ever and changes nothing
        self.step += taken
        return taken

    def halted(self) -> bool:
        return (self.settled or self.step == 0) and self.halted_here()

    def halted_here(self) -> bool:
        return bool(self.network.machine.halted(self.configuration()))

    def configuration(self) -> Any:
        return self.network.decode(self.cells(), self.step, self.origin)


class EventRun(ConvolutionRun):
    """Only cells whose neighbourhood changed, through the network's weights or a table of it."""

    def __init__(
        self, network: RecurrentConvolution, given: Any, head: tuple[int, int] | None, *, looked_up: bool, dtype: str
    ) -> None:
        self.made = coordinates(network.weights, NUMPY[dtype])
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
    machine: TapeMachine | GridMachine,
    given: Any = None,
    head: tuple[int, int] | None = None,
    *,
    executor: str = "event",
    dtype: str = "float32",
) -> Stepper[Any]:
    """A run at its start."""
    form = precision(dtype)
    if form.name not in NUMPY:
        raise InputError(f"the convolution runs in {', '.join(NUMPY)}, not in {form.name}")
    network = RecurrentConvolution(machine, dtype=form.torch, dense=executor != "event")
    if executor == "dense":
        return DenseRun(network, given, head)
    return EventRun(network, given, head, looked_up=executor == "table", dtype=form.name)


def run(
    machine: TapeMachine | GridMachine,
    given: Any = None,
    *,
    executor: str | None = None,
    max_steps: int | None = 10_000,
    max_seconds: float | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    progress: Progress | None = None,
    head: tuple[int, int] | None = None,
) -> Run[Any]:
    """A machine on the recurrent convolution until it halts or reaches a limit."""
    chosen = executor or EXECUTORS[0]
    if chosen not in EXECUTORS:
        raise InputError(f"no executor {chosen!r} on 'rcnn'; there are {', '.join(EXECUTORS)}")
    if threads is not None and threads < 1:
        raise InputError(f"the number of threads is {threads}; it must be at least 1")
    begin = partial(stepper, machine, given, head, executor=chosen, dtype=dtype)
    clock = Clock(max_steps, max_seconds)
    with torch_threads(threads or 1):  # one row is little work for a layer
        going: Any = begin()
        stopped = drive(going, clock, progress=progress, label="layers")
    last = going.configuration()
    network = going.network
    return Run(
        machine=machine,
        configuration=last,
        halted=going.halted(),
        stopped=stopped,
        seconds=clock.seconds,
        executor=chosen,
        on="rcnn",
        network_steps=last.step,
        details={
            "lowered_states": len(network.table.states),
            "width": len(network.weights.knees),
            "units": len(network.weights.units),
            "cells": int(going.cells().size),
        },
        replay=lambda: replayed(begin, last.step),
    )


def replayed(begin: Callable[[], Stepper[Any]], steps: int) -> Iterator[Any]:
    return stream(begin(), Clock(steps, None))
