"""`run` and `learn` of plain Python through programs: compiled by `turingrad.python.programs`, run like any program."""

from __future__ import annotations

import inspect
import time
from dataclasses import replace
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from turingrad._support.arrays import exact_array
from turingrad._support.validation.values import whole
from turingrad.constructions import drive
from turingrad.constructions.learning import LearnRun
from turingrad.constructions.registry import REFERENCE
from turingrad.errors import InputError
from turingrad.machine.learner import Learner
from turingrad.machine.run import Run

VIA = ("circuit", "program")
MAX_STEPS = 2_000_000_000
NETWORK_RAM = 1 << 16
DECODER_RAM = 1 << 17


def is_python(subject: Any) -> bool:
    """Whether a subject of `tg.run` is a plain Python function."""
    return isinstance(subject, FunctionType | MethodType)


def run_python(function: Any, given: Any, *, on: str | None = None, via: str | None = None, **options: Any) -> Run[Any]:
    """Call a function with a tuple of arguments, as a program; `value` of the run is what it returned.

    Raises:
        PythonProgramError: for what is outside the compiled language, or if the program differs from CPython.
    """
    from turingrad.python.programs import PythonProgramError, compile_function

    if via not in (None, "program"):
        raise InputError("a plain function runs as a program; for a circuit, declare ranges with tg.circuit(f, ...)")
    if given is None:
        given = ()
    if not isinstance(given, tuple | list):
        raise InputError(f"the arguments of {function.__name__} are given as a tuple, not as {given!r}")
    settings = take_settings(on, options)
    compiled = compile_function(function, *given, **settings)
    options.setdefault("max_steps", MAX_STEPS)
    run = drive.run(compiled.program, compiled.given, on=on, **options)
    done = compiled.decode_run(run.configuration, run.steps)
    if done.failure is not None:
        raise PythonProgramError(f"{done.failure}, at step {run.steps:,}") from done.failure.error
    figures = {"value": done.value, "printed": done.output, **sizes(compiled.program)}
    return replace(run, details={**run.details, **figures})


def take_settings(on: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """The compiler's settings, taken out of the options. Networks have 64 KB of RAM, `decoder` twice as much if that is
    too small; the interpreters take what is needed, up to 64 MB."""
    settings: dict[str, Any] = {name: options.pop(name) for name in ("ram", "verify") if name in options}
    if options.get("max_steps") is not None:
        settings["max_steps"] = whole(options["max_steps"], "max_steps")
    if on in (None, REFERENCE):
        return settings
    if on == "decoder" and "ram" not in settings:
        settings["most_ram"] = DECODER_RAM
    return {"ram": NETWORK_RAM, "trim": True, **settings}


def sizes(program: Any) -> dict[str, Any]:
    return {"via": "program", "words": len(program.image) // 4}


def learns_by_program(learner: Any, X: Any, y: Any, on: str | None, via: str | None) -> bool:
    """Whether a Python learner takes the way of a program: if asked, on `decoder`, or if its data are not of signs."""
    if via is not None:
        if via not in VIA:
            raise InputError(f"via is {' or '.join(map(repr, VIA))}, not {via!r}")
        return via == "program"
    if isinstance(learner, str) or not hasattr(learner, "predict") or not hasattr(type(learner), "__mro__"):
        return False
    own = learner if isinstance(learner, type) else type(learner)
    if on == "decoder" and not isinstance(learner, Learner):
        return True
    if own.__module__.startswith("turingrad."):
        return False
    return not hasattr(learner, "update") or not of_signs(X, y)


def of_signs(X: Any, y: Any) -> bool:
    """Whether samples and labels are the numbers -1 and +1: not their texts, nor bools, which are other answers."""
    try:
        tables = [np.asarray(X), np.asarray(y)]
    except (TypeError, ValueError):
        return False
    return all(each.dtype.kind in "iuf" and bool((np.abs(each) == 1).all()) for each in tables)


def learn_python(
    learner: Any,
    X: Any,
    y: Any,
    X_test: Any,
    *,
    on: str | None = None,
    arguments: tuple[Any, ...] = (),
    whole: bool | None = None,
    **options: Any,
) -> LearnRun:
    """Train a class or object on samples and let it predict, all in one program whose input the data are; `whole` says
    whether the `predict` of a class with `fit` takes all rows at once."""
    from turingrad.python.programs import PythonProgramError, compile_learner

    if isinstance(learner, type) and not arguments:
        arguments = (len(X[0]),) if needs_features(learner) else ()
    settings = take_settings(on, options)
    compiled = compile_learner(learner, X, y, X_test, *arguments, whole=whole, **settings)
    options.setdefault("max_steps", MAX_STEPS)
    started = time.perf_counter()
    run = drive.run(compiled.program, compiled.function.given, on=on, **options)
    done = compiled.function.decode_run(run.configuration, run.steps)
    if done.failure is not None:
        raise PythonProgramError(f"{done.failure}, at step {run.steps:,}") from done.failure.error
    details = {**sizes(compiled.program), "steps": run.steps, "style": compiled.style}
    if run.network_steps not in (None, run.steps):
        details |= {"network_steps": run.network_steps}
        details |= {name: run.details[name] for name in ("gradients", "backward_calls") if name in run.details}
    predictions = exact_array(done.value)
    return LearnRun(learner, run.on, run.executor, predictions, 0, time.perf_counter() - started, details)


def needs_features(cls: type) -> bool:
    """Whether the class must be called with one number: how many features there are."""
    parameters = [each for each in inspect.signature(cls).parameters.values() if each.default is each.empty]
    plain = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    return len(plain) == 1
