"""The plain MLP of the comparisons."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from turingrad.constructions.mlp import hidden_width, train_mlp
from turingrad.errors import InputError

X = np.array([[a, b] for a in (-1, 1) for b in (-1, 1)], np.int8)


def test_it_learns_what_is_linear() -> None:
    assert train_mlp(X, X[:, 0], X, parameters=100, epochs=100).tolist() == X[:, 0].tolist()


def test_a_seed_fixes_the_predictions_and_leaves_the_global_generator_alone() -> None:
    before = torch.random.get_rng_state()
    found = [train_mlp(X, X[:, 0], X, parameters=50, seed=3, epochs=3).tolist() for _ in range(2)]
    assert found[0] == found[1]
    assert torch.equal(before, torch.random.get_rng_state())


def test_its_width_gives_about_the_parameters_asked_for() -> None:
    for features, parameters in ((2, 100), (10, 150_000)):
        width = hidden_width(features, parameters)
        assert abs(width * (features + 2) + 1 - parameters) <= features + 2


def test_progress_counts_epochs() -> None:
    reported: list[tuple[str, int, int | None]] = []
    train_mlp(X, X[:, 0], X, parameters=20, epochs=4, progress=lambda *given: reported.append(given))
    assert reported[-1] == ("MLP epochs", 4, 4)


def test_no_parameters_are_refused() -> None:
    with pytest.raises(InputError, match="at least one parameter"):
        train_mlp(X, X[:, 0], X, parameters=0)
