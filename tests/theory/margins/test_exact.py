"""Exact all-layer margins of tiny nets: against a scan of hidden values, certificates and attacks."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.constructions.feedforward import compile_network
from turingrad.errors import InputError, LimitError
from turingrad.theory import FeedforwardVictim, attack, exact_margin, feedforward_bound
from turingrad.theory.margins.chain import identity_chain
from turingrad.theory.margins.exact_margin import TinyNet, circuit_margin, output_maps


@given(st.lists(st.floats(-2, 2), min_size=5, max_size=5))
@settings(max_examples=25)
def test_one_hidden_unit_agrees_with_a_scan_of_its_values(numbers: list[float]) -> None:
    """rho^2 = min over a of the cost of the unit's value a plus that of an output of at most 0."""
    x, w, b, v, c = numbers
    z, output = w * x + b, v * max(0.0, w * x + b) + c
    sign = -1.0 if output < 0 else 1.0
    values = np.append(np.linspace(0.0, 8.0, 400_001), max(0.0, z))
    reach = np.where(values > 0, values - z, max(0.0, z)) ** 2 / (x * x + 1)
    scanned = math.sqrt(float((reach + np.maximum(0.0, sign * (v * values + c)) ** 2 / (values**2 + 1)).min()))
    found = exact_margin([(np.array([[w]]), np.array([b])), (np.array([[v]]), np.array([c]))], np.array([x]))
    assert found.lower <= scanned + 1e-12
    assert found.upper <= scanned * (1 + 2e-3) + 1e-9
    assert scanned <= found.upper + 1e-4


@pytest.mark.parametrize("sizes", [(2, 3, 1), (2, 2, 2, 1)])
def test_the_perturbation_has_the_length_it_says_and_changes_the_prediction(sizes: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    maps = [(rng.normal(size=(m, n)), rng.normal(size=m)) for n, m in pairwise(sizes)]
    x = rng.normal(size=sizes[0])
    found = exact_margin(maps, x, tolerance=0.01)
    assert found.closed <= 0.01
    assert 0 < found.lower <= found.upper
    assert math.sqrt(sum(float((W**2).sum() + (b**2).sum()) for W, b in found.delta)) == pytest.approx(found.upper)
    before, moved = (
        TinyNet(maps, x).output(
            [(W + by * dW, b + by * db) for (W, b), (dW, db) in zip(maps, found.delta, strict=True)]
        )
        for by in (0.0, 1.0 + 1e-6)
    )
    assert before * moved <= 1e-9
    for seed in range(20):  # no shorter one is found at random
        noise = [(rng.normal(size=W.shape), rng.normal(size=b.shape)) for W, b in maps]
        size = math.sqrt(sum(float((W**2).sum() + (b**2).sum()) for W, b in noise)) / (0.999 * found.lower)
        other = [(W + dW / size, b + db / size) for (W, b), (dW, db) in zip(maps, noise, strict=True)]
        assert TinyNet(maps, x).output(other) * before > 0, seed


@pytest.mark.parametrize("corrections", [False, True])
def test_a_compiled_gate_s_bracket_is_closed(corrections: bool) -> None:
    net = compile_network(identity_chain(1), corrections=corrections)
    found = circuit_margin(net, np.ones(1), 0)
    assert found is not None
    attacked = attack(FeedforwardVictim(net, torch.ones(1), 0), budget=150).norm
    assert attacked is not None
    assert feedforward_bound(net).tightened <= found.upper
    assert found.lower <= attacked <= 1.01 * found.upper


def test_what_is_too_large_or_no_net_is_refused() -> None:
    assert circuit_margin(compile_network(identity_chain(8)), np.ones(1), 0) is None
    big = [(np.ones((13, 1)), np.ones(13)), (np.ones((1, 13)), np.ones(1))]
    with pytest.raises(LimitError, match="1 to 12 hidden units, not 13"):
        exact_margin(big, np.ones(1))
    with pytest.raises(InputError, match="one row"):
        exact_margin([(np.ones((2, 1)), np.ones(2)), (np.ones((2, 2)), np.ones(2))], np.ones(1))


def test_a_search_that_is_cut_off_says_what_it_knows() -> None:
    told: list[int] = []
    maps = output_maps(compile_network(identity_chain(2)), 0)
    found = exact_margin(maps, np.ones(1), max_boxes=1400, progress=lambda _what, done, _of: told.append(done))
    assert 0 <= found.lower < 0.1065 < found.upper * 1.01
    assert found.closed > 0.001
    assert told
