"""Example 1: parities answered in the span of what was seen."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.check import lockstep
from turingrad.constructions.emulation import compile_network
from turingrad.errors import InputError
from turingrad.library.learners.example_1 import Span, example_1, with_coins
from turingrad.machine.learner import run as learner_run


def rank(rows: list[list[int]]) -> int:
    """Over GF(2), by integers."""
    basis: list[int] = []
    for row in rows:
        value = sum(1 << i for i, v in enumerate(row) if v < 0)
        for b in basis:
            value = min(value, value ^ b)
        if value:
            basis.append(value)
    return len(basis)


@pytest.mark.parametrize("seed", range(4))
def test_in_the_span_it_is_right_and_outside_it_says_the_opposite_of_its_coin(seed: int) -> None:
    n = 4
    X, y = tasks.get("parity").sample(np.random.default_rng(seed), n, 60)
    program, seen = Span(n + 1), []
    for x, label in zip(with_coins(X, seed).tolist(), y.tolist(), strict=True):
        inside = rank([*seen, x[:n]]) == len(seen)
        answer = program.predict(tuple(x))
        assert answer == (label if inside else -x[n])
        before = (program.count, [list(row) for row in program.x])
        if answer != label:
            program.update(tuple(x), label)
            seen.append(x[:n])
            assert program.count == len(seen)  # only what is outside the span is ever memorised
        else:
            assert before == (program.count, [list(row) for row in program.x])
    assert len(seen) == n


@pytest.mark.slow
def test_sgd_runs_it_bit_for_bit() -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(1), 3, 24)
    learner = example_1(3)
    assert len(learner.memory) == 3 * 4 + 2
    report = lockstep(compile_network(learner), (with_coins(X), y), steps=len(X))
    assert report.ok, report
    memory = learner_run.run(learner, with_coins(X), y).configuration.memory
    assert (learner_run.predict(learner, memory, with_coins(X, 5)) == y).all()


def test_it_needs_about_twice_as_many_samples_as_bits() -> None:
    """Outside the span every other sample is memorised: 2 / (1 - 2^(r-n)) samples for the r-th."""
    n, needed = 5, []
    expected = sum(2 / (1 - 2.0 ** (r - n)) for r in range(n))
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X = 2 * rng.integers(0, 2, (200, n)) - 1
        coins, seen = rng.integers(0, 2, 200), []
        for t in range(200):
            if rank([*seen, X[t].tolist()]) > len(seen) and coins[t]:
                seen.append(X[t].tolist())
            if len(seen) == n:
                needed.append(t + 1)
                break
    assert abs(np.mean(needed) - expected) < 4 * np.std(needed) / np.sqrt(len(needed))


def test_sizes_are_bounded() -> None:
    with pytest.raises(InputError, match="1 to 12 features"):
        example_1(13)
