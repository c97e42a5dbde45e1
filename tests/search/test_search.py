"""The search as a whole: what it finds, and that a seed fixes it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.machine.grid.learner import predict
from turingrad.search import (
    Board,
    DataProblems,
    Outcome,
    Settings,
    TaskProblems,
    measure_best,
    network_figures,
    search,
    split_rows,
)
from turingrad.search.driver import fresh_states
from turingrad.search.problems import stream
from turingrad.search.ranking import Jury, halve, library_tables
from turingrad.search.tables import canonical, rule_count

SMALL = Settings(states=2, budget=4_000, units=4, unit_machines=500, instances=60, library="none")


def small(settings: Settings = SMALL, seed: int = 0, **options: object) -> Outcome:
    given = Settings(**{**settings.__dict__, "seed": seed})
    return search(TaskProblems(tasks.get("dictator"), 3, 5), given, **options)  # type: ignore[arg-type]


def key(outcome: Outcome) -> list[tuple[tuple[float, ...], tuple[int, ...]]]:
    return [(incumbent.rank, incumbent.table) for incumbent in outcome.incumbents]


def test_a_seed_fixes_the_result() -> None:
    assert key(small()) == key(small())
    assert key(small()) != key(small(seed=1))


def test_two_workers_find_what_one_finds() -> None:
    one, two = small(workers=1), small(workers=2)
    assert key(one) == key(two)
    assert one.machines == two.machines == 4_000


def test_the_budget_is_kept_to_the_machine() -> None:
    assert small(Settings(**{**SMALL.__dict__, "budget": 3_001})).machines == 3_001
    assert small(Settings(**{**SMALL.__dict__, "budget": 100})).machines == 100


def test_a_time_limit_ends_at_a_round() -> None:
    outcome = small(seconds=0.0)
    assert (outcome.stopped, outcome.rounds, outcome.machines) == ("seconds", 1, 2_000)


def test_an_interrupt_ends_with_what_was_computed() -> None:
    def interrupt(board: Board) -> None:
        if board.round == 1 and not board.closed:
            raise KeyboardInterrupt

    outcome = small(watch=interrupt)
    assert (outcome.stopped, outcome.rounds, outcome.machines) == ("interrupt", 1, 2_000)
    assert measure_best(outcome, larger=[]).fresh is not None


def test_an_interrupt_before_the_first_round_has_nothing_to_report() -> None:
    def interrupt(board: Board) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    with pytest.raises(InputError, match="before its first round"):
        measure_best(small(watch=interrupt))


def test_one_state_is_searched_to_the_end_and_finds_the_best_noisy_constant() -> None:
    outcome = search(TaskProblems(tasks.get("noisy-constant")), Settings(states=1, instances=100))
    assert outcome.stopped == "tree"
    # With noise 0.1 on every label, test labels included, the last training label is right with probability 0.82.
    assert measure_best(outcome).fresh.accuracy > 0.79  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_dictator_learner_is_found_from_scratch_with_default_settings() -> None:
    result = measure_best(search(TaskProblems(tasks.get("dictator")), Settings(library="none"), workers=2))
    assert result.fresh is not None
    assert result.origin == "search"
    assert result.fresh.accuracy >= 0.97
    assert [(size.dim, size.train) for size in result.larger] == [(10, 40), (20, 60)]
    assert result.larger[0].accuracy >= 0.99


@pytest.mark.slow
def test_two_states_without_walls_are_walked_on_two_workers_as_on_one() -> None:
    problems = TaskProblems(tasks.get("dictator"), 2, 3)
    asked = Settings(strategy="exhaustive", walls=False, budget=400_000, instances=8, library="none")
    assert key(search(problems, asked, workers=1)) == key(search(problems, asked, workers=2))


def test_leaving_out_idle_rules_costs_no_accuracy() -> None:
    outcome = small()
    result = measure_best(outcome)
    assert len(result.machine.rules) <= outcome.incumbents[0].rules
    assert result.train_accuracy >= outcome.incumbents[0].rank[0]


def test_the_report_has_the_fields_of_the_contract() -> None:
    fields = measure_best(small(), larger=[(4, 9)]).fields()
    contract = ("task", "states", "rules", "machines_tried", "machines_per_second", "train_accuracy", "fresh_accuracy")
    assert tuple(fields)[:9] == (*contract, "larger", "machine")
    assert [(size["dim"], size["train"]) for size in fields["larger"]] == [(4, 9)]
    assert fields["machine"]["kind"] == "grid"
    assert fields["seed"] == fields["settings"]["seed"] == 0


def test_the_network_of_the_found_machine_predicts_the_same() -> None:
    outcome = small()
    figures = network_figures(measure_best(outcome, larger=[]).machine, outcome.problems, 0)
    assert figures["agreement"] == 1.0
    assert figures["certificate"]["float32"]
    assert figures["log10_probability"] < -1_000_000


def test_halving_keeps_the_best() -> None:
    problems = TaskProblems(tasks.get("dictator"))
    settings = Settings(library="all")
    jury = Jury.of(problems, settings)
    tables = list(library_tables(settings).values())
    assert halve(tables, jury.screen, 1, 10_000) == [library_tables(settings)["stump"]]


@pytest.mark.parametrize(("states", "expected"), [(1, {"constant"}), (2, {"constant", "last-label"})])
def test_library_machines_of_the_size_compete(states: int, expected: set[str]) -> None:
    assert set(library_tables(Settings(states=states))) == expected
    assert not library_tables(Settings(states=states, library="none"))
    assert len(library_tables(Settings(states=states, library="all"))) == 9


def test_no_candidate_is_larger_than_asked() -> None:
    for incumbent in small().incumbents:
        assert incumbent.states <= 2
        assert incumbent.table == canonical(incumbent.table)
        assert incumbent.rules == rule_count(incumbent.array)


def test_a_data_set_is_practised_on_its_training_rows_alone() -> None:
    X, y = tasks.get("dictator").sample(np.random.default_rng(0), 9, 30)
    problems = DataProblems("data", X[:20], y[:20], X[20:], y[20:])
    outcome = search(problems, SMALL)
    best = outcome.incumbents[0]
    answers = predict(best.machine(1), X[:20], y[:20], X[20:], max_steps=1_000_000)
    assert best.exams[0] == float(np.mean(answers == y[20:]))


@dataclass(frozen=True)
class OnesWin:
    """A user's own task: y = +1 iff x_1 = +1."""

    name: str = "ones-win"

    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[np.ndarray, np.ndarray]:
        X = rng.choice(np.array([-1, 1], dtype=np.int8), size=(m, d))
        return X, X[:, 0].copy()


