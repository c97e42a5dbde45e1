"""A training function, followed once: what it computes from each sample, as lists of operations.

The function itself runs, on samples whose numbers are not known; every operation on them is written down. What one
sample's list may use: its own results, those of the sample before, and constants. Lists that are equal are one list:
they become a loop. No branch can depend on the numbers, so the lists hold for every data set of this size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from turingrad._support.validation.values import short_repr
from turingrad.errors import InputError, LimitError
from turingrad.python.training.fixed import Fixed, Node, NumberFormat, make

# An argument: ("own", i), operation i of this sample; ("last", i), of the sample before; ("is", units), a constant.
Argument: TypeAlias = tuple[str, int]
Operation: TypeAlias = tuple[str, tuple[Argument, ...]]
MAX_OPERATIONS = 1 << 22


@dataclass(frozen=True)
class Recorded:
    """The operations of each sample in the order in which they were taken, and the parameters that were returned."""

    samples: tuple[tuple[Operation, ...], ...]
    outputs: tuple[Argument, ...]


class Recorder:
    """Writes operations down. A sample's first operations read its numbers, features and then labels."""

    def __init__(self, form: NumberFormat, rows: int, features: int, labels: int) -> None:
        self.format, self.rows, self.features, self.labels = form, rows, features, labels
        self.closed: list[tuple[Operation, ...]] = []
        self.open: list[Operation] = []
        self.row = -1
        self.total = 0

    def take(self, row: int) -> list[Fixed]:
        """The numbers of a row; the samples are taken in order, pass after pass."""
        if row != self.row:
            if row != (self.row + 1) % self.rows:
                raise InputError(
                    f"row {row} of the samples is taken after row {self.row}: a training takes them in order, all of "
                    f"them in each pass"
                )
            if self.row >= 0:
                self.close()
            self.row = row
            self.open = [("in", ()) for _ in range(self.features + self.labels)]
        at = len(self.closed)
        return [make(self.format, None, (at, column), self) for column in range(self.features + self.labels)]

    def close(self) -> None:
        found = tuple(self.open)
        if self.closed and self.closed[-1] == found:
            found = self.closed[-1]  # one list for all equal ones
        self.closed.append(found)

    def argument(self, number: Fixed) -> Argument:
        if number.units is not None:
            return ("is", number.units)
        assert number.node is not None
        sample, index = number.node
        if sample == len(self.closed):
            return ("own", index)
        if sample == len(self.closed) - 1:
            return ("last", index)
        raise InputError(
            f"at sample {len(self.closed)} the training uses a number of sample {sample}: it may use what the present "
            f"sample and the one before computed; compute it anew, or update it in every sample"
        )

    def operation(self, kind: str, *numbers: Fixed) -> Fixed:
        """One more operation; those that leave a number as it is are not written down."""
        same = number_left(kind, numbers)
        if same is not None:
            return same
        self.total += 1
        if self.total > MAX_OPERATIONS:
            raise LimitError(f"a training of more than {MAX_OPERATIONS:,} operations")
        self.open.append((kind, tuple(map(self.argument, numbers))))
        node: Node = (len(self.closed), len(self.open) - 1)
        return make(self.format, None, node, self)

    def finish(self, outputs: Sequence[Fixed]) -> Recorded:
        if self.row != self.rows - 1:
            taken = "no sample" if self.row < 0 else f"row {self.row} last"
            raise InputError(f"the training takes {taken}; it must take all {self.rows} rows, in order")
        found = tuple(self.argument(number) for number in outputs)
        self.close()
        return Recorded(tuple(self.closed), found)


def number_left(kind: str, numbers: Sequence[Fixed]) -> Fixed | None:
    """The number that an operation leaves as it is, or None."""
    first, second = numbers[0], numbers[1]
    if kind == "add" and first.units == 0:
        return second
    if kind in ("add", "sub") and second.units == 0:
        return first
    if kind == "where" and second is numbers[2]:
        return second
    return None


class Samples(Sequence[Any]):
    """What a training function gets as X or y: rows of numbers, or one number per row."""

    def __init__(self, recorder: Recorder, columns: slice, flat: bool) -> None:
        self.recorder, self.columns, self.flat = recorder, columns, flat

    def __len__(self) -> int:
        return self.recorder.rows

    def __getitem__(self, row: Any) -> Any:
        if type(row) is not int or not -len(self) <= row < len(self):
            if type(row) is int:
                raise IndexError(f"row {row} of {len(self)}")
            raise InputError(f"the samples must be taken row by row, not by {short_repr(row)}")
        numbers = self.recorder.take(row % len(self))[self.columns]
        return numbers[0] if self.flat else numbers

    def __iter__(self) -> Iterator[Any]:
        return (self[row] for row in range(len(self)))
