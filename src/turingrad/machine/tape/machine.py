"""Turing machines with one or several tapes, two-sided or with a hard left end, and their configurations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from turingrad._support.validation.arguments import as_tuple, coerce_tuples
from turingrad._support.validation.values import short_repr, whole
from turingrad.errors import InputError, MachineError
from turingrad.machine.states import StateMachine, cell_row, list_names, require_known, rules_in_place, validate_states

LEFT, STAY, RIGHT = -1, 0, 1
MOVE_NAMES = {LEFT: "L", STAY: "S", RIGHT: "R"}
MOVES = {name: move for move, name in MOVE_NAMES.items()}
TWO_SIDED, HARD = LEFT_ENDS = ("two-sided", "hard")


@dataclass(frozen=True, slots=True)
class Rule:
    """In `state`, reading `read`: write `write`, move each head by -1, 0 or +1, go to `next`."""

    state: str
    read: tuple[str, ...]
    write: tuple[str, ...]
    move: tuple[int, ...]
    next: str

    def __post_init__(self) -> None:
        coerce_tuples(self, ("read", "write", "move"), MachineError)

    def __str__(self) -> str:
        moves = "".join(MOVE_NAMES[m] for m in self.move)
        return f"{self.state} {','.join(self.read)} -> {','.join(self.write)} {moves} {self.next}"


@dataclass(frozen=True, slots=True)
class Tape:
    """The non-blank part of a tape: `symbols[i]` is in cell `start + i`; an all-blank tape is `Tape(0, ())`."""

    start: int
    symbols: tuple[str, ...]

    @staticmethod
    def of(cells: Mapping[int, str], blank: str) -> Tape:
        """The tape on which these cells hold these symbols, and all others the blank."""
        first, last = min(cells, default=0), max(cells, default=-1)
        return Tape.trim(first, [cells.get(cell, blank) for cell in range(first, last + 1)], blank)

    @staticmethod
    def trim(start: int, symbols: Sequence[str], blank: str) -> Tape:
        first, last = 0, len(symbols)
        while first < last and symbols[first] == blank:
            first += 1
        while last > first and symbols[last - 1] == blank:
            last -= 1
        return Tape(start + first, tuple(symbols[first:last])) if first < last else Tape(0, ())

    def __str__(self) -> str:
        return ("" if all(len(s) == 1 for s in self.symbols) else ",").join(self.symbols)

    def read(self, cell: int, blank: str) -> str:
        index = cell - self.start
        return self.symbols[index] if 0 <= index < len(self.symbols) else blank


@dataclass(frozen=True, slots=True)
class TapeConfiguration:
    """One instant of a tape machine, after `step` steps. Cell 0 is the cell of the input's first symbol."""

    step: int
    state: str
    heads: tuple[int, ...]
    tapes: tuple[Tape, ...]

    def __str__(self) -> str:
        tapes = " ".join(f"{tape}@{tape.start} head {head}" for tape, head in zip(self.tapes, self.heads, strict=True))
        return f"step {self.step}: {self.state} {tapes}"

    def _repr_html_(self) -> str:
        """Each tape as a row of cells from its non-blank part to the head, the head's cell marked."""
        rows = ""
        for tape, head in zip(self.tapes, self.heads, strict=True):
            first, last = min(tape.start, head), max(tape.start + len(tape.symbols) - 1, head)
            cells = [(tape.read(cell, ""), cell == head) for cell in range(first, last + 1)]
            rows += f"<tr><th>from {first}</th>{cell_row(cells)}</tr>"
        return f"<table><caption>step {self.step}, state {escape(self.state)}</caption>{rows}</table>"


