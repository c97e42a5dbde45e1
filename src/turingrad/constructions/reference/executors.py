"""The reference interpreters under the same interface as the constructions' executors."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad.constructions.learning import LearnRun
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid import learner as grid_learner
from turingrad.machine.grid import run as grid_run
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Run
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run

EXECUTORS = ("compiled", "python")


def run(
    machine: TapeMachine | GridMachine,
    given: Any = None,
    *,
    executor: str | None = None,
    max_steps: int | None = None,
    max_seconds: float | None = None,
) -> Run[Any]:
    """A tape machine on an input, or a grid machine on a grid."""
    chosen = executor or EXECUTORS[0]
    if isinstance(machine, TapeMachine):
        return tape_run.run(machine, given, executor=chosen, max_steps=max_steps, max_seconds=max_seconds)
    if isinstance(machine, GridMachine):
        return grid_run.run(machine, given, executor=chosen, max_steps=max_steps, max_seconds=max_seconds)
    raise InputError(
        f"a {type(machine).__name__} does not run step by step; use evaluate (circuits) or learn (learners)"
    )


def evaluate(circuit: Circuit, vectors: npt.NDArray[np.uint8], *, executor: str | None = None) -> npt.NDArray[np.uint8]:
    return circuit_run.evaluate(circuit, vectors, executor=executor or EXECUTORS[0])  # type: ignore[arg-type]


def learn(
    learner: GridMachine | Learner,
    X: npt.NDArray[np.int8],
    y: npt.NDArray[np.int8],
    X_test: npt.NDArray[np.int8],
    *,
    executor: str | None = None,
    seed: int = 0,
    max_steps: int = grid_learner.DEFAULT_MAX_STEPS,
    progress: Any = None,  # noqa: ARG001 - the reference learners are quick
) -> LearnRun:
    """A grid learner reads the whole data set with each test point; a `Learner` streams over the samples."""
    chosen = executor or EXECUTORS[0]
    started = time.perf_counter()
    details: dict[str, Any] = {}
    if isinstance(learner, GridMachine):
        outcome = grid_learner.predictions(learner, X, y, X_test, max_steps=max_steps, executor=chosen)
        predictions, details = outcome.answers, {"machine_steps": int(outcome.steps.sum())}
    elif isinstance(learner, Learner):
        predictions = learner_run.learn(learner, X, y, X_test, executor=chosen, seed=seed)  # type: ignore[arg-type]
    else:
        raise InputError(f"a {type(learner).__name__} is not a learner; give a grid machine or a Learner")
    return LearnRun(learner, "reference", chosen, predictions, 0, time.perf_counter() - started, details)
