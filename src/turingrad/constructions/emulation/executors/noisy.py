"""Learning under noise on every edge at every step (Theorem 5)."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from turingrad.arrays import Signs
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.noisy_runs import train_compiled, train_torch
from turingrad.constructions.emulation.executors.tolerance import noise_budgets
from turingrad.constructions.emulation.noisy_sgd import Kind, Noise
from turingrad.constructions.emulation.write_once import Constants
from turingrad.constructions.learning import LearnRun
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Progress


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
