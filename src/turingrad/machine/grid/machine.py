"""Turing machines on a finite grid, in the wall model, and their configurations.

The head reads the symbol under it, or the pseudo-symbol `#` for exactly one step after a move that would have left
the grid: the head then stays where it is, and on `#` nothing is written. `#` does not say which wall it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from turingrad._support.text import amount
from turingrad._support.validation.arguments import as_tuple, require
from turingrad._support.validation.values import short_repr, whole
from turingrad.errors import InputError, MachineError
from turingrad.machine.states import StateMachine, cell_row, list_names, require_known, rules_in_place, validate_states

WALL = "#"
MOVES: dict[str, tuple[int, int]] = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1), "S": (0, 0)}
TERNARY = ("-", "0", "+")  # the symbols of learners: -1, blank, +1
MAX_CELLS = 1 << 26

Grid = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class GridRule:
    """In `state`, reading `read` (a symbol or `WALL`): write `write`, move, go to `next`.

    `move` is one of U, D, L, R, S. `write` is None if, and only if, `read` is `WALL`.
    """

    state: str
    read: str
    write: str | None
    move: str
    next: str

    def __str__(self) -> str:
        return f"{self.state} {self.read} -> {'' if self.write is None else self.write + ' '}{self.move} {self.next}"


@dataclass(frozen=True, slots=True)
class GridConfiguration:
    """One instant of a grid machine, after `step` steps. `head` is (row, column), both from 0, row 0 at the top.

    `bumped` is true if the last move would have left the grid, so that the machine reads `#` now.
    """

    step: int
    state: str
    head: tuple[int, int]
    bumped: bool
    grid: Grid

    def __str__(self) -> str:
        wide = any(len(symbol) > 1 for row in self.grid for symbol in row)
        rows = "/".join((" " if wide else "").join(row) for row in self.grid)
        return f"step {self.step}: {self.state} head {self.head}{' at a wall' if self.bumped else ''} {rows}"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr>{cell_row((symbol, (i, j) == self.head) for j, symbol in enumerate(row))}</tr>"
            for i, row in enumerate(self.grid)
        )
        wall = ", at a wall" if self.bumped else ""
        return f"<table><caption>step {self.step}, state {escape(self.state)}{wall}</caption>{rows}</table>"


@dataclass(frozen=True, repr=False)
class GridMachine(StateMachine):
    """A deterministic Turing machine on a finite grid, in the wall model.

    A state of `halting` halts on entry and has no rules; `accept` holds `halt+`, the answer +1, and `reject`
    `halt-`, the answer -1. A missing rule halts as well ("stuck"); neither counts as a step. `work` is the number of
    blank work columns to the right of a learner's input (see `grid_learner`); it also fixes where the head starts.
    """

    states: tuple[str, ...]
    symbols: tuple[str, ...]
    blank: str
    start: str
    rules: tuple[GridRule, ...]
    halting: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    reject: tuple[str, ...] = ()
    work: int = 1
    name: str = field(default="", compare=False)
    doc: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "work", whole(self.work, "the number of work columns", error=MachineError))
        self.hold_tuples()
        validate(self)
        order = {name: i for i, name in enumerate(self.states)}
        reads = {symbol: i for i, symbol in enumerate((*self.symbols, WALL))}
        by_place = sorted(self.rules, key=lambda rule: (order[rule.state], reads[rule.read]))
        object.__setattr__(self, "rules", tuple(by_place))

    @cached_property
    def table(self) -> dict[tuple[str, str], GridRule]:
        return {(rule.state, rule.read): rule for rule in self.rules}

    @property
    def working_states(self) -> tuple[str, ...]:
        """The states that do not halt on entry: those that the size of a machine counts."""
        halting = set(self.halting)
        return tuple(state for state in self.states if state not in halting)

    def rule(self, state: str, read: str) -> GridRule | None:
        """The rule that applies, or None if the machine halts."""
        return self.table.get((state, read))

    def grid_of(self, given: Sequence[str] | Sequence[Sequence[str]]) -> Grid:
        """An input grid as rows of symbols. A row given as a string has one symbol per character."""
        rows = tuple(as_tuple(row, "each row of a grid") for row in as_tuple(given, "a grid"))
        if not rows or not rows[0]:
            raise InputError("the grid is empty; it must have at least one row and one column")
        if len(rows) * len(rows[0]) > MAX_CELLS:
            raise InputError(f"the grid has {len(rows)} x {len(rows[0])} cells; at most {MAX_CELLS} are allowed")
        known = set(self.symbols)
        for i, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise InputError(f"row {i} of the grid has {amount(len(row), 'cell')}, row 0 has {len(rows[0])}")
            for j, symbol in enumerate(row):
                if not isinstance(symbol, str) or symbol not in known:
                    raise InputError(
                        f"grid symbol {short_repr(symbol)} at row {i}, column {j} is not one of the machine's symbols: "
                        + list_names(self.symbols)
                    )
        return rows

    def initial(
        self, given: Sequence[str] | Sequence[Sequence[str]], head: tuple[int, int] | None = None
    ) -> GridConfiguration:
        """The first configuration. The head starts in the given cell, or in the bottom row left of the work columns."""
        grid = self.grid_of(given)
        rows, columns = len(grid), len(grid[0])
        require(head, tuple[int, int] | None, "the head's cell")
        row, column = (rows - 1, columns - 1 - self.work) if head is None else head
        if not (0 <= row < rows and 0 <= column < columns):
            hint = f" (the machine wants {self.work} work columns at the right)" if head is None else ""
            raise InputError(f"the head's cell ({row}, {column}) is not on the {rows} x {columns} grid{hint}")
        return GridConfiguration(0, self.start, (row, column), False, grid)

    def read(self, configuration: GridConfiguration) -> str:
        row, column = configuration.head
        return WALL if configuration.bumped else configuration.grid[row][column]

    def halted(self, configuration: GridConfiguration) -> bool:
        """True if no step is possible."""
        return self.rule(configuration.state, self.read(configuration)) is None

    def __repr__(self) -> str:
        label = f"{self.name!r}, " if self.name else ""
        return (
            f"GridMachine({label}{len(self.working_states)} states, {len(self.symbols)} symbols, "
            f"{len(self.rules)} rules)"
        )

    def rule_rows(self) -> Iterable[tuple[str, ...]]:
        return ((rule.state, rule.read, rule.write or "", rule.move, rule.next) for rule in self.rules)


def validate(machine: GridMachine) -> None:
    """Legality, checked in one place."""
    validate_states(machine)
    if WALL in machine.symbols:
        raise MachineError(f"{WALL!r} is what a grid machine reads at a wall and cannot be one of its symbols")
    symbols = set(machine.symbols)
    readable = symbols | {WALL}
    for rule, where in rules_in_place(machine, lambda rule: rule.read, strings):
        require_known([rule.read], readable, f"{where}: read symbol", "symbols")
        if rule.read == WALL:
            if rule.write is not None:
                raise MachineError(f"{where} writes {rule.write!r}; nothing can be written at a wall")
        elif rule.write is None:
            raise MachineError(f"{where} writes nothing; write {rule.read!r} to keep the symbol")
        else:
            require_known([rule.write], symbols, f"{where}: written symbol", "symbols")
        if rule.move not in MOVES:
            raise MachineError(f"{where}: the move must be one of {', '.join(MOVES)}, not {short_repr(rule.move)}")


def strings(rule: GridRule) -> bool:
    """A quick look: all of a rule's fields are strings, but for what is written at a wall."""
    return (rule.write is None or type(rule.write) is str) and all(
        type(part) is str for part in (rule.state, rule.read, rule.move, rule.next)
    )
