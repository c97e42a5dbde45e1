"""`run(machine, ..., on=NAME)`, `evaluate(...)`, `learn(...)`: find the executors by the construction's name."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad.constructions.compile import rooms
from turingrad.constructions.learning import LearnRun, bits, signs
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.run import Run


def _module(on: str) -> ModuleType:
    if on not in on_names():
        raise InputError(f"cannot run on {on!r}; there are {', '.join(on_names())}")
    return importlib.import_module(f"turingrad.constructions.{on}.executors")


def on_names() -> tuple[str, ...]:
    """What a machine can run on: the reference interpreters and the constructions."""
    return rooms()


def executor_names(on: str) -> tuple[str, ...]:
    """The executors for a construction, the default first."""
    names: tuple[str, ...] = _module(on).EXECUTORS
    return names


def _checked(module: ModuleType, on: str, executor: str | None, verb: str) -> None:
    if not hasattr(module, verb):
        raise InputError(f"{on!r} does not {verb}")
    if executor is not None and executor not in module.EXECUTORS:
        raise InputError(f"no executor {executor!r} on {on!r}; there are {', '.join(module.EXECUTORS)}")


def run(
    machine: Any,
    given: Any = None,
    *,
    on: str = "reference",
    executor: str | None = None,
    max_steps: int | None = 10_000,
    max_seconds: float | None = None,
    **options: Any,
) -> Run[Any]:
    """Run a machine on the reference interpreter or on a network. `executor=None` lets the construction choose."""
    module = _module(on)
    _checked(module, on, executor, "run")
    result: Run[Any] = module.run(
        machine, given, executor=executor, max_steps=max_steps, max_seconds=max_seconds, **options
    )
    return result


def evaluate(
    circuit: Circuit, vectors: npt.ArrayLike, *, on: str = "reference", executor: str | None = None, **options: Any
) -> npt.NDArray[np.uint8]:
    """The circuit's outputs (vectors, outputs) for 0/1 input vectors (vectors, inputs)."""
    module = _module(on)
    _checked(module, on, executor, "evaluate")
    table = bits(vectors, "input vectors")
    if table.ndim != 2 or table.shape[1] != len(circuit.inputs):
        raise InputError(f"input vectors have shape {table.shape}; the circuit has {len(circuit.inputs)} inputs")
    outputs: npt.NDArray[np.uint8] = module.evaluate(circuit, table, executor=executor, **options)
    return outputs


def learn(
    learner: Any,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    on: str = "reference",
    executor: str | None = None,
    **options: Any,
) -> LearnRun:
    """Learn from (X, y) and predict X_test, with the reference learner or with a network trained by SGD."""
    module = _module(on)
    _checked(module, on, executor, "learn")
    features, labels, points = signs(X, "features"), signs(y, "labels"), signs(X_test, "test features")
    if features.ndim != 2 or points.ndim != 2 or labels.ndim != 1:
        raise InputError("X and X_test are tables (rows, features), y is one label a row")
    if len(features) != len(labels):
        raise InputError(f"{len(features)} rows but {len(labels)} labels")
    if points.shape[1] != features.shape[1]:
        raise InputError(f"test rows have {points.shape[1]} features, training rows {features.shape[1]}")
    result: LearnRun = module.learn(learner, features, labels, points, executor=executor, **options)
    return result
