"""The reference interpreters under the same interface as the constructions' executors."""

from __future__ import annotations

from functools import partial
from typing import Any

from turingrad.arrays import Bits
from turingrad.constructions.construction import Learned, Lesson
from turingrad.errors import InputError, MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid import learner as grid_learner
from turingrad.machine.grid import run as grid_run
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.lower.tape_learner import tape_learner
from turingrad.machine.program import Program
from turingrad.machine.program import run as program_run
from turingrad.machine.run import Begun
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run

EXECUTORS = ("compiled", "python")


def accepts(machine: Any) -> None:
    """Every machine."""
    if not isinstance(machine, TapeMachine | GridMachine | Circuit | Learner | Program):
        raise MachineError(f"a {type(machine).__name__} is not a machine")


def begin(machine: Any, given: Any, executor: str) -> Begun[Any]:
    """A tape machine on an input, a grid machine on a grid, or a learner on samples (X, y) or (X, y, seed)."""
    if isinstance(machine, TapeMachine):
        return Begun(tape_run.stepper(machine, given, executor))
    if isinstance(machine, GridMachine):
        return Begun(grid_run.interpreter(machine, machine.initial(given), executor))
    if isinstance(machine, Learner):
        X, y, seed = learner_run.samples_of(given)
        return Begun(learner_run.stepper(machine, X, y, executor=executor, seed=seed))
    if isinstance(machine, Program):
        return Begun(program_run.stepper(machine, b"" if given is None else given, executor))
    raise MachineError(f"a {type(machine).__name__} does not run step by step; circuits are evaluated")


def evaluate(circuit: Circuit, vectors: Bits, executor: str, _device: str) -> Bits:
    return circuit_run.evaluate(circuit, vectors, executor=executor)  # type: ignore[arg-type]


def learn(lesson: Lesson) -> Learned:
    """A grid learner reads the whole data set with each test point; a `Learner` streams over the samples."""
    learner, executor = lesson.learner, lesson.executor or EXECUTORS[0]
    data = (lesson.X, lesson.y, lesson.X_test)
    if isinstance(learner, GridMachine):
        limit = grid_learner.DEFAULT_MAX_STEPS if lesson.max_steps is None else lesson.max_steps
        outcome = grid_learner.predictions(learner, *data, max_steps=limit, executor=executor)
        return Learned(executor, outcome.answers, 0, {"machine_steps": int(outcome.steps.sum())})
    if isinstance(learner, Learner):
        if lesson.max_steps is not None:
            raise InputError("a Learner takes one step a sample: there is no step limit to set")
        ran = learner_run.run(learner, lesson.X, lesson.y, executor=executor, seed=lesson.seed)
        predictor = partial(learner_run.predict, learner, ran.configuration.memory)
        figures = {"memory": "".join(map(str, ran.configuration.memory))}
        return Learned(executor, predictor(lesson.X_test), 0, figures, predictor=predictor)
    if isinstance(learner, TapeMachine):
        made = tape_learner(learner)
        answers, steps = made.answers(*data, max_steps=lesson.max_steps, executor=executor)
        return Learned(executor, answers, 0, {"machine_steps": steps})
    raise MachineError(f"a {type(learner).__name__} is not a learner; give a grid machine or a Learner")
