"""The tour's report: a chapter a construction, each with a run to play and the figures that were computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turingrad import library, tasks
from turingrad._support.text import amount
from turingrad.constructions.decoder.demo.programs import small_program
from turingrad.library import load_learner
from turingrad.machine.run import Progress, quiet
from turingrad.view.constructions.emulation import CLOCK_TOUR
from turingrad.view.network_pages import TourRun, TourTraining, find_tour
from turingrad.view.pages import Page
from turingrad.view.report_pages import Block, report
from turingrad.view.show import view, view_learning

SEED = 1
Run = dict[str, Any]


def play(name: str, stop: TourRun | TourTraining) -> Run:
    """The run of a chapter as data of a page."""
    if isinstance(stop, TourRun):
        machine = library.load(stop.machine) if isinstance(stop.machine, str) else stop.machine()
        return {**view(machine, stop.given, on=stop.on or name).data["run"], "begin": stop.begin}
    X, y, X_test, _ = tasks.draw(tasks.get(stop.task), SEED, stop.dim, stop.train, 20)
    learner = load_learner(stop.learner, form=stop.form, features=stop.dim)
    page = view_learning(learner, X, y, X_test, on=stop.on or name, seed=SEED)
    return {**page.data["run"], "begin": stop.begin}


OWN: dict[str, TourRun | TourTraining] = {
    "reference": TourRun(
        "Everything starts from a machine and an interpreter short enough to be checked by eye. Press play:"
        " this is the busy beaver of four states, which no network has touched yet.",
        machine="busy-beaver-4",
        begin=40,
    ),
    "programs": TourRun(
        "One network executes every program: the program is its prompt. Each instruction is a few tokens, its address"
        " and what it writes; the heads read the word of code, and the last write of each register and of memory.",
        machine=small_program,
        begin=12,
        on="decoder",
    ),
    "clock": CLOCK_TOUR,
    "search": TourTraining(
        "The best learning algorithm of a given size can be searched for. What is found is a table of rules"
        " that one can read, run, and compile into a network. The run below is that of the best of all"
        " machines of two states at finding the one feature that is the label, inside a network that SGD trains.",
        learner="census-dictator",
        form="grid",
        task="dictator",
        dim=3,
        train=3,
        begin=7,
        on="rcnn",
    ),
}
"""The chapters that are about no construction."""


def tour_page(chapters: Sequence[tuple[str, str, str]], seconds: float, progress: Progress = quiet) -> Page:
    """`chapters` are (name, title, what was printed), in the order of the tour."""
    blocks: list[Block] = []
    for number, (name, title, printed) in enumerate(chapters):
        progress("runs for the report", number, len(chapters))
        blocks.append({"kind": "heading", "text": title})
        stop = OWN.get(name) or find_tour(name)
        if stop is not None:
            blocks += [{"kind": "text", "text": stop.prose}, {"kind": "run", "run": play(name, stop)}]
        blocks.append({"kind": "terminal", "title": "The figures of this chapter, as computed", "text": printed})
    asked = "Algorithms compiled into networks that run them bit for bit: in the forward pass, or in SGD's own steps."
    said = f"{amount(len(chapters), 'chapter')}, every number in them computed in this run, in {seconds:.0f} seconds."
    return report("A tour of turingrad", asked, said, blocks, seed=SEED)
