"""Running on descent: each gradient step is a step of the machine."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from turingrad._support.arrays import numbers
from turingrad.constructions.descent import ExtendedNetwork, TapeDescent
from turingrad.constructions.descent.executors.autograd import Autograd
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.processor import begin_program
from turingrad.constructions.descent.executors.recheck import Redone
from turingrad.constructions.descent.program import ProgramDescent
from turingrad.constructions.network import Network
from turingrad.constructions.program_tapes import needed_ram
from turingrad.constructions.traced import Traced
from turingrad.errors import InputError
from turingrad.machine.program import Program
from turingrad.machine.run import StartedRun
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import halts_within

SHORT_RUN = 2_000  # steps below which autograd is the default
KEPT_LOSSES = 10_000


def begin(network: Network[Any, Any], given: Any, executor: str) -> StartedRun[Any]:
    """Gradient descent of a compiled loss from an input. `details["losses"]` has the loss of each step.

    An extended network is given samples and labels, (x, y), and trained on a copy from its start.
    """
    if isinstance(network, ExtendedNetwork):
        return begin_training(network, given, executor)
    if isinstance(network, ProgramDescent):
        return begin_program(network, given, executor)
    if not isinstance(network, TapeDescent):
        raise InputError(f"the executors run the loss of Section 4.4; trace a {type(network).__name__} instead")
    going, recipe = stepper(network, given, executor), network.recipe
    going.advance(recipe.boot_steps)

    def details() -> dict[str, Any]:
        return {
            "losses": going.losses().tolist(),
            "gradients": "autograd" if isinstance(going, Autograd) else gradients_of(going),
            "backward_calls": going.steps if isinstance(going, Autograd) else going.redone,
            "hat": recipe.constants.hat,
            "vertices": recipe.graph.vertices,
            "edges": recipe.graph.edges,
            "cells": going.network.cells if isinstance(going, Autograd) else len(going.T),
            "b": recipe.constants.b,
            "c": recipe.constants.c,
            "gamma": recipe.constants.gamma,
        }

    return StartedRun(going, "gradient steps", network_steps=lambda: going.steps, details=details)


def begin_training(network: ExtendedNetwork, given: Any, executor: str) -> StartedRun[TapeConfiguration]:
    if executor != "autograd":
        raise InputError(f"the training of an extended network must be traced by 'autograd', not by {executor!r}")
    going = Traced(network, samples_of(given))
    details = {"gradients": "autograd", "vertices": network.recipe.graph.vertices, "labels": list(network.labels)}
    steps = 1 + network.boot_steps  # the first reads the labels
    return StartedRun(going, "gradient steps", network_steps=lambda: going.step + steps, details=lambda: details)


def samples_of(given: Any) -> tuple[Tensor, Tensor]:
    """x (n, features) and y (n, 1) as tensors."""
    try:
        x, y = (torch.from_numpy(numbers(part, "samples and labels")) for part in given)
        return x, y.reshape(len(y), -1)
    except (TypeError, ValueError):  # no pair, no rows, or rows of several lengths
        raise InputError("an extended network is given its samples and labels, (x, y)") from None


def stepper(network: TapeDescent, given: Any, executor: str) -> ClosedForm | Autograd:
    """A run before its boot steps."""
    if executor == "closed-form":
        return ClosedForm(network, given, keep_losses=KEPT_LOSSES, redo=Redone(network))
    return Autograd(network, given)


def gradients_of(fast: ClosedForm) -> str:
    """How the gradients of a closed-form run were had."""
    checked = f"{fast.redone} of them re-done by autograd, all equal" if fast.redone else "none re-done by autograd"
    return f"closed form: {fast.steps:,} steps from tables of the network's weights, {checked}"


def sizes_for(machine: Any, given: Any, steps: int | None, _executor: str | None) -> dict[str, Any]:
    """Of a program: the memory that it needs."""
    return {"ram": needed_ram(machine, given, steps)} if isinstance(machine, Program) else {}


def choose(network: Network[Any, Any], given: Any, max_steps: int | None) -> str:
    """Autograd where the run is under 2,000 steps (the interpreter looks ahead to tell), else the closed form."""
    if isinstance(network, ProgramDescent):
        return "closed-form"
    short = isinstance(network, ExtendedNetwork) or (max_steps is not None and max_steps < SHORT_RUN)
    return "autograd" if short or halts_within(network.machine, given, SHORT_RUN) else "closed-form"
