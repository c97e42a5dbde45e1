"""Cells of the learner's network as integers: B.1.1 of Goel et al., multiplied by S so that nothing is rounded.

    S = 8 * 3^K        the paper's 1
    P = S              mark of an untouched work cell
    T = S/3            symbol: a T with a in {-1, 0, +1}
    p = S/6            padding
    C = S/9            phase: -C memory, +C compute
    H = S/27           presence of the head; its state is a multiple of 8 below H/2 in magnitude

With a border (`machine.grid.border`) the marked column keeps the digit of S: it begins as Q = 2S and holds, in the
compute phase, S + aT + C [+ H + code(q)].

A cell is 0, T, -T or P (phase unknown), -C (memory phase), or aT + C, with a head aT + C + H + code(q) (compute
phase). All of these are multiples of 8, p is 4 modulo 8. State codes are 8 * (0, +1, -1, +2, ...); with
n = 3^(K-3) there are n - 2 of them, the top one, half a gap from p, is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from turingrad.errors import InputError

GAP = 8
LARGEST_K = 30  # beyond it nothing is exact in float64
SYMBOLS = (-1, 0, 1)  # in the order of TERNARY: - 0 +


@dataclass(frozen=True)
class Lattice:
    """The cell values for machines of up to `states` lowered states; K is the smallest with 3^(K-3) - 2 >= states."""

    states: int
    border: bool = False
    K: int = field(init=False)
    S: int = field(init=False)
    P: int = field(init=False)
    Q: int = field(init=False)
    T: int = field(init=False)
    p: int = field(init=False)
    C: int = field(init=False)
    H: int = field(init=False)

    def __post_init__(self) -> None:
        K = next((K for K in range(4, LARGEST_K + 1) if self.states <= 3 ** (K - 3) - 2), None)
        if K is None:
            most = 3 ** (LARGEST_K - 3) - 2
            raise InputError(f"{self.states} states are more than any dtype can hold exactly ({most})")
        S = GAP * int(3**K)
        parts = {"P": S, "Q": 2 * S, "T": S // 3, "p": S // 6, "C": S // 9, "H": S // 27}
        for name, value in {"K": K, "S": S, **parts}.items():
            object.__setattr__(self, name, value)

    @property
    def ramp(self) -> int:
        """a of the read-out: the largest power of two that is at most S/18, so that 1/a is exact."""
        return 1 << ((self.S // 18).bit_length() - 1)

    def code(self, state: int) -> int:
        """0, +8, -8, +16, ..."""
        return GAP * ((state + 1) // 2) * (1 if state % 2 else -1)

    @cached_property
    def alphabet(self) -> tuple[tuple[int, bool], ...]:
        """(a, marked) of each symbol of the lowered machine, in its order."""
        return tuple((a, mark) for mark in ((False, True) if self.border else (False,)) for a in SYMBOLS)

    def symbol(self, a: int, marked: bool = False) -> int:
        """A compute-phase cell that holds a and no head."""
        return a * self.T + self.C + (self.S if marked else 0)

    def head(self, a: int, state: int, marked: bool = False) -> int:
        """A compute-phase cell that holds a and a head."""
        return self.symbol(a, marked) + self.H + self.code(state)

    def compute_phase(self, a: int, marked: bool = False) -> tuple[int, int]:
        """The least and the largest compute-phase cell that holds a: without a head, and with the largest code."""
        return self.symbol(a, marked), self.symbol(a, marked) - self.C + self.p - GAP - GAP // 2

    @cached_property
    def unknown(self) -> tuple[int, ...]:
        return (0, self.T, -self.T, self.P, *((self.Q,) if self.border else ()))

    def beside_the_labels(self, work: int) -> int:
        """What stands at the start to the right of the bottom-right main cell; `work` is the machine's own columns."""
        return self.p if not work else self.Q if self.border and work == 1 else self.P

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Every value that a cell can have: compute phase without a head, the other phases, heads."""
        heads = (self.head(a, state, mark) for a, mark in self.alphabet for state in range(self.states))
        return (*(self.symbol(*symbol) for symbol in self.alphabet), *self.unknown, -self.C, *heads)

    @property
    def without_head(self) -> int:
        """How many of `values` carry no head; they come first."""
        return len(self.alphabet) + len(self.unknown) + 1
