"""A grid machine's run as data of a page, by the interpreter or on the recurrent convolution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turingrad.machine.grid import WALL, GridConfiguration, GridMachine
from turingrad.machine.grid.run import interpreter
from turingrad.machine.grid.run import run as run_reference
from turingrad.machine.run import Progress, quiet
from turingrad.view.frames import Window, code_text, configurations, lockstep, rule_numbers
from turingrad.view.run_data import run_data, steps_fact

MAX_STEPS = 200_000


def grid_columns(machine: GridMachine, moments: Sequence[GridConfiguration]) -> dict[str, Any]:
    """Configurations as columns; a grid is one text, row after row."""
    state = {name: k for k, name in enumerate(machine.states)}
    symbol = {name: k for k, name in enumerate(machine.symbols)}

    def read(moment: GridConfiguration) -> str:
        row, column = moment.head
        return WALL if moment.bumped else moment.grid[row][column]

    return {
        "step": [moment.step for moment in moments],
        "state": [state[moment.state] for moment in moments],
        "rule": rule_numbers(machine, (machine.rule(moment.state, read(moment)) for moment in moments)),
        "head": [list(moment.head) for moment in moments],
        "bumped": [int(moment.bumped) for moment in moments],
        "grid": [code_text(symbol[name] for row in moment.grid for name in row) for moment in moments],
        "rows": len(moments[0].grid),
        "columns": len(moments[0].grid[0]),
    }


def grid_run(
    machine: GridMachine,
    given: Any,
    *,
    on: str = "reference",
    executor: str | None = None,
    max_steps: int | None = None,
    head: tuple[int, int] | None = None,
    window: Window = Window(),  # noqa: B008 - frozen
    progress: Progress = quiet,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The run as data, and figures for the page's head."""
    limit = max(MAX_STEPS if max_steps is None else max_steps, window.last or 0)
    whole = run_reference(machine, given, head, max_steps=limit)
    steps = window.steps(whole.steps)
    expected = configurations(interpreter(machine, machine.initial(given, head), "compiled"), steps)
    shown, net, facts = expected, dict[str, Any](), dict[str, Any]()
    if on != "reference":
        from turingrad.view.constructions.rcnn import collect_grid

        shown, net, facts = collect_grid(machine, given, head, steps, executor, progress)
    both = lockstep(shown, expected)
    data = run_data(on, "grid", grid_columns(machine, both.shown), whole, steps, net, both)
    answer = machine.answer(whole.configuration.state)
    said = {"answer": "+1" if answer > 0 else "−1"} if whole.halted and answer else {}
    return data, {**said, **steps_fact(whole), **facts}
