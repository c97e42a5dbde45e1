"""The local network equals the specification of B.2, value and Jacobian, on every patch that can occur."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small
from tests.generators_rcnn import all_points, network_holding, parity_data, wall_machine
from turingrad.constructions.network import same
from turingrad.constructions.rcnn import RCNN, algorithm_1
from turingrad.constructions.rcnn.claims.specification import Specification
from turingrad.constructions.rcnn.lattice import SYMBOLS
from turingrad.constructions.rcnn.local import IN_PATCH, patches_of
from turingrad.library.grids.programs import NAMES, learner
from turingrad.machine.grid import TERNARY, GridMachine

MAX_LAYERS = 20_000


def occurring_patches(network: RCNN, layers: int) -> set[tuple[int, ...]]:
    """Patches (c, U, D, L, R) of all layers of one run of a network whose W is set."""
    found: set[tuple[int, ...]] = set()
    with torch.no_grad():
        grid = network.memory_layer(torch.ones(1, network.features))
        for _ in range(layers):
            patches = patches_of(grid, network.weights.padding)[..., IN_PATCH].reshape(-1, 5)
            found |= {tuple(patch) for patch in patches.to(torch.int64).tolist()}
            grid = network.layer(grid)
    return found


def memory_patches(network: RCNN, X: np.ndarray, y: np.ndarray) -> set[tuple[int, ...]]:
    """Patches of all layers of all training steps."""
    found = occurring_patches(network, network.samples + 2)
    for _ in algorithm_1(network, X, y):
        found |= occurring_patches(network, network.samples + 2)
    return found


def assert_as_specified(network: RCNN, patches: set[tuple[int, ...]]) -> None:
    specification = Specification(network.table, network.machine.work, network.cells)
    ordered = sorted(patches)
    given = torch.zeros(len(ordered), 9, dtype=network.W.dtype)
    given[:, IN_PATCH] = torch.tensor(ordered, dtype=network.W.dtype)
    # The corners of a patch have no weight: any values there.
    given[:, [0, 2, 6, 8]] = torch.randn(len(ordered), 4, dtype=network.W.dtype) * network.cells.S
    given.requires_grad_(True)
    result = network.local(given)
    (gradient,) = torch.autograd.grad(result.sum(), given)
    assert result.tolist() == [specification.next_value(patch) for patch in ordered]
    assert gradient[:, IN_PATCH].tolist() == [list(specification.jacobian(patch)) for patch in ordered]
    assert not gradient[:, [0, 2, 6, 8]].any()


def head_patches(network: RCNN) -> set[tuple[int, ...]]:
    """Every head on every symbol, in the centre and on each side, next to padding, computing and unknown cells."""
    cells = network.cells
    heads = [cells.head(a, q) for a in SYMBOLS for q in range(cells.states)]
    plain = [cells.symbol(a) for a in SYMBOLS]
    sides = (*plain, cells.p, cells.T, cells.P)
    patches = {(h, *(sides[(i + k) % len(sides)] for i in range(4))) for h in heads for k in range(len(sides))}
    for h, centre, position, k in product(heads, plain, range(4), range(len(sides))):
        around = [sides[(i + k) % len(sides)] for i in range(4)]
        around[position] = h
        patches.add((centre, *around))
    return patches


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_value_and_jacobian_on_every_patch_of_training_and_prediction(dtype: torch.dtype) -> None:
    X, y, _ = parity_data(3, 3, 4)
    network = RCNN(parity_small(), 4, 3, dtype=dtype)
    assert_as_specified(network, memory_patches(network, X, y))
    assert_as_specified(network, occurring_patches(network, 800))


def patches_of_run(network: RCNN, X: np.ndarray, y: np.ndarray) -> set[tuple[int, ...]]:
    """Patches of all layers of training on a data set, and of the predictions on all points until nothing changes."""
    found = memory_patches(network, X, y)
    with torch.no_grad():
        grid = network.memory_layer(torch.tensor(all_points(network.features), dtype=network.W.dtype))
        for _ in range(MAX_LAYERS):
            patches = patches_of(grid, network.weights.padding)[..., IN_PATCH].reshape(-1, 5)
            found |= {tuple(patch) for patch in torch.unique(patches.to(torch.int64), dim=0).tolist()}
            following = network.layer(grid)
            if torch.equal(following, grid):
                return found
            grid = following
    raise AssertionError("the machine did not halt")


def assert_learner_as_specified(name: str, sizes: list[tuple[int, int]], most: int) -> None:
    rng = np.random.default_rng(len(name))
    for d, m in sizes:
        network = RCNN(learner(name), m, d)
        data_sets = [(np.array(rows), labels) for rows in product(all_points(d), repeat=m) for labels in all_points(m)]
        chosen = rng.choice(len(data_sets), min(most, len(data_sets)), replace=False)
        found: set[tuple[int, ...]] = set()
        for number in chosen:
            found |= patches_of_run(network, *data_sets[number])
        assert_as_specified(network, found)


@pytest.mark.parametrize("name", NAMES)
def test_value_and_jacobian_on_every_patch_of_a_library_learner(name: str) -> None:
    assert_learner_as_specified(name, [(2, 2)], most=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_value_and_jacobian_on_every_patch_of_a_library_learner_on_all_small_data_sets(name: str) -> None:
    assert_learner_as_specified(name, [(1, 1), (1, 2), (2, 1), (2, 2)], most=64)
    assert_learner_as_specified(name, [(3, 3)], most=15)


def test_value_and_jacobian_on_every_head_of_random_machines() -> None:
    rng = random.Random(5)
    for _ in range(8):
        network = RCNN(wall_machine(rng), 2, 2)
        assert_as_specified(network, head_patches(network))


def test_a_machine_whose_symbols_come_in_another_order_gives_the_same_network() -> None:
    machine = parity_small()
    other = GridMachine(**{**vars_of(machine), "symbols": ("+", "-", "0")})
    a, b = RCNN(machine, 3, 2), RCNN(other, 3, 2)
    assert all(same(a.state_dict()[name], b.state_dict()[name]) for name in a.state_dict())


def vars_of(machine: GridMachine) -> dict[str, object]:
    names = ("states", "blank", "start", "rules", "halting", "accept", "reject", "work")
    return {name: getattr(machine, name) for name in names}


def test_width_is_linear_in_the_states_with_fourteen_units() -> None:
    rng = random.Random(1)
    for _ in range(10):
        network = RCNN(wall_machine(rng), 2, 2)
        s = network.cells.states
        assert len(network.weights.units) == 14
        moving = sum(action is not None and action.move != "S" for row in network.table.actions for action in row)
        assert len(network.weights.knees) <= 6 * s + 4 * moving + 122 <= 18 * s + 122


def test_no_kink_is_ever_evaluated() -> None:
    network = RCNN(parity_small(), 3, 2)
    values = {*network.cells.values, network.cells.p}
    assert not values & {knee for _, knee in network.weights.knees}


def test_no_second_layer_unit_stands_at_its_kink() -> None:
    X, y, _ = parity_data(3, 3, 4)
    network = RCNN(parity_small(), 4, 3)
    patches = sorted(memory_patches(network, X, y) | occurring_patches(network, 500))
    given = torch.zeros(len(patches), 9)
    given[:, IN_PATCH] = torch.tensor(patches, dtype=torch.float32)
    local = network.local
    first = torch.relu(given @ local.V1.T @ local.V2.T + local.b2)
    second = first @ local.V3.to_dense().T @ local.V4.T + local.b4
    assert (second != 0).all()


def test_the_dense_product_gives_the_same_layers() -> None:
    X, y, _ = parity_data(3, 3, 4)
    network = network_holding(RCNN(parity_small(), 4, 3), X, y)
    with torch.no_grad():
        grid = network.memory_layer(torch.from_numpy(X))
        for _ in range(50):
            sparse = network.layer(grid)
            network.local.plain = True
            dense = network.layer(grid)
            network.local.plain = False
            assert torch.equal(sparse, dense)
            grid = sparse


def test_symbols_of_a_learner_are_ternary() -> None:
    assert TERNARY == ("-", "0", "+")
    assert SYMBOLS == (-1, 0, 1)
    assert (
        network_holding(RCNN(parity_small(), 1, 1), np.array([[1]], np.int8), np.array([-1], np.int8)).decode_samples()[
            1
        ][0]
        == -1
    )
