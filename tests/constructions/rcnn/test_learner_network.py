"""The learner's network in lockstep with the reference interpreter, and the way back."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small, parse_machine
from tests.generators_rcnn import all_points, network_holding, parity_data, wall_machine
from turingrad.check import compare
from turingrad.constructions.rcnn import RCNN, compile_network, memorise
from turingrad.constructions.rcnn.decode import COMPUTE, MEMORY, UNKNOWN
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.learner import learner_grid, predict

LAYERS = 150


def lockstep_of(machine: GridMachine, rng: random.Random, dtype: torch.dtype) -> None:
    """One random data set and test point, `LAYERS` layers."""
    m, d = rng.randint(1, 3), rng.randint(1, 3)
    X = np.array([[rng.choice((-1, 1)) for _ in range(d)] for _ in range(m)], np.int8)
    y = np.array([rng.choice((-1, 1)) for _ in range(m)], np.int8)
    x = np.array([rng.choice((-1, 1)) for _ in range(d)], np.int8)
    network = network_holding(RCNN(machine, m, d, dtype=dtype), X, y)
    steps = LAYERS - 2
    expected = grid_run.trace(machine, learner_grid(machine, X, y, x), max_steps=steps)
    report = compare(expected, network.trace(x, max_steps=steps))
    assert report.ok, report


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_random_wall_machines_in_lockstep(dtype: torch.dtype) -> None:
    rng = random.Random(17)
    for _ in range(50):
        lockstep_of(wall_machine(rng), rng, dtype)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_two_thousand_random_wall_machines_in_lockstep(part: int) -> None:
    rng = random.Random(1000 + part)
    for i in range(200):
        lockstep_of(wall_machine(rng), rng, (torch.float32, torch.float64)[i % 2])


def test_predictions_are_the_machines_on_all_points() -> None:
    X, y, _ = parity_data(6, 3, 2)
    network = network_holding(RCNN(parity_small(), 2, 3), X, y)
    with torch.no_grad():
        outputs = network(torch.from_numpy(all_points(3)))
    assert outputs.tolist() == predict(parity_small(), X, y, all_points(3)).tolist()


def test_a_given_depth_is_enough_and_gives_the_same_output() -> None:
    X, y, _ = parity_data(6, 2, 1)
    network = network_holding(RCNN(parity_small(), 1, 2), X, y)
    points = torch.from_numpy(all_points(2))
    with torch.no_grad():
        assert torch.equal(network(points), network(points, depth=600))


def test_phases_of_the_layers_of_training() -> None:
    network = RCNN(parity_small(), 3, 2)
    grid = network.memory_layer(torch.tensor([[1, -1]]))
    seen = []
    for _ in range(5):
        layer = network.decode_layer(grid[0])
        assert layer.head is None
        seen.append([row[0] for row in layer.phases])
        grid = network.layer(grid)
    assert seen[0] == [UNKNOWN] * 4
    assert [phases.count(MEMORY) for phases in seen] == [0, 1, 2, 3, 4]


def test_phases_of_the_first_layers_of_a_prediction() -> None:
    X, y, _ = parity_data(6, 2, 3)
    network = network_holding(RCNN(parity_small(), 3, 2), X, y)
    grid = network.memory_layer(torch.tensor([[1, -1]]))
    layers = []
    for _ in range(3):
        layers.append(network.decode_layer(grid[0]))
        grid = network.layer(grid)
    assert layers[0].head is None
    assert (layers[1].head, str(layers[1].state)) == ((3, 2), "first")
    assert (layers[2].head, str(layers[2].state)) == ((3, 2), parity_small().start)
    assert [sum(row.count(COMPUTE) for row in layer.phases) for layer in layers] == [0, 1, 4]
    assert layers[0].grid == learner_grid(parity_small(), X, y, [1, -1])


def test_layers_before_and_after_the_machine_have_no_configuration() -> None:
    network = network_holding(RCNN(parity_small(), 1, 1), np.array([[1]], np.int8), np.array([1], np.int8))
    grid = network.memory_layer(torch.tensor([[1]]))
    with pytest.raises(InputError, match="before the machine's first step"):
        network.decode(grid[0], 0)
    with torch.no_grad():
        last = network.roll_out(grid).grid[0]
    with pytest.raises(InputError, match="after the machine's halt"):
        network.decode(last, 0)


def test_values_off_the_lattice_are_refused() -> None:
    network = RCNN(parity_small(), 1, 1)
    with pytest.raises(InputError, match="is not a cell value"):
        network.decode_layer(torch.full((2, 3), 24.0))
    for value in (0.5, float("nan")):
        with pytest.raises(InputError, match="off every integer"):
            network.decode_layer(torch.full((2, 3), value))


def test_other_symbols_are_refused() -> None:
    machine = wall_machine(random.Random(0), symbols=("a", "b", "c"))
    with pytest.raises(MachineError, match="memorisation needs the symbols -, 0, \\+"):
        RCNN(machine, 2, 2)


def test_a_machine_beyond_the_certificate_is_refused_with_the_dtypes_that_fit() -> None:
    states = [f"s{i}" for i in range(60)]
    lines = "\n".join(f"{q} -0+:R>{states[(i + 7) % 60]} #:U>{states[(i + 1) % 60]}" for i, q in enumerate(states))
    machine = parse_machine(lines)
    with pytest.raises(CertificateError, match=r"not exact in float32: .*; exact in float64"):
        RCNN(machine, 2, 2, dtype=torch.float32)
    assert RCNN(machine, 2, 2, dtype=torch.float64).certificate.exact_in("float64")


def test_more_states_than_any_dtype_holds_are_refused() -> None:
    with pytest.raises(InputError, match="more than any dtype can hold"):
        Lattice(3**28)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layout": "wide"}, "layout must be one of compact, paper, not 'wide'"),
        ({"units": "furlongs"}, "units must be one of integer, paper, not 'furlongs'"),
        ({"samples": 0}, "of at least 1, not 0"),
        ({"samples": 1 << 20, "features": 1 << 10}, "more than"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compile_network(parity_small(), **{"samples": 2, "features": 2, **options})


def test_half_of_the_sizes_is_refused() -> None:
    with pytest.raises(InputError, match="give both samples and features"):
        compile_network(parity_small(), samples=2)


def test_paper_units_need_float64() -> None:
    with pytest.raises(CertificateError, match="float64"):
        RCNN(parity_small(), 2, 2, units="paper")


def test_codes_are_distinct_and_off_the_padding() -> None:
    for states in (1, 2, 7, 8, 25, 26, 79):
        cells = Lattice(states)
        values = [*cells.values, cells.p]
        assert len(set(values)) == len(values)
        ordered = sorted(values)
        assert min(b - a for a, b in pairwise(ordered)) >= 8


def test_a_grid_that_has_not_settled_is_no_answer() -> None:
    """With 60 layers `parity-small` is in the middle of its run: the read-out's sum was 4, -2, 6 once."""
    X, y, _ = parity_data(5, 3, 4)
    network = RCNN(parity_small(), 4, 3, depth=60)
    memorise(network, X, y)
    with pytest.raises(LimitError, match="L = 60 layers are too few"):
        network(torch.from_numpy(X))


def test_a_stuck_machine_predicts_plus_one() -> None:
    network = RCNN(parse_machine("A +0:L>A #:H-"), 1, 2)
    memorise(network, [[1, 1]], [1])
    assert network(torch.tensor([[1, 1], [1, -1]])).tolist() == [-1, 1]
