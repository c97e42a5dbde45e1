"""The moments of a run that a page shows, and the two traces that meet there: the network's and the interpreter's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from turingrad.arrays import Signs
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import C, Progress, Stepper, quiet
from turingrad.machine.tape import TapeConfiguration, TapeMachine

MAX_FRAMES = 1_200
SHOWN_CELLS = 60  # cells to each side of the head; what lies further out is counted, not drawn


@dataclass(frozen=True)
class Window:
    """Steps `first` to `last` (None: the end) in at most `most` frames."""

    first: int = 0
    last: int | None = None
    most: int = MAX_FRAMES

    def __post_init__(self) -> None:
        if self.first < 0 or (self.last is not None and self.last < self.first):
            raise InputError(f"a window from step {self.first} to step {self.last}; it must begin at 0 or later")
        if self.most < 2:
            raise InputError(f"a page shows at least 2 moments, not {self.most}")

    def steps(self, total: int) -> list[int]:
        """All steps where they fit; else the first and the last ones in full and the rest evenly between them."""
        if self.first > total:
            raise InputError(f"the run has {total:,} steps; it cannot be shown from step {self.first:,} on")
        last = total if self.last is None else min(self.last, total)
        if last - self.first < self.most:
            return list(range(self.first, last + 1))
        ends = self.most // 4
        between = self.most - 2 * ends
        first, after = self.first + ends, last - ends + 1  # the even part stands in [first, after)
        even = [first + (after - first) * k // between for k in range(between)]
        return [*range(self.first, first), *even, *range(after, last + 1)]


def left_out(steps: Sequence[int], total: int, what: str = "steps") -> str:
    """In words, what a page does not show; empty where it shows everything."""
    shown = len(steps)
    if shown == total + 1:
        return ""
    if steps[-1] - steps[0] + 1 == shown:
        return f"Shows {what} {steps[0]:,} to {steps[-1]:,} of {total:,}."
    ends = next(k for k in range(1, shown) if steps[k] != steps[k - 1] + 1)
    return (
        f"Shows {shown:,} moments of {what} {steps[0]:,} to {steps[-1]:,}: the first {ends:,}, the last {ends:,} and "
        f"evenly spaced ones between. Any other window of steps can be asked for."
    )


def configurations(runner: Stepper[C], steps: Sequence[int]) -> list[C]:
    """The configuration at each of these steps, as far as the run goes."""
    return [runner.configuration() for _ in stops(runner, steps)]


@dataclass(frozen=True)
class Lockstep:
    """Two traces of the same steps; `differs` are the places where they are not equal."""

    shown: list[Any]
    expected: list[Any]
    differs: list[int]


def lockstep(shown: Sequence[Any], expected: Sequence[Any]) -> Lockstep:
    """Compared moment by moment. A trace that ends early differs where it is missing."""
    filled = [*shown, *([shown[-1]] * (len(expected) - len(shown)))]
    differs = [k for k, (a, b) in enumerate(zip(filled, expected, strict=True)) if a != b]
    return Lockstep(filled, list(expected), differs)


def code_text(numbers: Iterable[int]) -> str:
    """Symbol numbers as one string, a character each: short in JSON."""
    return "".join(chr(48 + number) for number in numbers)


def tape_columns(machine: TapeMachine, moments: Sequence[TapeConfiguration]) -> dict[str, Any]:
    """Configurations as columns: state, rule and, for each tape, the head and the cells around it."""
    state = {name: k for k, name in enumerate(machine.states)}
    applying = [machine.rule(moment.state, machine.reads(moment)) for moment in moments]
    return {
        "step": [moment.step for moment in moments],
        "state": [state[moment.state] for moment in moments],
        "rule": rule_numbers(machine, applying),
        "tapes": [tape_column(machine, moments, number) for number in range(machine.tapes)],
    }


def rule_numbers(machine: TapeMachine | GridMachine, applying: Iterable[Any]) -> list[int]:
    """The places of rules in a machine's list, -1 for None."""
    place = {id(rule): k for k, rule in enumerate(machine.rules)} | {id(None): -1}
    return [place[id(rule)] for rule in applying]


def tape_column(machine: TapeMachine, moments: Sequence[TapeConfiguration], number: int) -> dict[str, Any]:
    """`cells[k]` are the symbols from cell `start[k]` on; `left` and `right` count the cells that are not shown."""
    symbol = {name: k for k, name in enumerate(machine.symbols)}
    column: dict[str, list[Any]] = {"head": [], "start": [], "cells": [], "left": [], "right": []}
    for moment in moments:
        tape, head = moment.tapes[number], moment.heads[number]
        first, last = head - SHOWN_CELLS, head + SHOWN_CELLS
        kept = tape.symbols[max(0, first - tape.start) : max(0, last + 1 - tape.start)]
        start = max(tape.start, first)
        column["head"].append(head)
        column["start"].append(start if kept else head)
        column["cells"].append(code_text(symbol[name] for name in kept))
        column["left"].append(min(len(tape.symbols), max(0, first - tape.start)))
        column["right"].append(min(len(tape.symbols), max(0, tape.start + len(tape.symbols) - 1 - last)))
    return column


def stops(
    runner: Stepper[Any], steps: Sequence[int], label: str = "", total: int = 0, tell: Progress = quiet
) -> Iterator[int]:
    """Advance to each step that is shown; the end comes early where the runner halts."""
    at = 0
    for step in steps:
        at += runner.advance(step - at)
        tell(label, at, total)
        if at < step:
            return
        yield step


@dataclass(frozen=True)
class Training:
    """A training that a page is asked to show: samples and test points of ±1, and what the user chose."""

    learner: Any
    X: Signs
    y: Signs
    X_test: Signs
    window: Window
    seed: int = 0
    noise: float | None = None
    progress: Progress = quiet
