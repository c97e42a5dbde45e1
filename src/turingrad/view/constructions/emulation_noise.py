"""Emulation under noise on a page: what the net shows and how far its weights have been shaken, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad.arrays import Signs
from turingrad.constructions.emulation import NoiseTolerantNetwork
from turingrad.constructions.emulation.noisy_sgd import Noise
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Progress
from turingrad.view.constructions.emulation import memory_groups
from turingrad.view.frames import Window, left_out
from turingrad.view.grid_runs import lockstep_data


def noisy_learning(
    learner: Learner,
    X: Signs,
    y: Signs,
    X_test: Signs,
    noise: float,
    window: Window,
    progress: Progress | None,
    seed: int,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Each sample once, with relative noise on every edge at every step; the memory is decoded from the weights."""
    network = NoiseTolerantNetwork(learner, samples=len(X))
    rows = torch.from_numpy(network.rows(X, seed))
    optimizer = network.optimizer(Noise(noise), seed)
    first = np.array(network.weights())
    memory, outputs, shaken = [network.decode(first, 0).memory], [0.5], [0.0]
    for t, label in enumerate(y.tolist()):
        outputs.append(network.train_step(optimizer, rows[t : t + 1], label))
        now = np.array(network.weights())
        kept = (first != 0) & (np.sign(now) == np.sign(first))
        memory.append(network.decode(now, t + 1).memory)
        shaken.append(float(np.median(np.abs(now[kept] / first[kept] - 1))))
        if progress is not None:
            progress("noisy SGD steps", t + 1, len(y))
    expected = [moment.memory for moment in learner_run.trace(learner, X, y, seed=seed)]
    differs = [k for k, (a, b) in enumerate(zip(memory, expected, strict=True)) if a != b]
    shown = window.steps(len(y))
    intact = len(network.memorised(network.weights()))
    data = {
        "kind": "emulation-noise",
        "stage": "memory",
        "unit": "SGD step",
        "machine": None,
        "frames": {"step": shown},
        "memory": ["".join(map(str, memory[k])) for k in shown],
        "output": [outputs[k] for k in shown],
        "label": [None if k == 0 else int(y[k - 1]) for k in shown],
        "x": [None if k == 0 else X[k - 1].tolist() for k in shown],
        "groups": memory_groups(learner),
        "net": {"noise": noise, "shaken": [shaken[k] for k in shown], "gamma": network.gamma},
        "leftOut": left_out(shown, len(y), "SGD steps"),
        "lockstep": lockstep_data(
            [shown.index(k) for k in differs if k in shown], [str(bits) for bits in expected], shown, len(y)
        ),
    }
    with torch.no_grad():
        answers = network(torch.from_numpy(network.rows(X_test, seed))).double().numpy()
    direct = learner_run.learn(learner, X, y, X_test, seed=seed)
    facts: list[dict[str, Any]] = [
        {"name": "SGD steps", "value": len(y)},
        {"name": "weights, all trainable and all shaken", "value": network.built.graph.edges},
        {"name": "noise on every weight at every step", "value": f"{100 * noise:g} %"},
        {"name": f"of {len(X)} samples intact", "value": intact},
        {"name": "of the predictions are the learner's own", "value": f"{np.mean(np.sign(answers) == direct):.0%}"},
    ]
    return data, facts
