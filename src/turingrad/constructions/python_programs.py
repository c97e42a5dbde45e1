"""`run` and `learn` of plain Python through programs: compiled by `turingrad.python.programs`, run like any program."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from turingrad._support.arrays import exact_array
from turingrad._support.validation.values import whole
from turingrad.constructions import drive
from turingrad.constructions.learning import LearnRun
from turingrad.constructions.registry import REFERENCE
from turingrad.errors import FormatError, InputError, LimitError, TuringradError
from turingrad.machine.learner import Learner
from turingrad.machine.run import Run
from turingrad.python.signatures import needs_features

VIA = ("circuit", "program")
RUN_PROGRAMS = (None, REFERENCE, "decoder", "emulation", "descent", "transformer")
RUN_OPTIONS = ("executor", "max_steps", "dtype", "device", "threads", "progress", "seed", "ram", "verify")
MAX_STEPS = 2_000_000_000
NETWORK_RAM = 1 << 16
GATE_RAM, GATE_RESERVE = 1 << 13, 1 << 10  # of a processor of gates: the first size that is tried, and room per line
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
    from turingrad.python.programs.refusals import with_output

    if via not in (None, "program"):
        raise InputError("a plain function runs as a program; for a circuit, declare ranges with tg.circuit(f, ...)")
    if given is None:
        given = ()
    if not isinstance(given, tuple | list):
        raise InputError(f"the arguments of {function.__name__} must be given as a tuple, not as {given!r}")
    settings = take_settings(on, options)
    compiled = compile_function(function, *given, **settings)
    require_gates(compiled, settings)
    options.setdefault("max_steps", MAX_STEPS)
    run = drive.run(compiled.program, compiled.given, on=on, **options)
    done = compiled.decode_run(run.configuration, run.steps)
    if done.failure is not None:
        error = PythonProgramError(f"{done.failure}, at step {run.steps:,}")
        raise with_output(error, done.output) from done.failure.error
    figures = {"value": done.value, "printed": done.output, **sizes(compiled.program)}
    return replace(run, details={**run.details, **figures})


def take_settings(on: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """The compiler's settings, taken out of the options. Networks have 64 KB of RAM, `decoder` twice as much if that is
    too small, and `emulation` no more than the run needs, since every bit costs gates; the interpreters take what is
    needed, up to 64 MB."""
    settings: dict[str, Any] = {name: options.pop(name) for name in ("ram", "verify") if name in options}
    if options.get("max_steps") is not None:
        settings["max_steps"] = whole(options["max_steps"], "max_steps")
    if on in (None, REFERENCE):
        return settings
    if on == "decoder" and "ram" not in settings:
        settings["most_ram"] = DECODER_RAM
    if on == "emulation":
        settings["RESERVE"] = GATE_RESERVE
        if "ram" not in settings:
            settings |= {"ram": GATE_RAM, "most_ram": NETWORK_RAM, "finer": True}
    return {"ram": NETWORK_RAM, "trim": True, **settings}


def require_gates(compiled: Any, settings: dict[str, Any]) -> None:
    """Refuse a program whose size was looked for, if a processor of gates has no RAM for it; say what it needs."""
    from turingrad.machine.lower.core.core import MAX_RAM

    ram, image, given = compiled.program.ram, len(compiled.program.image), len(compiled.given)
    if settings.get("finer") and ram > MAX_RAM:
        parts = f"{image:,} are code and data, {given:,} its input, the rest its stack and heap"
        raise LimitError(
            f"the program of {compiled.name} needs {ram:,} bytes of RAM: {parts}; a processor of gates has at most "
            f"{MAX_RAM:,} bytes: give it less data, or run it on decoder"
        )


def sizes(program: Any) -> dict[str, Any]:
    return {"via": "program", "words": len(program.image) // 4}


def learns_by_program(learner: Any, X: Any, y: Any, on: str | None, via: str | None) -> bool:
    """Whether a Python learner takes the way of a program: if asked, on `decoder`, or if its data are not of signs."""
    if via is not None:
        if via not in VIA:
            raise InputError(f"via must be {' or '.join(map(repr, VIA))}, not {via!r}")
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
    require_gates(compiled.function, settings)
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
    trained = (run.network_steps or 0) if run.on in ("emulation", "descent") else 0  # one gradient step each
    return LearnRun(learner, run.on, run.executor, predictions, trained, time.perf_counter() - started, details)


def may_be_a_program(learner: Any, on: str | None) -> bool:
    """Whether a class of the user's that its circuit refuses can run as a program there instead."""
    if isinstance(learner, str | Path | Learner) or on not in RUN_PROGRAMS:
        return False
    own = learner if isinstance(learner, type) else type(learner)
    return hasattr(own, "update") and hasattr(own, "predict") and not own.__module__.startswith("turingrad.")


def learn_or_fall_back(learner: Any, X: Any, y: Any, X_test: Any, *, on: str | None = None, **options: Any) -> LearnRun:
    """Learn with the circuit of a class; if that is refused, or too large, with its program. `details` then has `via`
    and `circuit_refused`.

    Raises:
        TuringradError: that of the circuit, with why the program is refused, too.
    """
    from turingrad.python import as_learner  # slow to load

    try:
        made = as_learner(learner, X, once=True)
    except TuringradError as error:
        refused = error
    else:
        try:
            return drive.learn(made, X, y, X_test, on=on, **options)
        except LimitError as error:
            if options.get("max_steps") is not None:
                raise
            refused = error
    own = [name for name in options if name not in RUN_OPTIONS]
    try:
        if own:
            raise InputError(f"a program takes no {', '.join(own)}")
        given = {name: value for name, value in options.items() if name != "seed"}
        found = learn_python(learner, X, y, X_test, on=on, **given)
    except TuringradError as also:
        raise with_clause(refused, f'via="program" was refused, too: {first_line(also)}') from also
    return replace(found, details={**found.details, "circuit_refused": first_line(refused)})


def with_clause(error: TuringradError, clause: str) -> TuringradError:
    """An error of the same class that ends with one clause more."""
    if isinstance(error, FormatError):
        return FormatError(
            error.message, source=error.source, line=error.line, column=error.column, text=error.text,
            expected=error.expected, also=clause,
        )  # fmt: skip
    return type(error)(f"{error}; {clause}")


def first_line(error: TuringradError) -> str:
    return str(error).partition("\n")[0]
