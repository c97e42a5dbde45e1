"""From a tape machine to one that the loss can trace."""

from __future__ import annotations

from turingrad.errors import InputError
from turingrad.machine.lower import TapeLowering, chain, guarded, tripled
from turingrad.machine.tape import TapeMachine


def lower(machine: TapeMachine, *, hat: str, guard: bool) -> TapeLowering:
    """The passes that a hat needs: the paper's hat asks for tripled states, (20)."""
    if hat not in ("directed", "paper"):
        raise InputError(f"no hat {hat!r}; there are directed, paper")
    passes = ([guarded] if guard else []) + ([tripled] if hat == "paper" else [])
    return chain(machine, *passes)


def read_only_tapes(machine: TapeMachine) -> tuple[int, ...]:
    """The tapes on which every rule writes what it reads."""
    return tuple(t for t in range(machine.tapes) if all(rule.read[t] == rule.write[t] for rule in machine.rules))
