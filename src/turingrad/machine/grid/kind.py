"""Grid machines, for everything that works on all kinds of machines."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from turingrad._support.text import amount, shorten
from turingrad.errors import InputError
from turingrad.machine.grid import GridConfiguration, GridMachine
from turingrad.machine.grid.draws import draw_input, draw_machine
from turingrad.machine.grid.json_form import from_object, to_object
from turingrad.machine.grid.page import grid_columns, grid_facts
from turingrad.machine.grid.run import interpreter, trace
from turingrad.machine.kind import InputRequest, JsonForm, Kind, PageColumns, Taught
from turingrad.machine.run import StartedRun

MAX_ROWS = 20  # that `run` prints
MAX_PAGE_STEPS = 200_000


def parse_input(machine: GridMachine, request: InputRequest) -> tuple[tuple[str, ...], ...]:
    """Rows parted by '/', one character per symbol."""
    if not request.text:
        raise InputError("a grid machine needs --input ROW/ROW/..., or data through `turingrad learn`")
    rows = tuple(tuple(row) for row in request.text.split("/"))
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]) or not row:
            raise InputError(f"grid row {number} has {amount(len(row), 'cell')}, row 0 has {len(rows[0])}")
        for symbol in row:
            if symbol not in machine.symbols:
                raise InputError(f"grid row {number}: {symbol!r} is not one of the symbols {' '.join(machine.symbols)}")
    return rows


def learn(
    machine: GridMachine,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    executor: str,
    max_steps: int | None,
    seed: int,  # noqa: ARG001 - it draws nothing
) -> Taught:
    """A grid learner reads the whole data set with each test point."""
    from turingrad.machine.grid.learner import DEFAULT_MAX_STEPS, predictions

    limit = DEFAULT_MAX_STEPS if max_steps is None else max_steps
    outcome = predictions(machine, X, y, X_test, max_steps=limit, executor=executor)
    return Taught(outcome.answers, {"machine_steps": int(outcome.steps.sum())})


def fields(configuration: GridConfiguration) -> dict[str, Any]:
    rows = ["".join(row) for row in configuration.grid]
    return {"state": configuration.state, "head": list(configuration.head), "grid": rows}


def summary(configuration: GridConfiguration) -> list[str]:
    rows = [shorten("".join(row)) for row in configuration.grid[:MAX_ROWS]]
    left = len(configuration.grid) - len(rows)
    return [f"head at {configuration.head}", *rows, *([f"... {left:,} more rows"] if left else [])]


KIND = Kind(
    name="grid",
    title="grid machine",
    plural="grid machines",
    order=20,
    machine_type=GridMachine,
    configuration_type=GridConfiguration,
    json=JsonForm(from_object, to_object),
    default_construction="rcnn",
    parse_input=parse_input,
    draw_input=draw_input,
    begin=lambda machine, given, executor: StartedRun(interpreter(machine, machine.initial(given), executor)),
    trace=lambda machine, given, max_steps: trace(machine, given, max_steps=max_steps),
    learn=learn,
    learner_form="grid",
    fields=fields,
    more_fields=lambda run: {"answer": run.machine.answer(run.configuration.state) or None},
    trace_fields=lambda configuration: {"bumped": configuration.bumped},
    summary=summary,
    listing=lambda machine: [str(rule) for rule in machine.rules],
    page=PageColumns("grid", grid_columns, facts=grid_facts, max_steps=MAX_PAGE_STEPS, has_diagram=True),
    input_of=lambda _machine, first: first.grid,
    draw_machine=draw_machine,
)
