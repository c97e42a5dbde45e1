"""The trainers' machines compute what the direct computation does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from turingrad.constructions.descent.compile import read_only_tapes
from turingrad.errors import InputError
from turingrad.library import load, load_learner
from turingrad.library.trainers.layout import Trainer, value, word, wrap_word
from turingrad.library.trainers.trainers import ALL, BY_NAME, number_columns, trainer_of
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run


def samples(rng: np.random.Generator, most: int = 8) -> tuple[np.ndarray, np.ndarray]:
    n, d = int(rng.integers(1, most + 1)), int(rng.integers(1, 6))
    return rng.choice([-1, 1], (n, d)).astype(np.int8), rng.choice([-1, 1], n).astype(np.int8)


@pytest.mark.parametrize("trainer", ALL, ids=lambda trainer: trainer.name)
def test_the_machine_writes_the_directly_computed_weights(trainer: Trainer) -> None:
    rng = np.random.default_rng(1)
    for _ in range(100):
        X, y = samples(rng)
        sizes = trainer.sizes(*X.shape)
        found = tape_run.run(trainer.machine, trainer.machine_input(sizes, X, y), max_steps=1_000_000)
        assert found.halted
        tape = found.configuration.tapes[trainer.output_tape]
        text = "".join(tape.read(cell, trainer.machine.blank) for cell in range(1, 300))
        np.testing.assert_array_equal(trainer.weights(sizes, text), trainer.direct(sizes, X, y))


def test_least_mean_squares_multiplies_real_features_in_fixed_point() -> None:
    """Features over the whole range of their words: the machine's products and sums are those of whole numbers."""
    rng, trainer = np.random.default_rng(5), BY_NAME["least-mean-squares"]
    assert trainer.fixed == (12, 8)
    by_machine = replace(trainer, build=trainer.machine, direct=None)
    for _ in range(20):
        n, d = int(rng.integers(1, 6)), int(rng.integers(1, 4))
        X, y = rng.integers(-400, 400, (n, d)), rng.choice([-1, 1], n)
        sizes = trainer.sizes(n, d, passes=2)
        written = by_machine.expected_weights(sizes, X, y, 10_000_000)
        np.testing.assert_array_equal(written, trainer.direct(sizes, X, y))
    with pytest.raises(InputError, match="leaves words of 26 bits"):
        trainer.direct(trainer.sizes(4, 3, passes=9), np.full((4, 3), 2000), np.ones(4))


def test_least_mean_squares_comes_near_online_descent_in_floating_point() -> None:
    rng, trainer = np.random.default_rng(6), BY_NAME["least-mean-squares"]
    X = rng.normal(size=(12, 2)).round(2)
    y = np.where(X @ [0.8, -0.3] + 0.2 > 0, 1, -1)
    w = np.zeros(3)
    for _ in range(4):
        for row, label in zip(np.column_stack([X, np.ones(12)]), y, strict=True):
            w -= row * (row @ w - label) / 8
    found = trainer.direct(trainer.sizes(12, 2), np.floor(X * 256 + 0.5).astype(int), y)
    np.testing.assert_allclose(found, w, atol=0.1)


@pytest.mark.parametrize("trainer", ALL, ids=lambda trainer: trainer.name)
def test_the_data_tape_is_read_only_and_heads_start_on_a_blank(trainer: Trainer) -> None:
    assert 0 in read_only_tapes(trainer.machine)
    sizes = trainer.sizes(3, 2)
    rows = trainer.machine_input(sizes, np.ones((3, 2), np.int8), np.ones(3, np.int8))
    assert all(row[0] == trainer.machine.blank for row in rows)


def test_a_parity_is_solved_wherever_it_is_determined() -> None:
    rng = np.random.default_rng(2)
    trainer = BY_NAME["parity"]
    for _ in range(20):
        X = rng.choice([-1, 1], (24, 5)).astype(np.int8)
        chosen = rng.random(5) < 0.5
        y = (-1 * np.prod(np.where(chosen, X, 1), axis=1)).astype(np.int8)
        np.testing.assert_array_equal(trainer.direct(trainer.sizes(24, 5), X, y), [1, *chosen])


def test_a_perceptron_separates_what_is_separable() -> None:
    X = np.array([[a, b] for a in (-1, 1) for b in (-1, 1)], np.int8)
    trainer = BY_NAME["perceptron"]
    for y in ([-1, -1, -1, 1], [-1, 1, 1, 1], [1, 1, 1, -1]):
        labels = np.array(y, np.int8)
        weights = trainer.direct(trainer.sizes(4, 2), X, labels)
        assert np.all(labels * (X @ weights[:2] + weights[2]) > 0)


def test_integer_gradient_descent_comes_near_the_least_squares() -> None:
    rng = np.random.default_rng(3)
    X = rng.choice([-1, 1], (16, 3)).astype(np.int8)
    trainer = BY_NAME["gradient-descent"]
    weights = trainer.direct(trainer.sizes(16, 3, passes=20), X, X[:, 1])
    np.testing.assert_allclose(weights, [0, 1, 0, 0], atol=0.1)


def test_words_hold_what_they_should() -> None:
    for number in range(-8, 8):
        assert value(word(number, 4)) == number
    assert wrap_word(8, 4) == -8
    assert value("__1") == -4


@pytest.mark.parametrize("name", list(BY_NAME))
def test_trainers_are_found_by_name(name: str) -> None:
    machine = load_learner(name, "trainer", 3)
    assert isinstance(machine, TapeMachine)
    assert trainer_of(machine).name == name


def test_other_machines_are_no_trainers() -> None:
    machine = load("palindrome")
    assert isinstance(machine, TapeMachine)
    with pytest.raises(InputError, match="is not a trainer of the library"):
        trainer_of(machine)


def test_a_name_that_no_file_can_have_is_no_file_of_numbers() -> None:
    assert number_columns("a" * 5000) == "none"
    assert number_columns("least-mean-squares") == "features"
