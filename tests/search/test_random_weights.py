"""A network drawn at random gets as many layers as the machine's own weights need."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from turingrad.constructions.rcnn import RCNN
from turingrad.library import load_learner
from turingrad.machine.grid.learner import predictions
from turingrad.search.random_weights import needed_layers, trained_answers


@pytest.mark.parametrize(("name", "m", "d"), [("constant", 1, 1), ("last-label", 8, 4), ("parity-small", 2, 2)])
def test_the_machines_own_weights_are_found_to_agree(name: str, m: int, d: int) -> None:
    """With 2 (m + d) layers `constant` on 1 x 1 has 4 of the 19 that it needs."""
    machine = load_learner(name, form="grid")
    rng = np.random.default_rng(7)
    X, y, X_test = (rng.choice(np.array([-1, 1], np.int8), shape) for shape in ((m, d), (m,), (4, d)))
    network = RCNN(machine, m, d, dtype=torch.float64)  # the same function as layout="paper", and quicker
    given = (torch.from_numpy(part.astype(np.float64)) for part in (X, y, X_test))
    answers = trained_answers(network, *given, layers=needed_layers(machine, X, y, X_test))
    assert answers.tolist() == predictions(machine, X, y, X_test).answers.tolist()


@pytest.mark.slow
def test_the_paper_layout_agrees_too() -> None:
    machine = load_learner("constant", form="grid")
    X, y, X_test = np.ones((1, 1), np.int8), np.array([1], np.int8), np.array([[1], [-1]], np.int8)
    network = RCNN(machine, 1, 1, dtype=torch.float64, layout="paper")
    given = (torch.from_numpy(part.astype(np.float64)) for part in (X, y, X_test))
    answers = trained_answers(network, *given, layers=needed_layers(machine, X, y, X_test))
    assert answers.tolist() == [1, 1]
