"""The grid learners equal their numpy twins, on all small data sets and on thousands of random ones."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.numpy_learners import TWINS, Signs, in_span, realisable
from turingrad import tasks
from turingrad.library.grids.programs import NAMES, learner, program_text, sentence_of
from turingrad.machine.grid.learner import predict, predictions

STEPS = 2_000_000

# States and rules: what the programs compile to, so that a change of the minimiser or of a program is seen.
SIZES = {
    "constant": (1, 1),
    "last-label": (2, 3),
    "majority-label": (4, 16),
    "conjunction": (7, 17),
    "hebb": (9, 31),
    "nearest-neighbour": (8, 28),
    "stump": (10, 35),
    "parity-small": (10, 38),
    "parity-fast": (17, 61),
}


def all_signs(*shape: int) -> list[Signs]:
    size = int(np.prod(shape))
    return [np.array(bits, dtype=np.int8).reshape(shape) for bits in product((-1, 1), repeat=size)]


def twin_answers(name: str, X: Signs, y: Signs, tests: Signs) -> list[int]:
    return [TWINS[name](X, y, x) for x in tests]


def test_every_learner_has_a_twin() -> None:
    assert set(NAMES) == set(TWINS)


@pytest.mark.parametrize("name", NAMES)
def test_size_of_the_compiled_machine(name: str) -> None:
    machine = learner(name)
    assert (len(machine.working_states), len(machine.rules)) == SIZES[name]


@pytest.mark.parametrize("name", NAMES)
def test_learner_equals_its_twin_on_all_small_data_sets(name: str) -> None:
    for m, d in ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3), (4, 1), (3, 2)):
        tests = np.array(all_signs(d))
        for X in all_signs(m, d):
            for y in all_signs(m):
                got = predict(learner(name), X, y, tests, max_steps=STEPS).tolist()
                assert got == twin_answers(name, X, y, tests), (X, y)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_learner_equals_its_twin_on_all_data_sets_of_twelve_bits(name: str) -> None:
    for m, d in ((4, 2), (3, 3), (6, 1)):
        tests = np.array(all_signs(d))
        for X in all_signs(m, d):
            for y in all_signs(m):
                got = predict(learner(name), X, y, tests, max_steps=STEPS).tolist()
                assert got == twin_answers(name, X, y, tests), (X, y)


@pytest.mark.parametrize("name", NAMES)
def test_learner_equals_its_twin_on_random_data_sets(name: str) -> None:
    rng = np.random.default_rng(5)
    for _ in range(1500):
        m, d = int(rng.integers(1, 10)), int(rng.integers(1, 10))
        X, y = rng.choice([-1, 1], size=(m, d)).astype(np.int8), rng.choice([-1, 1], size=m).astype(np.int8)
        tests = np.vstack([rng.choice([-1, 1], size=(2, d)).astype(np.int8), X[:1]])
        got = predict(learner(name), X, y, tests, max_steps=STEPS).tolist()
        assert got == twin_answers(name, X, y, tests), (X, y)


@pytest.mark.parametrize("name", NAMES)
def test_learner_equals_its_twin_on_its_tasks(name: str) -> None:
    task_names = ("parity", "dictator", "conjunction-2", "majority-3", "prototype", "noisy-constant")
    for seed, task_name in enumerate(task_names * 8):
        X, y, tests, _ = tasks.draw(tasks.get(task_name), seed, 7, 12, 6)
        got = predict(learner(name), X, y, tests, max_steps=STEPS).tolist()
        assert got == twin_answers(name, X, y, tests), (task_name, seed)


@pytest.mark.parametrize("name", ["parity-small", "parity-fast"])
def test_parity_predicts_the_label_of_every_point_in_the_span(name: str) -> None:
    rng = np.random.default_rng(7)
    scored = 0
    for seed in range(100):
        X, y, tests, labels = tasks.draw(tasks.get("parity"), seed, 6, int(rng.integers(2, 13)), 20)
        spanned = np.array([in_span(X, x) for x in tests])
        got = predict(learner(name), X, y, tests, max_steps=STEPS)
        assert got[spanned].tolist() == labels[spanned].tolist()
        scored += int(spanned.sum())
    assert scored > 500


@pytest.mark.parametrize("name", ["parity-small", "parity-fast"])
def test_parity_halts_on_data_that_no_parity_explains_and_outside_of_the_span(name: str) -> None:
    rng = np.random.default_rng(11)
    strange = 0
    for _ in range(100):
        X, y = rng.choice([-1, 1], size=(9, 5)).astype(np.int8), rng.choice([-1, 1], size=9).astype(np.int8)
        few = X[:2]
        tests = rng.choice([-1, 1], size=(5, 5)).astype(np.int8)
        strange += not realisable(X, y)
        strange += sum(not in_span(few, x) for x in tests)
        assert 0 not in predict(learner(name), X, y, tests, max_steps=STEPS)
        assert 0 not in predict(learner(name), few, y[:2], tests, max_steps=STEPS)
    assert strange > 300


def test_fast_parity_takes_fewer_steps_than_the_small_one() -> None:
    X, y, tests, _ = tasks.draw(tasks.get("parity"), 0, 10, 20, 20)
    small, fast = (predictions(learner(name), X, y, tests).steps.mean() for name in ("parity-small", "parity-fast"))
    assert fast * 5 < small


@pytest.mark.parametrize("name", NAMES)
def test_machine_carries_the_documentation_of_its_program(name: str) -> None:
    assert learner(name).name == name
    assert (sentence_of(name) or "?") in " ".join(learner(name).doc.split())
    assert program_text(name).startswith("machine grid(work=1)\n")
