"""Definition 5's l work columns, and any machine of at most s states in the architecture of s."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.test_local_network import assert_as_specified, occurring_patches
from tests.generators_rcnn import all_points, network_holding, parity_data
from turingrad.check import compare
from turingrad.constructions.rcnn import RCNN, memorise, weight_set
from turingrad.constructions.rcnn.depth import depth_for
from turingrad.constructions.rcnn.executors import Predictor
from turingrad.constructions.rcnn.layouts import require_weights_within
from turingrad.errors import InputError
from turingrad.library.grids.programs import learner
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.border import add_border
from turingrad.machine.grid.learner import learner_grid, predictions


@pytest.mark.parametrize("work", [2, 7])
def test_the_network_follows_the_bordered_machine_step_by_step(work: int) -> None:
    machine = learner("parity-small")
    X, y, _ = parity_data(3, 2, 2)
    network = RCNN(machine, 2, 2, work=work)
    memorise(network, X, y)
    assert network.memory_layer(torch.ones(1, 2)).shape == (1, 3, 3 + work)
    for x in all_points(2):
        expected = grid_run.trace(add_border(machine, work), learner_grid(machine, X, y, x, work=work))
        assert compare(expected, network.trace(x)).ok


def test_the_local_network_is_as_specified_at_the_border() -> None:
    X, y, _ = parity_data(3, 2, 2)
    network = network_holding(RCNN(learner("parity-small"), 2, 2, work=4), X, y)
    assert_as_specified(network, occurring_patches(network, 400))


@pytest.mark.parametrize("executor", ["event", "table", "dense"])
def test_the_paper_s_own_number_of_columns_is_built_at_sizes_that_fit(executor: str) -> None:
    """l = t + m + d, the grid of Definition 5: the answer does not depend on it."""
    machine = learner("conjunction")
    X, y, _ = parity_data(1, 2, 2)
    points = all_points(2)
    reference = predictions(machine, X, y, points)
    work = int(reference.steps.max()) + 4
    network = network_holding(RCNN(machine, 2, 2, work=work), X, y)
    found = list(Predictor(network, executor, max_layers=10_000).predictions(points))
    assert [prediction.answer for prediction in found] == reference.answers.tolist()
    # `finish` sweeps the machine's own columns, not the l of the grid
    assert max(prediction.layers for prediction in found) <= depth_for(machine, 2, 2, work).layers + 10


def test_machines_of_at_most_s_states_share_one_architecture_and_one_set_of_weights() -> None:
    machines = [learner(name) for name in ("constant", "last-label", "majority-label")]
    s = 40
    networks = [RCNN(machine, 2, 2, size=s, dtype=torch.float64) for machine in machines]
    allowed = weight_set(s)
    for network in networks:
        assert len(network.table.states) < s
        require_weights_within(network.local, allowed)
        require_weights_within(network.head, allowed)
    assert len({(network.cells, network.rate, network.certificate.dtypes()["float64"]) for network in networks}) == 1
    X, y, _ = parity_data(5, 2, 2)
    for machine, network in zip(machines, networks, strict=True):
        memorise(network, X, y)
        with torch.no_grad():
            found = network(torch.from_numpy(all_points(2))).numpy()
        assert np.array_equal(found, predictions(machine, X, y, all_points(2)).answers)


def test_the_paper_layout_of_a_small_machine_at_a_larger_size_has_its_shapes() -> None:
    own = RCNN(learner("constant"), 1, 1)
    paper = RCNN(learner("constant"), 1, 1, layout="paper", size=own.size + 3)
    assert paper.local.V2.shape == (100 * (own.size + 3),) * 2


def test_a_machine_that_is_too_large_for_the_size_is_refused() -> None:
    with pytest.raises(InputError, match="does not fit into the architecture of 5"):
        RCNN(learner("parity-small"), 2, 2, size=5)


def test_fewer_columns_than_the_machine_has_are_refused() -> None:
    with pytest.raises(InputError, match="the machine itself has 1"):
        RCNN(learner("parity-small"), 2, 2, work=0)
