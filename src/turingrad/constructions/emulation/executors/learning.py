"""Learning with an emulation net: plain SGD on the exact variants, noisy SGD on the noise-tolerant one."""

from __future__ import annotations

import time
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import torch

from turingrad.arrays import Signs
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.constructions.emulation.executors.compiled import CompiledNet
from turingrad.constructions.emulation.executors.noisy import learn_under_noise
from turingrad.constructions.emulation.executors.noisy_runs import quiet
from turingrad.constructions.emulation.memory import SHAPES
from turingrad.constructions.emulation.network import require_sign
from turingrad.constructions.learning import LearnRun
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.library.learners.counted import counted
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import Progress

EXECUTORS = ("compiled", "torch")
DEFAULT_PASSES, MOST_ROWS = 20, 2_000_000
CHUNK = 4096
EXACT_OPTIONS = ("variant", "passes")
NOISE_OPTIONS = ("noise_kind", "relative", "constants", "kappa", "budgets")


class Trainer(Protocol):
    """One of the two ways to train an exact net."""

    def train(self, rows: Signs, labels: Signs) -> list[float]:
        """SGD on the rows in order; the outputs before each step."""

    def memory(self) -> tuple[int, ...]: ...

    def outputs(self, rows: Signs) -> npt.NDArray[np.float64]: ...


class CompiledTrainer:
    """The compiled kernel; the weights are the torch network's, in float64."""

    def __init__(self, network: EmulationNetwork) -> None:
        self.network = network
        emulation = network.emulation
        self.net = CompiledNet(emulation.graph, emulation.design.activation(), network.gamma)
        self.bit_edges = np.ascontiguousarray(emulation.bit_edges.ravel())

    def train(self, rows: Signs, labels: Signs) -> list[float]:
        outputs, _ = self.net.train(rows, labels, self.bit_edges)
        require_sign(float(outputs[-1]) if len(outputs) else 1.0)
        return [float(output) for output in outputs]

    def memory(self) -> tuple[int, ...]:
        return self.network.memory(self.net.weight)

    def outputs(self, rows: Signs) -> npt.NDArray[np.float64]:
        return self.net.outputs(rows)


class TorchTrainer:
    """torch autograd and torch.optim.SGD, step by step."""

    def __init__(self, network: EmulationNetwork) -> None:
        self.network = network
        self.optimizer = network.optimizer()

    def train(self, rows: Signs, labels: Signs) -> list[float]:
        inputs = torch.from_numpy(rows)
        return [
            self.network.train_step(self.optimizer, inputs[t : t + 1], int(label)) for t, label in enumerate(labels)
        ]

    def memory(self) -> tuple[int, ...]:
        return self.network.memory()

    def outputs(self, rows: Signs) -> npt.NDArray[np.float64]:
        with torch.no_grad():
            shown: npt.NDArray[np.float64] = self.network(torch.from_numpy(rows)).double().numpy()
        return shown


def learn(
    learner: Any,
    X: Signs,
    y: Signs,
    X_test: Signs,
    *,
    executor: str | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    noise: float | None = None,
    dtype: str = "float32",
    **options: Any,
) -> LearnRun:
    """Train a net for this learner on the samples, one at a time, then ask it for the test points.

    Without noise the samples are gone through until the learner is done, at most `passes` times (a learner that updates
    on errors: once). With a noise level the noise-tolerant net memorises each sample once; see `train.noisy` for the
    options `noise_kind` and `relative`.
    """
    if not isinstance(learner, Learner):
        raise InputError(f"emulation runs a Learner, not a {type(learner).__name__}")
    if X.shape[1] != learner.features:
        raise InputError(f"the learner has {learner.features} features, the samples {X.shape[1]}")
    known = EXACT_OPTIONS if noise is None else NOISE_OPTIONS
    unknown = [name for name in options if name not in known]
    if unknown:
        when = "without noise" if noise is None else "under noise"
        raise InputError(f"emulation {when} takes no option {unknown[0]!r}; there are {', '.join(known)}")
    tell = progress or quiet
    chosen = executor or EXECUTORS[0]
    if noise is not None:
        return learn_under_noise(learner, X, y, X_test, chosen, tell, seed, noise, **options)
    return learn_exactly(learner, X, y, X_test, chosen, tell, seed, dtype, **options)


def learn_exactly(
    learner: Learner,
    X: Signs,
    y: Signs,
    X_test: Signs,
    executor: str,
    tell: Progress,
    seed: int,
    dtype: str,
    variant: str = "pair4",
    passes: int | None = None,
) -> LearnRun:
    """Theorem 4 (guess until done) or Lemma 3 (learn from errors), on an exact net."""
    if variant not in SHAPES:
        raise InputError(f"no exact variant {variant!r}; there are {', '.join(SHAPES)} (others: compile and trace)")
    if passes is not None and passes < 1:
        raise InputError(f"the samples are gone through at least once, not {passes} times")
    started = time.perf_counter()
    never_done = learner.done is None and not learner.on_error
    # A net that guesses must know when to answer: half of the samples are learned from in one pass.
    ran = counted(learner, max(1, len(X) // 2)) if never_done else learner
    most = passes or (1 if ran.on_error else max(1, min(DEFAULT_PASSES, MOST_ROWS // max(1, len(X)))))
    network = compile_network(ran, variant=variant, dtype=torch_dtype(dtype))
    assert isinstance(network, EmulationNetwork)
    trainer: Trainer = CompiledTrainer(network) if executor == "compiled" else TorchTrainer(network)
    repeated, labels = np.tile(X, (most, 1)), np.tile(y, most)
    rows = network.rows(repeated, seed)
    outputs: list[float] = []
    chunk = min(CHUNK, max(1, len(X))) if executor == "compiled" else 64
    try:
        while len(outputs) < len(rows) and not (len(outputs) and ran.done and not ran.on_error and _done(ran, trainer)):
            upto = min(len(rows), len(outputs) + chunk)
            outputs += trainer.train(rows[len(outputs) : upto], labels[len(outputs) : upto])
            tell("SGD steps", len(outputs), len(rows))
    except KeyboardInterrupt:
        pass
    steps = len(outputs)
    memory = trainer.memory()
    answers = trainer.outputs(network.rows(X_test, seed)) if len(X_test) else np.zeros(0)
    is_done = _done(ran, trainer)
    predictions = answers.astype(np.int8) if is_done else np.zeros(len(X_test), np.int8)
    reference = learner_run.run(ran, repeated[:steps], labels[:steps], seed=seed, guess=True).configuration
    wrong = np.array(outputs) != labels[:steps]
    design = network.emulation.design
    details = {
        "reference_predictions": learner_run.predict(ran, reference.memory, X_test),
        "memory_equal": memory == reference.memory,
        "memory": "".join(map(str, memory)),
        "done": is_done,
        "passes": -(-steps // len(X)) if len(X) else 0,
        "learned_from": int(wrong.sum()),
        "variant": variant,
        "parameters": network.emulation.graph.edges,
        "vertices": network.emulation.graph.vertices,
        "depth": network.depth,
        "memory_bits": len(ran.memory),
        "m0": design.m0,
        "learning_rate": network.gamma,
        "losses": [float(loss) for loss in 4.0 * wrong],
    }
    return LearnRun(learner, "emulation", executor, predictions, steps, time.perf_counter() - started, details)


def _done(learner: Learner, trainer: Trainer) -> bool:
    return learner_run.finished(learner, trainer.memory())
