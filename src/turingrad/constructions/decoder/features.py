"""The residual stream: features of value -1 or +1, each with a mirror coordinate of the opposite sign.

So every vector has mean 0 and mean square 1: LayerNorm and RMSNorm map it to itself. A feature is written once: it
starts at -1 and a block that turns it on adds 2, and -2 to its mirror.

    one            always +1: the constant of units and heads, in an architecture without biases
    bos            this token is `<bos>`, the null of the tape: every cell was written blank there
    st=A sym=1     state and symbol of a step's token; st=boot is the state of `<start>`
    cell.b         bit b of the token's cell, counted from the left end of the tape; bit 0 the least
    wr=1           the symbol that the token writes into its cell
    next=B right left halt     what the machine does next
    to.b edge      the cell of the head after the move; edge where it leaves the tape
    read=0         the symbol in cell `to`

Where the cell is spelled in D digits, the tokens of a step share these by attention:

    place=i dig.b  the token is digit i (0 the last) with these bits
    writes step    the token writes a cell; the token carries a state
    turn=i         the next token is digit i; turn=step: it is the step's token
    goto.b goal=B stop fall    to, next, halt and edge of the last step, at each of the tokens that spell the next one
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.options import Options
from turingrad.machine.tape import TapeMachine

BOOT = "boot"
HEAD_SIZE = 64  # the usual size; hidden sizes are multiples of it
STEP = "step"


@dataclass(frozen=True)
class Features:
    """The named features of a stream of `width` coordinates: feature f is coordinate f, its mirror width/2 + f.

    Without mirrors (`mirrored=False`) the mean is not 0, which RMSNorm does not mind: a stream for Llamas only.
    """

    names: tuple[str, ...]
    heads: int = 1
    mirrored: bool = True

    @cached_property
    def half(self) -> int:
        """Coordinates of the features, filling included."""
        if not self.mirrored:
            return HEAD_SIZE * -(-len(self.names) // HEAD_SIZE)
        least = max(len(self.names), HEAD_SIZE // 2 * self.heads)
        return HEAD_SIZE // 2 * -(-least // (HEAD_SIZE // 2))

    @property
    def width(self) -> int:
        return 2 * self.half if self.mirrored else self.half

    @cached_property
    def number(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def __getitem__(self, name: str) -> int:
        return self.number[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.number

    def labels(self) -> tuple[str, ...]:
        """A label for every coordinate; mirrors begin with '-', `fill=i` (always +1) only fills up the width."""
        filled = (*self.names, *(f"fill={i}" for i in range(self.half - len(self.names))))
        return (*filled, *(f"-{name}" for name in filled)) if self.mirrored else filled

    def vector(self, *on: str) -> F64:
        """A stream vector: the named features, `one` and the filling +1, all others -1, and the mirrors."""
        values = np.full(self.half, -1.0)
        values[len(self.names) :] = 1.0
        values[[self.number[name] for name in ("one", *on)]] = 1.0
        return np.concatenate([values, -values]) if self.mirrored else values

    def coordinates(self, name: str) -> tuple[tuple[int, float], ...]:
        """Where a feature is in the stream, and with which sign: itself, and its mirror if there are mirrors."""
        own = self.number[name]
        return ((own, 1.0), (self.half + own, -1.0)) if self.mirrored else ((own, 1.0),)

    def group(self, prefix: str) -> list[str]:
        """The features `prefix=...` or `prefix.0`, `prefix.1`, ... in their order."""
        return [name for name in self.names if name.startswith((f"{prefix}=", f"{prefix}."))]


def bits(prefix: str, count: int) -> tuple[str, ...]:
    return tuple(f"{prefix}.{b}" for b in range(count))


def features_of(machine: TapeMachine, options: Options) -> Features:
    w, digits = options.cell_bits, options.digits
    names = ["one", "bos", "right", "left", "halt", "edge"]
    names += [f"st={state}" for state in (*machine.states, f"<{BOOT}>")]
    names += [f"sym={symbol}" for symbol in machine.symbols]
    names += bits("cell", w)
    names += [f"wr={symbol}" for symbol in machine.symbols]
    names += [f"next={state}" for state in machine.states]
    names += bits("to", w)
    names += [f"read={symbol}" for symbol in machine.symbols]
    heads = -(-len(machine.symbols) // HEAD_SIZE)
    if digits:
        names += [f"place={i}" for i in range(digits)]
        names += bits("dig", options.digit_bits)
        names += ["writes", "step"]
        names += [f"turn={i}" for i in range(digits)] + [f"turn={STEP}"]
        names += bits("goto", w)
        names += [f"goal={state}" for state in machine.states]
        names += ["stop", "fall"]
        heads = max(heads, digits, -(-(w + len(machine.states) + 2) // HEAD_SIZE))
    return Features(tuple(names), heads)


def number_bits(prefix: str, number: int, count: int) -> tuple[str, ...]:
    """The features that are on for a number."""
    return tuple(f"{prefix}.{b}" for b in range(count) if number >> b & 1)
