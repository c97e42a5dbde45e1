"""A user's learners are ranked on the search's own problems: as the reference interpreters answer there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import turingrad as tg
from tests.command_line import Turingrad
from tests.python.learner_programs import Coin, Perceptron
from turingrad.library.learners.programs import ALL
from turingrad.machine.learner import run as learner_run
from turingrad.python import learner
from turingrad.search import Outcome, Settings, TaskProblems, as_table, rank_entrants
from turingrad.search.entrants import answers, plain_data, right
from turingrad.search.instances import from_task
from turingrad.search.ranking import Jury, library_machine


@pytest.mark.parametrize("kind", [Perceptron, ALL["parity"], ALL["nearest-neighbours"]])
def test_answers_are_the_reference_learners(kind: type) -> None:
    instances = from_task(tg.tasks.get("majority-3"), np.random.default_rng(1), 25, 3, 6)
    made = learner(kind, 3)
    X, y, points = plain_data(instances)
    expected = [learner_run.learn(made, X[i], y[i], points[i : i + 1])[0] for i in range(25)]
    assert answers(made, instances, seed=0).tolist() == expected


def test_a_machine_of_the_library_gets_the_accuracy_that_it_has_as_an_incumbent() -> None:
    problems, settings = TaskProblems(tg.tasks.get("dictator"), 3, 4), Settings(1)
    table = tuple(as_table(library_machine("hebb")).tolist())
    incumbents = Jury.of(problems, settings).examine([table], ["hebb"])
    outcome = Outcome(problems, settings, tuple(incumbents), machines=1, seconds=1.0, rounds=1, stopped="budget")
    found = rank_entrants(outcome, {"mine": library_machine("hebb"), "perceptron": Perceptron})
    places = {place.name: place for place in found}
    assert places["mine"].rank == places["hebb"].rank
    assert (places["mine"].origin, places["hebb"].origin) == ("entrant", "library")
    assert places["perceptron"].origin == "entrant"
    assert [place.accuracy for place in found] == sorted((place.accuracy for place in found), reverse=True)


def test_random_bits_and_other_features() -> None:
    instances = from_task(tg.tasks.get("majority-3"), np.random.default_rng(2), 40, 3, 30)
    assert 0 <= right(learner(Coin, 3), instances, 10_000) <= 40
    with pytest.raises(tg.InputError, match="the problems 3: give its class"):
        right(learner(Coin, 4), instances, 10_000)


@pytest.mark.slow
def test_the_command_line_ranks_python_files(turingrad: Turingrad, tmp_path: Path) -> None:
    source = Path(__file__).parent.parent / "python" / "learner_programs.py"
    given = ("--task", "majority-3", "--dim", 3, "--train", 5, "--states", 1, "--budget", 300, "--instances", 50)
    more = ("--learner", f"{source}:Perceptron", "--learner", "winnow", "--learner", "hebb", "--no-network", "--json")
    fields = turingrad("search", *given, *more, "-o", tmp_path / "found.json").json
    names = {place["name"]: place for place in fields["ranking"]}
    assert names[f"{source}:Perceptron"]["origin"] == names["winnow"]["origin"] == names["hebb"]["origin"] == "entrant"
    assert any(place["origin"] == "search" for place in fields["ranking"])
    assert "no file" in turingrad("search", *given, "--learner", "missing.py:A").err
