"""The contrast that motivates Wei, Chen and Ma: all-layer margins against T, for one machine on the same inputs, of

(a) their transformer, with binary positions and corrections: certified and attacked;
(b) a transformer after Perez et al., positions of resolution 1/poly(T) (`constructions/perez`);
(c) a recurrent net after Siegelmann and Sontag, the tape in two fractions (`constructions/siegelmann_sontag`).

(b) and (c) are attacked as their papers have them, and once more with every coordinate that is binary rounded after
each layer, as in (a): without rounding every net of this length falls to errors that multiply from layer to layer, (a)
as well, and what is left with rounding is what the fractions cost. Attacks are upper bounds: small ones refute large
margins, large ones prove nothing. Each has the same budget of evaluations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from turingrad.constructions.perez import compile_network as compile_perez
from turingrad.constructions.siegelmann_sontag import compile_network as compile_stacks
from turingrad.constructions.transformer import TransformerNetwork, compile_network, layer_weights
from turingrad.errors import InputError
from turingrad.machine.run import Progress, with_progress
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import run, visited_range
from turingrad.theory.margins.attack import AttackResult, attack
from turingrad.theory.margins.baselines import vc_order
from turingrad.theory.margins.contrast_victims import RecurrentVictim
from turingrad.theory.margins.theorem_tapes import family_of
from turingrad.theory.margins.transformer import transformer_bound
from turingrad.theory.margins.transformer_victim import TransformerVictim
from turingrad.theory.margins.vc_dimension import vc_lower_bound, vc_lower_samples

MAX_STEPS = 200  # of a run that is attacked
WORDS = ("", "aa", "abba", "abaaba", "abbaabba")  # palindromes
LONG_RUNS = tuple(10**k for k in range(2, 10))


@dataclass(frozen=True, slots=True)
class ContrastRow:
    """One input, run to its answer in T steps. Certified from below, the others attacked: None if nothing was found."""

    input: str
    steps: int
    transformer_certified: float
    transformer: float | None
    transformer_plain: float | None
    perez: float | None
    perez_rounded: float | None
    stacks: float | None
    stacks_rounded: float | None


def contrast_rows(
    machine: TapeMachine, words: Sequence[str] = WORDS, *, budget: int = 200, progress: Progress | None = None
) -> Iterator[ContrastRow]:
    """One row per input, each run to its answer."""
    for word in with_progress(words, "contrast", progress):
        found = run(machine, word, max_steps=MAX_STEPS)
        if not found.halted or not machine.answer(found.configuration.state):
            raise InputError(f"the machine gives no answer on {word!r} within {MAX_STEPS} steps")
        yield contrast_row(machine, word, found.steps, budget)


def contrast_row(machine: TapeMachine, word: str, steps: int, budget: int) -> ContrastRow:
    first, last, _ = visited_range(machine, word, steps)
    sizes: dict[str, Any] = {"steps": steps, "input_length": len(word)}

    def transformer(corrections: bool) -> tuple[float, float | None]:
        network = compile_network(machine, dtype=torch.float64, corrections=corrections, **sizes)
        attacked = whole_attack(attack(TransformerVictim.of(network, word), budget=budget))
        return (transformer_bound(network).tightened if corrections else 0.0), attacked

    def perez(corrections: bool) -> float | None:
        network = compile_perez(machine, corrections=corrections, **sizes)
        return whole_attack(attack(RecurrentVictim(network, word, steps), budget=budget))

    def stacks(corrections: bool) -> float | None:
        network = compile_stacks(machine, cells=last - first + 1, corrections=corrections)
        return whole_attack(attack(RecurrentVictim(network, word, steps), budget=budget))

    certified, attacked = transformer(True)
    plain = transformer(False)[1]
    return ContrastRow(word, steps, certified, attacked, plain, perez(False), perez(True), stacks(False), stacks(True))


def whole_attack(result: AttackResult) -> float | None:
    """Its norm; an interrupted one ends the rows."""
    if result.interrupted:
        raise KeyboardInterrupt  # a row is whole or not there
    return result.norm


@dataclass(frozen=True, slots=True)
class SampleRow:
    """The three counts of samples for one T: of order Lemma 2.3, the VC dimension from both sides, and the decimal
    logarithm of the count by spectral norms."""

    steps: int
    depth: int
    certified: float
    margin: float
    vc: float
    vc_at_least: float
    log10_spectral: float


def sample_rows(machine: TapeMachine, runs: Sequence[int], epsilon: float = 0.1) -> Iterator[SampleRow]:
    """For machines of this size, run for T steps: how many samples suffice by each count, as orders; and how many are
    needed for the architecture whatever the loss is, by what it shatters."""
    for steps in runs:
        family = family_of(machine, steps, epsilon=epsilon)
        found = family.learnability
        network = compile_network(machine, steps=steps, input_length=0)
        yield SampleRow(
            steps,
            family.depth,
            transformer_bound(network).tightened,
            found.order,
            vc_order(found.parameters, family.depth * family.passes + 1, epsilon),
            vc_lower_samples(vc_lower_bound(family.width, family.passes), epsilon),
            spectral_order(network, family.passes, epsilon),
        )


def spectral_order(network: TransformerNetwork, passes: int, epsilon: float) -> float:
    """log10 of (prod |W|)^2 (sum (|W^T|_{2,1} / |W|)^(2/3))^3 / eps^2, Bartlett, Foster and Telgarsky's count for an
    output margin of 1, over the feedforward maps of all passes; attentions, which would only add, are left out, and so
    are logarithms. Each W_1, and of its rounding the two maps of norm sqrt(2) and 2 sqrt(2)."""
    logs, ratios = 0.0, 0.0
    for layer in layer_weights(network):
        norm = float(np.linalg.norm(layer.W_1, 2))
        live = int((layer.W_1.any(axis=1) | (layer.b_1 != 0)).sum())
        logs += math.log10(norm) + math.log10(4.0)  # sqrt(2) * 2 sqrt(2)
        own = float(np.linalg.norm(layer.W_1, axis=1).sum()) / norm
        ratios += own ** (2 / 3) + 2 * (math.sqrt(2.0) * live) ** (2 / 3)
    return 2 * passes * logs + 3 * math.log10(passes * ratios) - 2 * math.log10(epsilon)
