"""Trained nets: errors fall with samples, and their margins are bounded from both sides."""

from __future__ import annotations

import pytest
import torch

from turingrad import library
from turingrad.errors import InputError
from turingrad.theory.margins.attack import attack
from turingrad.theory.margins.trained import TrainedVictim, train, trained_rows


def test_a_sample_curve_of_real_training() -> None:
    rows = trained_rows(library.load("multiplier-2"), (2, 200), steps=150, attacked=2, budget=40)
    assert rows[0].population_error > rows[1].population_error
    assert rows[1].train_error == rows[1].population_error == 0.0
    assert all(0 <= row.certified <= row.attacked for row in rows)
    assert rows[1].certified > 0


def test_no_attack_on_learned_weights_gets_below_their_certificate() -> None:
    x = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    y = torch.tensor([-1.0, 1.0, 1.0, -1.0], dtype=torch.float64)
    weights = train(x, y, 8, 3, 300, seed=1)
    for row, label in zip(x, y.tolist(), strict=True):
        victim = TrainedVictim(weights, row, label)
        found = attack(victim, budget=80).norm
        assert found is not None
        assert 0 < victim.certified() < found


def test_too_many_inputs_are_refused() -> None:
    with pytest.raises(InputError, match="over all inputs"):
        trained_rows(library.load("adder-128"))
