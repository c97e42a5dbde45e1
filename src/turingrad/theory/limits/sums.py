"""6.3: sums of numbers whose digits are written in unknown symbols, one digit of the sum shown: is it right?

`addends` numbers of `digits` digits in a base, and a sum of which one digit, not the first of its digits + 1, is shown.
The paper has base = addends = digits = n. A function of the class is an ordering of the digits: order[symbol] is the
symbol's value. Over uniform inputs the shown digit is right with probability 1/base; the values

    sqrt(base - 1) where it is right, -1/sqrt(base - 1) where not

have mean 0 and variance 1, "in such a way that the average correct output is 0".
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F32, I64, Mask, Signs
from turingrad.errors import InputError, LimitError
from turingrad.tasks.task import MAX_CELLS
from turingrad.theory.limits.function_classes import Function, Listed, Sampled

Symbols = I64
MAX_BASE = 36


@dataclass(frozen=True)
class Sums:
    """The shape of the expressions. `units` asks for the last digit only, where no carry enters."""

    base: int
    addends: int
    digits: int
    units: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.base <= MAX_BASE or self.addends < 1 or self.digits < 1:
            raise InputError(
                f"{self.addends} numbers of {self.digits} digits in base {self.base}; there must be at least one of "
                f"each, and the base 2 to {MAX_BASE}"
            )
        if self.addends * self.digits > 1 << 12:
            raise LimitError(f"{self.addends} numbers of {self.digits} digits are too many")

    @staticmethod
    def paper(n: int) -> Sums:
        return Sums(n, n, n)

    @property
    def columns(self) -> int:
        """Symbols of the numbers, row by row, most significant first; then the shown place (0: units) and symbol."""
        return self.addends * self.digits + 2

    @property
    def places(self) -> int:
        return 1 if self.units else self.digits

    def points(self, rng: np.random.Generator, m: int) -> Symbols:
        """Uniform expressions."""
        if m * self.columns > MAX_CELLS:
            raise LimitError(f"{m} expressions of {self.columns} columns are more than {MAX_CELLS:,} numbers")
        rows = rng.integers(self.base, size=(m, self.columns))
        rows[:, -2] = rng.integers(self.places, size=m)
        return rows

    def digit(self, rows: Symbols, order: I64) -> Symbols:
        """The value of the sum's digit at the asked place."""
        values = order[rows[:, :-2]].reshape(len(rows), self.addends, self.digits).sum(axis=1)  # by column
        carry = np.zeros(len(rows), np.int64)
        found = np.zeros(len(rows), np.int64)
        for place in range(self.places):
            total = values[:, self.digits - 1 - place] + carry
            found = np.where(rows[:, -2] == place, total % self.base, found)
            carry = total // self.base
        return found

    def right(self, rows: Symbols, order: I64) -> Mask:
        """Whether the shown symbol is the sum's digit."""
        matches: Mask = self.digit(rows, order) == order[rows[:, -1]]
        return matches

    def draw_labelled(self, rng: np.random.Generator, m: int, order: I64) -> tuple[Symbols, Signs]:
        """Uniform expressions, whatever the order of the digits, and labels: +1 where the shown symbol is right."""
        rows = self.points(rng, m)
        return rows, np.where(self.right(rows, order), np.int8(1), np.int8(-1))

    def one_hot(self, rows: Symbols) -> F32:
        """Each symbol, the place and the shown symbol as unit vectors: what a net sees, digits without meaning."""
        symbols = np.eye(self.base, dtype=np.float32)[rows[:, :-2]].reshape(len(rows), -1)
        place, shown = (
            np.eye(self.places, dtype=np.float32)[rows[:, -2]],
            np.eye(self.base, dtype=np.float32)[rows[:, -1]],
        )
        return np.hstack([symbols, place, shown])

    def functions(self) -> Sampled:
        """The class, for Monte Carlo."""

        def draw(rng: np.random.Generator) -> Function:
            order = rng.permutation(self.base)
            high, low = math.sqrt(self.base - 1), -1 / math.sqrt(self.base - 1)
            return lambda rows: np.where(self.right(rows, order), high, low)

        return Sampled(f"{self.addends} numbers of {self.digits} digits in base {self.base}", draw, self.points)

    def list_functions(self) -> Listed:
        """All base! functions on all inputs, as integers base - 1 and -1 over sqrt(base - 1): for small bases."""
        inputs = self.base ** (self.addends * self.digits + 1) * self.places
        if inputs * math.factorial(self.base) > 1 << 24:
            raise LimitError(f"{inputs:,} inputs for each of {self.base}! orderings are too many to list")
        sizes = [range(self.base)] * (self.addends * self.digits) + [range(self.places), range(self.base)]
        rows = np.stack(np.meshgrid(*sizes, indexing="ij"), axis=-1).reshape(-1, self.columns)
        orders = [np.array(order) for order in itertools.permutations(range(self.base))]
        values = np.array([np.where(self.right(rows, order), self.base - 1, -1) for order in orders])
        return Listed(values, scale=self.base - 1, name=self.functions().name)


def format_expression(row: Symbols, sums: Sums, symbols: str = "0123456789abcdefghijklmnopqrstuvwxyz") -> str:
    """An expression as the paper writes it."""
    numbers = row[:-2].reshape(sums.addends, sums.digits)
    lines = [("+" if i else " ") + "".join(symbols[s] for s in number) for i, number in enumerate(numbers)]
    total = ["?"] * (sums.digits + 1)
    total[sums.digits - int(row[-2])] = symbols[int(row[-1])]
    return "\n".join([*lines, "=" + "".join(total)])
