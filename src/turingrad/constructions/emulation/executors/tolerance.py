"""How much noise a net tolerates: by role of the edges, and all together over many runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from turingrad._support.arrays import F64, Mask, Signs
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.compiled import WeightNoise
from turingrad.constructions.emulation.executors.noisy_runs import train_compiled
from turingrad.constructions.emulation.noisy_sgd import Kind, Noise
from turingrad.machine.run import Progress, quiet

LARGEST_LEVEL = 1.0  # a weight that may vanish at every step
SMALLEST_LEVEL = 1e-6
BISECTIONS = 9
MAX_POINTS = 64  # test points on which a budget is measured


class OnSomeEdges:
    """Noise that spares all edges but some."""

    def __init__(self, source: WeightNoise, edges: Mask) -> None:
        self.source = source
        self.edges = edges

    def perturb(self, weight: F64) -> F64:
        return np.where(self.edges, self.source.perturb(weight), weight)


def largest_level(survives: Callable[[float], bool]) -> float:
    """Bisection of the logarithm: the largest level up to LARGEST_LEVEL that is survived, 0 if none is found."""
    if survives(LARGEST_LEVEL):
        return LARGEST_LEVEL
    low, high = SMALLEST_LEVEL, LARGEST_LEVEL
    best = 0.0
    for _ in range(BISECTIONS):
        middle = float(np.sqrt(low * high))
        if survives(middle):
            best = low = middle
        else:
            high = middle
    return best


def answers_under_noise(
    network: NoiseTolerantNetwork, rows: Signs, labels: Signs, test_rows: Signs, noise: WeightNoise
) -> Signs:
    with np.errstate(all="ignore"):  # a net that broke may overflow
        return train_compiled(network, rows, labels, test_rows, noise, quiet).predictions


def noise_budgets(
    network: NoiseTolerantNetwork,
    rows: Signs,
    labels: Signs,
    test_rows: Signs,
    seed: int = 0,
    kind: Kind = "uniform",
    tell: Progress = quiet,
) -> Mapping[str, float]:
    """For each role of edges, and for all together, the largest relative noise at every step, on these edges alone,
    with which all answers stay what they are without noise; with the same random numbers at all levels.
    """
    graph = network.built.graph
    role = np.array(graph.role)
    points = np.unique(test_rows, axis=0)[:MAX_POINTS]
    clean = answers_under_noise(network, rows, labels, points, Noise(0.0).source(graph.edges, seed))

    def survives(edges: Mask, level: float) -> bool:
        noise = OnSomeEdges(Noise(level, kind).source(graph.edges, seed), edges)
        return bool(np.array_equal(answers_under_noise(network, rows, labels, points, noise), clean))

    found: dict[str, float] = {}
    roles = [*sorted(set(graph.role)), "all"]
    for number, name in enumerate(roles):
        edges = np.ones(len(role), bool) if name == "all" else role == name
        found[name] = float(f"{largest_level(partial(survives, edges)):.2g}")
        tell("noise budgets", number + 1, len(roles))
    return found


def tolerated_noise(
    network: NoiseTolerantNetwork,
    data: Sequence[tuple[Signs, Signs]],
    test_rows: Signs,
    kind: Kind = "uniform",
    relative: bool = True,
) -> float:
    """The largest noise on every edge at every step with which all runs, one for each data set, answer as without."""
    edges = network.built.graph.edges
    clean = [answers_under_noise(network, X, y, test_rows, Noise(0.0).source(edges, 0)) for X, y in data]

    def survives(level: float) -> bool:
        return all(
            np.array_equal(
                answers_under_noise(network, X, y, test_rows, Noise(level, kind, relative).source(edges, seed)),
                expected,
            )
            for seed, ((X, y), expected) in enumerate(zip(data, clean, strict=True))
        )

    return largest_level(survives)
