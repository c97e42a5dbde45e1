"""Emulation's page: the memory bits of a learner as signs of weights, over the steps of SGD."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad.arrays import Signs
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.constructions.emulation.executors.learning import CompiledTrainer
from turingrad.errors import InputError
from turingrad.library.learners.counted import counted
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Progress
from turingrad.view.frames import Window, left_out
from turingrad.view.grid_runs import lockstep_data

MOST_MEMORY = 3_000
MOST_PASSES = 20
TORCH_STEPS = 400  # up to here torch's SGD trains, then the compiled kernel with the same numbers


def learning(
    learner: Any,
    X: Signs,
    y: Signs,
    X_test: Signs,
    *,
    window: Window = Window(),  # noqa: B008 - frozen
    progress: Progress | None = None,
    seed: int = 0,
    noise: float | None = None,
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """SGD on the samples, gone through until the learner is done; memory and output at each step.

    With noise the noise-tolerant net memorises each sample once.
    """
    if not isinstance(learner, Learner):
        raise InputError(f"emulation runs a Learner, not a {type(learner).__name__}")
    if len(learner.memory) > MOST_MEMORY:
        raise InputError(f"{len(learner.memory):,} memory bits are too many for a page; up to {MOST_MEMORY:,}")
    if noise is not None:
        from turingrad.view.constructions.emulation_noise import noisy_learning

        return noisy_learning(learner, X, y, X_test, noise, window, progress, seed)
    never_done = learner.done is None and not learner.on_error
    ran = counted(learner, max(1, len(X) // 2)) if never_done else learner
    network = compile_network(ran)
    assert isinstance(network, EmulationNetwork)
    passes = 1 if ran.on_error else MOST_PASSES
    rows, labels = np.tile(X, (passes, 1)), np.tile(y, passes)
    executor = "torch" if len(rows) <= TORCH_STEPS else "compiled"
    moments, magnitudes = train(network, ran, rows, labels, seed, executor, progress)
    expected = list(learner_run.trace(ran, rows[: len(moments) - 1], labels[: len(moments) - 1], seed=seed, guess=True))
    differs = [k for k, (a, b) in enumerate(zip(moments, expected, strict=True)) if a[0] != b.memory]
    shown = window.steps(len(moments) - 1)
    answers = predictions(network, moments[-1][2], X_test, seed)
    data = {
        "kind": "emulation",
        "stage": "memory",
        "unit": "SGD step",
        "machine": None,
        "frames": {"step": shown},
        "memory": ["".join(map(str, moments[k][0])) for k in shown],
        "output": [moments[k][1] for k in shown],
        "label": [None if k == 0 else int(labels[k - 1]) for k in shown],
        "x": [None if k == 0 else rows[k - 1].tolist() for k in shown],
        "groups": memory_groups(ran),
        "net": {"gamma": network.gamma, "bitEdges": int(network.emulation.bit_edges.size), "magnitudes": magnitudes},
        "leftOut": left_out(shown, len(moments) - 1, "SGD steps"),
        "lockstep": lockstep_data(
            [shown.index(k) for k in differs if k in shown], [str(e) for e in expected], shown, len(moments) - 1
        ),
    }
    figures: dict[str, Any] = {
        "SGD steps": len(moments) - 1,
        "weights, all trainable": network.emulation.graph.edges,
        "memory bits": len(ran.memory),
        "learning rate": network.gamma,
        "executor": executor,
    }
    if len(X_test):
        direct = learner_run.predict(ran, expected[-1].memory, X_test)
        figures["of the predictions are the learner's own"] = f"{np.mean(answers == direct):.0%}"
    return data, [{"name": name, "value": value} for name, value in figures.items()]


def train(
    network: EmulationNetwork,
    learner: Learner,
    rows: Signs,
    labels: Signs,
    seed: int,
    executor: str,
    progress: Progress | None,
) -> tuple[list[tuple[tuple[int, ...], float | None, Any]], bool]:
    """(memory, output, weights) before training and after each step; and whether every |w| stayed as it was."""
    inputs = network.rows(rows, seed)
    compiled = CompiledTrainer(network) if executor == "compiled" else None
    optimizer = network.optimizer()
    first = network.weight.detach().clone()

    def weights() -> Any:
        return network.weight.detach() if compiled is None else compiled.net.weight

    found: list[tuple[tuple[int, ...], float | None, Any]] = [(network.memory(weights()), None, weights())]
    for t in range(len(rows)):
        if learner.done is not None and not learner.on_error and learner_run.finished(learner, found[-1][0]):
            break
        if compiled is None:
            output = network.train_step(optimizer, torch.from_numpy(inputs[t : t + 1]), int(labels[t]))
        else:
            (output,) = compiled.train(inputs[t : t + 1], labels[t : t + 1])
        found.append((network.memory(weights()), output, weights()))
        if progress is not None:
            progress("SGD steps", t + 1, len(rows))
    last = torch.as_tensor(np.asarray(weights())).to(first)
    return found, bool(torch.equal(last.abs(), first.abs()))


def predictions(network: EmulationNetwork, weights: Any, X_test: Signs, seed: int) -> Signs:
    if not len(X_test):
        return np.zeros(0, np.int8)
    with torch.no_grad():
        network.weight.copy_(torch.as_tensor(np.asarray(weights)))
        return network(torch.from_numpy(network.rows(X_test, seed))).numpy().astype(np.int8)  # type: ignore[no-any-return]


def memory_groups(learner: Learner) -> list[dict[str, Any]]:
    """The memory's bits in groups of a row each; parity's own groups have names of their own."""
    n, bits = learner.features, len(learner.memory)
    if learner.name.startswith("parity") and bits >= 2 * n:
        groups = [
            {"name": "V", "explained": "which rows of the echelon form are stored", "first": 0, "count": n},
            {"name": "Y", "explained": "the label of each stored row", "first": n, "count": n},
        ]
        first = 2 * n
        for row in range(n):
            if first + n - 1 - row > bits:
                break
            if n - 1 - row:
                groups.append({"name": f"R{row + 1}", "explained": "", "first": first, "count": n - 1 - row})
            first += n - 1 - row
        if first < bits:
            groups.append({"name": "more", "explained": "", "first": first, "count": bits - first})
        return groups
    return [
        {"name": f"b[{first}]", "explained": "", "first": first, "count": min(32, bits - first)}
        for first in range(0, bits, 32)
    ]
