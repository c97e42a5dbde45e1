"""Wall machines lowered to what one cell can see: a head is its state, and a wall is a state of its own.

A cell of the network knows its own value and its four neighbours'. A head that would leave the grid stays and reads
`#` next; the lowered machine remembers that in a twin state q#, which ignores and keeps the symbol under it. Twins
exist only where a move leads to q. With `first=True` the machine begins with a state that stays one step and changes
nothing (Goel et al., B.1.2): the broadcast of the compute phase is then always one cell ahead of the head.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from turingrad.machine.grid import WALL, GridMachine, GridRule

FIRST = "first"


@dataclass(frozen=True, slots=True)
class HeadState:
    """A state of the lowered machine: the source's `state`, reading the wall or not; `state` is None for the first."""

    state: str | None
    bumped: bool = False

    def __str__(self) -> str:
        return FIRST if self.state is None else self.state + (WALL if self.bumped else "")


@dataclass(frozen=True, slots=True)
class Action:
    """What a head does on one symbol: write, move, and the states after the move and after a wall."""

    write: int
    move: str
    next: int
    at_wall: int


@dataclass(frozen=True)
class HeadTable:
    """The lowered machine: `actions[state][symbol]`, None if the head rests for ever."""

    symbols: tuple[str, ...]
    states: tuple[HeadState, ...]
    actions: tuple[tuple[Action | None, ...], ...]

    @cached_property
    def index(self) -> dict[HeadState, int]:
        return {state: i for i, state in enumerate(self.states)}


def head_table(machine: GridMachine, *, first: bool = False, walls: bool = True) -> HeadTable:
    """The lowered machine, states in the order of discovery. `walls=False` promises that no head meets a wall."""
    number = {symbol: i for i, symbol in enumerate(machine.symbols)}
    start = HeadState(None if first else machine.start)
    order: dict[HeadState, int] = {start: 0}
    pending = [start]
    rows: list[tuple[Action | None, ...]] = []

    def place(state: HeadState) -> int:
        if state not in order:
            order[state] = len(order)
            pending.append(state)
        return order[state]

    def action(rule: GridRule | None, symbol: str) -> Action | None:
        if rule is None:
            return None
        landed = place(HeadState(rule.next))
        stopped = place(HeadState(rule.next, True)) if walls and rule.move != "S" else landed
        return Action(number[symbol if rule.write is None else rule.write], rule.move, landed, stopped)

    for head in pending:
        if head.state is None:
            target = place(HeadState(machine.start))
            rows.append(tuple(Action(number[s], "S", target, target) for s in machine.symbols))
            continue
        reads = [WALL if head.bumped else symbol for symbol in machine.symbols]
        rows.append(
            tuple(action(machine.rule(head.state, read), s) for read, s in zip(reads, machine.symbols, strict=True))
        )
    return HeadTable(machine.symbols, tuple(order), tuple(rows))