@dataclass(frozen=True, repr=False)
class TapeMachine(StateMachine):
    """A deterministic Turing machine with `tapes` tapes.

    `left_end`: "two-sided" tapes have no end; with "hard" tapes a move to the left from cell 0 stays there.
    A state of `halting` halts on entry and has no rules. A missing rule halts as well ("stuck"); neither counts as
    a step. `input` is the input that the machine's author gave with it, one tuple of symbols per tape.
    """

    states: tuple[str, ...]
    symbols: tuple[str, ...]
    blank: str
    start: str
    rules: tuple[Rule, ...]
    halting: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    reject: tuple[str, ...] = ()
    tapes: int = 1
    input: tuple[tuple[str, ...], ...] = ()
    name: str = field(default="", compare=False)
    doc: str = field(default="", compare=False)
    left_end: str = TWO_SIDED

    def __post_init__(self) -> None:
        own: Any = self.input
        rows = (own,) if isinstance(own, str) else as_tuple(own, "input", MachineError)
        given = tuple(as_tuple(tape, "input") for tape in rows)  # a string is the first tape, as in `run`
        object.__setattr__(self, "input", given)
        object.__setattr__(self, "tapes", whole(self.tapes, "the number of tapes", 1, error=MachineError))
        self.hold_tuples()
        validate(self)
        order = {name: i for i, name in enumerate(self.states)}
        symbol_order = {symbol: i for i, symbol in enumerate(self.symbols)}
        by_place = sorted(self.rules, key=lambda r: (order[r.state], [symbol_order[s] for s in r.read]))
        object.__setattr__(self, "rules", tuple(by_place))
        object.__setattr__(self, "input", self.tapes_of(given))

    @cached_property
    def table(self) -> dict[tuple[str, tuple[str, ...]], Rule]:
        return {(rule.state, rule.read): rule for rule in self.rules}

    def rule(self, state: str, read: tuple[str, ...]) -> Rule | None:
        """The rule that applies, or None if the machine halts."""
        return self.table.get((state, read))

    def tapes_of(self, given: str | Sequence[str] | Sequence[Sequence[str]] | None) -> tuple[tuple[str, ...], ...]:
        """An input as symbols, one tuple per tape. A string has one symbol per character, on the first tape."""
        if given is None:
            return self.input
        rows: list[tuple[str, ...]]
        if isinstance(given, str):
            rows = [tuple(given)]
        else:
            parts = as_tuple(given, "the input of a tape machine")
            words = bool(parts) and all(isinstance(part, str) for part in parts) and self.tapes == 1
            rows = [parts] if words else [as_tuple(part, "each tape of an input") for part in parts]
        if len(rows) > self.tapes:
            raise InputError(f"the input has {len(rows)} tapes; the machine has {self.tapes}")
        known = set(self.symbols)
        for row in rows:
            for cell, symbol in enumerate(row):
                if not isinstance(symbol, str) or symbol not in known:
                    raise InputError(
                        f"input symbol {short_repr(symbol)} at position {cell} is not one of the machine's symbols: "
                        + list_names(self.symbols)
                    )
        return tuple(rows) + ((),) * (self.tapes - len(rows))

    def initial(self, given: str | Sequence[str] | Sequence[Sequence[str]] | None = None) -> TapeConfiguration:
        tapes = tuple(Tape.trim(0, row, self.blank) for row in self.tapes_of(given))
        return TapeConfiguration(0, self.start, (0,) * self.tapes, tapes)

    def reads(self, configuration: TapeConfiguration) -> tuple[str, ...]:
        pairs = zip(configuration.tapes, configuration.heads, strict=True)
        return tuple(tape.read(head, self.blank) for tape, head in pairs)

    def halted(self, configuration: TapeConfiguration) -> bool:
        """True if no step is possible."""
        return self.rule(configuration.state, self.reads(configuration)) is None

    def __repr__(self) -> str:
        label = f"{self.name!r}, " if self.name else ""
        tapes = f", {self.tapes} tapes" if self.tapes > 1 else ""
        sizes = f"{len(self.states)} states, {len(self.symbols)} symbols, {len(self.rules)} rules"
        return f"TapeMachine({label}{sizes}{tapes})"

    def rule_rows(self) -> Iterable[tuple[str, ...]]:
        for rule in self.rules:
            moves = (MOVE_NAMES[move] for move in rule.move)
            yield rule.state, " ".join(rule.read), " ".join(rule.write), " ".join(moves), rule.next


def validate(machine: TapeMachine) -> None:
    """Legality, checked in one place."""
    if machine.left_end not in LEFT_ENDS:
        raise MachineError(
            f"the left end of a tape must be {' or '.join(LEFT_ENDS)}, not {short_repr(machine.left_end)}"
        )
    validate_states(machine)
    symbols = set(machine.symbols)
    for rule, where in rules_in_place(machine, lambda rule: ",".join(rule.read), strings):
        if not len(rule.read) == len(rule.write) == len(rule.move) == machine.tapes:
            raise MachineError(f"{where} must read, write and move on {machine.tapes} tape(s)")
        require_known(rule.read + rule.write, symbols, f"{where}: symbol", "symbols")
        if any(move not in MOVE_NAMES for move in rule.move):
            raise MachineError(f"{where}: moves must be -1, 0 or +1, not {short_repr(rule.move)}")


def strings(rule: Rule) -> bool:
    """A quick look: names and symbols are strings, moves whole numbers."""
    names = (rule.state, rule.next, *rule.read, *rule.write)
    return all(type(name) is str for name in names) and all(type(move) is int for move in rule.move)


def require_two_sided(machine: TapeMachine, what: str) -> None:
    """Refuse a machine with a hard left end if only two-sided tapes are supported.

    Args:
        machine: The machine.
        what: What does not support it, for the message.

    Raises:
        MachineError: The machine has a hard left end.

    Example:
        >>> from turingrad.machine.tape import require_two_sided
        >>> require_two_sided(tg.read("palindrome"), "this")
    """
    if machine.left_end != TWO_SIDED:
        raise MachineError(f"{what} has two-sided tapes; this machine's tapes have a hard left end")
