"""Sums in unknown digits, by elimination modulo the base."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from turingrad.errors import InputError
from turingrad.library.learners.digits import Digits, digits_learner
from turingrad.machine.learner import run as learner_run
from turingrad.theory.limits.sums import Sums


def samples(sums: Sums, order: np.ndarray, count: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rows, y = sums.draw_labelled(np.random.default_rng(seed), count, order)
    return (2 * sums.one_hot(rows) - 1).astype(np.int8), y


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_every_order_of_three_digits_is_found(order: tuple[int, ...]) -> None:
    sums = Sums(3, 2, 2)
    X, y = samples(sums, np.array(order), 400)
    program = Digits(3, 2, 2)
    for x, label in zip(X[:300].tolist(), y[:300].tolist(), strict=True):
        program.update(tuple(x), label)
    assert program.done()
    (factor,) = [f for f in (1, 2) if not program.struck[f - 1]]
    assert program.times(factor) == list(order)
    assert [program.predict(tuple(x)) for x in X[300:].tolist()] == y[300:].tolist()


@pytest.mark.parametrize(("base", "seed"), [(2, 0), (3, 1), (5, 2), (7, 3)])
def test_the_equations_leave_the_digits_up_to_a_factor(base: int, seed: int) -> None:
    """The last column alone: every multiple of the digits solves all equations, and nothing else does."""
    rng = np.random.default_rng(seed)
    sums, order = Sums(base, base, 1), rng.permutation(base)
    X, y = samples(sums, order, 80 * base * base, seed)
    program = Digits(base, base, 1)
    for x in X[y > 0].tolist():
        if sum(program.left) > 1:
            program.eliminate(program.equation(x))
    multiples = [[int(f * v) % base for v in order] for f in range(1, base)]
    assert sum(program.left) == 1
    assert program.values() in multiples


def test_the_circuits_are_the_program() -> None:
    learner = digits_learner(3, 3, 2)
    X, y = samples(Sums(3, 3, 2), np.array([2, 0, 1]), 120, seed=5)
    program = Digits(3, 3, 2)
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        if not program.done():
            program.update(tuple(x), label)
    memory = learner_run.run(learner, X, y).configuration.memory
    answers = learner_run.predict(learner, memory, X)
    assert program.done()
    assert answers.tolist() == [program.predict(tuple(x)) for x in X.tolist()] == y.tolist()


@pytest.mark.parametrize("shape", [(4, 4, 4), (11, 11, 1), (3, 4, 2), (2, 3, 2), (5, 0, 2), (2, 40, 40)])
def test_shapes_that_elimination_cannot_take_are_refused(shape: tuple[int, int, int]) -> None:
    with pytest.raises(InputError):
        digits_learner(*shape)
