"""What the construction bears, and the figures, measured on networks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.command_line import Turingrad
from tests.figures.descent import arcs, figure_1, figure_2, profile
from turingrad.constructions.descent.executors import extended_network
from turingrad.errors import InputError
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.theory.descent.robustness import KINDS, Disturbance, measure, of_name, tolerance, tolerated_steps

SHORT = "busy-beaver-3"
WHOLE = 21


def steps_tolerated(**changes: float) -> int:
    return tolerated_steps(replace(Disturbance(), **changes), of_name(SHORT))  # type: ignore[arg-type]


def test_an_undisturbed_descent_takes_every_step() -> None:
    assert steps_tolerated() == WHOLE


@pytest.mark.parametrize(
    ("kind", "small", "large"),
    [
        ("noise", 2.0**-8, 0.5),
        ("rate", 0.2, 0.6),
        ("control", 0.1, 0.9),
        ("momentum", 0.1, 0.9),
        ("start", 0.02, 1.0),
    ],
)
def test_small_disturbances_are_tolerated_and_large_ones_are_not(kind: str, small: float, large: float) -> None:
    assert steps_tolerated(**{kind: small}) == WHOLE
    assert steps_tolerated(**{kind: large}) < WHOLE


def test_rounding_inside_the_stop_gradients_is_what_bears_a_wrong_rate() -> None:
    assert steps_tolerated(rate=0.125) == WHOLE
    assert steps_tolerated(rate=0.125, rounded=False) < WHOLE


def test_adam_does_not_trace_at_any_rate() -> None:
    assert max(steps_tolerated(adam=rate) for rate in (0.01, 0.1, 1.0)) < 3


def test_the_experiment_covers_every_kind() -> None:
    found = measure([2.0**-12], seeds=1)
    assert set(found) == set(KINDS)
    with pytest.raises(InputError, match="0 seeds"):
        measure([0.1], seeds=0)


def test_what_is_tolerated_ends_at_the_first_size_that_breaks() -> None:
    sizes = [0.125, 0.25, 0.5]
    assert tolerance([9, 9, 4], sizes, 9) == (0.25, 0.5)
    assert tolerance([3, 9, 9], sizes, 9) == (0.0, 0.125)
    assert tolerance([9, 9, 9], sizes, 9) == (0.5, None)


@pytest.mark.slow
def test_margin_on_descent_prints_what_a_run_bears(turingrad: Turingrad, tmp_path: Path) -> None:
    plot = tmp_path / "tolerance.svg"
    given = ("margin", "descent", "busy-beaver-2", "--plot", plot)
    found = turingrad(*given, "--json").json
    assert found["steps"] == 6
    assert set(found["tolerance"]) == set(KINDS)
    assert found["tolerance"]["rate of T and H, rounded"]["every step right up to"] >= 0.125
    assert found["tolerance"]["Adam (size: its rate)"]["every step right up to"] == 0
    assert "<svg" in plot.read_text(encoding="utf-8")
    assert turingrad("margin", "descent", "adder-1").code == 2


def test_figure_2_is_read_off_the_networks_relu_layers() -> None:
    along, values = profile(9)  # at multiples of 1/8
    assert np.allclose(values, [0, 0.5, 1, 1, 1, 0.75, 0.5, 0.25, 0], atol=1e-12), values
    assert np.allclose(along[[2, 6]], [0.25, 0.75])
    assert "<svg" in figure_2()


def test_figure_1_has_gradients_where_the_paper_has_solid_arcs() -> None:
    trainer = BY_NAME["majority-label"]
    network = extended_network(trainer, trainer.sizes(4, 1))
    found = arcs(network, torch.ones(4, 1), torch.tensor([[1.0], [-1.0], [1.0], [1.0]]))
    solid = {arc for arc, passes in found.items() if passes}
    assert solid == {("z", "s_init"), ("s, T, H", "f_TM"), ("f_TM", "s_net"), ("s_net", "s_init"), ("s_init", "out")}
    assert figure_1().startswith("<?xml")
