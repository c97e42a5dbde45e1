"""The terms of the margins' bounds, by hand: numbers in which every operation shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from turingrad.theory.margins.bounds import ChainLayer, Constants, Correction, Step, chain, largest_where


def test_a_chain_adds_what_each_map_is_perturbed_by_times_what_follows() -> None:
    """|x|^2 + 1 of each map, times the squared norms of the maps after it, gamma added to each."""
    gain, mu = chain((Step(3.0, 2.0), Step(5.0, 7.0)), 0.5)
    assert gain == pytest.approx(np.sqrt((2.0**2 + 1) * 5.5**2 + (7.0**2 + 1)))
    assert mu == pytest.approx(3.5 * 5.5)


@pytest.mark.parametrize("corrected", [False, True])
def test_the_excess_of_a_layer_is_its_own_and_what_the_correction_passes_on(corrected: bool) -> None:
    layer = ChainLayer((Step(3.0, 2.0), Step(5.0, 7.0)), 0.25, corrected)
    own, before = np.sqrt(5 * 5.5**2 + 50), 3.5 * 5.5 * 11.0 if corrected else 0.0
    assert layer.excess(0.5, 11.0) == pytest.approx(0.5 * np.sqrt(own**2 + before**2) / 0.25)


@pytest.mark.parametrize("slope", [2.0, 3.0])
def test_the_gain_of_a_correction_is_that_of_its_two_layers(slope: float) -> None:
    correction, gamma, radius = Correction(slope, 7.0), 0.25, (slope - 1) / (2 * slope)
    assert correction.radius == pytest.approx(radius)
    low, high = 0.5 - 0.5 / slope, 0.5 + 0.5 / slope  # a true 1 leaves high and low behind the two shifts
    between = np.hypot(low, high) * 7.0 + np.sqrt(2) * radius
    first = ((7.0 + radius) ** 2 + 1) * (np.sqrt(2) * slope + gamma) ** 2
    assert correction.gain(gamma) == pytest.approx(np.sqrt(first + between**2 + 1))
    sigma = 0.125
    assert correction.kappa(sigma) ** 2 == pytest.approx(2 * (np.sqrt(2) * slope + sigma) ** 2 + 3)


PLENTY = Constants(
    sigma=1e9, kappa_theta=1e-9, kappa_xi=1e-9, mu=1e-9, mu_0=1e-9, sigma_h=1e9, sigma_zeta=1e9, largest=3.0
)


@pytest.mark.parametrize(
    ("scarce", "bound"),
    [
        ({"sigma": 0.7}, 0.7),
        ({"mu_0": 5.0, "sigma_zeta": 7.0, "largest": 3.0}, 3 / 5),
        ({"mu_0": 5.0, "sigma_zeta": 0.5, "largest": 3.0}, 0.5 / 5),
        ({"kappa_theta": 7.0, "sigma_zeta": 1e9}, 1 / 14),
        ({"kappa_theta": 7.0, "sigma_zeta": 0.5}, 0.5 / (14 * 3)),
        ({"kappa_xi": 7.0, "sigma_h": 0.5}, 0.5 / (2 * 7 * 3)),
        ({"kappa_xi": 7.0, "mu": 11.0, "sigma_zeta": 0.5}, 0.5 / (4 * 11 * 7 * 3)),
        ({"kappa_xi": 7.0, "mu": 11.0}, 1 / (4 * 11 * 7)),
        ({"mu_0": 0.0}, 0.5e9),  # 1 / (2 kappa_theta): without f_0 its two terms are not asked
    ],
    ids=str,
)
def test_each_term_of_d5_can_be_the_least(scarce: dict[str, float], bound: float) -> None:
    assert replace(PLENTY, **scarce).bound() == pytest.approx(bound)


@pytest.mark.parametrize("largest", [1.0, 0.3, 1e-20, 1e-290])
def test_the_largest_gamma_is_found_to_the_last_bit_that_matters(largest: float) -> None:
    assert largest_where(lambda gamma: gamma <= largest) == pytest.approx(largest, rel=1e-12)


def test_where_no_gamma_holds_it_is_0() -> None:
    tried: list[float] = []

    def never(gamma: float) -> bool:
        tried.append(gamma)
        return False

    assert largest_where(never) == 0.0
    assert 1e-300 <= min(tried) < 4e-300