@pytest.mark.slow
def test_a_task_of_the_users_own_is_searched_with_several_workers() -> None:
    outcome = search(TaskProblems(OnesWin(), 3, 3), SMALL, workers=2)
    assert outcome.problems.name == "ones-win"
    assert outcome.incumbents[0].rank[0] > 0.9


def test_a_task_that_draws_something_else_is_refused() -> None:
    @dataclass(frozen=True)
    class Wrong(OnesWin):
        def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[np.ndarray, np.ndarray]:  # noqa: ARG002
            return np.zeros((m, d)), np.zeros(m)

    with pytest.raises(InputError, match="an entry other than -1 and \\+1"):
        search(TaskProblems(Wrong()), SMALL)


def test_streams_of_different_purposes_differ() -> None:
    drawn = {int(stream(0, *path).integers(2**62)) for path in [(0, 0), (0, 1), (1, 0), (1, 0, 0), (2,), (3,)]}
    assert len(drawn) >= 5


def test_a_search_for_at_most_s_states_looks_for_smaller_machines_too() -> None:
    asked = Settings(states=3, units=8)
    sizes = [fresh_states(asked, round_number, number) for round_number in range(4) for number in range(4)]
    assert sizes == [3, 2, 3, 1, 3, 2, 3, 1, 3, 2, 3, 1, 3, 2, 3, 1]
    outcome = small(Settings(**{**SMALL.__dict__, "states": 4}))
    assert min(incumbent.states for incumbent in outcome.incumbents) < 4


def test_the_result_says_what_corollary_2_makes_of_the_choice() -> None:
    X, y, _, _ = tasks.draw(tasks.get("dictator"), 1, 6, 80, 1)
    outcome = search(split_rows(X, y), Settings(budget=800, instances=40, library="none"))
    result = measure_best(outcome)
    assert result.validation_size == 20
    assert result.epsilon() == pytest.approx(2 * math.sqrt(math.log(2 * 800 / 0.05) / 40))
    assert not result.proved_best
    assert result.fields()["epsilon"] > 1  # 20 rows say nothing about 800 machines


def test_an_enumeration_that_came_to_its_end_proves_the_best() -> None:
    outcome = search(TaskProblems(tasks.get("noisy-constant")), Settings(states=1, instances=100, library="none"))
    assert outcome.stopped == "tree"
    assert measure_best(outcome, larger=[]).proved_best


def test_every_row_is_given_to_the_learner_or_chooses_it() -> None:
    X, y, _, _ = tasks.draw(tasks.get("dictator"), 1, 6, 1_000, 1)
    problems = split_rows(X, y)
    assert (problems.train, len(problems.y_validation), problems.unused) == (64, 936, 0)
    few = split_rows(X, y, max_validation=500)
    assert (few.train, len(few.y_validation), few.unused) == (64, 500, 436)


@pytest.mark.parametrize("start", [None, 7, "census-dictator", [["census-dictator"]], np.zeros(2)], ids=repr)
def test_learners_to_start_from_are_a_list_of_names(start: object) -> None:
    with pytest.raises(InputError, match="a list of names"):
        Settings(3, start=start)  # type: ignore[arg-type]
