"""A grid machine's steps as the columns of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turingrad.machine.columns import code_text, rule_numbers, steps_fact
from turingrad.machine.grid import GridConfiguration, GridMachine
from turingrad.machine.run import Run


def grid_columns(machine: GridMachine, moments: Sequence[GridConfiguration]) -> dict[str, Any]:
    """Configurations as columns; a grid is one text, row after row."""
    state = {name: k for k, name in enumerate(machine.states)}
    symbol = {name: k for k, name in enumerate(machine.symbols)}

    return {
        "step": [moment.step for moment in moments],
        "state": [state[moment.state] for moment in moments],
        "rule": rule_numbers(machine, (machine.rule(moment.state, machine.read(moment)) for moment in moments)),
        "head": [list(moment.head) for moment in moments],
        "bumped": [int(moment.bumped) for moment in moments],
        "grid": [code_text(symbol[name] for row in moment.grid for name in row) for moment in moments],
        "rows": len(moments[0].grid),
        "columns": len(moments[0].grid[0]),
    }


def grid_facts(run: Run[GridConfiguration]) -> dict[str, Any]:
    """What a learner answers, and its steps."""
    answer = run.machine.answer(run.configuration.state)
    said = {"answer": "+1" if answer > 0 else "−1"} if run.halted and answer else {}
    return {**said, **steps_fact(run)}
