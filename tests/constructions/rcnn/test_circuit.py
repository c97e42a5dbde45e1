"""The trained network as a Boolean circuit: equal on all x."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small, parsed
from tests.generators_rcnn import all_points, parity_data
from turingrad.constructions.rcnn import RCNN, classifier_circuit, memorise
from turingrad.errors import InputError, LimitError
from turingrad.library import load_learner
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.grid.learner import predict


@pytest.mark.parametrize("name", ["parity-small", "parity-fast", "nearest-neighbour", "stump", "conjunction", "hebb"])
def test_the_circuit_equals_the_classifier_on_all_points(name: str) -> None:
    machine = load_learner(name, form="grid")
    X, y, _ = parity_data(len(name), 3, 3)
    network = RCNN(machine, 3, 3)
    memorise(network, X, y)
    circuit = classifier_circuit(network)
    bits = circuit_run.evaluate(circuit, ((all_points(3) + 1) // 2).astype(np.uint8))[:, 0]
    assert (2 * bits.astype(int) - 1).tolist() == predict(machine, X, y, all_points(3)).tolist()


def test_a_network_without_an_answer_has_no_circuit() -> None:
    network = RCNN(parsed("A -0+:L>A"), 2, 2)  # stuck at the left wall
    memorise(network, [[1, 1], [1, -1]], [1, 1])
    with pytest.raises(InputError, match="no answer on x = --"):
        classifier_circuit(network)


def test_an_untrained_network_has_no_circuit() -> None:
    with pytest.raises(InputError, match="no answer"):
        classifier_circuit(RCNN(parity_small(), 2, 2))


def test_too_many_features_are_refused() -> None:
    with pytest.raises(InputError, match="at most 12"):
        classifier_circuit(RCNN(parity_small(), 2, 13))


def test_paper_units_are_refused() -> None:
    with pytest.raises(InputError, match="integer units"):
        classifier_circuit(RCNN(parity_small(), 2, 2, units="paper", dtype=torch.float64))


def test_a_layer_limit_is_kept() -> None:
    network = RCNN(parity_small(), 2, 2)
    memorise(network, [[1, 1], [1, -1]], [1, 1])
    with pytest.raises(LimitError, match="after 10 layers"):
        classifier_circuit(network, max_layers=10)
