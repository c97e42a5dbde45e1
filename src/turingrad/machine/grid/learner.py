"""A grid machine as a learner: the data set and one test point as a grid, the machine's answer as the prediction.

The grid has m + 1 rows and d + 1 + k columns (Goel et al. 2022, B.1.2, in the wall model), k = `machine.work`:

    row i <= m    y_i x_i,1 x_1   ...   y_i x_i,d x_d   y_i   k blanks
    row m + 1           x_1       ...         x_d        1    k blanks

With more work columns than the machine's own k, the k-th carries a mark: the border of `machine.grid.border`.

The head starts at row m + 1, column d + 1. A machine that halts in an accepting state predicts +1, in a rejecting
state -1; a stuck or unfinished one predicts 0, which counts as an error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import I64, Signs, signs
from turingrad._support.jit import njit
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.machine.grid import MAX_CELLS, TERNARY, Grid, GridMachine
from turingrad.machine.grid.border import add_border, mark_symbol
from turingrad.machine.grid.run import EXECUTORS, advance_kernel, cell_type, packed_table, run
from turingrad.machine.run import MAX_COUNT

DEFAULT_MAX_STEPS = 100_000_000
BLOCK = 64  # test points a kernel call: what an interrupt waits for, and the grain of progress


@dataclass(frozen=True, eq=False)
class GridPredictions:
    """What a learner answered, one entry per test point: `answers` is -1, +1 or 0 (no answer)."""

    answers: Signs  # (test points,)
    steps: I64  # (test points,)


def require_learner(machine: GridMachine) -> None:
    """A learner reads and writes at least -, 0, + and its work columns start as 0."""
    if not set(TERNARY) <= set(machine.symbols) or machine.blank != "0":
        raise InputError(f"a learner has the symbols {', '.join(TERNARY)} with blank 0; this machine is {machine!r}")


def labelled_rows(X: npt.ArrayLike, y: npt.ArrayLike) -> Signs:
    """Row i: y_i x_i,1 ... y_i x_i,d y_i, the part of the grid that the test point does not change."""
    examples = signs(X, "X", (None, None))
    labels = signs(y, "y", (len(examples),))
    if examples.shape[1] == 0:
        raise InputError("the data set has no features; it must have at least one")
    return np.column_stack([examples * labels[:, None], labels])


def on_columns(machine: GridMachine, work: int | None) -> tuple[GridMachine, int]:
    """The machine for a grid of `work` work columns, and which of them carries the border's mark (-1: none)."""
    require_learner(machine)
    return (machine, -1) if work in (None, machine.work) else (add_border(machine, work), machine.work - 1)


def learner_grid(
    machine: GridMachine, X: npt.ArrayLike, y: npt.ArrayLike, x: npt.ArrayLike, *, work: int | None = None
) -> Grid:
    """Make the (m + 1) x (d + 1 + k) grid of one test point.

    Args:
        machine: A grid learner.
        X: The samples, (m, d) of -1 and +1.
        y: Their labels.
        x: The test point.
        work: How many blank work columns k; by default the machine's own.

    Returns:
        The grid: one row per sample, and the test point in the last row.

    Example:
        >>> from turingrad.machine import learner_grid
        >>> machine = tg.library.load("parity-small", form="grid")
        >>> len(learner_grid(machine, [[1, -1]], [1], [-1, -1]))
        2
    """
    machine, border = on_columns(machine, work)
    blanks = tuple(mark_symbol("0") if b == border else "0" for b in range(machine.work))
    rows = labelled_rows(X, y)
    point = np.append(signs(x, "the test point", (rows.shape[1] - 1,)), np.int8(1))
    filled = np.vstack([rows * point, point])
    return tuple(tuple(TERNARY[v + 1] for v in row) + blanks for row in filled.tolist())


