"""Emulation under noise on a page: what the net shows and how far its weights have been shaken, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.noisy_sgd import Noise
from turingrad.machine.learner import run as learner_run
from turingrad.view.constructions.emulation_memory import Memorised, memory_data
from turingrad.view.frames import Training
from turingrad.view.glossary import percent


def noisy_learning(asked: Training, noise: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """Each sample once, with relative noise on every edge at every step; the memory is decoded from the weights."""
    learner, X, y, seed = asked.learner, asked.X, asked.y, asked.seed
    network = NoiseTolerantNetwork(learner, samples=len(X))
    rows = torch.from_numpy(network.rows(X, seed))
    optimizer = network.optimizer(Noise(noise), seed)
    first = np.array(network.weights())
    memory, shaken = [network.decode(first, 0).memory], [0.0]
    outputs: list[float | None] = [0.5]
    for t, label in enumerate(y.tolist()):
        outputs.append(network.train_step(optimizer, rows[t : t + 1], label))
        now = np.array(network.weights())
        kept = (first != 0) & (np.sign(now) == np.sign(first))
        memory.append(network.decode(now, t + 1).memory)
        shaken.append(float(np.median(np.abs(now[kept] / first[kept] - 1))))
        asked.progress("noisy SGD steps", t + 1, len(y))
    expected = list(learner_run.trace(learner, X, y, seed=seed))
    steps = asked.window.steps(len(y))
    net = {"noise": noise, "shaken": [shaken[k] for k in steps], "gamma": network.gamma}
    data = memory_data("emulation-noise", Memorised(learner, X, y, memory, outputs), expected, net, asked.window)
    with torch.no_grad():
        answers = network(torch.from_numpy(network.rows(asked.X_test, seed))).double().numpy()
    direct = learner_run.learn(learner, X, y, asked.X_test, seed=seed)
    return data, {
        "SGD steps": len(y),
        "weights, all trainable, all with noise": network.built.graph.edges,
        "noise on every weight at every step": f"{100 * noise:g} %",
        f"of {len(X)} samples intact": len(network.decode_samples(network.weights())),
        "of the predictions are the learner's own": percent(float(np.mean(np.sign(answers) == direct))),
    }
