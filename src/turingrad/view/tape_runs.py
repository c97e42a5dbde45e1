"""A tape machine's run as data of a page, on the reference interpreter or on a network beside it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from turingrad.errors import InputError
from turingrad.machine.run import Progress, quiet
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput
from turingrad.machine.tape.run import run as run_reference
from turingrad.machine.tape.run import stepper as reference_stepper
from turingrad.view.frames import Window, configurations, lockstep, tape_columns
from turingrad.view.run_data import run_data, steps_fact

MAX_STEPS = 1_000_000


@dataclass(frozen=True)
class NetworkSide:
    """What a construction adds to a run: its own configurations, and the data that its cards draw."""

    moments: list[TapeConfiguration]
    net: dict[str, Any]
    facts: dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """What a page is asked to show; `network` is a compiled network to run instead of a fresh one."""

    machine: TapeMachine
    given: TapeInput
    steps: list[int]
    total: int
    executor: str | None = None
    network: Any = None
    options: dict[str, Any] | None = None
    progress: Progress = quiet


Collect = Callable[[Asked], NetworkSide]


def collector(on: str) -> Collect:
    """`collect` of `view/constructions/NAME.py`."""
    try:
        module = importlib.import_module(f"turingrad.view.constructions.{on}")
    except ModuleNotFoundError:
        raise InputError(f"there is no page for runs on {on!r}") from None
    if not hasattr(module, "collect"):
        raise InputError(f"{on!r} runs no tape machines, so there is no page for one")
    collect: Collect = module.collect
    return collect


def tape_run(
    machine: TapeMachine,
    given: TapeInput = None,
    *,
    on: str = "reference",
    executor: str | None = None,
    max_steps: int | None = None,
    window: Window = Window(),  # noqa: B008 - frozen
    network: Any = None,
    options: dict[str, Any] | None = None,
    progress: Progress = quiet,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The run as data, and figures for the page's head."""
    limit = max(MAX_STEPS if max_steps is None else max_steps, window.last or 0)
    whole = run_reference(machine, given, max_steps=limit)
    steps = window.steps(whole.steps)
    expected = configurations(reference_stepper(machine, given), steps)
    asked = Asked(machine, given, steps, whole.steps, executor, network, options, progress)
    side = NetworkSide(expected, {}, {}) if on == "reference" else collector(on)(asked)
    both = lockstep(side.moments, expected)
    data = run_data(on, "tape", tape_columns(machine, both.shown), whole, steps, side.net, both)
    state = whole.configuration.state
    endings = {"accept": "accepts", "reject": "rejects", "halted": f"halts in {state}"}
    ending = {"": endings.get(whole.verdict, f"stuck in {state}")} if whole.halted else {}
    return data, {**ending, **steps_fact(whole), **side.facts}