@njit(cache=True, nogil=True)
def predict_kernel(
    table: I64,
    framed: Signs,
    codes: I64,
    answer_of: Signs,
    rows: Signs,
    tests: Signs,
    start: int,
    work: int,
    border: int,
    wall: int,
    max_steps: int,
    answers: Signs,
    steps: I64,
) -> None:
    """Runs every test point of `tests` (points, d) over the labelled `rows` (m, d + 1); fills `answers`, `steps`.

    `framed` is the grid with its frame of wall cells, used anew by each point; `codes` numbers the symbols -, 0, + and
    the marked blank, which stands in work column `border`;
    `start` is the row of the table of the first state.
    """
    m, d = rows.shape[0], rows.shape[1] - 1
    width = framed.shape[1]
    cells = framed.reshape(-1)
    registers = np.empty(4, dtype=np.int64)
    for point in range(tests.shape[0]):
        for i in range(m):
            for b in range(d):
                framed[i + 1, b + 1] = codes[rows[i, b] * tests[point, b] + 1]
            framed[i + 1, d + 1] = codes[rows[i, d] + 1]
        for b in range(d):
            framed[m + 1, b + 1] = codes[tests[point, b] + 1]
        framed[m + 1, d + 1] = codes[2]
        for i in range(m + 1):
            for b in range(work):
                framed[i + 1, d + 2 + b] = codes[3] if b == border else codes[1]
        registers[0] = (m + 1) * width + d + 1
        registers[1] = start
        registers[2] = 0
        registers[3] = 0
        advance_kernel(table, cells, width, wall, registers, max_steps)
        answers[point] = answer_of[registers[1] // (wall + 1)]
        steps[point] = registers[3]


def predictions(
    machine: GridMachine,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    max_steps: int = DEFAULT_MAX_STEPS,
    executor: str = "compiled",
    work: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> GridPredictions:
    """The machine's answer and its number of steps on each test point, `max_steps` at most a point.

    `work` is the number of work columns, where it is not the machine's own. `progress` is called with the number of
    test points done.
    """
    columns, border = on_columns(machine, work)
    rows = labelled_rows(X, y)
    tests = signs(X_test, "X_test", (None, rows.shape[1] - 1))
    if max_steps < 0:
        raise InputError(f"the step limit is {max_steps}; it must be 0 or more")
    if executor not in EXECUTORS:
        raise InputError(f"unknown executor {executor!r} for a grid machine{name_alternatives(executor, EXECUTORS)}")
    result = GridPredictions(np.zeros(len(tests), dtype=np.int8), np.zeros(len(tests), dtype=np.int64))
    if executor == "compiled":
        fill_compiled(columns, border, rows, tests, max_steps, result, progress)
        return result
    for i, x in enumerate(tests):
        grid = learner_grid(machine, X, y, x, work=work)
        last = run(columns, grid, executor=executor, max_steps=max_steps).configuration
        result.answers[i], result.steps[i] = machine.answer(last.state), last.step
        if progress is not None:
            progress(i + 1)
    return result


def fill_compiled(
    machine: GridMachine,
    border: int,
    rows: Signs,
    tests: Signs,
    max_steps: int,
    result: GridPredictions,
    progress: Callable[[int], None] | None,
) -> None:
    m, columns = rows.shape[0], rows.shape[1] + machine.work
    if (m + 1) * columns > MAX_CELLS:
        raise InputError(f"the grid has {m + 1} x {columns} cells; at most {MAX_CELLS} are allowed")
    table, wall = packed_table(machine), len(machine.symbols)
    framed = np.full((m + 3, columns + 2), wall, dtype=cell_type(machine))
    start = machine.states.index(machine.start) * (wall + 1)
    filled = (*TERNARY, mark_symbol("0") if border >= 0 else "0")
    codes = np.array([machine.symbols.index(symbol) for symbol in filled], dtype=np.int64)
    answer_of = np.array([machine.answer(state) for state in machine.states], dtype=np.int8)
    for first in range(0, len(tests), BLOCK):
        part = slice(first, first + BLOCK)
        predict_kernel(
            table,
            framed,
            codes,
            answer_of,
            rows,
            tests[part],
            start,
            machine.work,
            border,
            wall,
            min(max_steps, MAX_COUNT),
            result.answers[part],
            result.steps[part],
        )
        if progress is not None:
            progress(min(first + BLOCK, len(tests)))


def predict(
    machine: GridMachine,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    **how: Any,
) -> Signs:
    """The answers of `predictions` alone: -1, +1, or 0 where the machine is stuck or unfinished."""
    return predictions(machine, X, y, X_test, **how).answers
