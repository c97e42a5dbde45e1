"""Section 3, Corollary 2 and Appendix A of Goel et al.: inequalities, and probabilities by simulation."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad import library, tasks
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.theory.learnability import pao
from turingrad.theory.learnability.claims import algorithms

CUBE = np.array(list(product((-1, 1), repeat=3)), dtype=np.int8)


def noisy_dictator(j: int, noise: float) -> algorithms.Distribution:
    X = np.concatenate([CUBE, CUBE])
    y = np.concatenate([CUBE[:, j], -CUBE[:, j]])
    return algorithms.Distribution(X, y, np.repeat([(1 - noise) / 8, noise / 8], 8))


def dictators() -> list[algorithms.Learner]:
    """x_1, -x_1, x_2, ...: learners that ignore their data."""
    return [fix_coordinate(j, sign) for j in range(3) for sign in (1, -1)]


def fix_coordinate(j: int, sign: int) -> algorithms.Learner:
    return lambda X, y: lambda points: (sign * points[:, j]).astype(np.int8)  # noqa: ARG005


def grid(name: str) -> GridMachine:
    machine = library.load_learner(name, form="grid")
    assert isinstance(machine, GridMachine)
    return machine


# ---- definitions -------------------------------------------------------------------------------------------------


def test_the_error_of_a_distribution_is_exact() -> None:
    assert noisy_dictator(1, 0.25).error(lambda points: points[:, 1]) == pytest.approx(0.25)


def test_definition_1_counts_states_and_steps() -> None:
    X, y, X_test, _ = tasks.draw(tasks.get("noisy-constant"), 0, 4, 6, 5)
    data = [(X, y, X_test)]
    assert algorithms.is_bounded(grid("majority-label"), 4, 1_000, data)
    assert not algorithms.is_bounded(grid("majority-label"), 3, 1_000, data)
    assert not algorithms.is_bounded(grid("majority-label"), 4, 10, data)


@pytest.mark.parametrize("name", ["majority-label", "conjunction", "nearest-neighbour", "stump", "parity-fast", "hebb"])
def test_library_learners_are_in_the_class_of_definition_3_with_k_2(name: str) -> None:
    X, y, X_test, _ = tasks.draw(tasks.get("dictator"), 0, 6, 12, 20)
    machine = grid(name)
    bound = algorithms.time_bound(6, 12, 2)
    assert bound == 144 * 144
    assert algorithms.is_bounded(machine, len(machine.working_states), bound, [(X, y, X_test)])


def test_a_stuck_machine_classifies_everything_as_one() -> None:
    stuck = GridMachine(("a", "h"), ("-", "0", "+"), "0", "a", (), halting=("h",), accept=("h",))
    classifier = algorithms.as_learner(stuck, 10)(CUBE[:3], CUBE[:3, 0])
    assert classifier(CUBE).tolist() == [1] * 8


# ---- Observation 1 -----------------------------------------------------------------------------------------------

powers = st.integers(1, 6).map(lambda i: 2.0**-i)


@given(st.integers(1, 5), st.integers(1, 5), powers, powers, st.integers(1, 3), st.integers(0, 10**6))
def test_observation_1_inequalities(d: int, m: int, epsilon: float, delta: float, k: int, more: int) -> None:
    extra = algorithms.observation_1_examples(d, m, epsilon, delta, k) + more
    r = algorithms.observation_1_rate(extra, k)
    assert math.log2(r) == int(math.log2(r))
    assert extra ** (-1 / (3 * k)) / 2 <= r * (1 + 1e-9)
    assert r <= extra ** (-1 / (3 * k)) * (1 + 1e-9) <= min(epsilon, delta) * (1 + 1e-6)
    assert extra >= (d * m / r**2) ** k


def test_observation_1_on_a_family_by_simulation() -> None:
    """A_{eps,delta} that validates on as many examples as it needs; told nothing, it does as well."""
    family, m, k = dictators(), 2, 1

    def learn_with_parameters(epsilon: float, delta: float, X: np.ndarray, y: np.ndarray) -> algorithms.Classifier:
        needed = pao.validation_examples(len(family), epsilon, delta)
        return algorithms.select_by_validation(family, m)(X[: m + needed], y[: m + needed])

    extra = 4_096
    r = algorithms.observation_1_rate(extra, k)
    learner = algorithms.without_parameters(learn_with_parameters, m, k)
    found = algorithms.pao_probability(
        learner, family, noisy_dictator(1, 0.3), m, extra, r, 60, np.random.default_rng(0)
    )
    assert found >= 1 - r


def test_observation_1_without_extra_examples_is_refused() -> None:
    with pytest.raises(InputError, match="leave none"):
        algorithms.without_parameters(lambda e, d, X, y: lambda p: p[:, 0], 3, 1)(CUBE[:3], CUBE[:3, 0])  # noqa: ARG005


# ---- Claim 1, Claim 2 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("extra", "r"), [(1, 1), (1023, 1), (1024, 2), (3**10 - 1, 2), (3**10, 3), (10**10, 10)])
def test_the_side_of_algorithm_2(extra: int, r: int) -> None:
    assert algorithms.algorithm_2_side(extra) == r


def test_algorithm_2_runs_every_size_within_the_time_and_takes_the_best() -> None:
    calls = []

    def learner_of_size(s: int, k: int, X: np.ndarray, y: np.ndarray, time: int) -> algorithms.Classifier | None:  # noqa: ARG001
        calls.append((s, k, len(y), time))
        if (s, k) == (1, 1):
            return None  # out of time
        return (lambda points: points[:, 2]) if (s, k) == (3, 2) else (lambda points: -points[:, 2])

    m, extra = 4, 3**10
    X, y = noisy_dictator(2, 0.0).sample(np.random.default_rng(1), m + extra)
    chosen = algorithms.algorithm_2(learner_of_size, m, X, y)
    assert chosen(CUBE).tolist() == CUBE[:, 2].tolist()
    assert calls == [(s, k, m + t, extra) for s in (1, 2, 3) for k in (1, 2, 3) for t in (1, 2, 3)]


def test_algorithm_2_out_of_time_everywhere_says_one() -> None:
    X, y = noisy_dictator(2, 0.0).sample(np.random.default_rng(1), 20)
    assert algorithms.algorithm_2(lambda *given: None, 4, X, y)(CUBE).tolist() == [1] * 8  # noqa: ARG005


@settings(max_examples=30)
@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 50), powers, powers)
def test_algorithm_2_examples_leave_room_for_the_choice(s: int, k: int, p: int, epsilon: float, delta: float) -> None:
    r = algorithms.algorithm_2_side(algorithms.algorithm_2_examples(s, k, p, 0, epsilon, delta))
    assert r >= max(s, k, p)
    assert 2 * r**3 * math.exp(-2 * r * (epsilon / 4) ** 2) <= delta / 2 * (1 + 1e-9)


def test_the_printed_size_of_claim_1_does_not_leave_room_for_the_choice() -> None:
    """r = max(s, k, p) alone: with r = 3 examples, 27 candidates of error 1/2 and one of 0 are confused too often."""
    rng = np.random.default_rng(0)
    wrong = 0
    for _ in range(400):
        misses = rng.random((26, 3)) < 0.5
        wrong += bool((misses.sum(axis=1) == 0).any())  # a bad candidate looks perfect, and may come first
    assert wrong / 400 > 0.5


@given(st.integers(1, 6), powers, powers, st.integers(1, 3))
def test_claim_2_inequalities(d: int, epsilon: float, delta: float, k: int) -> None:
    m = algorithms.claim_2_examples(d, epsilon, delta, k)
    r = algorithms.observation_1_rate(m, k)
    assert r <= min(epsilon, delta) / 2 * (1 + 1e-9)
    assert m >= (d / r**2) ** k
    assert (d * m + math.log2(1 / r**2)) ** k <= algorithms.time_bound(d, m, k) * (1 + 1e-9)


def test_claim_2_by_simulation() -> None:
    """A learner that chooses among machines one of which PAC-learns dictators PAC-learns them too."""
    family = [algorithms.as_learner(grid(name), 10_000) for name in ("constant", "majority-label", "stump")]
    rng = np.random.default_rng(2)
    found = algorithms.pac_probability(
        algorithms.select_by_validation(family, 12), noisy_dictator(0, 0.0), 60, 0.125, 20, rng
    )
    assert found >= 0.875


# ---- Corollary 2 -------------------------------------------------------------------------------------------------


@given(st.floats(1e-6, 0.5), powers)
def test_restarts_fail_with_probability_at_most_half_of_delta(success: float, delta: float) -> None:
    assert (1 - success) ** algorithms.restarts(success, delta) <= delta / 2 * (1 + 1e-9)


def test_the_printed_number_of_restarts_fails() -> None:
    """M = delta / (2 p) (B.5): nearly every time none of the draws succeeds."""
    success, delta = 1e-4, 0.05
    printed = delta / success / 2
    assert (1 - success) ** printed > 0.9 > delta / 2


def test_the_printed_validation_size_is_nothing_at_two_states() -> None:
    assert 2**2 * math.log(2 / 2) / 8 == 0 < pao.validation_examples(1_000, 0.1, 0.05)


def test_validation_finds_a_nearly_best_classifier_by_simulation() -> None:
    """40 classifiers of known errors; the choice is more than epsilon off at most a fraction delta/2 of the time."""
    epsilon, delta = 0.1, 0.1
    errors = np.linspace(0.3, 0.5, 40)
    size = pao.validation_examples(40, epsilon, delta)
    rng = np.random.default_rng(3)
    chosen = np.argmin(rng.binomial(size, errors, size=(4_000, 40)), axis=1)
    assert np.mean(errors[chosen] > errors[0] + epsilon) <= delta / 2


def test_corollary_2_by_simulation() -> None:
    """Random restarts over six classifiers, one of them right, with the sizes of Corollary 2."""
    family, epsilon, delta = dictators(), 0.2, 0.2
    draws = algorithms.restarts(1 / len(family), delta)
    size = pao.validation_examples(draws, epsilon, delta)
    rng, distribution = np.random.default_rng(4), noisy_dictator(2, 0.2)
    successes = 0
    for _ in range(200):
        picked = [family[i](CUBE, CUBE[:, 0]) for i in rng.integers(len(family), size=draws)]
        X, y = distribution.sample(rng, size)
        successes += distribution.error(picked[algorithms.choose_by_validation(picked, X, y)]) <= 0.2 + epsilon
    assert successes / 200 >= 1 - delta


# ---- derandomisation ---------------------------------------------------------------------------------------------


def test_drawn_bits_are_fair_whatever_the_distribution() -> None:
    """Exactly: over all pairs, bit 1 and bit 0 have the same probability."""
    weights = np.array([0.7, 0.2, 0.06, 0.04])
    points = CUBE[:4]
    ones = zeros = 0.0
    for i, j in product(range(4), repeat=2):
        if i != j:
            X, y = points[[i, j]], np.array([1, 1], dtype=np.int8)
            (bit,), used = algorithms.drawn_bits(X, y, 1)
            assert used == 2
            ones, zeros = ones + bit * weights[i] * weights[j], zeros + (1 - bit) * weights[i] * weights[j]
    assert ones == pytest.approx(zeros)


def test_equal_examples_give_no_bit() -> None:
    same = np.ones((6, 2), dtype=np.int8)
    with pytest.raises(InputError, match="6 examples gave 0 random bits"):
        algorithms.drawn_bits(same, np.ones(6, dtype=np.int8), 1)


def test_a_derandomised_learner_is_a_function_of_its_examples() -> None:
    seen = []

    def randomised_learner(bits: np.ndarray, X: np.ndarray, y: np.ndarray) -> algorithms.Classifier:  # noqa: ARG001
        seen.append((bits.tolist(), len(y)))
        return lambda points: points[:, int(bits[0])]

    X, y = noisy_dictator(1, 0.3).sample(np.random.default_rng(5), 60)
    learner = algorithms.derandomise(randomised_learner, 8, 10)
    assert learner(X, y)(CUBE).tolist() == learner(X, y)(CUBE).tolist()
    assert seen[0] == seen[1]
    assert len(seen[0][0]) == 8
    assert seen[0][1] < 60 - 16 + 1
