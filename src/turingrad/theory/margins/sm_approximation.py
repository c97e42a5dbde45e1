"""Definition 2.1 as an experiment: G is drawn from a class of circuits, n samples from P, a net of F_{w,d,alpha} is
trained on them with the margin loss (risk.py), and its population error compared with epsilon.

Definition 2.1 asks that the minimiser of the surrogate loss over the family be within epsilon with probability 0.99
over the samples, for every G. Here G is drawn too, the minimiser is what training finds, and the share of trials within
epsilon is a measurement. Lemma 2.3 speaks of far larger n; the gap is part of the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.run import Progress
from turingrad.theory.margins.relu_family import ReLUFamily
from turingrad.theory.margins.risk import Training, drawn_samples, fit, outputs
from turingrad.theory.margins.tasks import Task, circuit_task

MAX_TRIES = 1000


@dataclass(frozen=True, slots=True)
class Approximation:
    """n samples: the share of trials within epsilon, the mean and largest population error, and how often training left
    an error on its own samples."""

    samples: int
    trials: int
    within: float
    error: float
    largest: float
    not_fitted: float


def random_circuit(m: int, gates: int, rng: np.random.Generator) -> Circuit:
    """`gates` ANDs, ORs and NOTs, each over random earlier wires; the last is the output."""
    make = CircuitBuilder()
    wires = list(make.inputs("x", m))
    for _ in range(gates):
        kind = ("and", "or", "not")[int(rng.integers(3))]
        picked = rng.choice(len(wires), min(len(wires), 1 if kind == "not" else 2), replace=False)
        wires.append(make.gate(kind, [wires[i] for i in picked]))
    make.output("y", wires[-1])
    return make.build(f"random circuit of {gates} gates")


def random_target(m: int, gates: int, rng: np.random.Generator) -> Task:
    """A circuit with both answers."""
    for _ in range(MAX_TRIES):
        task = circuit_task(random_circuit(m, gates, rng))
        if len(torch.unique(task.y)) == 2:
            return task
    raise InputError(f"none of {MAX_TRIES} random circuits of {gates} gates on {m} inputs has both answers")


def approximation(
    m: int = 5,
    gates: int = 8,
    samples: Sequence[int] = (8, 16, 32, 64, 128),
    *,
    trials: int = 20,
    epsilon: float = 0.1,
    width: int = 16,
    depth: int = 2,
    how: Training | None = None,
    progress: Progress | None = None,
) -> Iterator[Approximation]:
    """Measure Definition 2.1 over random circuits: how often training finds a net of small error, by number of samples.

    Args:
        m: Inputs of a circuit.
        gates: Gates of a circuit.
        samples: The numbers n of samples.
        trials: Targets, samples and trainings for each n.
        epsilon: The error that counts as small.
        width: Width of the trained nets.
        depth: Their depth.
        how: The settings of their training.
        progress: Called with a label, the work done and how much there is.

    Returns:
        One row per number of samples.

    Example:
        >>> from turingrad.theory import Training, approximation
        >>> [row.samples for row in approximation(m=3, gates=3, samples=(4,), trials=1, how=Training(steps=5))]
        [4]
    """
    if not (1 <= m <= 12 and gates >= 1 and trials >= 1 and 0 < epsilon < 1):
        raise InputError(
            f"1 to 12 inputs, a gate, a trial and 0 < epsilon < 1 are needed, not {m}, {gates}, {trials}, {epsilon}"
        )
    training, family = how or Training(steps=200), ReLUFamily(m, width, depth)
    for place, n in enumerate(samples):
        errors, unfitted = [], 0
        for trial in range(trials):
            if progress is not None:
                progress("risk minimisation", place * trials + trial, len(samples) * trials)
            task = random_target(m, gates, np.random.default_rng([training.seed, trial]))
            drawn = drawn_samples(task, n, training.seed + trial)
            weights = fit(family, task.x[drawn], task.y[drawn], replace(training, seed=training.seed + trial))
            with torch.no_grad():
                wrong = outputs(family, weights, task.x) * task.y <= 0
            unfitted += bool(wrong[drawn].any())
            errors.append(float(wrong.double().numpy() @ task.chance))
        within = float(np.mean(np.array(errors) <= epsilon))
        yield Approximation(n, trials, within, float(np.mean(errors)), max(errors), unfitted / trials)
