"""The figures of `turingrad margin`: certified and attacked margins, samples, and the families of both theorems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from turingrad.cli.inputs import output_place, parse_input
from turingrad.machine.circuit import Circuit
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine

if TYPE_CHECKING:
    from turingrad.theory.margins.attack import Victim


def figures(
    machine: Any,
    text: str | None,
    output: str | None,
    steps: int,
    layers: str,
    attention: str,
    budget: int,
    epsilon: float,
    plot: Path | None,
    tell: Progress,
) -> Iterator[dict[str, Any]]:
    """The figures, as they come; Ctrl-C between or inside two of them ends them."""
    counted = False
    if isinstance(machine, Circuit):
        found = circuit_margin(machine, text, output, budget, epsilon, tell)
    else:
        found = machine_margin(machine, text, steps, layers, attention, budget, epsilon, tell)
    for more in found:
        counted |= "samples_order" in more
        yield more
    if counted:
        yield crossover_fields(machine, steps, epsilon, plot)


def attack_rows(label: str, victim: Victim, budget: int, tell: Progress) -> Iterator[dict[str, Any]]:
    """The shortest perturbation that the attack found; after Ctrl-C that of the evaluations that were made."""
    from turingrad.theory.margins.attack import attack

    result = attack(victim, budget=budget, progress=tell)
    yield {f"{label}_attack": result.norm}
    if result.interrupted:
        yield {f"{label}_attack_evaluations": result.evaluations}
        raise KeyboardInterrupt


def circuit_margin(
    circuit: Circuit, text: str | None, output: str | None, budget: int, epsilon: float, tell: Progress
) -> Iterator[dict[str, Any]]:
    import torch  # slow to load, and other commands do without it

    from turingrad.constructions.feedforward import compile_network
    from turingrad.theory.margins.exact_margin import circuit_margin as exact_margin
    from turingrad.theory.margins.feedforward import feedforward_bound
    from turingrad.theory.margins.victims import FeedforwardVictim

    place = output_place(circuit, output)
    vector = np.zeros(len(circuit.inputs), np.uint8) if text is None else parse_input(None, circuit, text)
    for label, corrections in (("corrected", True), ("plain", False)):
        network = compile_network(circuit, corrections=corrections)
        # refuse what is too large for the attack before the bound is computed
        victim = FeedforwardVictim(network, torch.from_numpy(vector), place) if budget else None
        bound = feedforward_bound(network)
        yield {f"{label}_certified": bound.tightened}
        if corrections:
            yield {"corrected_certified_paper": bound.paper}
            yield learning_fields(network.norm1(), network.dense_count(), bound.tightened, epsilon)
        if victim is not None:
            yield from attack_rows(label, victim, budget, tell)
            exact = exact_margin(network, vector.astype(np.float64), place, progress=tell)
            if exact is not None:
                yield {f"{label}_exact_from": exact.lower, f"{label}_exact_to": exact.upper}


def machine_margin(
    machine: TapeMachine,
    text: str | None,
    steps: int,
    layers: str,
    attention: str,
    budget: int,
    epsilon: float,
    tell: Progress,
) -> Iterator[dict[str, Any]]:
    import torch

    from turingrad.constructions.transformer import compile_network
    from turingrad.machine.tape import run as tape_run
    from turingrad.theory.margins.architecture import architecture_parameters
    from turingrad.theory.margins.transformer import transformer_bound
    from turingrad.theory.margins.victims import TransformerVictim

    given = parse_input(None, machine, text)
    answer = machine.answer(tape_run.run(machine, given, max_steps=steps).configuration.state)
    yield {"layers": layers, "attention": attention, "margin_of": "prediction" if answer else "configuration"}
    if not answer:
        yield {
            "note": f"the machine neither accepts nor rejects this input within {steps} steps: F = 0, the margin (2.1) "
            "is 0, Lemma 2.3 gives no sample count; the figures are how far weights may move until the last state "
            "changes"
        }
    longest = max(len(row) for row in given)
    kinds = (("corrected", True), ("plain", False))
    for label, corrections in kinds[:1] if attention == "softmax" else kinds:  # softmax needs corrections
        network = compile_network(
            machine,
            dtype=torch.float64,
            steps=steps,
            input_length=longest,
            corrections=corrections,
            layers=layers,
            attention=attention,
        )
        # refuse what is too large for the attack before the bound is computed
        victim = TransformerVictim.of(network, given) if budget else None
        bound = transformer_bound(network)
        if corrections:
            yield {"position_bits": network.bits, "depth": network.depth, "width": network.width}
            yield {"corrected_certified": bound.tightened, "corrected_certified_paper": bound.paper}
            if answer:
                alpha = sum(float(value.abs().sum()) for value in network.parameters())
                yield learning_fields(alpha, architecture_parameters(network), bound.tightened, epsilon)
        else:
            yield {"plain_certified": bound.tightened}
        if victim is not None:
            yield from attack_rows(label, victim, budget, tell)


def crossover_fields(machine: Circuit | TapeMachine, steps: int, epsilon: float, plot: Path | None) -> dict[str, Any]:
    """Lemma 2.3 beside the VC dimension, for the family of Theorem 3.1 or 4.1 that the machine is in, by width."""
    from turingrad.constructions.feedforward import compile_network
    from turingrad.theory.margins.baselines import crossover, deeper
    from turingrad.theory.margins.theorem_tapes import family_of
    from turingrad.theory.margins.theorems import Family, theorem_3_1

    def sizes_of(width: int | None = None, depth: int | None = None) -> Family:
        if isinstance(machine, Circuit):
            return theorem_3_1(layers.depth, layers.width, layers.size, w=width, d=depth, epsilon=epsilon)
        return family_of(machine, steps, epsilon=epsilon, width=width, depth=depth)

    if isinstance(machine, Circuit):
        layers = compile_network(machine).layered
    rows = crossover(sizes_of)
    if plot is not None:
        from turingrad.cli.render.findings import plot_charts
        from turingrad.theory.findings import Chart, Line

        widths = [row.width for row in rows]
        by_margin = Line("Lemma 2.3, by margins", widths, [row.margin for row in rows])
        by_vc = Line("VC dimension, by parameters", widths, [row.vc for row in rows], style="--")
        plot_charts([Chart("Samples", "", (by_margin, by_vc), "width w", "samples, order", True, True)], plot)
    first = next((row.width for row in rows if row.margin_wins), None)
    return {
        "family_samples_by_margin": rows[0].margin,
        "family_samples_by_vc": rows[0].vc,
        "margin_wins_from_width": first,
        "by_width": [asdict(row) for row in rows],
        "by_depth": [asdict(row) for row in deeper(lambda depth: sizes_of(None, depth))],
    }


def learning_fields(alpha: float, parameters: int, gamma: float, epsilon: float) -> dict[str, Any]:
    from turingrad.theory.margins.samples import Learnability

    found = Learnability(alpha, parameters, gamma, epsilon)
    return {
        "alpha": alpha,
        "architecture_parameters": parameters,
        "epsilon": epsilon,
        "samples_order": found.order,
        "samples_with_constants": found.samples,
    }
