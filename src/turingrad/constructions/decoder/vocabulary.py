"""Tokens: their texts, their stream vectors, prompts, and the way back from tokens to what they say.

One token per step:      <bos> 1@0 1@1 <start> A:1@0 B:1@1 ... <halt>
A spelled cell (D = 2):  <bos> @1=0 @0=8 =1 @1=0 @0=7 <start> @1=0 @0=8 A:1 ... <halt>

A token of the prompt writes a symbol into a cell; a step's token says state, symbol read and cell of the head. In the
texts of one-token steps cells have the machine's numbers (0 is the input's first symbol); spelled digits are those of
the cell counted from the left end of the tape. Names that hold one of `\\ : @ = <` or white space are escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.features import BOOT, STEP, Features, number_bits
from turingrad.constructions.decoder.options import Options
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import TapeInput

BOS, START, HALT, EDGE, UNKNOWN = "<bos>", "<start>", "<halt>", "<edge>", "<unk>"
SPECIAL = (UNKNOWN, BOS, START, HALT, EDGE)
UNKNOWN_ID, BOS_ID, START_ID, HALT_ID, EDGE_ID = range(len(SPECIAL))


def escape(name: str) -> str:
    """A name without the marks that part a token's text."""
    return "".join(f"\\{ord(c):x};" if c in "\\:@=<" or c.isspace() or not c.isprintable() else c for c in name)


@dataclass(frozen=True, slots=True)
class Said:
    """What one token says. A field that the token does not carry is None."""

    kind: str  # unknown, bos, start, halt, edge, digit, input or step
    state: str | None = None
    symbol: str | None = None
    cell: int | None = None  # the machine's number
    digit: tuple[int, int] | None = None  # (place, value)


@dataclass(frozen=True)
class Vocabulary:
    """The tokens of a machine: what each stands for, by number and by text."""

    machine: TapeMachine
    options: Options

    @property
    def special(self) -> tuple[str, ...]:
        """The texts of the first tokens, which mean nothing to the machine."""
        return SPECIAL

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """Every token, by its number."""
        m, o = self.machine, self.options
        tokens = [Said("unknown"), Said("bos"), Said("start", cell=-1), Said("halt"), Said("edge")]
        if o.digits:
            tokens += [Said("digit", digit=(i, v)) for i in range(o.digits) for v in range(1 << o.digit_bits)]
            tokens += [Said("input", symbol=symbol) for symbol in m.symbols]
            tokens += [Said("step", state, symbol) for state in m.states for symbol in m.symbols]
            return tuple(tokens)
        cells = range(-o.left, o.cells - o.left)
        tokens += [Said("input", symbol=symbol, cell=cell) for symbol in m.symbols for cell in cells if cell >= 0]
        tokens += [Said("step", state, symbol, cell) for state in m.states for symbol in m.symbols for cell in cells]
        return tuple(tokens)

    @cached_property
    def number(self) -> dict[Said, int]:
        return {said: i for i, said in enumerate(self.said)}

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return (*SPECIAL, *(text(said) for said in self.said[len(SPECIAL) :]))

    def __len__(self) -> int:
        return len(self.said)

    def index(self, cell: int) -> int:
        """A cell of the machine, counted from the left end of the tape."""
        return cell + self.options.left

    def at(self, cell: int) -> tuple[int, ...]:
        """The tokens that spell a cell, the highest digit first; none if steps are one token."""
        o, mask = self.options, (1 << self.options.digit_bits) - 1
        places = range(o.digits - 1, -1, -1)
        return tuple(self.number[Said("digit", digit=(i, self.index(cell) >> i * o.digit_bits & mask))] for i in places)

    def write(self, symbol: str, cell: int) -> tuple[int, ...]:
        if self.options.digits:
            return (*self.at(cell), self.number[Said("input", symbol=symbol)])
        return (self.number[Said("input", symbol=symbol, cell=cell)],)

    def step(self, state: str, symbol: str, cell: int) -> tuple[int, ...]:
        if self.options.digits:
            return (*self.at(cell), self.number[Said("step", state, symbol)])
        return (self.number[Said("step", state, symbol, cell)],)

    def prompt(self, given: TapeInput = None) -> tuple[int, ...]:
        """`<bos>`, the input's symbols with their cells, `<start>`."""
        (row,) = self.machine.tapes_of(given)
        o = self.options
        if len(row) > o.cells - o.left:
            raise InputError(
                f"the input has {len(row)} symbols, the decoder's tape {o.cells - o.left} cells from the first symbol "
                f"on: compile with more cells"
            )
        tokens = [BOS_ID]
        for cell, symbol in enumerate(row):
            tokens += self.write(symbol, cell)
        tokens += (*self.at(-1), START_ID)
        if len(tokens) >= o.context:
            raise InputError(
                f"the prompt of an input of {len(row)} symbols has {len(tokens)} tokens; the decoder's context is "
                f"{o.context}: compile with context={2 * len(tokens)} or more"
            )
        return tuple(tokens)

    def embedding(self, features: Features) -> F64:
        """(tokens, width): what each token puts on the stream."""
        return np.stack([features.vector(*self.features_on(said)) for said in self.said])

    def features_on(self, said: Said) -> tuple[str, ...]:
        o, spelled = self.options, bool(self.options.digits)
        cell = () if said.cell is None or spelled else number_bits("cell", self.index(said.cell), o.cell_bits)
        first_turn = (f"turn={o.digits - 1}",) if spelled else ()
        if said.kind == "bos":
            return ("bos", f"wr={self.machine.blank}", *first_turn)
        if said.kind == "start":
            return (
                f"st=<{BOOT}>",
                f"wr={self.machine.blank}",
                *cell,
                *(("writes", "step") if spelled else ()),
                *first_turn,
            )
        if said.kind in ("halt", "edge"):
            return (said.kind, *(("step",) if spelled else ()))
        if said.digit is not None:
            place, value = said.digit
            turn = f"turn={place - 1}" if place else f"turn={STEP}"
            return (f"place={place}", *number_bits("dig", value, o.digit_bits), turn)
        if said.kind == "input":
            return (f"wr={said.symbol}", *cell, *(("writes",) if spelled else ()), *first_turn)
        if said.kind == "step":
            on = (f"st={said.state}", f"sym={said.symbol}", *cell)
            return (*on, *(("writes", "step") if spelled else ()), *first_turn)
        return ()


def text(said: Said) -> str:
    if said.digit is not None:
        return f"@{said.digit[0]}={said.digit[1]:x}"
    place = "" if said.cell is None else f"@{said.cell}"
    symbol = escape(said.symbol or "")
    if said.kind == "input":
        return f"{symbol}{place}" if place else f"={symbol}"
    return f"{escape(said.state or '')}:{symbol}{place}"
