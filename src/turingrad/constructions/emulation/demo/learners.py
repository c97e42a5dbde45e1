"""Parity learned by SGD on an emulation net, its memory bits over time, and the MLP of Figure 5 beside it."""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from turingrad import tasks
from turingrad.constructions.construction import Chapter
from turingrad.constructions.drive import learn
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer
from turingrad.library.learners.small import LEARNERS
from turingrad.theory.limits import DataSet, ReluNet

FEATURES, TEST, SEED = 12, 500, 4
MAX_SAMPLES = 80
MLP_SAMPLES = 300  # of 4,096 points: an MLP that has seen most of them would look as if it had learned


def show(console: Console) -> None:
    learner = LEARNERS["parity"](FEATURES)
    network = compile_network(learner)
    X, y = tasks.get("parity").sample(np.random.default_rng(SEED), FEATURES, MLP_SAMPLES + TEST)
    X_test, y_test = X[MLP_SAMPLES:], y[MLP_SAMPLES:]
    console.print(
        f"A net of {network.emulation.graph.edges:,} weights, all trainable, on (output - y)^2, one sample at a time, "
        f"learning rate {network.gamma:g}. Its {len(learner.memory)} memory bits are signs of weights: V (a row is "
        "stored), Y (its label), R (the rest of the row). It guesses; a wrong guess flips signs."
    )
    used = show_memory(console, network, X, y)
    emulated = learn(learner, X[:used], y[:used], X_test, on="emulation", seed=SEED, passes=1)
    table = Table(title=f"A random parity of {FEATURES} bits, {TEST} fresh points", title_justify="left")
    for column in ("trained by SGD", "weights", "samples", "accuracy"):
        table.add_column(column, justify="left" if column == "trained by SGD" else "right")
    weights = network.emulation.graph.edges
    table.add_row("emulation net", f"{weights:,}", str(used), f"{emulated.accuracy(y_test):.3f}")
    figure_5 = ReluNet()  # three hidden layers of 128 ReLU units, plain SGD in small batches
    for samples in (used, MLP_SAMPLES):
        trained = figure_5.train(DataSet(X[:samples], y[:samples], X_test, y_test), seed=SEED)
        what = f"MLP of the paper's Figure 5, {figure_5.epochs} epochs"
        table.add_row(what, f"{trained.weights:,}", str(samples), f"{1 - trained.test_error:.3f}")
    console.print(table)
    show_noise(console)


def show_memory(console: Console, network: EmulationNetwork, X: np.ndarray, y: np.ndarray) -> int:
    """The memory after each sample that changed it; returns how many samples were needed."""
    n = FEATURES
    trainer = CompiledTrainer(network)
    rows = network.rows(X[:MAX_SAMPLES], SEED)
    table = Table(title="Memory after each step that changed it", title_justify="left", box=None)
    for column in ("sample", "output", "label", "V", "Y", "ones in R"):
        table.add_column(column, justify="right" if column in ("sample", "ones in R") else "left")
    before = trainer.memory()
    for t in range(MAX_SAMPLES):
        (output,) = trainer.train(rows[t : t + 1], y[t : t + 1])
        memory = trainer.memory()
        if memory != before:
            bits = [colour(memory[a:b], before[a:b]) for a, b in ((0, n), (n, 2 * n))]
            table.add_row(str(t + 1), f"{output:+.0f}", f"{y[t]:+d}", *bits, str(sum(memory[2 * n :])))
        before = memory
        if all(memory[:n]):
            break
    console.print(table)
    magnitude = np.abs(trainer.net.weight)
    unchanged = bool(np.array_equal(magnitude, np.abs([float(w) for w in network.emulation.graph.weight])))
    console.print(f"All rows stored after {t + 1} samples (2n = {2 * n}); every |w| bitwise as it was: {unchanged}.")
    return t + 1


def colour(now: tuple[int, ...], before: tuple[int, ...]) -> Text:
    text = Text()
    for bit, old in zip(now, before, strict=True):
        text.append(str(bit), style="bold green" if bit != old else "")
    return text


def show_noise(console: Console) -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(SEED), 4, 12 + 100)
    run = learn(LEARNERS["parity"](4), X[:12], y[:12], X[12:], on="emulation", seed=SEED, noise=4e-3, budgets=False)
    console.print(
        f"Under noise of 0.4 % of every weight at every step, the noise-tolerant net ({run.details['parameters']:,} "
        f"weights, 4 bits, 12 samples) keeps {run.details['samples_intact']} of 12 samples intact and answers 100 "
        f"fresh points with accuracy {run.accuracy(y[12:]):.3f}."
    )


CHAPTER = Chapter(30, "SGD that runs a learning algorithm (Abbe, Sandon)", show)
