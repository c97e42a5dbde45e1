"""Emulation's page: the memory bits of a learner as signs of weights, over the steps of SGD."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import Signs
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.constructions.emulation.executors.learning import CHUNK
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer
from turingrad.constructions.learning import repeat_samples
from turingrad.errors import InputError
from turingrad.library.learners.counted import stop_after
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Progress
from turingrad.view.constructions.emulation_memory import Memorised, memory_data
from turingrad.view.frames import Training
from turingrad.view.glossary import Term, percent
from turingrad.view.network_pages import LearningPage, TourTraining

MAX_MEMORY = 3_000
MAX_PASSES = 20
TORCH_STEPS = 400  # up to here torch's SGD trains, then the compiled kernel with the same numbers


def learning(asked: Training) -> tuple[dict[str, Any], dict[str, Any]]:
    """SGD on the samples, gone through until the learner is done; memory and output at each step.

    With noise the noise-tolerant net memorises each sample once.
    """
    learner, X, y, seed = asked.learner, asked.X, asked.y, asked.seed
    if not isinstance(learner, Learner):
        raise InputError(f"emulation learns with a learner, not with {describe_machine(learner)}")
    if len(learner.memory) > MAX_MEMORY:
        raise InputError(f"{len(learner.memory):,} memory bits are too many for a page; up to {MAX_MEMORY:,}")
    if asked.noise is not None:
        from turingrad.view.constructions.emulation_noise import noisy_learning

        if asked.network is not None:
            raise InputError("a training under noise compiles its own network: name the learner, not a network")
        return noisy_learning(asked, asked.noise)
    never_done = learner.done is None and not learner.on_error
    ran = stop_after(learner, max(1, len(X) // 2)) if never_done and asked.network is None else learner
    network = asked.network or compile_network(ran)
    if not isinstance(network, EmulationNetwork):
        raise InputError(f"there is no page for the training of a {type(network).__name__}")
    passes = 1 if ran.on_error or ran.done is None else MAX_PASSES
    rows, labels = repeat_samples(X, y, passes)
    executor = "torch" if len(rows) <= TORCH_STEPS else "compiled"
    look = min(CHUNK, max(1, len(X)))  # as `learn` looks, so that both count the same steps
    snapshots, magnitudes = train(network, ran, rows, labels, seed, executor, asked.progress, look)
    expected = list(
        learner_run.trace(ran, rows[: len(snapshots) - 1], labels[: len(snapshots) - 1], seed=seed, guess=True)
    )
    seen = Memorised(
        ran, rows, labels, [snapshot[0] for snapshot in snapshots], [snapshot[1] for snapshot in snapshots]
    )
    net = {"gamma": network.gamma, "magnitudes": magnitudes}
    data = memory_data("emulation", seen, expected, net, asked.window)
    figures: dict[str, Any] = {
        "SGD steps": len(snapshots) - 1,
        "weights, all trainable": network.emulation.graph.edges,
        "memory bits": len(ran.memory),
        "learning rate": network.gamma,
        "executor": executor,
    }
    if len(asked.X_test):
        answers = predictions(network, snapshots[-1][2], asked.X_test, seed)
        direct = learner_run.predict(ran, expected[-1].memory, asked.X_test)
        figures["of the predictions are the learner's own"] = percent(float(np.mean(answers == direct)))
    return data, figures


def train(
    network: EmulationNetwork,
    learner: Learner,
    rows: Signs,
    labels: Signs,
    seed: int,
    executor: str,
    progress: Progress,
    look: int,
) -> tuple[list[tuple[tuple[int, ...], float | None, Any]], bool]:
    """(memory, output, weights) before training and after each step; and whether every |w| stayed as it was.

    Whether the learner is done is looked at every `look` steps."""
    inputs = network.rows(rows, seed)
    compiled = CompiledTrainer(network) if executor == "compiled" else None
    optimizer = network.optimizer()
    first = network.weight.detach().clone()

    def weights() -> Any:
        return network.weight.detach() if compiled is None else compiled.net.weight

    found: list[tuple[tuple[int, ...], float | None, Any]] = [(network.memory(weights()), None, weights())]
    for t in range(len(rows)):
        looks = t % look == 0 and learner.done is not None and not learner.on_error
        if looks and learner_run.finished(learner, found[-1][0]):
            break
        if compiled is None:
            output = network.train_step(optimizer, torch.from_numpy(inputs[t : t + 1]), int(labels[t]))
        else:
            (output,) = compiled.train(inputs[t : t + 1], labels[t : t + 1])
        found.append((network.memory(weights()), output, weights()))
        progress("SGD steps", t + 1, len(rows))
    last = torch.as_tensor(np.asarray(weights())).to(first)
    return found, bool(torch.equal(last.abs(), first.abs()))


def predictions(network: EmulationNetwork, weights: Any, X_test: Signs, seed: int) -> Signs:
    with torch.no_grad():
        network.weight.copy_(torch.as_tensor(np.asarray(weights)))
        return network(torch.from_numpy(network.rows(X_test, seed))).numpy().astype(np.int8)  # type: ignore[no-any-return]


PAGE = LearningPage(
    learning,
    "Plain SGD, one sample at a time. The memory of a learning algorithm is in the signs of weights; a "
    "wrong output flips exactly those that the algorithm would flip.",
    by="by SGD: emulation",
    under_noise="SGD with noise on every weight at every step. Each sample is written into weights that noise cannot "
    "unwrite; what the learning algorithm would remember is read from them.",
    learner="a network whose memory bits are signs of weights, flipped by SGD",
    terms={"vertices": Term("vertices", "Of the network's graph; its edges are the weights.")},
)
TOUR = TourTraining(
    "A learning algorithm has a memory. Here its bits are signs of weights, all weights are trained, "
    "and a wrong answer makes SGD flip exactly the signs that the algorithm would flip.",
    learner='parity', form='learner', task='parity', dim=5, train=10, begin=6,
)  # fmt: skip
