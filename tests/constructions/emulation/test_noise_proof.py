"""Theorem 5 with numbers: what is proven is tolerated, whatever the noise, and what breaks the net lies above it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from turingrad.constructions.emulation.claims.theorem_5 import lemma_6_least_n
from turingrad.constructions.emulation.noise_proof import (
    FAN_IN,
    holds,
    margins,
    proven_noise,
    theorem_5_level,
)
from turingrad.constructions.emulation.noise_shapes import PATTERNS, proven_total
from turingrad.errors import InputError
from turingrad.theory.limits.attacks import (
    Attack,
    Pushed,
    Target,
    directions,
    edge_kinds,
    improve,
    noises,
    smallest_break,
    strongest_attack,
    weaker_of,
)

STEPS = 12
KAPPA = 0.6


@pytest.fixture(scope="module")
def target() -> Target:
    return Target.parity(4, STEPS)


def survives(target: Target, direction: np.ndarray, total: float) -> bool:
    return target.survives(Pushed(direction, total, STEPS))


def test_what_is_proven_is_tolerated_in_every_direction(target: Target) -> None:
    total = proven_noise(4, KAPPA).total
    broken = [name for name, direction in directions(target.net).items() if not survives(target, direction, total)]
    assert not broken


def test_some_direction_breaks_the_net_above_the_proof_and_none_below(target: Target) -> None:
    """The attack: the smallest total that breaks it, over all directions. The proof lies below it, not far."""
    proven = proven_noise(4, KAPPA).total
    levels = proven * np.array([1.0, 1.5, 2.0, 3.0, 4.0, 6.0])
    breaks = [
        next((level for level in levels if not survives(target, direction, level)), np.inf)
        for direction in directions(target.net).values()
    ]
    assert proven < min(breaks) <= 6 * proven


@pytest.mark.parametrize("features", [13, 14, 15, 16, 20, 40, 100, 1000])
def test_theorem_5_is_proven_at_its_own_level_from_13_inputs_on(features: int) -> None:
    for steps in (1, 40, 10**6):
        assert proven_noise(features, KAPPA).per_step(steps) >= theorem_5_level(features, steps)


def test_below_13_inputs_the_papers_level_is_not_proven() -> None:
    assert proven_noise(12, KAPPA).total < 1 / 12**2
    assert lemma_6_least_n() > 1.07e23


def test_the_papers_level_breaks_the_net_at_4_inputs(target: Target) -> None:
    """1/(n^2 T) at n = 4 is beyond what the net bears, so that the theorem's 'n large enough' is needed."""
    assert not survives(target, directions(target.net)["memory down"], STEPS * theorem_5_level(4, STEPS))


def test_the_proven_total_meets_every_condition_and_a_little_more_does_not() -> None:
    for features in (1, 4, 14, 50):
        total = proven_noise(features, KAPPA).total
        assert holds(margins(total, features, KAPPA))
        assert not holds(margins(1.001 * total, features, KAPPA))


def test_no_margin_grows_with_the_noise() -> None:
    """What bisection relies on."""
    found = [margins(total, 7, KAPPA) for total in np.linspace(0, 0.02, 21)]
    for before, after in itertools.pairwise(found):
        assert all(after[name] <= before[name] + 1e-12 for name in before)


def test_the_gates_of_the_net_have_the_fan_in_of_the_proof(target: Target) -> None:
    graph = target.net.built.graph
    into: dict[int, int] = {}
    for target, role in zip(graph.target.tolist(), graph.role, strict=True):
        into[target] = into.get(target, 0) + (role == "gate")
    assert max(into.values()) <= FAN_IN + 1  # and the constant


def test_impossible_sizes_are_refused() -> None:
    with pytest.raises(InputError, match="at least one input"):
        proven_noise(0)
    with pytest.raises(InputError, match="at least one of each"):
        theorem_5_level(0, 3)


