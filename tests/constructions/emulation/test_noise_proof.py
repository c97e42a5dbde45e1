"""Theorem 5 with numbers: what is proven is borne, whatever the noise, and what breaks the net lies above it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from turingrad import tasks
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.noisy_runs import quiet, train_compiled
from turingrad.constructions.emulation.noise_proof import (
    FAN_IN,
    holds,
    lemma_6_least_n,
    margins,
    proven_noise,
    theorem_5_level,
)
from turingrad.errors import InputError
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import run as learner_run

STEPS = 12
KAPPA = 0.6


class Pushed:
    """Noise that pushes every edge by the same amount in its own direction, so that `total` is used up in all steps."""

    def __init__(self, direction: np.ndarray, total: float, steps: int = STEPS) -> None:
        self.push = direction * total / steps

    def perturbed(self, weight: np.ndarray) -> np.ndarray:
        return weight + self.push


def cube(n: int) -> np.ndarray:
    return np.array(list(itertools.product([-1, 1], repeat=n)), np.int8)


@pytest.fixture(scope="module")
def net() -> NoiseTolerantNetwork:
    return NoiseTolerantNetwork(LEARNERS["parity"](4), samples=STEPS, kappa=KAPPA)


def survives(net: NoiseTolerantNetwork, direction: np.ndarray, total: float, seed: int = 0) -> bool:
    """Whether all samples are memorised and all answers right."""
    X, y = tasks.get("parity").sample(np.random.default_rng(seed), 4, STEPS)
    with np.errstate(all="ignore"):
        found = train_compiled(net, X, y, cube(4), Pushed(direction, total), quiet)
    kept = net.memorised(found.weight) == [(tuple(row.tolist()), int(label)) for row, label in zip(X, y, strict=True)]
    memory = learner_run.run(net.machine, X, y).configuration.memory
    wanted = learner_run.predict(net.machine, memory, cube(4))
    return kept and (bool(np.array_equal(found.predictions, wanted)) or not learner_run.finished(net.machine, memory))


def directions(net: NoiseTolerantNetwork) -> dict[str, np.ndarray]:
    """Random signs, and pushes against what the proof's conditions need."""
    weight = np.array([float(w) for w in net.built.graph.weight])
    role = np.array(net.built.graph.role)
    rng = np.random.default_rng(5)
    away = -np.sign(weight)
    return {
        "smaller": away,
        "larger": -away,
        "up": np.ones(len(weight)),
        "down": -np.ones(len(weight)),
        "memory down": np.where(role == "memory", -1.0, 0.0),
        "memory down, blocks up": np.where(role == "memory", -1.0, np.where(role == "block", 1.0, 0.0)),
        **{f"random {k}": rng.choice([-1.0, 1.0], len(weight)) for k in range(3)},
    }


def test_what_is_proven_is_borne_in_every_direction(net: NoiseTolerantNetwork) -> None:
    total = proven_noise(4, KAPPA).total
    broken = [name for name, direction in directions(net).items() if not survives(net, direction, total)]
    assert not broken


def test_some_direction_breaks_the_net_above_the_proof_and_none_below(net: NoiseTolerantNetwork) -> None:
    """The attack: the smallest total that breaks it, over all directions. The proof lies below it, not far."""
    proven = proven_noise(4, KAPPA).total
    levels = proven * np.array([1.0, 1.5, 2.0, 3.0, 4.0, 6.0])
    breaks = [
        next((level for level in levels if not survives(net, direction, level)), np.inf)
        for direction in directions(net).values()
    ]
    assert proven < min(breaks) <= 6 * proven


@pytest.mark.parametrize("features", [14, 15, 16, 20, 40, 100, 1000])
def test_theorem_5_is_proven_at_its_own_level_from_14_inputs_on(features: int) -> None:
    for steps in (1, 40, 10**6):
        assert proven_noise(features, KAPPA).per_step(steps) >= theorem_5_level(features, steps)


def test_below_14_inputs_the_papers_level_is_not_proven() -> None:
    assert proven_noise(13, KAPPA).total < 1 / 13**2
    assert lemma_6_least_n() > 1.07e23


def test_the_papers_level_breaks_the_net_at_4_inputs(net: NoiseTolerantNetwork) -> None:
    """1/(n^2 T) at n = 4 is beyond what the net bears, so that the theorem's 'n large enough' is needed."""
    assert not survives(net, directions(net)["memory down"], STEPS * theorem_5_level(4, STEPS))


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


def test_the_gates_of_the_net_have_the_fan_in_of_the_proof(net: NoiseTolerantNetwork) -> None:
    graph = net.built.graph
    into: dict[int, int] = {}
    for target, role in zip(graph.target.tolist(), graph.role, strict=True):
        into[target] = into.get(target, 0) + (role == "gate")
    assert max(into.values()) <= FAN_IN + 1  # and the constant


def test_impossible_sizes_are_refused() -> None:
    with pytest.raises(InputError, match="at least one input"):
        proven_noise(0)
    with pytest.raises(InputError, match="at least one of each"):
        theorem_5_level(0, 3)
