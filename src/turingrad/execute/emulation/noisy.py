"""Learning under noise on every edge at every step (Theorem 5), and how much of it each kind of edge bears."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from turingrad.construct.emulation import NoiseTolerantNetwork
from turingrad.construct.emulation.write_once import Constants
from turingrad.execute.emulation.compiled import CompiledNet, WeightNoise
from turingrad.execute.learning import LearnRun
from turingrad.machine import learner_run
from turingrad.machine.learner import Learner
from turingrad.train.noisy import Kind, Noise

F64 = npt.NDArray[np.float64]
Signs = npt.NDArray[np.int8]
Progress = Callable[[str, int, int | None], None]

LARGEST_LEVEL = 1.0  # a weight that may vanish at every step
BISECTIONS = 8


@dataclass(frozen=True)
class NoisyOutcome:
    """What the net showed while it learned (1/2 is right) and on the test points (±1 is), and its last weights."""

    learning: F64
    answers: F64
    weight: F64

    @property
    def predictions(self) -> Signs:
        """±1 where the output is within 1/2 of it (Lemma 6), else 0."""
        near = np.abs(np.abs(self.answers) - 1) < 0.5
        return np.where(near, np.sign(self.answers), 0).astype(np.int8)


def train_compiled(
    network: NoiseTolerantNetwork, rows: Signs, labels: Signs, test_rows: Signs, noise: WeightNoise, tell: Progress
) -> NoisyOutcome:
    """The compiled kernel in float64."""
    net = CompiledNet(network.built.graph, network.module.activation.shape, network.gamma)
    learning: list[float] = []
    try:
        for row, label in zip(rows, labels, strict=True):
            learning.append(net.step(row, float(label), noise))
            tell("noisy SGD steps", len(learning), len(rows))
    except KeyboardInterrupt:
        pass
    return NoisyOutcome(np.array(learning), net.outputs(test_rows), net.weight)


def train_torch(
    network: NoiseTolerantNetwork, rows: Signs, labels: Signs, test_rows: Signs, noise: Noise, seed: int, tell: Progress
) -> NoisyOutcome:
    """torch autograd and the noisy optimizer, or mpmath for the paper's constants (without noise)."""
    optimizer = network.optimizer(noise, seed)
    learning: list[float] = []
    try:
        for row, label in zip(rows, labels, strict=True):
            learning.append(network.train_step(optimizer, torch.from_numpy(row[None]), int(label)))
            tell("noisy SGD steps", len(learning), len(rows))
    except KeyboardInterrupt:
        pass
    with torch.no_grad():
        answers = network(torch.from_numpy(test_rows)).double().numpy()
    return NoisyOutcome(np.array(learning), answers, np.array([float(w) for w in network.weights()]))


def learn_under_noise(
    learner: Learner,
    X: Signs,
    y: Signs,
    X_test: Signs,
    executor: str,
    tell: Progress,
    seed: int,
    noise: float,
    noise_kind: Kind = "uniform",
    relative: bool = True,
    constants: Constants = "redesigned",
    kappa: float = 0.625,
    budgets: bool = True,
) -> LearnRun:
    """Memorise each sample under noise on every edge at every step, then compute; `budgets` measures what each kind of
    edge would have borne on the same samples."""
    started = time.perf_counter()
    level = Noise(noise, noise_kind, relative)
    network = NoiseTolerantNetwork(learner, samples=len(X), constants=constants, kappa=kappa)
    graph = network.built.graph
    rows, test_rows = network.rows(X, seed), network.rows(X_test, seed)
    if executor == "compiled" and network.net is None:
        outcome = train_compiled(network, rows, y, test_rows, level.source(graph.edges, seed), tell)
    else:
        outcome = train_torch(network, rows, y, test_rows, level, seed, tell)
    steps = len(outcome.learning)
    # What the weights hold decides whether there is an answer: a learner that is not done predicts 0.
    finished = network.decode(outcome.weight, steps).done
    predictions = outcome.predictions if finished else np.zeros(len(X_test), np.int8)
    details: dict[str, Any] = {
        "reference_predictions": learner_run.learn(learner, X[:steps], y[:steps], X_test, seed=seed),
        "noise": f"{noise:g} {'relative' if relative else 'absolute'}, {noise_kind}",
        "constants": constants,
        "samples_intact": sum(
            kept == (tuple(row.tolist()), int(label))
            for kept, row, label in zip(network.memorised(outcome.weight), rows, y, strict=False)
        ),
        "largest_output_error": float(np.max(np.abs(outcome.learning - 0.5), initial=0.0)),
        "parameters": graph.edges,
        "vertices": graph.vertices,
        "depth": graph.depth,
        "learning_rate": network.gamma,
    }
    if budgets and constants == "redesigned" and noise_kind != "rounding":
        details["noise_budgets"] = noise_budgets(network, rows, y, test_rows, seed, noise_kind, tell)
    return LearnRun(learner, "emulation", executor, predictions, steps, time.perf_counter() - started, details)


class OnSomeEdges:
    """Noise that spares all edges but some."""

    def __init__(self, source: WeightNoise, edges: npt.NDArray[np.bool_]) -> None:
        self.source = source
        self.edges = edges

    def perturbed(self, weight: F64) -> F64:
        return np.where(self.edges, self.source.perturbed(weight), weight)


def noise_budgets(
    network: NoiseTolerantNetwork,
    rows: Signs,
    labels: Signs,
    test_rows: Signs,
    seed: int = 0,
    kind: Kind = "uniform",
    tell: Progress = lambda _label, _done, _total: None,
) -> Mapping[str, float]:
    """For each role of edges, and for all together, the largest relative noise at every step, on these edges alone,
    with which all answers stay what they are without noise; by bisection, with the same random numbers at all levels.
    """
    graph = network.built.graph
    role = np.array(graph.role)
    silent: Progress = lambda _label, _done, _total: None  # noqa: E731
    clean = train_compiled(network, rows, labels, test_rows, Noise(0.0).source(graph.edges, seed), silent).predictions

    def survives(level: float, edges: npt.NDArray[np.bool_]) -> bool:
        noise = OnSomeEdges(Noise(level, kind).source(graph.edges, seed), edges)
        with np.errstate(all="ignore"):
            outcome = train_compiled(network, rows, labels, test_rows, noise, silent)
        return bool(np.array_equal(outcome.predictions, clean))

    found: dict[str, float] = {}
    roles = [*sorted(set(graph.role)), "all"]
    for number, name in enumerate(roles):
        edges = np.ones(len(role), bool) if name == "all" else role == name
        low, high = 0.0, LARGEST_LEVEL
        if survives(high, edges):
            low = high
        for _ in range(BISECTIONS if low < high else 0):
            middle = (low + high) / 2 if low > high / 2 else np.sqrt(max(low, 1e-6) * high)
            low, high = (middle, high) if survives(middle, edges) else (low, middle)
        found[name] = float(f"{low:.2g}")
        tell("noise budgets", number + 1, len(roles))
    return found
