"""What SGD is given on an exact net, and what is read from it: one session per run of a machine.

A learner's samples are what they are. A clocked circuit is a learner whose samples are its inputs: while it runs its
net outputs +1 and every label is -1, so that every step errs and every step is a tick. If the net says -1 the loss is
0: the machine has halted, and nothing changes any more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

import numpy as np

from turingrad._support.arrays import F64, I64, Bits, Signs

C = TypeVar("C")
RUNNING, LABEL = 1, -1


class Session(ABC, Generic[C]):
    """One run in the middle: `step` steps were taken, and the output before the last was `output`.

    ticks: how many samples there are; None if they never end. halts: whether the net itself says that it has halted.
    watched: edges whose signs are needed after every step."""

    ticks: int | None = None
    halts = False
    watched: I64 = np.zeros(0, np.int64)

    def __init__(self) -> None:
        self.step, self.output = 0, 0

    @abstractmethod
    def samples(self, first: int, count: int) -> tuple[Signs, Signs]:
        """The rows and labels of `count` samples from number `first` on, at most as many as there are."""

    @abstractmethod
    def configuration(self, weights: F64) -> C:
        """What these weights hold now."""

    def observe(self, outputs: F64, signs: Bits) -> int:
        """Note the outputs of SGD steps, and the signs of `watched` after each; returns how many were steps of the
        machine: if it halts, those before the first output of -1."""
        halted = np.flatnonzero(outputs == LABEL) if self.halts else np.zeros(0, np.int64)
        count = int(halted[0]) if len(halted) else len(outputs)
        if count:
            self.output = int(outputs[count - 1])
            self.step += count
            self.note(signs[:count])
        return count

    def note(self, signs: Bits) -> None:
        """What a machine remembers of the signs of `watched` besides its memory."""


class SampleSession(Session[C]):
    """Samples that are all there."""

    def __init__(self, rows: Signs, labels: Signs) -> None:
        super().__init__()
        self.rows, self.labels, self.ticks = rows, labels, len(rows)

    def samples(self, first: int, count: int) -> tuple[Signs, Signs]:
        return self.rows[first : first + count], self.labels[first : first + count]


class FreeSession(Session[C]):
    """The same sample for ever: all inputs are 0."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.inputs = inputs

    def samples(self, first: int, count: int) -> tuple[Signs, Signs]:  # noqa: ARG002
        return np.full((count, self.inputs), -1, np.int8), np.full(count, LABEL, np.int8)
