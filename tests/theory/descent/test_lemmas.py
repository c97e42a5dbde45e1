"""Welper's lemmas hold as the functions state them; printed counts that are wrong are shown to be."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from turingrad.constructions.descent import ConfigurationDescent, TapeDescent, compile_network
from turingrad.constructions.descent.constants import choose_constants
from turingrad.constructions.descent.encoding import encoding_for
from turingrad.constructions.descent.executors import extended_network
from turingrad.library import load
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.tape import TapeMachine
from turingrad.theory.descent.claims.lemmas import (
    LAYERS,
    conditions_18,
    configuration_width,
    corner_point,
    directed_hat,
    directed_width,
    edge_hat,
    layers,
    lemma_4_1,
    loss_bounds,
    relu,
    slanted_hat,
    tape_width,
    vertex_hat,
)
from turingrad.theory.descent.claims.measure import measure_pass

M = 4


def simplex_points() -> st.SearchStrategy[np.ndarray]:
    return (
        st.lists(st.floats(0.0, 1.0), min_size=M, max_size=M)
        .filter(lambda x: sum(x) > 0.1)
        .map(lambda x: np.array(x) / sum(x))
    )


def is_affine(function: object, corner: list[np.ndarray]) -> bool:
    rng = np.random.default_rng(0)
    values = np.array([function(point) for point in corner])  # type: ignore[operator]
    for _ in range(20):
        weights = rng.dirichlet(np.ones(len(corner)))
        if abs(function(weights @ np.array(corner)) - weights @ values) > 1e-12:  # type: ignore[operator]
            return False
    return True


def corner(v: int, mu: float) -> list[np.ndarray]:
    return [corner_point(M, v, w, mu if w != v else 0) for w in range(M)]


def vertex_hat_on_simplex(x: np.ndarray, v: int, mu: float) -> float:
    """The same where sum x = 1: R((x_v - 1 + mu)/mu)."""
    return relu((x[v] - 1 + mu) / mu)


def edge_hat_on_simplex(x: np.ndarray, v: int, w: int) -> float:
    """R(2 (x_v + x_w) - 1) - R(2 x_v - 1) - R(2 x_w - 1)."""
    return relu(2 * (x[v] + x[w]) - 1) - relu(2 * x[v] - 1) - relu(2 * x[w] - 1)


def directed_hat_on_simplex(x: np.ndarray, v: int, w: int) -> float:
    """R(2 (x_v + x_w) - 1) - R(2 x_w - 1) - R(2 x_v - 2 x_w - 1): three units."""
    return relu(2 * (x[v] + x[w]) - 1) - relu(2 * x[w] - 1) - relu(2 * x[v] - 2 * x[w] - 1)


@given(simplex_points())
def test_the_printed_hats_are_the_simplified_ones_on_the_simplex(x: np.ndarray) -> None:
    for v, w in permutations(range(M), 2):
        for mu in (0.25, 0.5, 1.0):
            assert vertex_hat(x, v, mu) == pytest.approx(vertex_hat_on_simplex(x, v, mu), abs=1e-12)
        assert edge_hat(x, v, w) == pytest.approx(edge_hat_on_simplex(x, v, w), abs=1e-12)
        assert directed_hat(x, v, w) == pytest.approx(directed_hat_on_simplex(x, v, w), abs=1e-12)


@pytest.mark.parametrize("mu", [0.25, 0.5, 1.0])
def test_lemma_a_1(mu: float) -> None:
    for v in range(M):
        assert vertex_hat(corner_point(M, v, v, 0), v, mu) == pytest.approx(1)
        for w in set(range(M)) - {v}:
            assert vertex_hat(corner_point(M, v, w, mu), v, mu) == pytest.approx(0)
            assert vertex_hat(corner_point(M, w, w, 0), v, mu) == 0
        assert is_affine(lambda x, v=v: vertex_hat(x, v, mu), corner(v, mu))


def test_lemma_a_2() -> None:
    for v, w in permutations(range(M), 2):
        assert edge_hat(corner_point(M, v, w, 0.5), v, w) == pytest.approx(1)
        for t, u in product(range(M), repeat=2):
            if {t, u} != {v, w}:
                assert edge_hat(corner_point(M, t, u, 0.5), v, w) == pytest.approx(0)
        for u in range(M):
            assert is_affine(lambda x, v=v, w=w: edge_hat(x, v, w), corner(u, 0.5))


def test_lemma_a_3_with_u_for_w() -> None:
    """The corner S_vw has the midpoints of v and u for u other than v and w; the lemma's last value prints w."""
    for v, w in permutations(range(M), 2):
        others = [u for u in range(M) if u not in (v, w)]
        slanted = [corner_point(M, v, v, 0), corner_point(M, v, w, 0.25), *(corner_point(M, v, u, 0.5) for u in others)]
        values = [slanted_hat(point, v, w, 0.25) for point in slanted]
        assert values == pytest.approx([1, 0, *(0 for _ in others)])
        assert is_affine(lambda x, v=v, w=w: slanted_hat(x, v, w, 0.25), slanted)
        assert all(slanted_hat(corner_point(M, u, u, 0), v, w, 0.25) == 0 for u in range(M) if u != v)


def test_lemma_a_3_as_printed_cannot_hold_at_every_mu() -> None:
    """Printed: 1 at e_v, 0 at (1 - mu) e_v + mu e_w, affine between, and 0 at (e_v + e_w)/2. For mu > 1/2 that midpoint
    lies inside, where the affine function is positive.
    """
    mu = 0.75
    inside = 1 - 0.5 / mu  # the affine value at the midpoint
    assert inside > 0
    assert slanted_hat(corner_point(M, 0, 1, 0.5), 0, 1, mu) == pytest.approx(inside)


