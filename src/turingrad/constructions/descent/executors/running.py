"""`run` on descent: each gradient step is a step of the machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from turingrad.constructions.descent.encoding import EncodingName
from turingrad.constructions.descent.executors.autograd import Autograd
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.recipe import Recipe, make_recipe
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.machine.run import Clock, Progress, Run, drive
from turingrad.machine.tape import TapeConfiguration, TapeMachine

EXECUTORS = ("closed-form", "autograd")
SHORT_RUN = 2_000  # steps below which autograd is the default
KEPT_LOSSES = 10_000


def run(
    machine: Any,
    given: Any = None,
    *,
    executor: str | None = None,
    max_steps: int | None = 10_000,
    max_seconds: float | None = None,
    dtype: str = "float32",
    threads: int | None = None,
    progress: Progress | None = None,
    hat: str = "directed",
    encoding: EncodingName = "auto",
    guard: bool = False,
) -> Run[TapeConfiguration]:
    """A tape machine by gradient descent. Without an executor: autograd where the run is under 2,000 steps (the closed
    form looks ahead to tell), the closed form otherwise. `details["losses"]` has the loss of each step.
    """
    if not isinstance(machine, TapeMachine):
        raise InputError(f"descent traces tape machines, not a {type(machine).__name__}")
    recipe = make_recipe(machine, hat=hat, encoding=encoding, guard=guard)
    recipe.certificate.require(dtype)
    chosen = executor or default_executor(recipe, given, max_steps)
    clock = Clock(max_steps, max_seconds)
    before = torch.get_num_threads()
    torch.set_num_threads(threads or 1)  # one step is too small for two threads
    try:
        inner = stepper(recipe, given, chosen, dtype)
        inner.advance(recipe.boot_steps)
        stopped = drive(inner, clock, progress=progress, label="gradient steps")
        losses = inner.losses()
    finally:
        torch.set_num_threads(before)
    constants = recipe.constants
    return Run(
        machine=machine,
        configuration=inner.configuration(),
        halted=inner.halted(),
        stopped=stopped,
        seconds=clock.seconds,
        executor=chosen,
        on="descent",
        network_steps=inner.steps,
        details={
            "losses": losses.tolist(),
            "hat": hat,
            "vertices": recipe.graph.vertices,
            "edges": recipe.graph.edges,
            "cells": inner.network.cells if isinstance(inner, Autograd) else len(inner.T),
            "b": constants.b,
            "c": constants.c,
            "gamma": constants.gamma,
        },
        replay=lambda: replay(recipe, given, chosen, dtype, max_steps, max_seconds),
    )


def default_executor(recipe: Recipe, given: Any, max_steps: int | None) -> str:
    if max_steps is not None and max_steps < SHORT_RUN:
        return "autograd"
    ahead = ClosedForm(recipe, given)
    ahead.advance(SHORT_RUN)
    return "autograd" if ahead.halted() else "closed-form"


def stepper(recipe: Recipe, given: Any, executor: str, dtype: str) -> ClosedForm | Autograd:
    if executor == "closed-form":
        return ClosedForm(recipe, given, keep_losses=KEPT_LOSSES)
    if executor == "autograd":
        return Autograd(recipe, given, dtype=torch_dtype(dtype))
    raise InputError(f"no executor {executor!r} on descent; there are {', '.join(EXECUTORS)}")


def replay(
    recipe: Recipe, given: Any, executor: str, dtype: str, max_steps: int | None, max_seconds: float | None
) -> Iterator[TapeConfiguration]:
    """The configurations of a run, one a step."""
    clock = Clock(max_steps, max_seconds)
    inner = stepper(recipe, given, executor, dtype)
    inner.advance(recipe.boot_steps)
    while True:
        configuration = inner.configuration()
        yield configuration
        if inner.halted() or clock.stopped(configuration.step) is not None:
            return
        inner.advance(1)
