"""Every kind of page, as small as it can be and still show everything that its kind has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import turingrad as tg
from tests.constructions.decoder.processor.processors import fibonacci
from tests.generators_clocked import counter
from turingrad.constructions.emulation.demo.clock import primes
from turingrad.library import load_learner
from turingrad.machine.tape import LEFT, RIGHT, STAY
from turingrad.search import Settings
from turingrad.search.ranking import Incumbent, library_tables
from turingrad.search.store import SEARCH, Store, open_store
from turingrad.search.units import UnitResult
from turingrad.view import Page, view, view_learning
from turingrad.view.searches import search_page


@dataclass(frozen=True)
class Made:
    """A page's data, and its file."""

    data: Mapping[str, Any]
    path: Path

    @property
    def run(self) -> dict[str, Any]:
        return dict(self.data["run"])


GRID = ["+-+", "--+", "+++"]
ADDER_BITS = [int(bit) for bit in "1011001011101001"]


def problem(task: str, d: int, train: int) -> Any:
    return tg.tasks.draw(tg.tasks.get(task), seed=1, d=d, train=train, test=10)


def learning_page(learner: str, form: str, task: str, d: int, train: int, on: str, **options: Any) -> Page:
    X, y, X_test, _ = problem(task, d, train)
    return view_learning(load_learner(learner, form=form, features=d), X, y, X_test, on=on, **options)


def copier() -> tg.TapeMachine:
    """Copies tape 1 to tape 2, walks back on both, and reads both again."""
    rules = [tg.Rule("copy", (x, "_"), (x, x), (RIGHT, RIGHT), "copy") for x in "ab"]
    rules += [tg.Rule("copy", ("_", "_"), ("_", "_"), (LEFT, LEFT), "back")]
    rules += [tg.Rule("back", (x, x), (x, x), (LEFT, LEFT), "back") for x in "ab"]
    rules += [tg.Rule("back", ("_", "_"), ("_", "_"), (RIGHT, RIGHT), "again")]
    rules += [tg.Rule("again", (x, x), ("_", x), (RIGHT, RIGHT), "again") for x in "ab"]
    rules += [tg.Rule("again", ("_", "_"), ("_", "_"), (STAY, STAY), "yes")]
    states = ("copy", "back", "again", "yes")
    given = (("a", "b", "b"), ())
    return tg.TapeMachine(
        states, ("_", "a", "b"), "_", "copy", tuple(rules), ("yes",), ("yes",), tapes=2, input=given, name="copier"
    )


def progress_page() -> Page:
    """A progress file as a search writes it: three rounds of two units, in which one library learner after the other
    takes the lead. (What a search itself writes is shown by a slow test.)"""
    leaders = [
        Incumbent((0.6 + 0.1 * place,), table, "search", 0.5, (0.5,))
        for place, table in enumerate(list(library_tables(Settings(states=3)).values())[:3])
    ]
    about = {"task": "dictator", "dim": 2, "train": 3, **Settings(states=3, instances=60).description()}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "search.sqlite"
        with open_store(path, about, SEARCH, Store) as store:
            for number in range(len(leaders)):
                for unit in range(2):
                    best = tuple((30 + 8 * number - 3 * place, leaders[number].table) for place in range(3))
                    store.add_unit(UnitResult(number, unit, 500, best))
                store.close_round(number, 1000 * (number + 1), leaders[number::-1], 1.0)
        return search_page(path)


KINDS: dict[str, Callable[[], Page]] = {
    "reference": lambda: view(tg.read("palindrome"), "abba"),
    "transformer": lambda: view(tg.read("palindrome"), "abba", on="transformer"),
    "transformer-paper": lambda: view(tg.compile("busy-beaver-3", "transformer", steps=30, layers="paper")),
    "transformer-radix": lambda: view(tg.compile("busy-beaver-3", "transformer", steps=30, radix=3)),
    "transformer-tapes": lambda: view(copier(), on="transformer"),
    "decoder": lambda: view(tg.read("palindrome"), "abba", on="decoder"),
    "decoder-program": lambda: view(fibonacci(), on="decoder", code_bits=6, context=1024),
    "descent": lambda: view(tg.read("palindrome"), "abba", on="descent"),
    "rcnn": lambda: view(tg.read("busy-beaver-3"), on="rcnn"),
    "grid": lambda: view(load_learner("parity-small", form="grid", features=3), GRID),
    "grid-rcnn": lambda: view(load_learner("parity-small", form="grid", features=3), GRID, on="rcnn"),
    "feedforward": lambda: view(tg.library.load("adder"), ADDER_BITS, on="feedforward"),
    "clocked": lambda: view(counter(4), [[1]] * 6),
    "clocked-emulation": lambda: view(counter(4), [[1]] * 6, on="emulation"),
    "program-emulation": lambda: view(primes(), on="emulation", last=40),
    "learn-rcnn": lambda: learning_page("parity-small", "grid", "parity", 3, 4, "rcnn"),
    "learn-descent": lambda: learning_page("hebb", "trainer", "dictator", 2, 3, "descent"),
    "learn-emulation": lambda: learning_page("parity", "learner", "parity", 4, 8, "emulation", seed=3),
    "learn-noise": lambda: learning_page("parity", "learner", "parity", 3, 6, "emulation", noise=4e-3),
    "search": progress_page,
}
