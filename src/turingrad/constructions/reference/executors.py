"""The reference interpreters under the same interface as the constructions' executors."""

from __future__ import annotations

from typing import Any

from turingrad._support.arrays import Bits
from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.errors import MachineError
from turingrad.machine.kind import EXECUTORS
from turingrad.machine.kinds import describe_machine, find_kind, kind_of, kinds
from turingrad.machine.run import StartedRun

__all__ = ["EXECUTORS", "accepts", "begin", "choose", "evaluate", "learn"]


def accepts(machine: Any) -> None:
    """Every machine."""
    if find_kind(machine) is None:
        raise MachineError(f"a {type(machine).__name__} is not a machine")


def begin(machine: Any, given: Any, executor: str) -> StartedRun[Any]:
    """A machine on its input: a tape, a grid, samples (X, y) or (X, y, seed) of a learner."""
    return kind_of(machine).start(machine, given, executor)


def choose(machine: Any, _given: Any, _steps: int | None) -> str | None:
    """The first interpreter of the machine's kind."""
    return kind_of(machine).executors[0]


def evaluate(machine: Any, vectors: Bits, executor: str, _device: str) -> Bits:
    """The outputs of a circuit for input vectors."""
    kind = kind_of(machine)
    assert kind.evaluate is not None
    return kind.evaluate(machine, vectors, kind.executor(executor))


def learn(request: TrainingRequest) -> TrainingResult:
    """What the reference learner answers."""
    kind = find_kind(request.learner)
    if kind is None or kind.learn is None:
        able = " or a ".join(each.title for each in kinds().values() if each.learn is not None)
        raise MachineError(f"{describe_machine(request.learner)} is not a learner; give a {able}")
    executor = kind.executor(request.executor)
    data = (request.X, request.y, request.X_test)
    found = kind.learn(request.learner, *data, executor=executor, max_steps=request.max_steps, seed=request.seed)
    return TrainingResult(executor, found.predictions, 0, found.figures, predictor=found.predictor)
