"""`view(machine, ...)` and `view_learning(learner, X, y, ...)`: the page of whatever is given."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import numpy.typing as npt

from turingrad.arrays import signs
from turingrad.constructions.registry import construction
from turingrad.constructions.ways import fitting
from turingrad.doors import door
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Progress, quiet
from turingrad.machine.tape import TapeMachine
from turingrad.view.frames import MAX_FRAMES, Training, Window
from turingrad.view.grid_runs import grid_run
from turingrad.view.pages import Page, named, versions
from turingrad.view.tape_runs import tape_run

SUMMARIES = {
    "reference": "The machine itself, step by step.",
    "transformer": "Each pass of this transformer's decoder is one step of the machine. Step through it and see what "
    "every layer holds and where its attention looks.",
    "decoder": "Each token of this stock language model is one step of the machine. Step through what it writes and "
    "see which token its attention reads.",
    "descent": "Each step of gradient descent on this loss is one step of the machine. Step through the training and "
    "see where the gradient points.",
    "rcnn": "Each layer of this recurrent convolution is one step of the machine: every cell looks at itself and its "
    "four neighbours, through the same few ReLU units.",
    "feedforward": "Each level of the circuit is four ReLU layers: two compute the gates, two round their values.",
    "learn rcnn": "SGD writes the samples into a weight matrix, row by row. Then a recurrent convolution rolls out the "
    "learning algorithm on them, and its answer is the prediction.",
    "learn descent": "Gradient descent on plain least squares runs a training algorithm, a step a step. When it halts, "
    "the network becomes the one whose weights it has written.",
    "learn emulation": "Plain SGD, one sample at a time. The memory of a learning algorithm is in the signs of "
    "weights; a wrong output flips exactly those that the algorithm would flip.",
}
UNDER_NOISE = (
    "SGD with noise on every weight at every step. Each sample is written into weights that noise cannot unwrite; what "
    "the learning algorithm would remember is read from them."
)
LEARNING = "_learning"  # a training's part of a page is `view/constructions/NAME_learning.py`


@door
def view(
    machine: Any,
    given: Any = None,
    *,
    on: str = "reference",
    executor: str | None = None,
    max_steps: int | None = None,
    first: int = 0,
    last: int | None = None,
    most: int = MAX_FRAMES,
    command: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Page:
    """A page that plays the run of a machine. `machine` may be a compiled network: that one then runs."""
    network = None
    source = machine
    if hasattr(machine, "certificate") and hasattr(machine, "machine"):
        network, source = machine, machine.machine
        on = machine.construction
    if executor is not None:  # refused where the construction has none of that name
        fitting(construction(on), network, executor, None, None, None)
    window, tell = Window(first, last, most), progress or quiet
    if isinstance(source, TapeMachine):
        run, facts = tape_run(
            source, given, on=on, executor=executor, max_steps=max_steps, window=window, network=network,
            options=options, progress=tell,
        )  # fmt: skip
    elif isinstance(source, GridMachine) and on in ("reference", "rcnn"):
        run, facts = grid_run(
            source, given, on=on, executor=executor, max_steps=max_steps, window=window, progress=tell, **options
        )
    elif isinstance(source, Circuit) and on in ("reference", "feedforward"):
        from turingrad.view.constructions.feedforward import circuit_run

        on = "feedforward"
        run, facts = circuit_run(source, given)
    else:
        raise InputError(f"there is no page for a {type(source).__name__} on {on!r}")
    name = source.name or "machine"
    title = name if on == "reference" else f"{name} on {on}"
    return page_of(title, SUMMARIES.get(on, ""), run, facts, command)


@door
def view_learning(
    learner: Any,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    on: str,
    first: int = 0,
    last: int | None = None,
    most: int = MAX_FRAMES,
    seed: int = 0,
    command: str | None = None,
    progress: Progress | None = None,
    noise: float | None = None,
) -> Page:
    """A page that plays a training: SGD steps, and what they leave in the weights. Emulation bears noise."""
    if noise is not None and on != "emulation":
        raise InputError(f"learning with {on} takes no noise; emulation does")
    if on not in trainings():
        raise InputError(f"there is no page for learning on {on!r}; there are {', '.join(trainings())}")
    module = importlib.import_module(f"turingrad.view.constructions.{on}{LEARNING}")
    points = signs(X_test, "test features")
    window = Window(first, last, most)
    asked = Training(learner, signs(X, "features"), signs(y, "labels"), points, window, seed, noise, progress or quiet)
    run, facts = module.learning(asked)
    how = "by gradient descent" if on == "descent" else f"by SGD: {on}"
    summary = SUMMARIES[f"learn {on}"] if noise is None else UNDER_NOISE
    return page_of(f"learning {learner.name or 'learner'} {how}", summary, run, facts, command, seed=seed)


def trainings() -> tuple[str, ...]:
    """The constructions whose trainings have a page."""
    package = importlib.import_module("turingrad.view.constructions")
    names = (module.name for module in pkgutil.iter_modules(package.__path__))
    return tuple(name.removesuffix(LEARNING) for name in names if name.endswith(LEARNING))


def page_of(
    title: str, summary: str, run: dict[str, Any], facts: dict[str, Any], command: str | None, **more: Any
) -> Page:
    shown = {"title": title, "summary": summary, "facts": named(facts), "command": command, "versions": versions()}
    return Page({**shown, "run": run, **more})
