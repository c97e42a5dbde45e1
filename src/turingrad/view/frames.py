"""The moments of a run that a page shows, and the two traces that meet there: the network's and the interpreter's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from turingrad._support.arrays import Signs
from turingrad._support.text import amount
from turingrad.errors import InputError
from turingrad.machine.run import C, Progress, Stepper, quiet

MAX_FRAMES = 1_200


@dataclass(frozen=True)
class Window:
    """Steps `first` to `last` (None: the end) in at most `most` frames."""

    first: int = 0
    last: int | None = None
    most: int = MAX_FRAMES

    def __post_init__(self) -> None:
        if self.first < 0:
            raise InputError(f"the first step of a window must be 0 or later, not {self.first}")
        if self.last is not None and self.last < self.first:
            raise InputError(f"the last step of the window, {self.last:,}, is before the first, {self.first:,}")
        if self.most < 2:
            raise InputError(f"a page must show at least 2 steps, not {self.most}")

    def steps(self, total: int) -> list[int]:
        """All steps if they fit; else the first and the last ones in full and the rest evenly between them."""
        if self.first > total:
            raise InputError(f"the run has {amount(total, 'step')}; it cannot be shown from step {self.first:,} on")
        last = total if self.last is None else min(self.last, total)
        if last - self.first < self.most:
            return list(range(self.first, last + 1))
        ends = self.most // 4
        between = self.most - 2 * ends
        first, after = self.first + ends, last - ends + 1  # the even part stands in [first, after)
        even = [first + (after - first) * k // between for k in range(between)]
        return [*range(self.first, first), *even, *range(after, last + 1)]


def omitted_steps(steps: Sequence[int], total: int, what: str = "steps") -> str:
    """In words, what a page does not show; empty where it shows everything."""
    shown = len(steps)
    if shown == total + 1:
        return ""
    if steps[-1] - steps[0] + 1 == shown:
        return f"Shows {what} {steps[0]:,} to {steps[-1]:,} of {total:,}."
    ends = next(k for k in range(1, shown) if steps[k] != steps[k - 1] + 1)
    return (
        f"Shows {shown:,} of the {what} {steps[0]:,} to {steps[-1]:,}: the first {ends:,}, the last {ends:,} and "
        f"evenly spaced ones between. You can choose any other window of steps."
    )


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


def configurations(
    runner: Stepper[C], steps: Sequence[int], label: str = "", total: int = 0, tell: Progress = quiet
) -> Iterator[C]:
    """Advance to each step that is shown, as far as the run goes and its activations stand for configurations."""
    at = 0
    for step in steps:
        at += runner.advance(step - at)
        tell(label, at, total)
        if at < step:
            return
        try:
            found = runner.configuration()
        except InputError:  # of a changed network
            return
        yield found


@dataclass(frozen=True)
class Training:
    """A training that a page is asked to show: samples and test points of ±1, and what the user chose. `network` is a
    compiled network to train a copy of, instead of a fresh one."""

    learner: Any
    X: Signs
    y: Signs
    X_test: Signs
    window: Window
    seed: int = 0
    noise: float | None = None
    progress: Progress = quiet
    network: Any = None
