"""What the page columns of several kinds of machines share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from turingrad.machine.run import Run
from turingrad.machine.states import StateMachine


def code_text(numbers: Iterable[int]) -> str:
    """Symbol numbers as one string, a character each: short in JSON."""
    return "".join(chr(48 + number) for number in numbers)


def rule_numbers(machine: StateMachine, applying: Iterable[Any]) -> list[int]:
    """The places of rules in a machine's list, -1 for None."""
    place = {id(rule): k for k, rule in enumerate(machine.rules)} | {id(None): -1}
    return [place[id(rule)] for rule in applying]


def steps_fact(run: Run[Any]) -> dict[str, Any]:
    """How many steps the run took, for the head of a page."""
    return {"steps" if run.halted else "steps, not halted yet": run.steps}
