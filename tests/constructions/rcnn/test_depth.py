"""Theorem 1's L as a function: enough for every run, and no more than the worst one takes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.generators_rcnn import all_points, network_holding
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.depth import depth_for
from turingrad.library import load_learner
from turingrad.machine.grid.learner import predictions


@pytest.mark.parametrize("name", ["constant", "last-label", "majority-label", "conjunction", "parity-small", "stump"])
def test_so_many_layers_give_the_answer_on_every_point(name: str) -> None:
    machine = load_learner(name, form="grid")
    rng = np.random.default_rng(3)
    X, y = rng.choice(np.array([-1, 1], np.int8), (3, 2)), np.array([1, -1, 1], np.int8)
    network = network_holding(RCNN(machine, 3, 2), X, y)
    points = all_points(2)
    found = predictions(machine, X, y, points)
    depth = depth_for(machine, 3, 2, int(found.steps.max()))
    with torch.no_grad():
        rolled = network.roll_out(network.memory_layer(torch.from_numpy(points)), depth=depth.layers, early_exit=False)
        assert network.read_out(rolled.grid).tolist() == found.answers.tolist()


def test_constant_on_one_sample_of_one_feature_needs_19_layers() -> None:
    assert depth_for(load_learner("constant", form="grid"), 1, 1, 1).layers == 19


def test_the_sweep_makes_the_depth_of_a_short_run_grow_with_the_grid_not_with_its_sides() -> None:
    machine = load_learner("constant", form="grid")
    found = [depth_for(machine, size, size, 1) for size in (4, 16, 64)]
    assert [round(depth.c_1, 1) for depth in found] == sorted(round(depth.c_1, 1) for depth in found)
    assert found[-1].c_1 > 30  # not a constant
    assert all(depth.c_1_finished < 1.1 for depth in found)  # of the machine that halts as the paper wants
