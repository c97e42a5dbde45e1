"""Passes from a tape machine to one that the loss can trace; each reads configurations back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from turingrad.errors import InputError
from turingrad.machine.tape import RIGHT, Rule, TapeConfiguration, TapeMachine


@dataclass(frozen=True)
class Lowering:
    """A machine, the steps that it takes before the source machine's first, and the way back to the source."""

    machine: TapeMachine
    boot_steps: int
    back: Callable[[TapeConfiguration], TapeConfiguration]


def keep(machine: TapeMachine) -> Lowering:
    return Lowering(machine, 0, lambda configuration: configuration)


def triple(machine: TapeMachine) -> Lowering:
    """[q, r] -> [q', r + 1 mod 3]: no two vertices are then each other's successors, which (20) asks for.

    A step never returns to the same r, so v -> w -> v is impossible: w's successors carry r + 2.
    """
    named = {(q, r): f"[{q},{r}]" for q in machine.states for r in range(3)}
    rules = tuple(
        Rule(named[rule.state, r], rule.read, rule.write, rule.move, named[rule.next, (r + 1) % 3])
        for rule in machine.rules
        for r in range(3)
    )
    tripled = replace(
        machine,
        states=tuple(named.values()),
        start=named[machine.start, 0],
        rules=rules,
        halting=tuple(named[q, r] for q in machine.halting for r in range(3)),
        accept=tuple(named[q, r] for q in machine.accept for r in range(3)),
        reject=tuple(named[q, r] for q in machine.reject for r in range(3)),
    )
    source = {name: q for (q, _), name in named.items()}
    return Lowering(tripled, 0, lambda found: replace(found, state=source[found.state]))


def guard(machine: TapeMachine) -> Lowering:
    """Heads start on the blank cell left of the input and step onto it first.

    The initial vertex is then (boot, blank, ..., blank) whatever the input: an extended network's initial parameters
    may not depend on the data. The new machine's input has a blank in front: its cell 1 is the source's cell 0.
    """
    boot = "boot"
    while boot in machine.states:
        boot += "'"
    blanks = (machine.blank,) * machine.tapes
    first = Rule(boot, blanks, blanks, (RIGHT,) * machine.tapes, machine.start)
    guarded = replace(
        machine,
        states=(boot, *machine.states),
        start=boot,
        rules=(first, *machine.rules),
        input=tuple((machine.blank, *row) for row in machine.input),
    )

    def back(found: TapeConfiguration) -> TapeConfiguration:
        state = machine.start if found.state == boot else found.state
        heads = tuple(0 if found.state == boot else head - 1 for head in found.heads)
        tapes = tuple(replace(tape, start=tape.start - 1) if tape.symbols else tape for tape in found.tapes)
        return TapeConfiguration(max(found.step - 1, 0), state, heads, tapes)

    return Lowering(guarded, 1, back)


def lower(machine: TapeMachine, *, hat: str, guarded: bool) -> Lowering:
    """The passes that a hat needs, composed."""
    if hat not in ("directed", "paper"):
        raise InputError(f"no hat {hat!r}; there are directed, paper")
    first = guard(machine) if guarded else keep(machine)
    if hat == "directed":
        return first
    second = triple(first.machine)
    return Lowering(second.machine, first.boot_steps, lambda found: first.back(second.back(found)))


def read_only_tapes(machine: TapeMachine) -> tuple[int, ...]:
    """The tapes on which every rule writes what it reads."""
    return tuple(t for t in range(machine.tapes) if all(rule.read[t] == rule.write[t] for rule in machine.rules))
