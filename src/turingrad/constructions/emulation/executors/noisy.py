"""Learning under noise on every edge at every step (Theorem 5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.executors.noisy_runs import train_compiled, train_torch
from turingrad.constructions.emulation.executors.tolerance import noise_budgets
from turingrad.constructions.emulation.noise_proof import theorem_5_level
from turingrad.constructions.emulation.noisy_sgd import Noise, NoiseFunction, NoiseRule
from turingrad.constructions.network import Network
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run


def learn_under_noise(request: TrainingRequest, learner: Learner, noise: float | NoiseRule) -> TrainingResult:
    """Memorise each sample under noise on every edge at every step, a level or a function of the user's, then compute;
    `budgets` measures what each kind of edge would have tolerated on the same samples."""
    options, seed, X, y = request.options, request.seed, request.X, request.y
    if isinstance(request.learner, Network):
        raise InputError("under noise a net is built for the samples: give the learner, not a network")
    executor = request.executor or "compiled"
    level = NoiseFunction(noise) if callable(noise) else Noise(noise, options.noise_kind, options.relative)
    network = NoiseTolerantNetwork(
        learner, samples=len(X), constants=options.constants, kappa=options.kappa, dtype=dtype_of(request, executor)
    )
    graph = network.built.graph
    rows, test_rows = network.rows(X, seed), network.rows(request.X_test, seed)
    if executor == "compiled" and network.net is None:
        outcome = train_compiled(network, rows, y, test_rows, level.source(graph.edges, seed), request.progress)
    else:
        with torch_threads(request.threads or 1):
            outcome = train_torch(network, rows, y, test_rows, level, seed, request.progress)
    steps = len(outcome.learning)
    # What the weights hold decides whether there is an answer: a learner that is not done predicts 0.
    finished = network.decode(outcome.weight, steps).done and not outcome.interrupted
    predictions = outcome.predictions if finished else np.zeros(len(request.X_test), np.int8)
    details: dict[str, Any] = {
        "reference_predictions": learner_run.learn(learner, X[:steps], y[:steps], request.X_test, seed=seed),
        "noise": describe_noise(level),
        "constants": options.constants,
        "samples_intact": sum(
            kept == (tuple(row.tolist()), int(label))
            for kept, row, label in zip(network.decode_samples(outcome.weight), rows, y, strict=False)
        ),
        "largest_output_error": float(np.max(np.abs(outcome.learning - 0.5), initial=0.0)),
        "parameters": graph.edges,
        "vertices": graph.vertices,
        "depth": graph.depth,
        "learning_rate": network.gamma,
        "mode": "memorises every sample, then computes (Theorem 5)",
        "theorem_5_noise_a_step": theorem_5_level(len(graph.inputs), len(X)),
    }
    if options.constants == "redesigned":
        details["proven_noise_a_step"] = network.proven_noise().per_step(len(X))
    wanted = options.budgets and options.constants == "redesigned" and options.noise_kind != "rounding"
    wanted = wanted and isinstance(level, Noise)  # a function has no level to look for
    if wanted and not outcome.interrupted:
        details["noise_budgets"] = noise_budgets(
            network, rows, y, test_rows, seed, options.noise_kind, request.progress
        )
    return TrainingResult(executor, predictions, steps, details, outcome.interrupted)


def describe_noise(noise: Noise | NoiseFunction) -> str:
    """The noise in words."""
    if isinstance(noise, NoiseFunction):
        return f"by the function {getattr(noise.rule, '__name__', 'that was given')}"
    return f"{noise.level:g} {'relative' if noise.relative else 'absolute'}, {noise.kind}"


def dtype_of(request: TrainingRequest, executor: str) -> torch.dtype:
    """float64, in which the compiled kernel computes; torch computes in what is asked for."""
    chosen = torch_dtype(request.dtype or "float64")
    if executor == "compiled" and chosen != torch.float64:
        raise InputError(f"under noise the executor 'compiled' computes in float64; 'torch' runs in {request.dtype}")
    return chosen
