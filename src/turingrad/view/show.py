"""`view(machine, ...)` and `view_learning(learner, X, y, ...)`: the page of whatever is given."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.learning import readers
from turingrad.constructions.network import recompile, require_own
from turingrad.constructions.prepare import compiled_network
from turingrad.constructions.registry import REFERENCE, find_construction
from turingrad.constructions.resolve import resolve
from turingrad.errors import InputError
from turingrad.machine.kinds import find_kind
from turingrad.machine.run import Progress, quiet
from turingrad.view.frames import MAX_FRAMES, Training, Window
from turingrad.view.network_pages import find_learning_page, trainings
from turingrad.view.pages import Page, name_figures, versions
from turingrad.view.run_pages import run_page

__all__ = ["page_of", "trainings", "view", "view_learning"]


@validate_arguments
def view(
    machine: Any,
    given: Any = None,
    *,
    on: str | None = None,
    executor: str | None = None,
    max_steps: int | None = None,
    first: int = 0,
    last: int | None = None,
    most: int = MAX_FRAMES,
    dtype: str | None = None,
    device: str | None = None,
    threads: int | None = None,
    command: str | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Page:
    """Make a page that plays the run of a machine, or of a network beside the reference interpreter.

    Args:
        machine: a machine or a compiled network, or the name, file or folder of one. A network runs as it is, whatever
            its weights are: the page says where it differs from the interpreter.
        given: its input; by default the machine's own.
        on: `reference`, or the construction to compile a machine to; by default the interpreter, for a circuit the
            feedforward net, for a network its own.
        executor: how the network is run; by default what shows most.
        max_steps: follow the run for this many steps.
        first, last: the first and the last step to show.
        most: the most steps to show; the others are left out evenly.
        dtype, device, threads: the number format of the weights, and what the executor computes with.
        command: the command line that makes the page again, shown at its end.
        progress: called with a label, the steps done and how many there are.
        options: the construction's own options, for a machine that is compiled.

    Returns:
        The page: notebooks show it, `save(path)` writes it, `open()` starts a browser.

    Example:
        >>> from turingrad.view import view
        >>> "palindrome" in view(tg.read("palindrome"), "abba").html()
        True
    """
    subject = resolve(machine, on)
    kind = find_kind(subject)
    if on is None and kind is not None and kind.begin is None:
        on = kind.default_construction
    run, facts, name, summary = run_page(
        subject, given, on=on, executor=executor, dtype=dtype, device=device, threads=threads, max_steps=max_steps,
        window=Window(first, last, most), options=options, progress=progress or quiet,
    )  # fmt: skip
    source = subject if kind is not None else subject.machine
    title = source.name or "machine"
    run["begin"] = 0 if first else opening_frame(run)
    return page_of(title if name == REFERENCE else f"{title} on {name}", summary, run, facts, command)


@validate_arguments
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
    """Make a page that plays a training: the SGD steps, and the weights after each.

    Args:
        learner: a machine that learns, in the form in which the construction learns, or its compiled network, which is
            trained on a copy of itself.
        X, y: samples (samples, features) and labels, of -1 and +1.
        X_test: points to predict after the training.
        on: the construction that learns.
        first, last, most: the first and the last step to show, and the most that are shown.
        seed: fixes random bits and noise.
        command: the command line that makes the page again, shown at its end.
        progress: called with a label, the steps done and how many there are.
        noise: relative noise on every weight at every step, for constructions that tolerate it.

    Returns:
        The page: notebooks show it, `save(path)` writes it, `open()` starts a browser.

    Example:
        >>> from turingrad.view import view_learning
        >>> X, y, X_test, _ = tg.tasks.draw(tg.tasks.get("parity"), seed=1, d=3, train=4, test=1)
        >>> learner = tg.library.load("parity", form="learner", features=3)
        >>> "emulation" in view_learning(learner, X, y, X_test, on="emulation").html()
        True
    """
    page = find_learning_page(on)
    if noise is not None and not page.under_noise:
        able = " and ".join(name for name in trainings() if find_learning_page(name).under_noise)
        raise InputError(f"learning with {on} takes no noise; with {able} it does")
    network = None if find_kind(learner) is not None else compiled_network(learner)
    if network is not None and network.construction != on:
        raise InputError(f"this is a network of {network.construction}; it cannot learn on {on!r}")
    machine = learner
    if network is not None:
        require_own(network)
        machine, network = network.machine, recompile(network)
    entries, answers = readers(find_construction(on), machine)
    points = entries(X_test, "test features")
    asked = Training(
        machine, entries(X, "features"), answers(y, "labels"), points, Window(first, last, most), seed, noise,
        progress or quiet, network,
    )  # fmt: skip
    run, facts = page.learning(asked)
    run["begin"] = 0 if first else min(len(run["frames"]["step"]) - 1, page.begin(run))
    summary = page.summary if noise is None else page.under_noise
    return page_of(f"learning {machine.name or 'learner'} {page.by}", summary, run, facts, command, seed=seed)


def opening_frame(run: dict[str, Any]) -> int:
    """The frame that a page opens with: the first that is wrong, else the middle of the run, where its picture tells
    something."""
    wrong = (run["lockstep"] or {}).get("differs")
    return int(wrong[0]) if wrong else len(run["frames"]["step"]) // 2


def page_of(
    title: str, summary: str, run: dict[str, Any], facts: dict[str, Any], command: str | None, **more: Any
) -> Page:
    shown = {
        "title": title,
        "summary": summary,
        "facts": name_figures(facts),
        "command": command,
        "versions": versions(),
    }
    return Page({**shown, "run": run, **more})
