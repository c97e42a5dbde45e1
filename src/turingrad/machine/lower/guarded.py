"""A guard: the first step is the same whatever the input (Welper's extended networks)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from turingrad._support.validation.arguments import validate_arguments
from turingrad.machine.fresh import fresh
from turingrad.machine.lower.lowering import Lowering, TapeLowering, Tapes, View
from turingrad.machine.tape import RIGHT, Rule, TapeConfiguration, TapeMachine


@validate_arguments
def guarded(machine: TapeMachine) -> TapeLowering:
    """Let heads start on the blank cell left of the input, and move onto the input in a first step.

    The initial vertex is then (boot, blank, ..., blank) whatever the input: an extended network's initial parameters
    may not depend on the data. The new machine's input has a blank in front: its cell 1 is the source's cell 0.

    Args:
        machine: The source machine.

    Returns:
        The lowering; its machine takes one more step.

    Example:
        >>> from turingrad.machine.lower import guarded
        >>> source = tg.read("palindrome")
        >>> tg.run(guarded(source).machine, guarded(source).encode_input("abba")).steps - tg.run(source, "abba").steps
        1
    """
    boot = fresh("boot", machine.states)
    blanks = (machine.blank,) * machine.tapes
    first = Rule(boot, blanks, blanks, (RIGHT,) * machine.tapes, machine.start)
    lowered = replace(
        machine,
        states=(boot, *machine.states),
        start=boot,
        rules=(first, *machine.rules),
        input=tuple((machine.blank, *row) for row in machine.input),
    )
    return Lowering("guarded", machine, lowered, partial(after_a_blank, machine.blank), partial(view_after, boot))


def after_a_blank(blank: str, rows: Tapes) -> Tapes:
    return tuple((blank, *row) for row in rows)


def view_after(boot: str, found: TapeConfiguration) -> View[TapeConfiguration] | None:
    if found.state == boot:
        return None
    heads = tuple(head - 1 for head in found.heads)
    tapes = tuple(replace(tape, start=tape.start - 1) if tape.symbols else tape for tape in found.tapes)
    return View(TapeConfiguration(0, found.state, heads, tapes), True)
