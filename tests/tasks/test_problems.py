"""Every task draws what its definition says: exactly, where that can be decided, and in frequency otherwise."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.errors import InputError, LimitError
from turingrad.tasks import NoisyConstant, Prototype, draw, get

NAMES = ("parity", "parity-2", "dictator", "conjunction-2", "majority-3", "prototype", "noisy-constant")


def cube(d: int) -> np.ndarray:
    return np.array(list(itertools.product((-1, 1), repeat=d)), dtype=np.int8)


def parities(d: int, sizes: range, sigmas: tuple[int, ...]):
    """Every function sigma prod_S x_j with |S| in sizes, as a label vector over points."""
    for size in sizes:
        for chosen in itertools.combinations(range(d), size):
            for sigma in sigmas:
                yield lambda X, chosen=chosen, sigma=sigma: sigma * np.prod(X[:, list(chosen)], axis=1, initial=1)


def literal_sets(d: int, size: int):
    for chosen in itertools.combinations(range(d), size):
        for sigma in itertools.product((-1, 1), repeat=size):
            yield list(chosen), np.array(sigma)


def conjunctions(d: int, size: int):
    for chosen, sigma in literal_sets(d, size):
        yield lambda X, c=chosen, s=sigma: np.where((X[:, c] * s).min(axis=1) == 1, 1, -1)


def majorities(d: int, size: int):
    for chosen, sigma in literal_sets(d, size):
        yield lambda X, c=chosen, s=sigma: np.sign((X[:, c].astype(int) * s).sum(axis=1))


CLASSES = {
    "parity": lambda d: parities(d, range(d + 1), (1,)),
    "parity-1": lambda d: parities(d, range(1, 2), (-1, 1)),
    "parity-2": lambda d: parities(d, range(2, 3), (-1, 1)),
    "parity-3": lambda d: parities(d, range(3, 4), (-1, 1)),
    "dictator": lambda d: parities(d, range(1, 2), (-1, 1)),
    "conjunction-1": lambda d: conjunctions(d, 1),
    "conjunction-3": lambda d: conjunctions(d, 3),
    "majority-1": lambda d: majorities(d, 1),
    "majority-3": lambda d: majorities(d, 3),
}


@pytest.mark.parametrize("name", NAMES)
@given(d=st.integers(3, 9), m=st.integers(0, 30), seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=20)
def test_draws_have_the_promised_shape_and_entries(name: str, d: int, m: int, seed: int) -> None:
    X, y = get(name).sample(np.random.default_rng(seed), d, m)
    assert (X.shape, y.shape, X.dtype, y.dtype) == ((m, d), (m,), np.int8, np.int8)
    assert np.isin(X, (-1, 1)).all()
    assert np.isin(y, (-1, 1)).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_fixes_the_draw(name: str) -> None:
    first, second = (get(name).sample(np.random.default_rng(5), 6, 40) for _ in range(2))
    np.testing.assert_array_equal(first[0], second[0])
    np.testing.assert_array_equal(first[1], second[1])


@pytest.mark.parametrize("name", CLASSES)
@given(seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=25)
def test_labels_follow_one_function_of_the_class(name: str, seed: int) -> None:
    d = 5
    X, y = get(name).sample(np.random.default_rng(seed), d, 60)
    assert any(np.array_equal(function(X), y) for function in CLASSES[name](d))


@pytest.mark.parametrize("name", CLASSES)
def test_every_function_of_the_class_is_drawn_and_equally_often(name: str) -> None:
    d, draws = 3, 3000
    points = cube(d)
    tables = {tuple(function(points).tolist()) for function in CLASSES[name](d)}
    rng = np.random.default_rng(1)
    counts = dict.fromkeys(tables, 0)
    for _ in range(draws):
        X, y = get(name).sample(rng, d, 40)
        known = {tuple(x): label for x, label in zip(X.tolist(), y.tolist(), strict=True)}
        matching = [
            t for t in tables if all(known.get(tuple(x), v) == v for x, v in zip(points.tolist(), t, strict=True))
        ]
        if len(matching) == 1:
            counts[matching[0]] += 1
    mean = draws / len(tables)
    assert all(abs(count - mean) < 6 * mean**0.5 + 0.05 * mean for count in counts.values()), counts


def test_labels_of_a_point_other_than_all_ones_are_balanced_over_parities() -> None:
    points = cube(4)
    total = sum(function(points) for function in parities(4, range(5), (1,)))
    assert [int(t) for t in total] == [16 if (x == 1).all() else 0 for x in points]


def test_unsigned_parity_of_two_leaks_and_the_signed_task_does_not() -> None:
    points = cube(4)
    unsigned = np.array([function(points) for function in parities(4, range(2, 3), (1,))])
    signed = np.array([function(points) for function in parities(4, range(2, 3), (-1, 1))])

    def best_without_data(labels: np.ndarray) -> float:
        return float((0.5 + abs(labels.mean(axis=0)) / 2).mean())

    assert best_without_data(unsigned) == 0.625
    assert best_without_data(signed) == 0.5


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.25, 0.5])
def test_prototype_flips_each_feature_as_often_as_it_says(noise: float) -> None:
    X, y = Prototype(noise).sample(np.random.default_rng(3), 10, 20_000)
    agreement = abs((X * y[:, None]).mean(axis=0))
    assert agreement == pytest.approx(np.full(10, 1 - 2 * noise), abs=0.03)


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.3])
def test_noisy_constant_flips_labels_as_often_as_it_says(noise: float) -> None:
    _, y = NoisyConstant(noise).sample(np.random.default_rng(4), 3, 20_000)
    assert abs(y.mean()) == pytest.approx(1 - 2 * noise, abs=0.03)


def test_noisy_constant_draws_both_signs() -> None:
    rng = np.random.default_rng(0)
    assert {int(NoisyConstant(0.0).sample(rng, 2, 1)[1][0]) for _ in range(40)} == {-1, 1}


def test_draw_splits_one_problem_into_training_and_test_examples() -> None:
    X, y, X_test, y_test = draw(get("dictator"), 7, 6, 30, 20)
    assert (X.shape, y.shape, X_test.shape, y_test.shape) == ((30, 6), (30,), (20, 6), (20,))
    fits = [(j, s) for j in range(6) for s in (-1, 1) if np.array_equal(s * X[:, j], y)]
    assert any(np.array_equal(s * X_test[:, j], y_test) for j, s in fits)


@pytest.mark.parametrize(
    ("name", "d", "m", "says"),
    [
        ("parity-4", 3, 5, "at least 4 features, not 3"),
        ("dictator", 0, 5, "at least 1 feature, not 0"),
        ("conjunction-2", 1, 5, "at least 2 features, not 1"),
        ("majority-3", 2, 5, "at least 3 features, not 2"),
        ("prototype", 3, -1, "0 or more"),
    ],
)
def test_sizes_that_make_no_sense_are_refused(name: str, d: int, m: int, says: str) -> None:
    with pytest.raises(InputError, match=says):
        get(name).sample(np.random.default_rng(0), d, m)


def test_a_draw_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(LimitError, match="more than"):
        get("dictator").sample(np.random.default_rng(0), 10**6, 10**6)


@pytest.mark.parametrize("build", [lambda: Prototype(0.6), lambda: NoisyConstant(-0.1)])
def test_noise_outside_its_range_is_refused(build) -> None:
    with pytest.raises(InputError, match=r"between 0 and 0\.5"):
        build()


def test_a_draw_of_negative_size_is_refused() -> None:
    with pytest.raises(InputError, match="neither may be negative"):
        draw(get("dictator"), 0, 3, -1, 2)
