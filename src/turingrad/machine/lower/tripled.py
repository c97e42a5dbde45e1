"""Tripled states: a machine that never goes back to the state it came from (Welper, after (20))."""

from __future__ import annotations

from turingrad._support.validation.arguments import validate_arguments
from turingrad.machine.lower.lowering import Lowering, Table, TapeLowering, keep_tapes, lowered_machine, view_by_state
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine


@validate_arguments
def tripled(machine: TapeMachine) -> TapeLowering:
    """Triple the states: [q, r] with r in {0, 1, 2}; each step goes from [q, r] to [q', r + 1 mod 3].

    Welper's hat functions need that no vertex v -> w -> v is walked. After [q, r] come an r + 1 and an r + 2, and
    r + 2 mod 3 is not r, so this holds of every run. One step of the source is one step.

    Args:
        machine: The source machine.

    Returns:
        The lowering; a state of the new machine is a pair.

    Example:
        >>> from turingrad.machine.lower import tripled
        >>> len(tripled(tg.read("busy-beaver-2")).machine.states)
        9
    """
    table: Table[tuple[str, int]] = Table("tripled", lambda key: f"[{key[0]},{key[1]}]")
    for state in machine.states:
        for r in range(3):
            table.state((state, r))
    for rule in machine.rules:
        for r in range(3):
            table.rule((rule.state, r), rule.read, rule.write, rule.move, (rule.next, (r + 1) % 3))
    lowered = lowered_machine(
        machine,
        table,
        symbols=machine.symbols,
        blank=machine.blank,
        start=(machine.start, 0),
        ends={state: [(state, r) for r in range(3)] for state in machine.halting},
        given=machine.input,
    )
    begins = {name: key[0] for key, name in table.names.items()}
    return Lowering("tripled", machine, lowered, keep_tapes, view_by_state(lowered, begins, {}, in_place))


def in_place(at: TapeConfiguration) -> tuple[tuple[int, ...], tuple[Tape, ...]]:
    return at.heads, at.tapes