def test_the_directed_hat_has_the_values_of_34() -> None:
    for v, w in permutations(range(M), 2):
        assert directed_hat(corner_point(M, v, w, 0.25), v, w) == pytest.approx(1)
        assert directed_hat(corner_point(M, v, w, 0.75), v, w) == pytest.approx(0.5)
        for t, u in product(range(M), repeat=2):
            if {t, u} != {v, w}:
                for mu in (0.0, 0.25, 0.75):
                    assert directed_hat(corner_point(M, t, u, mu), v, w) == pytest.approx(0)
        for u in range(M):
            assert is_affine(lambda x, v=v, w=w: directed_hat(x, v, w), corner(u, 0.25))


@given(st.integers(0, 3), st.sampled_from([0.25, 0.5, 1.0]), st.integers(0, 2**32 - 1))
def test_lemma_4_1(v: int, mu: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    A, y = rng.integers(-3, 4, (2, M)).astype(float), rng.integers(-3, 4, 2).astype(float)
    by_formula, by_slopes, slopes = lemma_4_1(rng.integers(-9, 10, M).astype(float), v, mu, A, y)
    assert slopes[by_formula] == pytest.approx(slopes[by_slopes])


def test_the_bounds_23_separate_from_b_8d_plus_1_on() -> None:
    for tapes in range(1, 6):
        assert loss_bounds(8 * tapes + 1, tapes, 1.0, 0.0).separated
        assert not loss_bounds(8 * tapes, tapes, 1.0, 0.0).separated


def test_condition_18_alone_does_not_separate() -> None:
    """Section 5.4 adds what does: 8 b^2 d + 3 d < b^3."""
    assert conditions_18(6, 1)
    assert not loss_bounds(6, 1, 1.0, 0.0).separated


@pytest.mark.parametrize(("tapes", "b"), [(1, 16), (2, 32), (3, 32), (4, 64)])
def test_the_papers_hat_gets_the_constants_of_23(tapes: int, b: int) -> None:
    constants = choose_constants("paper", encoding_for(2), tapes)
    assert constants.b == b
    bounds = loss_bounds(b, tapes, constants.gamma, constants.c)
    assert (constants.running_most, constants.halting_most) == (bounds.running_most, bounds.halting_most)
    assert conditions_18(b, tapes)


def test_a_norm_below_the_stopping_bound_need_not_stop() -> None:
    """Erratum: (4) compares 1/2 |f - y|^2, the text bounds |f - y|."""
    norm = b_stop = 10.0
    assert norm <= b_stop < 0.5 * norm**2


def test_the_papers_own_counts_stay_below_twelve_layers() -> None:
    assert layers() == 10 < LAYERS


@pytest.mark.parametrize("hat", ["directed", "paper"])
@pytest.mark.parametrize("samples", [3, 4])
def test_the_built_network_has_a_chain_of_twelve(hat: str, samples: int) -> None:
    """Stop-gradient products (the shift, the read, rounding) lie on it too; the paper counts them as one layer."""
    network = extended_network(BY_NAME["hebb"], BY_NAME["hebb"].sizes(samples, 2), hat=hat)
    x, y = torch.ones(samples, 2), torch.ones(samples, 1)
    network.reset(len(network.data_numbers(x, y)))
    with torch.no_grad():
        network.z.copy_(y)
    found = measure_pass(network, x)
    assert found.depth == network.depth == 12
    assert found.layers[0] >= network.tracer.loss.hat.width()
    assert found.width == found.layers[0]


def test_the_network_of_corollary_2_2_has_less_than_twelve_layers() -> None:
    trainer = BY_NAME["majority-label"]
    network = extended_network(trainer, trainer.sizes(2, 1), loss="configurations")
    with torch.no_grad():
        network.z.copy_(torch.ones(2, 1))
    assert measure_pass(network, torch.ones(2, 1)).depth == network.depth == 11 < LAYERS


def machines() -> list[TapeMachine]:
    """Two symbols; three; missing rules."""
    beaver, palindrome = load("busy-beaver-4"), load("palindrome")
    assert isinstance(beaver, TapeMachine)
    assert isinstance(palindrome, TapeMachine)
    return [
        beaver,
        palindrome,
        replace(beaver, rules=beaver.rules[1:]),
        replace(palindrome, rules=palindrome.rules[2:]),
    ]


@pytest.mark.parametrize("number", range(4))
def test_widths_are_those_of_the_built_networks(number: int) -> None:
    machine = machines()[number]
    code_width = encoding_for(len(machine.symbols)).width
    paper, directed = (compile_network(machine, hat=hat, cells=64) for hat in ("paper", "directed"))
    assert isinstance(paper, TapeDescent)
    assert isinstance(directed, TapeDescent)
    width = tape_width(machine, 64, code_width)
    assert paper.width == width.corrected > width.printed
    assert directed.width == directed_width(machine, 64, code_width) < width.corrected
    assert directed.loss.hat.width() <= 3 * directed.graph.vertices


def test_13_needs_a_unit_for_every_pair_of_configurations() -> None:
    network = compile_network(load("busy-beaver-2"), loss="configurations", cells=3)
    assert isinstance(network, ConfigurationDescent)
    count = configuration_width(len(network.machine.states), 2, 1, 3)
    assert count.printed == network.vertices
    assert network.width == count.pairs > count.edges
