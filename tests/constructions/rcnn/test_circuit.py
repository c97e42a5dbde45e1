"""The trained network as a Boolean circuit: equal on all x."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small, parse_machine
from tests.generators_rcnn import all_points, parity_data
from turingrad.constructions.rcnn import RCNN, classifier_circuit, memorise
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.grid.learner import predict, predictions


@pytest.mark.parametrize("name", ["parity-fast", "nearest-neighbour", "stump", "conjunction"])
def test_the_circuit_equals_the_classifier_on_all_points(name: str) -> None:
    machine = load_learner(name, form="grid")
    X, y, _ = parity_data(len(name), 3, 2)
    network = RCNN(machine, 2, 3)
    memorise(network, X, y)
    circuit = classifier_circuit(network)
    bits = circuit_run.evaluate(circuit, ((all_points(3) + 1) // 2).astype(np.uint8))[:, 0]
    assert (2 * bits.astype(int) - 1).tolist() == predict(machine, X, y, all_points(3)).tolist()


@pytest.mark.parametrize("name", ["conjunction", "stump"])
def test_the_circuit_of_13_features_is_small_and_right(name: str) -> None:
    machine = load_learner(name, form="grid")
    X, y, _ = parity_data(5, 13, 2)
    points = np.random.default_rng(1).choice(np.array([-1, 1], np.int8), (60, 13))
    network = RCNN(machine, 2, 13)
    memorise(network, X, y)
    reference = predictions(machine, X, y, points)
    circuit = classifier_circuit(network, steps=int(reference.steps.max()))
    bits = circuit_run.evaluate(circuit, ((points + 1) // 2).astype(np.uint8))
    assert bits[:, 1].all()
    assert (2 * bits[:, 0].astype(int) - 1).tolist() == reference.answers.tolist()
    # linear in layers times cells, with a constant far below that of a truth table of 2^13 entries
    assert len(circuit.gates) < 20 * int(reference.steps.max()) * 3 * 15


def test_where_the_machine_has_no_answer_the_classifier_is_plus_one() -> None:
    network = RCNN(parse_machine("A -0+:L>A"), 2, 2)  # stuck at the left wall
    memorise(network, [[1, 1], [1, -1]], [1, 1])
    bits = circuit_run.evaluate(classifier_circuit(network), [[0, 0], [1, 1]])
    assert bits.tolist() == [[1, 0], [1, 0]]


def test_an_untrained_network_has_no_circuit() -> None:
    with pytest.raises(InputError, match="W holds 0 of 3 rows"):
        classifier_circuit(RCNN(parity_small(), 2, 2))


def test_many_features_need_a_time_bound() -> None:
    network = RCNN(load_learner("last-label", form="grid"), 2, 13)
    memorise(network, np.ones((2, 13)), [1, -1])
    with pytest.raises(InputError, match="time bound"):
        classifier_circuit(network)


def test_the_paper_units_and_a_depth_give_the_circuit_of_that_many_layers() -> None:
    network = RCNN(parity_small(), 2, 2, units="paper", dtype=torch.float64, depth=10)
    memorise(network, [[1, 1], [1, -1]], [1, 1])
    assert circuit_run.evaluate(classifier_circuit(network), [[0, 1]])[0].tolist() == [1, 0]  # too few layers
