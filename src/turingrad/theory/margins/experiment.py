"""Definition 2.1 as an experiment: does minimising the surrogate loss over a family recover the target?

The family: the compiled networks of every literal and every AND and OR of two literals over m inputs. The target G is
one of them, P a distribution over {0,1}^m. On n samples the minimiser of the empirical surrogate loss (2.2) is taken,
of several the one with the largest population error, so that the result holds for whichever is chosen. The loss needs
rho: it is 0 where a network is wrong, and at least the certified bound where it is right; with gamma no larger than the
smallest certified bound of the family the surrogate loss is then known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import torch

from turingrad.arrays import F64, U8
from turingrad.constructions.feedforward import compile_network
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.run import Progress
from turingrad.theory.margins.feedforward import feedforward_bound
from turingrad.theory.margins.samples import empirical_rademacher, surrogate_loss

MAX_INPUTS = 8


@dataclass(frozen=True, eq=False)
class Family:
    """Functions by name, their networks' outputs on all 2^m inputs, (functions, 2^m), and certified margins."""

    names: tuple[str, ...]
    inputs: U8
    outputs: U8
    margins: F64


@dataclass(frozen=True, slots=True)
class Recovery:
    """n samples: how often the minimiser is the target on all inputs, its mean error, and Rad_n of the losses."""

    samples: int
    recovered: float
    error: float
    rademacher: float


def small_family(m: int) -> Family:
    if not 1 <= m <= MAX_INPUTS:
        raise InputError(f"the family is over 1 to {MAX_INPUTS} inputs, not {m}")
    inputs = np.array(list(product((0, 1), repeat=m)), np.uint8)
    names, outputs, margins = [], [], []
    for circuit in small_circuits(m):
        network = compile_network(circuit)
        with torch.no_grad():
            found = (network(torch.from_numpy(inputs))[:, 0] > 0).numpy().astype(np.uint8)
        names.append(circuit.name)
        outputs.append(found)
        margins.append(feedforward_bound(network).tightened)
    return Family(tuple(names), inputs, np.array(outputs), np.array(margins))


def small_circuits(m: int) -> list[Circuit]:
    found = [literal_circuit(m, (i,), (sign,), "id") for i in range(m) for sign in (0, 1)]
    for pair in combinations(range(m), 2):
        for signs in product((0, 1), repeat=2):
            found += [literal_circuit(m, pair, signs, kind) for kind in ("and", "or")]
    return found


def literal_circuit(m: int, chosen: Sequence[int], signs: Sequence[int], kind: str) -> Circuit:
    make = CircuitBuilder()
    x = make.inputs("x", m)
    literals = [make.not_(x[i]) if sign else x[i] for i, sign in zip(chosen, signs, strict=True)]
    make.output("y", make.gate(kind, literals))
    shown = [("not " if sign else "") + f"x{i}" for i, sign in zip(chosen, signs, strict=True)]
    return make.build(f" {kind} ".join(shown))


def recovery(
    m: int = 4,
    samples: Sequence[int] = (2, 4, 8, 16, 32),
    trials: int = 100,
    seed: int = 0,
    progress: Progress | None = None,
) -> list[Recovery]:
    """For each n: a random target and a random sample from uniform P, `trials` times."""
    family = small_family(m)
    gamma = float(family.margins.min())
    rng = np.random.default_rng(seed)
    rows = []
    for number, n in enumerate(samples):
        if progress is not None:
            progress("risk minimisation", number, len(samples))
        errors, complexity = [], []
        for _ in range(trials):
            target = family.outputs[rng.integers(len(family.names))]
            drawn = rng.integers(len(family.inputs), size=n)
            right = family.outputs == target  # (functions, inputs)
            losses = surrogate_loss(np.where(right, family.margins[:, None], 0.0), gamma)
            risk = losses[:, drawn].mean(axis=1)
            minimisers = np.flatnonzero(risk == risk.min())
            errors.append(float((~right[minimisers]).mean(axis=1).max()))
            complexity.append(empirical_rademacher(losses[:, drawn], draws=20, seed=number))
        found = np.array(errors)
        rows.append(Recovery(n, float((found == 0).mean()), float(found.mean()), float(np.mean(complexity))))
    return rows
