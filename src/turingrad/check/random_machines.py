"""A construction against the reference interpreter on random machines with one tape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from turingrad.check.lockstep import compare
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, LimitError
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.draws import draw_with_tapes
from turingrad.machine.tape.run import trace


@dataclass(frozen=True, slots=True)
class RandomRuns:
    """How many machines ran in lockstep, their steps, how many were refused, and the first mismatch if there is one."""

    machines: int
    steps: int
    refused: int
    mismatch: str = ""


def compare_random_machines(
    compile_for: Callable[[TapeMachine, int], Network[Any, Any]], machines: int, steps: int, seed: int = 0
) -> RandomRuns:
    """Random machines on their own inputs for up to so many steps, each configuration compared; what the construction
    refuses (its certificate, its limits) is counted and not run."""
    rng, ran, done, refused = Random(seed), 0, 0, 0
    while ran < machines:
        machine = draw_with_tapes(rng)
        try:
            network = compile_for(machine, steps)
            found = compare(trace(machine, None, max_steps=steps), network.trace(None, max_steps=steps))
        except (CertificateError, LimitError):
            refused += 1
            if refused > 50 * machines:
                break
            continue
        if not found.ok:
            return RandomRuns(ran, done, refused, f"{machine!r}: {found}")
        ran, done = ran + 1, done + found.steps
    return RandomRuns(ran, done, refused)
