"""The page of a search: candidates against score as the search went on, and the found machine at work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from turingrad import tasks
from turingrad.errors import InputError, TuringradError
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import learner_grid
from turingrad.search.history import Closed, History, read_history
from turingrad.view.frames import Window
from turingrad.view.glossary import percent
from turingrad.view.machines import machine_data
from turingrad.view.pages import Page, name_figures, versions
from turingrad.view.run_pages import run_page
from turingrad.view.show import view_learning

BOARD = 8  # of the leading machines, so many are listed
PLAYED_CELLS = 90  # of the example's grid, for it to be played inside the trained network


def search_page(path: Path, *, first: int = 0, last: int | None = None, command: str | None = None) -> Page:
    """A progress file as a page: the search unit by unit, then what it found on an example."""
    history = read_history(path)
    run = search_run(history, Window(first, last))
    best = history.best
    said = f"{percent(best.rank[0])} of the problems that rank the candidates"
    origin = "found by the search" if best.origin == "search" else f"from the library: {best.origin}"
    rounds = "round" if len(history.rounds) == 1 else "rounds"
    facts = {"machines tried": history.rounds[-1].machines, rounds: len(history.rounds)}
    answer = f"The best machine so far ({origin}) is right on {said}."
    blocks: list[dict[str, Any]] = [{"kind": "answer", "text": answer}]
    played = example(history)
    if played is not None:
        blocks += [
            {"kind": "heading", "text": "The found machine at work"},
            {"kind": "text", "text": AT_WORK},
            {"kind": "run", "run": played},
        ]
    return Page(
        {
            "title": f"searching for a learner: {history.name}",
            "summary": "Candidates are whole learning algorithms: tables of rules for a machine that sees the samples "
            "and a point, and answers. Step through the search and see which of them led, and when.",
            "facts": name_figures({**facts, "states": best.states, "rules": best.rules}),
            "command": command,
            "seed": history.about.get("seed"),
            "versions": versions(),
            "run": run,
            "blocks": blocks,
        }
    )


AT_WORK = (
    "The same rules on a problem that was drawn for this page: SGD writes the samples into a weight matrix, and a "
    "recurrent convolution that holds the rules runs them on it."
)


def search_run(history: History, window: Window = Window()) -> dict[str, Any]:  # noqa: B008 - frozen
    """The search as data of a page: one frame per unit of work, the first of them before anything was tried."""
    shown = window.steps(len(history.units))
    tried = np.concatenate([[0], np.cumsum([unit.machines for unit in history.units])]).tolist()
    closed = np.searchsorted([each.machines for each in history.rounds], tried, side="right") - 1  # -1: none yet
    units = [None, *history.units]
    leaders = {closed.incumbents[0].table: closed.incumbents[0] for closed in history.rounds}
    work = int(history.about.get("work", 1))
    return {
        "kind": "search",
        "stage": "search",
        "unit": "unit",
        "machine": None,
        "frames": {"step": shown},
        "round": [None if units[k] is None else units[k].round for k in shown],  # type: ignore[union-attr]
        "tried": [tried[k] for k in shown],
        "candidates": [[] if units[k] is None else shares(units[k].right, history.practice) for k in shown],  # type: ignore[union-attr]
        "practice": history.practice,
        "leads": closed[shown].tolist(),
        "boards": [board(closed, list(leaders)) for closed in history.rounds],
        "machines": [machine_data(leader.machine(work)) for leader in leaders.values()],
        "halted": True,
        "net": {},
        "leftOut": "" if len(shown) > len(history.units) else f"Shows {len(shown):,} of {len(history.units):,} units.",
        "lockstep": None,
    }


def shares(right: tuple[int, ...], practice: int) -> list[float]:
    return [round(count / practice, 4) for count in right]


def board(closed: Closed, leaders: list[tuple[int, ...]]) -> dict[str, Any]:
    """The leading machines after a round. The first one's rules are shown, by their place among all leaders'."""
    rows = [
        {"accuracy": round(each.rank[0], 4), "states": each.states, "rules": each.rules, "origin": each.origin}
        for each in closed.incumbents[:BOARD]
    ]
    return {"tried": closed.machines, "machine": leaders.index(closed.incumbents[0].table), "rows": rows}


def example(history: History) -> dict[str, Any] | None:
    """The found machine on a problem of the task, inside the trained network where that is small enough to be played.

    A search on a data file, or on a task of the user's own, leaves nothing in its file to draw from.
    """
    try:
        task = tasks.get(history.name)
        dim, train, seed = (int(history.about[name]) for name in ("dim", "train", "seed"))
        X, y = task.sample(np.random.default_rng(seed), dim, train + 1)
    except (TuringradError, KeyError, TypeError, ValueError):
        return None
    machine = history.best.machine(int(history.about.get("work", 1)))
    return at_work(machine, X[:-1], y[:-1], X[-1:], seed)


def at_work(machine: GridMachine, X: Any, y: Any, point: Any, seed: int) -> dict[str, Any]:
    """A learner's rules on samples and a point: as SGD and a convolution compute them, or, where they are large, as
    the interpreter does."""
    if (len(X) + 1) * (X.shape[1] + 1 + machine.work) <= PLAYED_CELLS:
        try:
            learned: dict[str, Any] = view_learning(machine, X, y, point, on="rcnn", seed=seed).data["run"]
            return {**learned, "begin": len(learned["training"]["W"]) + 3}  # the rules have begun to run
        except InputError:  # too long a run for a page of layers
            pass
    return run_page(machine, learner_grid(machine, X, y, point[0]))[0]
