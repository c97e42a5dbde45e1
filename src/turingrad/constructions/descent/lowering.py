"""From a tape machine to one that the loss can trace."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from turingrad.errors import InputError
from turingrad.machine.fresh import fresh
from turingrad.machine.lower import Lowering, chain, tripled
from turingrad.machine.lower.lowering import Tapes, View
from turingrad.machine.tape import RIGHT, Rule, TapeConfiguration, TapeMachine


def guarded(machine: TapeMachine) -> Lowering:
    """Heads start on the blank cell left of the input and step onto it first.

    The initial vertex is then (boot, blank, ..., blank) whatever the input: an extended network's initial parameters
    may not depend on the data. The new machine's input has a blank in front: its cell 1 is the source's cell 0.
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


def view_after(boot: str, found: TapeConfiguration) -> View | None:
    if found.state == boot:
        return None
    heads = tuple(head - 1 for head in found.heads)
    tapes = tuple(replace(tape, start=tape.start - 1) if tape.symbols else tape for tape in found.tapes)
    return View(TapeConfiguration(0, found.state, heads, tapes), True)


def lower(machine: TapeMachine, *, hat: str, guard: bool) -> Lowering:
    """The passes that a hat needs: the paper's hat asks for tripled states, (20)."""
    if hat not in ("directed", "paper"):
        raise InputError(f"no hat {hat!r}; there are directed, paper")
    passes = ([guarded] if guard else []) + ([tripled] if hat == "paper" else [])
    return chain(machine, *passes)


def boot_steps(lowering: Lowering) -> int:
    """Steps of the lowered machine before the source's first."""
    return 0 if lowering.begins_step(lowering.machine.initial()) else 1


def read_only_tapes(machine: TapeMachine) -> tuple[int, ...]:
    """The tapes on which every rule writes what it reads."""
    return tuple(t for t in range(machine.tapes) if all(rule.read[t] == rule.write[t] for rule in machine.rules))
