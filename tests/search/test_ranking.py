"""Candidates are ranked by what they score on the examination as well as on the screen."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.machine.grid.learner import predict
from turingrad.search import ranking
from turingrad.search.instances import Instances, from_task
from turingrad.search.problems import DataProblems, TaskProblems, stream
from turingrad.search.ranking import Incumbent, Jury, halve, library_machine, library_tables
from turingrad.search.settings import Settings
from turingrad.search.tables import as_machine, as_table

NAMES = ("parity", "last-label")


def jury(screen: str, exam: str) -> Jury:
    drawn = [from_task(tasks.get(name), stream(3, k), 60, 3, 7) for k, name in enumerate((screen, exam))]
    return Jury(TaskProblems(tasks.get(exam), 3, 7), drawn[0], (drawn[1],), 3)


def examine(found: Jury) -> dict[str, Incumbent]:
    tables = [tuple(as_table(library_machine(name)).tolist()) for name in NAMES]
    return {one.origin: one for one in found.examine(tables, list(NAMES))}


def accuracy(name: str, instances: Instances) -> float:
    """By the reference interpreter. A framed cell is x_ij y_i z_j + 1 for the test point z, labels and z below it."""
    machine, d = library_machine(name), instances.dim
    right = 0
    for grid, label in zip(instances.grids, instances.labels, strict=True):
        inner = grid.reshape(-1, instances.width)[1:-1, 1:-1].astype(np.int8) - 1
        y, z = inner[:-1, d], inner[-1, :d]
        X = inner[:-1, :d] * y[:, None] * z
        right += int(predict(machine, X, y, z[None])[0] == label)
    return right / len(instances)


def test_marks_are_accuracies_on_the_exam_and_on_the_screen() -> None:
    found = jury("noisy-constant", "parity")
    for name, one in examine(found).items():
        assert one.screened == pytest.approx(accuracy(name, found.screen))
        assert one.exams == (pytest.approx(accuracy(name, found.exams[0])),)
        assert one.rank == ((one.exams[0] + one.screened) / 2,)


def test_who_passes_the_exam_comes_before_who_only_passes_the_screen() -> None:
    found = examine(jury("noisy-constant", "parity"))
    assert found["parity"].screened < found["last-label"].screened
    assert found["parity"].exams > found["last-label"].exams
    assert min(found.values(), key=lambda one: one.order).origin == "parity"


def test_halving_keeps_the_best_and_leaves_few_as_they_are() -> None:
    screen = from_task(tasks.get("parity"), stream(3, 0), 60, 3, 7)
    worse, best = (tuple(as_table(library_machine(name)).tolist()) for name in ("last-label", "parity"))
    assert halve([worse, best], screen, 1, 10_000) == [best]
    assert halve([worse, best], screen, 2, 10_000) == [worse, best]  # nothing to choose: nothing is scored
    assert halve([worse, best], screen, 3, 10_000) == [worse, best]
    assert halve([worse] * 5 + [best], screen, 3, 10_000)[0] == best


def test_each_stage_scores_the_better_half_on_as_many_instances_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, list[int]]] = []

    def scores(tables: list[np.ndarray], part: list[int], _limit: int) -> np.ndarray:
        seen.append((len(tables), part))
        return np.array([table[0] for table in tables], np.int64)

    monkeypatch.setattr(ranking, "scores", scores)
    screen, first = list(range(100 * ranking.FIRST_STAGE)), ranking.FIRST_STAGE
    assert halve([(k,) for k in range(16)], screen, 2, 10) == [(15,), (14,)]
    assert seen == [(16, screen[:first]), (8, screen[first : 2 * first]), (4, screen[2 * first : 4 * first])]


def test_among_equals_fewer_rules_win_and_then_the_librarys_own() -> None:
    found = examine(jury("noisy-constant", "noisy-constant"))
    parity = found["parity"]
    searched = "".join(["sea", "rch"])  # as read from a file: not the same object as the literal
    twin = Incumbent(parity.rank, parity.table, searched, parity.screened, parity.exams)
    shorter = Incumbent(parity.rank, found["last-label"].table, "search", parity.screened, parity.exams)
    assert shorter.rules < parity.rules
    assert sorted([twin, parity, shorter], key=lambda one: one.order) == [shorter, parity, twin]


def test_a_data_set_is_ranked_by_its_validation_rows_first() -> None:
    X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]], np.int8)
    problems = DataProblems("file", X, X[:, 0], X, X[:, 0])
    assert problems.rank((0.5,), 0.9) < problems.rank((0.75,), 0.1)
    assert problems.rank((0.5,), 0.1) < problems.rank((0.5,), 0.2)


@pytest.mark.parametrize("work", [0, 1, 2])
def test_only_learners_of_the_searched_shape_compete(work: int) -> None:
    found = library_tables(Settings(states=30, work=work, library="all"))
    assert all(library_machine(name).work == work for name in found)
    assert len(set(found.values())) == len(found)
    assert bool(found) == (work == 1)


def test_fitting_learners_have_at_most_the_searched_states() -> None:
    states = {name: len(library_machine(name).working_states) for name in library_tables(Settings(library="all"))}
    most = sorted(states.values())[len(states) // 2]
    fitting = library_tables(Settings(states=most, library="fitting"))
    assert set(fitting) == {name for name, count in states.items() if count <= most}
    assert {count < most for count in states.values() if count <= most} == {True, False}
    assert set(library_tables(Settings(states=1, library="".join(["a", "ll"])))) == set(states)
    assert library_tables(Settings(library="none")) == {}


@pytest.mark.parametrize("origin", ["parity", "search", "zzz"])
def test_an_incumbent_of_the_library_is_its_machine(origin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tuple(as_table(library_machine("parity")).tolist())
    own = library_machine("parity")
    monkeypatch.setattr(ranking, "library_machine", lambda name: (name, own))
    found = Incumbent((1.0,), table, origin, 1.0, ()).machine(1)
    assert found == ((origin, own) if origin != "search" else as_machine(np.array(table, np.int32), 1))
