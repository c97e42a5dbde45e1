"""Stay moves away: every head moves left or right in every step.

*One tape.* A step that writes b, stays and goes to q' becomes two: write b, move right, go to q'/L; there, leave what
is read, move left, go to q'. Steps that move are as they were.

*Several tapes.* In n steps a head that always moves gets to cells of n's parity, so no number of steps lets one head
stay where it is and another move by one cell. Cell c of the source is therefore cell 2c, odd cells are blank, and
each step takes two: a move is two moves, a stay is right and left again.
"""

from __future__ import annotations

from collections.abc import Callable

from turingrad._support.validation.arguments import validate_arguments
from turingrad.machine.lower.lowering import (
    Layout,
    Lowering,
    Table,
    TapeLowering,
    Tapes,
    identity_lowering,
    lowered_machine,
    view_by_state,
)
from turingrad.machine.tape import LEFT, MOVE_NAMES, RIGHT, STAY, Tape, TapeConfiguration, TapeMachine

Key = tuple[str, tuple[int, ...]]  # a state of the source, and the second half of the moves that lead to it, if any


@validate_arguments
def without_stay(machine: TapeMachine) -> TapeLowering:
    """Remove stay moves: a step becomes one or two steps (one tape), or always two (several tapes).

    Args:
        machine: The source machine.

    Returns:
        The lowering; no rule of its machine stays.

    Example:
        >>> from turingrad.machine.lower import without_stay
        >>> any(0 in rule.move for rule in without_stay(tg.read("palindrome")).machine.rules)
        False
    """
    if all(STAY not in rule.move for rule in machine.rules):
        return identity_lowering("without_stay", machine)
    table: Table[Key] = Table("without_stay", key_name)
    for state in machine.states:
        table.state((state, ()))
    if machine.tapes == 1:
        add_bounces(machine, table)
    else:
        add_half_steps(machine, table)
    stretch = 1 if machine.tapes == 1 else 2
    encode = stretch_tapes(machine.blank, stretch)
    lowered = lowered_machine(
        machine,
        table,
        symbols=machine.symbols,
        blank=machine.blank,
        start=(machine.start, ()),
        ends={state: [(state, ())] for state in machine.halting},
        given=encode(machine.input),
    )
    begins = {name: state for (state, moves), name in table.names.items() if not moves}
    view = view_by_state(lowered, begins, {}, every_other_cell(machine.blank, stretch))
    return Lowering("without_stay", machine, lowered, encode, view)


def key_name(key: Key) -> str:
    state, moves = key
    return f"{state}/{''.join(MOVE_NAMES[move] for move in moves)}" if moves else state


def add_bounces(machine: TapeMachine, table: Table[Key]) -> None:
    for rule in machine.rules:
        if rule.move != (STAY,):
            table.rule((rule.state, ()), rule.read, rule.write, rule.move, (rule.next, ()))
            continue
        back: Key = (rule.next, (LEFT,))
        if back not in table.names:
            for symbol in machine.symbols:
                table.rule(back, (symbol,), (symbol,), (LEFT,), (rule.next, ()))
        table.rule((rule.state, ()), rule.read, rule.write, (RIGHT,), back)


def add_half_steps(machine: TapeMachine, table: Table[Key]) -> None:
    blanks = (machine.blank,) * machine.tapes
    for rule in machine.rules:
        first = tuple(move or RIGHT for move in rule.move)
        second = tuple(move or LEFT for move in rule.move)
        half: Key = (rule.next, second)
        if half not in table.names:
            table.rule(half, blanks, blanks, second, (rule.next, ()))
        table.rule((rule.state, ()), rule.read, rule.write, first, half)


def stretch_tapes(blank: str, stretch: int) -> Callable[[Tapes], Tapes]:
    """Cell c to cell `stretch` c, blanks between."""
    filler = (blank,) * (stretch - 1)
    return lambda tapes: tuple(tuple(cell for symbol in tape for cell in (symbol, *filler)) for tape in tapes)


def every_other_cell(blank: str, stretch: int) -> Layout:
    """Where a step begins, every head is on a cell `stretch` c."""

    def tape(at: Tape) -> Tape:
        first = -(-at.start // stretch)
        return Tape.trim(first, at.symbols[first * stretch - at.start :: stretch], blank)

    def layout(at: TapeConfiguration) -> tuple[tuple[int, ...], tuple[Tape, ...]]:
        return tuple(head // stretch for head in at.heads), tuple(map(tape, at.tapes))

    return layout
