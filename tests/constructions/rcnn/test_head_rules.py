"""The rules of a grid with one head: read off the table, equal to the network in every layer, absent where untrue."""

from __future__ import annotations

import random

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small
from tests.generators_rcnn import network_holding, parity_data, wall_machine
from turingrad.constructions.rcnn import RCNN, RecurrentConvolution
from turingrad.constructions.rcnn.executors.cell_grid import CellGrid
from turingrad.constructions.rcnn.executors.coordinates import Coordinates, coordinates
from turingrad.constructions.rcnn.executors.head_rules import head_rules
from turingrad.constructions.rcnn.executors.kernel import EXCLUSIVE, HEAD, MORE, SETTLED
from turingrad.constructions.rcnn.executors.patches import PatchTable, machine_domain, patch_table
from turingrad.constructions.rcnn.executors.predicting import coordinates_for, first_layers, table_for
from turingrad.library import load


def table_of(network: RecurrentConvolution) -> tuple[Coordinates, PatchTable]:
    made = coordinates(network.weights)
    return made, patch_table(made, network.local, torch.float32, machine_domain(made))


def layers_by_rules(network: RecurrentConvolution, cells: np.ndarray, layers: int) -> int:
    """Compares each layer with the dense network; how many were computed by the rules."""
    made, table = table_of(network)
    grid = CellGrid(made, cells, table)
    dense, by_rules = torch.from_numpy(cells).float().unsqueeze(0), 0
    with torch.no_grad():
        for layer in range(layers):
            following = network.layer(dense)
            reason = grid.advance(1)
            by_rules += bool(grid.registers[HEAD])
            assert (reason == SETTLED) == torch.equal(following, dense), layer
            dense = following
            assert np.array_equal(grid.cells, dense[0].to(torch.int64).numpy()), layer
    return by_rules


@pytest.mark.parametrize("seed", range(6))
def test_a_lone_heads_layers_are_the_networks(seed: int) -> None:
    rng = random.Random(seed)
    symbols = tuple("abcde"[: rng.randint(2, 5)])
    network = RecurrentConvolution(wall_machine(rng, symbols=symbols))
    grid = [[rng.choice(symbols) for _ in range(3)] for _ in range(3)]
    assert layers_by_rules(network, network.encode(grid, None)[0], 60) == 60


def test_a_head_that_leaves_a_tape_is_left_to_the_events() -> None:
    network = RecurrentConvolution(load("busy-beaver-3"))
    cells = network.encode("")[0][:, 14:19]  # too short a row, and nobody widens it: the head goes out at its end
    assert 0 < layers_by_rules(network, cells, 30) < 30


def test_a_learners_layers_are_by_rules_once_the_phases_are_over() -> None:
    X, y, _ = parity_data(9, 3, 4)
    network = RCNN(parity_small(), 4, 3)
    network_holding(network, X, y)
    made = coordinates_for(network)
    cells = first_layers(network, X[:1])[0]
    with_rules = CellGrid(made, cells, table_for(network, made))
    without = CellGrid(made, cells)
    assert with_rules.advance(100) == without.advance(100) == MORE
    assert with_rules.registers[HEAD] != 0
    assert without.registers[HEAD] == 0
    while with_rules.advance(17) == MORE:
        without.advance(17)
        assert np.array_equal(with_rules.cells, without.cells)
    assert without.advance(17) == SETTLED
    assert (with_rules.layers, with_rules.cells.tolist()) == (without.layers, without.cells.tolist())


@pytest.mark.parametrize("seed", range(20))
def test_rules_are_refused_where_one_entry_of_a_lone_grid_says_otherwise(seed: int) -> None:
    rng = np.random.default_rng(seed)
    network = RecurrentConvolution(wall_machine(random.Random(4), symbols=tuple("abc")))
    made, table = table_of(network)
    assert table.rules is not None
    patch = rng.integers(0, 3, 5)  # a plain cell among plain cells must keep its value
    index = int(table.offsets[np.arange(5), patch].sum()) & (EXCLUSIVE - 1)
    entries = table.entries.copy()
    entries[index] = (entries[index] + rng.integers(1, made.padding)) % made.padding
    assert head_rules(made, entries, table.offsets) is None


def test_rules_are_refused_where_a_head_depends_on_more_than_the_cell_it_goes_to() -> None:
    network = RecurrentConvolution(wall_machine(random.Random(4), symbols=tuple("abc")))
    made, table = table_of(network)
    assert table.rules is not None
    head = made.weights.heads + int(np.flatnonzero(table.rules.goes == 1)[0])  # goes up
    patch = np.array([head, 0, 0, made.padding, 0])  # a wall to its left changes what it leaves
    index = int(table.offsets[np.arange(5), patch].sum()) & (EXCLUSIVE - 1)
    entries = table.entries.copy()
    entries[index] = (entries[index] + 1) % 3
    assert head_rules(made, entries, table.offsets) is None
