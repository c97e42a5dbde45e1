"""What a construction adds to a page, looked up by the kind of machine and the construction.

`view/constructions/NAME.py` has `PAGES`, by the names of kinds, for runs, and may have `LIVE` for live pages;
`NAME_learning.py` has `PAGE` for trainings. Both are found by their names. A construction without a page of its own for
a kind is shown by its network's trace.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from turingrad.constructions.construction import Construction
from turingrad.errors import InputError
from turingrad.machine.kind import Kind
from turingrad.machine.run import Progress, TraceStepper, quiet
from turingrad.view.frames import Training, configurations
from turingrad.view.glossary import Term

HOME = "turingrad.view.constructions"
LEARNING = "_learning"


@dataclass(frozen=True)
class Asked:
    """What a page is asked to show of a network: its run on an input, at these steps of `total`."""

    machine: Any
    given: Any
    steps: list[int]
    total: int
    network: Any
    executor: str
    progress: Progress = quiet


@dataclass(frozen=True)
class NetworkSide:
    """What a construction adds to a run: its own configurations, and the data that its cards draw. `summary` is the
    sentence under the title if the page's does not fit this network."""

    snapshots: list[Any]
    net: dict[str, Any]
    facts: dict[str, Any]
    summary: str = ""


@dataclass(frozen=True)
class NetworkPage:
    """The page of a construction for a kind of machine.

    collect(asked): runs the network. summary: the sentence under the title. cards: whose cards the page draws, a name
    of `CARDS` in `view/page/run.js`. choose(network, last, own): the executor if the user names none; `own` says that
    the user gave the network, `network` is None before it is compiled. takes_executor: False if the page shows the
    network's own layers. sizes(machine, given, total, last): options of the compilation; None for the construction's.
    """

    collect: Callable[[Asked], NetworkSide]
    summary: str = ""
    cards: str = ""
    choose: Callable[[Any, int, bool], str | None] = lambda *_: None
    takes_executor: bool = True
    sizes: Callable[[Any, Any, int, int], Mapping[str, Any]] | None = None


@dataclass(frozen=True)
class LearningPage:
    """The page of a training: `learning(training)` makes its data and figures. `by` is the end of the title,
    `under_noise` the summary of a training with noise, empty if the construction takes none. `learner` says in a
    report who learns, `terms` are its own names of figures, and `begin(run)` is the frame that a report opens with."""

    learning: Callable[[Training], tuple[dict[str, Any], dict[str, Any]]]
    summary: str
    by: str
    under_noise: str = ""
    learner: str = ""
    terms: Mapping[str, Term] = field(default_factory=dict)
    begin: Callable[[Mapping[str, Any]], int] = lambda _run: 5


@dataclass(frozen=True)
class TourRun:
    """`TOUR` of a construction: what the tour says of it, and a run to play that opens at the step `begin`: the picture
    at rest should already tell something. `machine` is a library name, or a function that makes one; `on` names the
    construction if it is another one."""

    prose: str
    machine: str | Callable[[], Any]
    begin: int
    given: Any = None
    on: str | None = None


@dataclass(frozen=True)
class TourTraining:
    """As `TourRun`, with a training on a drawn problem to play; `on` names the construction if it is another one."""

    prose: str
    learner: str
    form: str
    task: str
    dim: int
    train: int
    begin: int
    on: str | None = None


def find_tour(name: str) -> TourRun | TourTraining | None:
    """What the tour shows of a construction, if its page modules say."""
    for place in (name, f"{name}{LEARNING}"):
        found: TourRun | TourTraining | None = getattr(module_of(place), "TOUR", None)
        if found is not None:
            return found
    return None


def collect_trace(asked: Asked) -> NetworkSide:
    """Every network by its own trace, and its sizes."""
    runner = TraceStepper(asked.network.trace(asked.given))
    snapshots = list(configurations(runner, asked.steps, "steps", asked.total, asked.progress))
    network = asked.network
    facts = {"layers": network.depth, "wide": network.width, "weights": network.parameter_count()}
    return NetworkSide(snapshots, {}, facts)


TRACE = NetworkPage(
    collect_trace, "The network's own steps beside the interpreter's.", cards="reference", takes_executor=False
)


def module_of(name: str) -> ModuleType | None:
    """`view/constructions/NAME.py`, if there is one."""
    place = f"{HOME}.{name}"
    there = name.isidentifier() and importlib.util.find_spec(place) is not None
    return importlib.import_module(place) if there else None


def find_page(kind: Kind[Any], room: Construction) -> NetworkPage:
    """What a page shows of this kind of machine on this construction."""
    module = module_of(room.name)
    pages: Mapping[str, NetworkPage] = {} if module is None else getattr(module, "PAGES", {})
    return pages.get(kind.name, TRACE)


def find_live(kind: Kind[Any]) -> dict[str, Callable[[Any], dict[str, Any]]]:
    """By construction, what a live page must know of a network of this kind of machine."""
    found = {}
    for name in page_names():
        live = getattr(module_of(name), "LIVE", {})
        if kind.name in live:
            found[name] = live[kind.name]
    return found


def page_names() -> list[str]:
    """The modules of `view/constructions`."""
    package = importlib.import_module(HOME)
    return [module.name for module in pkgutil.iter_modules(package.__path__)]


def trainings() -> tuple[str, ...]:
    """The constructions whose trainings have a page."""
    return tuple(name.removesuffix(LEARNING) for name in page_names() if name.endswith(LEARNING))


def find_learning_page(on: str) -> LearningPage:
    """What a page shows of a training on this construction."""
    if on not in trainings():
        raise InputError(f"there is no page for learning on {on!r}; known: {', '.join(trainings())}")
    page: LearningPage = importlib.import_module(f"{HOME}.{on}{LEARNING}").PAGE
    return page
