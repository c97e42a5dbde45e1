"""Junk flow: the same descent on random labels, and what Theorem 3 makes of it."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import nn

from turingrad.errors import InputError
from turingrad.theory.limits import theorem_3, worst_junk_flow
from turingrad.theory.limits.cross_predictability import cross_predictability
from turingrad.theory.limits.function_classes import Parities
from turingrad.theory.limits.junk_flow import Descent, accuracy, junk_flow


def logistic_loss(output: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    return nn.functional.softplus(-label * output)


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def linear(weights: list[float]) -> nn.Linear:
    network = nn.Linear(len(weights), 1, bias=False)
    with torch.no_grad():
        network.weight.copy_(torch.tensor([weights]))
    return network


def small_net(n: int) -> nn.Sequential:
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(n, 6), nn.ReLU(), nn.Linear(6, 1))


def test_a_linear_net_at_zero_has_the_junk_flow_of_its_formula() -> None:
    """At w = 0 the gradient of (w x - y)^2 is -2 y x, of norm 2 sqrt(n); its mean over both labels is 0, so w stays."""
    n, steps, rate = 9, 5, 0.1
    found = junk_flow(linear([0.0] * n), Parities(n).points, Descent(steps, 16, rate, 0.0), runs=2)
    assert found.norms == pytest.approx([rate * 2 * 3] * steps)
    assert found.value == pytest.approx(steps * rate * 6)
    assert found.error == pytest.approx(0, abs=1e-6)
    assert found.edges == n


def test_random_labels_are_both_labels_with_half_a_weight_each() -> None:
    """From w = 1 on one feature: the mean gradient is 2 w, so w halves at rate 1/4 whatever is drawn."""
    steps = 4
    found = junk_flow(linear([1.0]), Parities(1).points, Descent(steps, 3, 0.25, 0.0), runs=1)
    w = 0.5 ** np.arange(steps)
    expected = 0.25 * np.sqrt(((2 * (w - 1)) ** 2 + (2 * (w + 1)) ** 2) / 2)
    assert found.norms == pytest.approx(expected)


def test_the_overflow_range_bounds_the_junk_flow_by_corollary_2() -> None:
    network, descent = small_net(4), Descent(8, 16, 0.5, 0.1, overflow=0.05)
    found = junk_flow(network, Parities(4).points, descent, runs=2)
    assert 0 < found.value <= worst_junk_flow(0.05, found.edges, 8, rate=0.5)
    free = junk_flow(network, Parities(4).points, Descent(8, 16, 0.5, 0.1), runs=2)
    assert free.value > worst_junk_flow(0.05, found.edges, 8, rate=0.5)


def test_the_network_keeps_its_weights() -> None:
    network = small_net(3)
    before = [p.detach().clone() for p in network.parameters()]
    junk_flow(
        network,
        Parities(3).points,
        Descent(3, 4, 0.5, 0.1),
        runs=1,
        loss=lambda output, label: nn.functional.softplus(-label * output),
    )
    assert all(torch.equal(a, b) for a, b in zip(before, network.parameters(), strict=True))


def test_a_seed_fixes_the_result_and_runs_give_an_error_bar() -> None:
    descent = Descent(4, 4, 0.2, 0.1)
    first, again, other = (junk_flow(small_net(3), Parities(3).points, descent, runs=3, seed=s) for s in (1, 1, 9))
    assert first == again
    assert first.value != other.value
    assert 0 < first.error < first.value


def test_noisy_descent_on_parities_stays_below_theorem_3() -> None:
    """8 bits, 512 points a step: the bound leaves less than 3/4, and descent on random parities stays below it."""
    functions, network = Parities(8), small_net(8)
    descent = Descent(3, 512, 0.005, 0.2, overflow=1.0)
    flow = junk_flow(network, functions.points, descent, runs=2)
    bound = theorem_3(flow.value + 3 * flow.error, descent.sigma, cross_predictability(functions, 512).exact or 0)
    assert bound.accuracy < 0.75
    rng = np.random.default_rng(0)
    reached = [accuracy(network, functions.points, functions.draw(rng), descent, seed=k) for k in range(12)]
    assert np.mean(reached) <= bound.accuracy


def test_descent_does_learn_what_is_predictable() -> None:
    """The same descent learns one feature: the bound is about the class, not about the net."""
    reached = accuracy(small_net(4), Parities(4).points, lambda X: X[:, 0].astype(float), Descent(200, 32, 0.1, 0.0))
    assert reached > 0.95


@pytest.mark.parametrize(
    "make",
    [
        lambda: Descent(0, 1, 0.1, 0.1),
        lambda: Descent(1, 1, -0.1, 0.1),
        lambda: Descent(1, 1, 0.1, float("nan")),
        lambda: Descent(1, 1, 0.1, 0.1, overflow=0.0),
        lambda: junk_flow(small_net(2), Parities(2).points, Descent(1, 1, 0.1, 0.1), runs=0),
    ],
)
def test_what_makes_no_sense_is_refused(make: object) -> None:
    with pytest.raises(InputError):
        make()  # type: ignore[operator]
