"""Section 4.3: bits at a local maximum, written and read under plain SGD with tanh."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from turingrad._support.arrays import all_signs
from turingrad.constructions.emulation import LocalMaximumNet
from turingrad.constructions.emulation.local_maximum import LocalMaximumDesign, require_flat_gates
from turingrad.errors import InputError


def test_before_it_learned_it_has_no_answer_and_no_memory() -> None:
    net = LocalMaximumNet(2, quiet=2)
    assert net.memory() == (0, 0, 0, 0)
    assert net.answers(all_signs(2)).tolist() == [0, 0, 0, 0]
    assert net.rows([[1, -1]], seed=3).shape == (1, 6)
    assert net.questions([[1, -1]]).tolist() == [[1, -1, -1, -1, 1, 1]]


def test_the_negation_is_learned() -> None:
    net = LocalMaximumNet(1, quiet=3)
    X = np.random.default_rng(0).choice([-1, 1], (200, 1))
    outputs = net.train_on(X, -X[:, 0], seed=1)
    assert len(outputs) == 200
    assert net.memory() == (1, -1)
    assert net.answers([[-1], [1]]).tolist() == [1, -1]


@pytest.mark.slow
@pytest.mark.parametrize("code", range(16))
def test_every_function_of_two_bits_is_learned(code: int) -> None:
    table = np.array([1 if code >> i & 1 else -1 for i in range(4)])
    X = np.random.default_rng(code).choice([-1, 1], (700, 2))
    net = LocalMaximumNet(2, quiet=4)
    net.train_on(X, table[(X[:, 0] > 0) * 2 + (X[:, 1] > 0)], seed=code)
    assert net.memory() == tuple(table.tolist())
    assert net.answers(all_signs(2)).tolist() == table.tolist()


def test_every_gate_is_flat_at_every_input_and_one_of_less_gain_is_not() -> None:
    net = LocalMaximumNet(1, quiet=1)
    assert require_flat_gates(net) == 8
    with torch.no_grad():
        net.edges["active"].mul_(0.5)
    with pytest.raises(InputError, match="'active' are not flat"):
        require_flat_gates(net)


def test_the_certificate_counts_the_drift_of_the_edges_into_the_output() -> None:
    assert LocalMaximumNet(1).certified_steps() == int(0.4 / (4 * 2e-5 * 2.6))
    slower = LocalMaximumNet(1, design=LocalMaximumDesign(rate=5e-6))
    assert slower.certified_steps() >= 2 * LocalMaximumNet(1).certified_steps()


def test_impossible_nets_and_rows_are_refused() -> None:
    with pytest.raises(InputError, match="must exceed 1"):
        LocalMaximumNet(2, design=LocalMaximumDesign(beta=1.1))
    with pytest.raises(InputError, match="rows of 11 inputs"):
        LocalMaximumNet(1)(torch.ones(1, 3))
    with pytest.raises(InputError, match="features"):
        LocalMaximumNet(5)
