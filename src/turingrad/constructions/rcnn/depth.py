"""Theorem 1's L, computed: how many layers a learner's network needs for t steps of its machine.

A training step is over when the memory phase has reached every row, after at most m + 1 layers (Lemma 3). A prediction
takes one layer to set the head, one for the first state, which stays (B.1.2), one per step, and the sweep of `finish`,
which carries the answer to the top-left cell and blanks every other input cell, as the paper's halting position wants:

    L = max(m + 1, t + 2 + sweep),   sweep about (m + 2) (d + 1 + k) + m + d

With the time t' = t + sweep of the machine that ends as the paper wants, L is t' + 2: the paper's c_1 is 1 up to that
constant. With the t of the machine before `finish`, L / (t + m + d) is not constant for short runs, since the sweep
visits every cell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.run import run
from turingrad.machine.lower.grid import finish

BEFORE_THE_FIRST_STEP = 2  # layers: the start, and the first state, which stays


@dataclass(frozen=True)
class Depth:
    """L for one learner and one size, and what it is made of."""

    layers: int
    memory: int
    time: int
    sweep: int
    samples: int
    features: int

    @property
    def c_1(self) -> float:
        """L / (t + m + d), with the time of the machine as given."""
        return self.layers / (self.time + self.samples + self.features)

    @property
    def c_1_finished(self) -> float:
        """L / (t' + m + d), with the time t' of the machine that halts as the paper wants: Theorem 1's c_1."""
        return self.layers / (self.time + self.sweep + self.samples + self.features)


def depth_for(machine: GridMachine, samples: int, features: int, time: int) -> Depth:
    """Compute the layers that suffice for every run of bounded time.

    Args:
        machine: A grid learner.
        samples: Samples of a data set.
        features: Features per sample.
        time: The longest run.

    Returns:
        The number of layers, and its ratio to the time.

    Example:
        >>> from turingrad.constructions.rcnn import depth_for
        >>> depth_for(tg.library.load("constant", form="grid"), 4, 4, time=1).layers
        52
    """
    if samples < 1 or features < 1 or time < 0:
        raise InputError(f"{samples} samples, {features} features, {time} steps: a data set has samples and features")
    sweep = longest_sweep(machine, samples + 1, features + 1 + machine.work)
    memory = samples + 1
    return Depth(max(memory, BEFORE_THE_FIRST_STEP + time + sweep), memory, time, sweep, samples, features)


def longest_sweep(machine: GridMachine, rows: int, columns: int) -> int:
    """The steps of `finish` from the cell farthest from the top-left one, counted by running it there."""
    if not (machine.accept or machine.reject):
        return 0
    finished = finish(machine)
    grid = ((machine.blank,) * columns,) * rows
    longest = 0
    for end in (*machine.accept, *machine.reject):
        if end not in finished.halting:
            from_end = replace(finished, start=end)
            longest = max(longest, run(from_end, grid, (rows - 1, columns - 1)).steps)
    return longest
