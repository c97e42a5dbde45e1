"""The literal sizes of the paper, and the finite set that all of its weights come from."""

from __future__ import annotations

import random

import pytest
import torch

from tests.constructions.rcnn.machines import parse_machine
from tests.generators_rcnn import all_points, network_holding, parity_data, wall_machine
from turingrad.constructions.rcnn import RCNN, memorise, weight_set
from turingrad.constructions.rcnn.layouts import require_weights_within
from turingrad.errors import InputError

SMALL = "A -0+:L>A #:U>B\nB +:U>B -:H- 0:H+ #:H+"


@pytest.fixture(scope="module")
def paper() -> RCNN:
    return RCNN(parse_machine(SMALL), 2, 2, layout="paper")


def test_sizes_are_those_of_algorithm_1(paper: RCNN) -> None:
    d = 100 * paper.cells.states
    shapes = {name: tuple(tensor.shape) for name, tensor in paper.state_dict().items()}
    assert shapes == {
        "W": (3, 3),
        "local.V1": (d, 10),
        "local.V2": (d, d),
        "local.V3": (d, d),
        "local.V4": (d, d),
        "local.V5": (1, d),
        "head.U1": (1, 100),
        "head.U2": (100, 2),
    }


def test_the_literal_network_trains_and_predicts_the_same_bits(paper: RCNN) -> None:
    X, y, _ = parity_data(1, 2, 2)
    compact = RCNN(parse_machine(SMALL), 2, 2)
    for a, b in zip(memorise(compact, X, y), memorise(paper, X, y), strict=True):
        assert torch.equal(a.gradient, b.gradient)
        assert a.output == b.output
    points = torch.from_numpy(all_points(2))
    with torch.no_grad():
        a, b = compact.memory_layer(points), paper.memory_layer(points)
        for _ in range(25):
            a, b = compact.layer(a), paper.layer(b)
            assert torch.equal(a, b)
        assert torch.equal(compact.read_out(a), paper.read_out(b))


def test_every_weight_of_random_learners_is_in_the_set_of_their_size() -> None:
    rng = random.Random(2)
    for _ in range(6):
        network = RCNN(wall_machine(rng), 2, 2)
        allowed = weight_set(network.cells.states)
        require_weights_within(network.local, allowed)
        require_weights_within(network.head, allowed)


def test_every_weight_in_the_papers_units_is_in_their_set() -> None:
    network = RCNN(parse_machine(SMALL), 2, 2, units="paper", dtype=torch.float64)
    allowed = weight_set(network.cells.states, "paper")
    require_weights_within(network.local, allowed)
    require_weights_within(network.head, allowed)


def test_an_entry_outside_the_set_is_found() -> None:
    broken = RCNN(parse_machine(SMALL), 2, 2)
    broken.local.V4[0, 0] += 0.125
    with pytest.raises(InputError, match="of V4 is not one of the"):
        require_weights_within(broken.local, weight_set(broken.cells.states))


def test_the_set_grows_linearly_with_the_states() -> None:
    assert all(len(weight_set(s)) <= 14 * s + 100 for s in (3, 10, 50, 200, 1000))


@pytest.mark.slow
def test_the_papers_units_become_a_scaled_network() -> None:
    X, y, _ = parity_data(1, 2, 2)
    paper = network_holding(RCNN(parse_machine(SMALL), 2, 2, units="paper", dtype=torch.float64, layout="paper"), X, y)
    integer = network_holding(RCNN(parse_machine(SMALL), 2, 2), X, y)
    points = torch.from_numpy(all_points(2))
    with torch.no_grad():
        assert paper(points).round().tolist() == integer(points).tolist()
