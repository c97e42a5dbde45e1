"""A border that a machine can see between its own columns and any number of work columns to the right.

A learner's grid has d + 1 input columns and k = `machine.work` work columns of its own. Definition 5 of Goel et al. has
l of them, l = c (t + m + d): space for machines that need it, and a right wall that is l steps away. `bordered` lets
the same machine run on a grid with any l >= k of them. The cells of the k-th work column carry a mark, which stays
whatever is written there; a head that moves right from a marked cell reads `#`, as at a wall, and stays. If it moves
right once more, it passes. So a machine that takes the right wall for the end of its grid does the same on every l, and
one that wants more room pushes twice. From outside, the way back to the left is free.

The marked column has symbols of its own, `-|`, `0|`, `+|`: the bordered machine is an ordinary grid machine of twice
the symbols. Its state `q|` is the source's q that reads `#` at the border. A `#` rule that moves right cannot know
whether the cell is marked, so it stays one step in a state `q>` that looks; that is the only difference in the number
of steps.
"""

from __future__ import annotations

from dataclasses import replace

from turingrad.errors import InputError, MachineError
from turingrad.machine.grid.machine import WALL, GridMachine, GridRule

MARK = "|"


def mark_symbol(symbol: str) -> str:
    """The symbol of a cell of the marked column."""
    return symbol + MARK


def add_border(machine: GridMachine, work: int | None = None) -> GridMachine:
    """The machine with a border after its own work columns, on a grid of `work` work columns in all."""
    columns = machine.work if work is None else work
    if machine.work < 1:
        raise MachineError("a border is in the last of the machine's own work columns; this machine has none")
    if columns < machine.work:
        raise InputError(f"{columns} work columns; the machine itself has {machine.work}")
    if any(MARK in name or ">" in name for name in (*machine.states, *machine.symbols)):
        raise MachineError("names of states and symbols with | or > are those of the border")
    rules: list[GridRule] = []
    for rule in machine.rules:
        rules.extend(plain_and_marked_rules(rule, set(machine.halting)))
    pushed = sorted({rule.next for rule in machine.rules if rule.move == "R"} - set(machine.halting))
    looking = sorted({r.next for r in machine.rules if (r.read, r.move) == (WALL, "R")} - set(machine.halting))
    for state in pushed:
        at_wall = machine.rule(state, WALL)
        if at_wall is not None:  # at the border it acts as at a wall, and moving right again it passes
            rules.extend(
                GridRule(state + MARK, mark_symbol(s), mark_symbol(s), at_wall.move, at_wall.next)
                for s in machine.symbols
            )
    for target in looking:
        rules.extend(GridRule(target + ">", s, s, "R", target) for s in machine.symbols)
        rules.extend(
            GridRule(target + ">", mark_symbol(s), mark_symbol(s), "S", target + MARK) for s in machine.symbols
        )
    added = (*(state + MARK for state in pushed), *(state + ">" for state in looking))
    return replace(
        machine,
        states=(*machine.states, *added),
        symbols=(*machine.symbols, *map(mark_symbol, machine.symbols)),
        rules=tuple(rules),
        work=columns,
    )


def plain_and_marked_rules(rule: GridRule, halting: set[str]) -> list[GridRule]:
    """A rule of the source on plain cells and on marked ones; a move to the right does not leave a marked cell."""
    halts = rule.next in halting  # on entry, wherever the head is
    if rule.read == WALL:
        return [rule if rule.move != "R" or halts else replace(rule, move="S", next=rule.next + ">")]
    assert rule.write is not None
    here = replace(rule, read=mark_symbol(rule.read), write=mark_symbol(rule.write))
    if rule.move == "R":
        here = replace(here, move="S", next=rule.next if halts else rule.next + MARK)
    return [rule, here]
