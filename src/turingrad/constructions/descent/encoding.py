"""Symbols as vectors: what one cell of a tape variable T holds.

The paper has two symbols, -1 and +1, one number per cell. One number cannot tell more than two symbols apart by the
sign of a linear functional, so a larger alphabet is either one-hot (k = |symbols| numbers a cell) or written in ±1 bits
(k = ceil(log2 |symbols|), the paper's own encoding for two symbols).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from turingrad._support.arrays import F64, I64, Array
from turingrad.errors import InputError, MachineError

EncodingName = Literal["auto", "bits", "onehot"]
ROUNDING = 0.25  # codes differ by at least 1 in some number: within 1/4 of a code no other code is as near


@dataclass(frozen=True)
class Encoding:
    """`codes[a]` is the vector of symbol number a. Entries are -1, 0 or +1."""

    name: Literal["bits", "onehot"]
    codes: tuple[tuple[int, ...], ...]

    @property
    def width(self) -> int:
        """k, the numbers of one cell."""
        return len(self.codes[0])

    @property
    def matrix(self) -> F64:
        return np.array(self.codes, np.float64)  # (symbols, k)

    @property
    def spread(self) -> int:
        """D, the largest squared distance of two codes: 4k for bits, 2 for one-hot."""
        return 4 * self.width if self.name == "bits" else 2

    @property
    def agreements(self) -> F64:
        """m(a, c): the equal bits of two symbols, or 1 where one-hot symbols are equal, else 0. (symbols, symbols)"""
        if self.name == "onehot":
            return np.eye(len(self.codes))
        equal: F64 = (self.matrix[:, None, :] == self.matrix[None, :, :]).sum(axis=2).astype(np.float64)
        return equal

    @property
    def most_agreements(self) -> int:
        return self.width if self.name == "bits" else 1

    @property
    def least_b(self) -> float:
        """Reading works for every b strictly above this: see `constants.smallest_margin`."""
        return 0.25 if self.name == "bits" else 0.5

    def symbols(self, cells: Array, *, exact: bool) -> I64:
        """The symbol numbers of cells, (..., k) -> (...): codes bit for bit, or within 1/4 where `exact` is False."""
        near = cells if exact else cells.round()
        if not exact and np.any(np.abs(cells - near) > ROUNDING):
            raise InputError("a cell of the tape variable is not near any symbol's code")
        return self.numbers_of(near)

    def numbers_of(self, near: Array) -> I64:
        """The symbol numbers of exact codes. Plane by plane: a product with the codes would cost ten times as much."""
        codes = self.matrix
        if self.name == "bits":
            found = sum((near[..., place] > 0).astype(np.int64) << place for place in range(self.width))
            found = np.minimum(found, len(codes) - 1)
        else:
            found = sum(symbol * (near[..., symbol] > 0).astype(np.int64) for symbol in range(1, self.width))
            found = np.minimum(np.zeros(near.shape[:-1], np.int64) + found, len(codes) - 1)
        for place in range(self.width):
            if not np.array_equal(codes[found, place], near[..., place]):
                raise InputError("a cell of the tape variable holds no symbol's code")
        numbers: I64 = found
        return numbers


def encoding_for(symbols: int, name: EncodingName = "auto") -> Encoding:
    """`auto`: ±1 for two symbols, as in the paper, one-hot for any other number."""
    if name not in ("auto", "bits", "onehot"):
        raise InputError(f"no encoding {name!r}; known: auto, bits, onehot")
    if name == "onehot" or (name == "auto" and symbols != 2):
        return Encoding("onehot", tuple(tuple(int(a == c) for c in range(symbols)) for a in range(symbols)))
    if symbols < 2:
        raise MachineError("±1 bits need at least two symbols; use the one-hot encoding")
    width = (symbols - 1).bit_length()
    return Encoding("bits", tuple(tuple(2 * (a >> j & 1) - 1 for j in range(width)) for a in range(symbols)))
