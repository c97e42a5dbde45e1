"""The two dialects: what their statements do within one step of the machine, and the machine that comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from turingrad.language.expressions import AT_WALL, READ, Value, tape_read
from turingrad.language.source import Header
from turingrad.language.table import Action, Read, Table
from turingrad.machine.grid import TERNARY, WALL, GridMachine, GridRule
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape.machine import MOVES as TAPE_MOVES

Step = dict[str, Value]  # registers, and what the dialect keeps during one step under names with brackets
Readable = tuple[tuple[str, ...], ...]  # the symbols that each head may read
Complain = Callable[[str, str], Exception]  # (what was wrong, what is expected)


@dataclass(frozen=True)
class Statement:
    """A statement of a dialect: how many operands it takes, whether `until=` may follow, how it is written."""

    name: str
    operands: int
    shape: str
    repeats: bool = False


@dataclass(frozen=True)
class Outcome:
    """The end of a step: what the machine does, the halting state it enters if any, what each head may read next."""

    action: Action
    halting: str | None
    following: Readable


class Dialect(Protocol):
    statements: dict[str, Statement]
    tapes: int | None
    first: Readable

    def begin(self, read: Read) -> Step:
        """What the program sees at the beginning of a step."""

    def act(self, name: str, values: list[Value], step: Step, complain: Complain) -> Outcome | None:
        """One statement; None while the step goes on."""

    def machine(self, table: Table, names: list[str], name: str, doc: str) -> GridMachine | TapeMachine: ...


GRID_MOVES = {"up": "U", "down": "D", "left": "L", "right": "R", "stay": "S"}


def by_name(*statements: Statement) -> dict[str, Statement]:
    return {statement.name: statement for statement in statements}


def entries(table: Table, names: list[str]) -> Iterator[tuple[str, Read, Action, str]]:
    """Each entry of a table: its state's name, the read, the action, and the name of the next state."""
    for state, row in zip(names, table, strict=True):
        for read, entry in row.items():
            yield state, read, entry.action, entry.next if isinstance(entry.next, str) else names[entry.next]


class GridDialect:
    """`s`, `wall`, `write(e)`, moves, `halt(+1)`, `halt(-1)`."""

    statements = by_name(
        Statement("write", 1, "write(value)"),
        *(Statement(move, 0, f"{move}() or {move}(until=condition)", repeats=True) for move in GRID_MOVES),
        Statement("halt", 1, "halt(+1) or halt(-1)"),
    )
    tapes: int | None = None

    def __init__(self, header: Header) -> None:
        self.header = header
        self.values: dict[str, Value] = {symbol: symbol for symbol in header.symbols}
        if set(header.symbols) <= set(TERNARY):
            self.values = {symbol: TERNARY.index(symbol) - 1 for symbol in header.symbols}
        self.symbol_of = {value: symbol for symbol, value in self.values.items()}
        self.first: Readable = (header.symbols,)
        self.after_move: Readable = ((*header.symbols, WALL),)

    def begin(self, read: Read) -> Step:
        return {READ: self.values.get(read[0], WALL), AT_WALL: read == (WALL,)}

    def act(self, name: str, values: list[Value], step: Step, complain: Complain) -> Outcome | None:
        if name == "write":
            if step[AT_WALL]:
                raise complain("this write may happen at a wall, where nothing can be written", "a test of `wall`")
            if values[0] not in self.symbol_of:
                raise complain(f"{values[0]!r} cannot be written", f"one of {', '.join(map(repr, self.symbol_of))}")
            step[READ] = values[0]
            return None
        written = () if step[AT_WALL] else (self.symbol_of[step[READ]],)
        if name == "halt":
            if values[0] not in (1, -1):
                raise complain(f"the answer must be +1 or -1, not {values[0]!r}", "halt(+1) or halt(-1)")
            return Outcome(Action(written, ("S",)), "halt+" if values[0] == 1 else "halt-", ())
        action = Action(written, (GRID_MOVES[name],))
        if name != "stay":
            return Outcome(action, None, self.after_move)
        return Outcome(action, None, (written,) if written else self.first)

    def machine(self, table: Table, names: list[str], name: str, doc: str) -> GridMachine:
        rules = [
            GridRule(state, read[0], action.write[0] if action.write else None, action.move[0], after)
            for state, read, action, after in entries(table, names)
        ]
        return GridMachine(
            states=(*names, "halt+", "halt-"),
            symbols=self.header.symbols,
            blank=self.header.blank,
            start=names[0],
            rules=tuple(rules),
            halting=("halt+", "halt-"),
            accept=("halt+",),
            reject=("halt-",),
            work=self.header.work,
            name=name,
            doc=doc,
        )


HALTS = ("halt", "accept", "reject")


def tape_move(tape: int) -> str:
    """The name under which a step keeps the move of a tape."""
    return f"move[{tape}]"


class TapeDialect:
    """`s[i]`, `write(i, e)`, `move(i, "L")`, `step()`, `halt()`, `accept()`, `reject()`."""

    statements = by_name(
        Statement("write", 2, "write(tape, symbol)"),
        Statement("move", 2, 'move(tape, "L"), "R" or "S"'),
        Statement("step", 0, "step()"),
        *(Statement(halt, 0, f"{halt}()") for halt in HALTS),
    )

    def __init__(self, header: Header) -> None:
        self.header = header
        self.tapes: int | None = header.tapes
        self.first: Readable = (header.symbols,) * header.tapes

    def begin(self, read: Read) -> Step:
        return {tape_read(tape): symbol for tape, symbol in enumerate(read)}

    def act(self, name: str, values: list[Value], step: Step, complain: Complain) -> Outcome | None:
        tapes = range(self.header.tapes)
        if name in ("write", "move"):
            tape, value = values
            if tape not in tapes:
                raise complain(f"there is no tape {tape!r}", f"a number from 0 to {len(tapes) - 1}")
            if name == "write":
                if value not in self.header.symbols:
                    raise complain(f"{value!r} cannot be written", f"one of {', '.join(self.header.symbols)}")
                step[tape_read(int(tape))] = value
                return None
            if value not in TAPE_MOVES:
                raise complain(f"{value!r} is not a move", '"L", "R" or "S"')
            if tape_move(int(tape)) in step:
                raise complain(f"tape {tape} already moves in this step", "step() before the next move")
            step[tape_move(int(tape))] = value
            return None
        written = tuple(str(step[tape_read(tape)]) for tape in tapes)
        moves = tuple(str(step.get(tape_move(tape), "S")) for tape in tapes)
        if name in HALTS:
            return Outcome(Action(written, moves), name, ())
        following = tuple(
            (symbol,) if move == "S" else self.header.symbols for symbol, move in zip(written, moves, strict=True)
        )
        return Outcome(Action(written, moves), None, following)

    def machine(self, table: Table, names: list[str], name: str, doc: str) -> TapeMachine:
        rules = [
            Rule(state, read, action.write, tuple(TAPE_MOVES[letter] for letter in action.move), after)
            for state, read, action, after in entries(table, names)
        ]
        entered = {rule.next for rule in rules}
        ends = tuple(halt for halt in HALTS if halt in entered)
        return TapeMachine(
            states=(*names, *ends),
            symbols=self.header.symbols,
            blank=self.header.blank,
            start=names[0],
            rules=tuple(rules),
            halting=ends,
            accept=("accept",) if "accept" in ends else (),
            reject=("reject",) if "reject" in ends else (),
            tapes=self.header.tapes,
            input=self.header.input,
            name=name,
            doc=doc,
        )
