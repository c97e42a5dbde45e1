"""What the certificate allows is exact, and its bounds hold for the activations of a run."""

from __future__ import annotations

import random

import pytest
import torch

from tests.constructions.rcnn.machines import parity_small
from tests.generators_rcnn import network_holding, parity_data, wall_machine
from turingrad.check import lockstep
from turingrad.constructions.rcnn import RCNN, RecurrentConvolution
from turingrad.constructions.rcnn.certificate import local_bounds
from turingrad.constructions.rcnn.local import patches_of


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_small_machines_run_in_short_floats_where_the_certificate_allows_it(dtype: torch.dtype) -> None:
    rng, checked = random.Random(6), 0
    while checked < 5:
        machine = wall_machine(rng, states=1, symbols=("a", "b"))
        if not RecurrentConvolution(machine).certificate.exact_in(dtype):
            continue
        checked += 1
        grid = [[rng.choice("ab") for _ in range(4)] for _ in range(3)]
        report = lockstep(RecurrentConvolution(machine, dtype=dtype), grid, 60)
        assert report.ok, report


def test_activations_of_a_run_stay_within_the_bounds() -> None:
    X, y, _ = parity_data(3, 3, 4)
    network = network_holding(RCNN(parity_small(), 4, 3), X, y)
    bounds = {bound.name: bound.magnitude for bound in network.certificate.bounds}
    local = network.local
    with torch.no_grad():
        grid = network.memory_layer(torch.from_numpy(X[:1]))
        for _ in range(300):
            columns = patches_of(grid, network.weights.padding).reshape(-1, 9).T
            before = local.V2 @ (local.V1 @ columns) + local.b2[:, None]
            first = torch.relu(before)
            features = local.V3.abs() @ first
            second = local.V4.abs() @ (local.V3 @ first).abs() + local.b4.abs()[:, None]
            assert before.abs().max() <= bounds["first layer"]
            assert features.max() <= bounds["features"]
            assert second.max() <= bounds["second layer"]
            grid = network.layer(grid)


def test_integers_are_exact_in_float32_and_64_and_the_papers_units_in_none() -> None:
    assert RCNN(parity_small(), 2, 2).certificate.dtypes() == {
        "float16": False,
        "bfloat16": False,
        "float32": True,
        "float64": True,
    }
    paper = RCNN(parity_small(), 2, 2, units="paper", dtype=torch.float64)
    assert not any(paper.certificate.dtypes().values())


@pytest.mark.parametrize("unit", [0.5, 2.0, 0.375])
def test_bounds_go_with_the_unit_of_cells_and_with_the_gradient(unit: float) -> None:
    """Cells in units of u are u times as large, and so are all forward sums; what comes back goes with the gradient."""
    weights = RCNN(parity_small(), 2, 2).weights
    plain = local_bounds(weights, gradient=1.0)
    scaled = local_bounds(weights, unit=unit, gradient=1.0)
    assert [bound.magnitude for bound in scaled[:4]] == [unit * bound.magnitude for bound in plain[:4]]
    assert [bound.magnitude for bound in plain[:4]] == [bound.magnitude for bound in local_bounds(weights)]
    assert len(plain) == 7
    for more, one in zip(local_bounds(weights, gradient=3.0)[4:], plain[4:], strict=True):
        assert (more.name, more.magnitude) == (one.name, 3 * one.magnitude)