def test_noise_of_every_shape_is_tolerated_at_its_proven_total(target: Target) -> None:
    for pattern in PATTERNS:
        total = proven_total(pattern, 4, STEPS, target.edges).total
        assert all(target.survives(noise) for noise in noises(target, pattern, total, 3, seed=1)), pattern


def test_random_noise_may_be_larger_than_an_adversarys_where_there_are_many_steps() -> None:
    """sqrt(T) instead of T: the partial sums of random noise, not the sum of its sizes, are what an edge is off by."""
    pushed, *random = (proven_total(shape, 14, 400, 10**5).total for shape in ("adversarial", "uniform", "gaussian"))
    assert all(total > pushed for total in random)
    few = proven_total("uniform", 14, 2, 10**5)
    assert few.certain
    assert few.total == pushed


def test_the_chance_that_a_walk_leaves_the_proven_range_is_as_small_as_the_proof_says() -> None:
    """2,000 walks of one edge: those that ever leave ±D are at most the allowed part, which is 1/2 here."""
    steps, rng = 50, np.random.default_rng(0)
    D = proven_noise(14, KAPPA).total
    for shape, drawn in (("uniform", rng.uniform(-1, 1, (2000, steps))), ("gaussian", rng.normal(size=(2000, steps)))):
        size = proven_total(shape, 14, steps, 1, failure=0.5).total / steps
        left = (np.abs(np.cumsum(size * drawn, axis=1)) > D).any(axis=1).mean()
        assert 0.02 < left <= 0.5


def test_rounding_moves_no_weight_more_than_twice(target: Target) -> None:
    grid = 2 * proven_total("rounding", 4, STEPS, target.edges).total / STEPS
    assert grid == pytest.approx(proven_noise(4, KAPPA).total)


def test_walks_that_turn_round_are_proven_less() -> None:
    """Noise up before a component is written and down afterwards has partial sums within ±D, and adds up to 3 D."""
    for features in (3, 4, 8, 14):
        assert proven_noise(features, partial_sums=True).total < proven_noise(features).total
    assert proven_noise(4, partial_sums=True).partial_sums


def test_the_best_attack_is_within_a_tenth_of_the_proof(target: Target) -> None:
    proven = proven_noise(4).total
    found = strongest_attack([target], proven)
    assert found is not None
    assert proven < found[0] < 1.1 * proven
    assert str(found[1]) == "up, all after the first step"


def test_an_attack_that_breaks_nothing_is_none(target: Target) -> None:
    harmless = Attack("nothing", target, np.zeros(target.edges), True)
    assert weaker_of(None, harmless, 0.01) is None


def test_an_attack_is_improved_kind_by_kind(target: Target) -> None:
    kinds = edge_kinds(target.net)
    assert sum(edges.sum() for edges in kinds.values()) == target.edges
    up = Attack("up", target, np.ones(target.edges), True)
    changed = list(improve(up))
    assert len(changed) == 2 * len(kinds)
    assert all((np.abs(one.direction) <= 1).all() and (one.direction != up.direction).any() for one in changed)


def test_a_push_adds_up_to_its_total_on_either_schedule() -> None:
    for front in (True, False):
        noise, weight = Pushed(np.array([1.0, -1.0]), 0.6, 3, front), np.zeros(2)
        for _ in range(5):
            weight = noise.perturb(weight)
        assert weight == pytest.approx([0.6, -0.6])


def test_the_smallest_break_lies_above_the_proof(target: Target) -> None:
    proven = proven_total("adversarial", 4, STEPS, target.edges).total
    found = smallest_break(target, "adversarial", proven, 1, 0)
    assert found is not None
    assert proven < found < 2 * proven


@pytest.mark.slow
def test_fourteen_inputs_bear_every_shape_of_noise_at_the_papers_level() -> None:
    target = Target.parity(14, 42)
    total = 1 / 14**2
    for pattern in ("adversarial", "fixed-sign", "uniform"):
        assert all(target.survives(noise) for noise in noises(target, pattern, total, 3, seed=0)), pattern
