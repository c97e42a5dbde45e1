"""`turingrad margin`: how far all parameters may move together before a prediction changes, and what that says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from turingrad._support.files import require_writable
from turingrad.cli import completion, options
from turingrad.cli.inputs import output_place, parse_input
from turingrad.cli.render.chain import show_chain
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.reports import save
from turingrad.cli.render.results import print_margin
from turingrad.cli.render.sample_curve import show_definition, show_sample_curve
from turingrad.cli.render.series import Goes
from turingrad.cli.render.sizes import show_sizes
from turingrad.cli.render.terminal import finish, print_fields, print_json, progress
from turingrad.cli.render.tolerance import show_tolerance
from turingrad.constructions.resolve import resolve_machine
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.circuit import Circuit
from turingrad.machine.kinds import kind_of
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine

if TYPE_CHECKING:
    from turingrad.theory.margins.attack import Victim

WITH_MARGIN = {"circuit": "feedforward", "tape": "transformer"}  # the kinds that Wei, Chen and Ma bound
On = Annotated[
    str | None,
    typer.Option(help="transformer or feedforward; told by the file if left out. descent: what a run bears."),
]
Subject = Annotated[
    str | None,
    typer.Argument(
        help="A tape machine, a circuit, or the folder of a compiled network; not needed with --chain.",
        autocompletion=completion.machine_names,
    ),
]
Layers = Annotated[str, typer.Option(help="Machines: compact, or paper for Lemmas C.1 to C.8 in order.")]
Learn = Annotated[
    bool,
    typer.Option("--learn", help="Train nets on samples and compare margins; without a file: Definition 2.1."),
]
Samples = Annotated[str, typer.Option(help="With --learn: the numbers of samples.")]
Gamma = Annotated[float, typer.Option(min=1e-6, max=10.0, help="With --learn: gamma of the loss (2.2).")]
Length = Annotated[int, typer.Option(min=1, max=12, help="With --learn, machines: the length of the strings.")]
Attention = Annotated[str, typer.Option(help="Machines: hard, or softmax (corrected networks only).")]
Plot = Annotated[
    Path | None, typer.Option(help="Write an SVG: the chain, samples by width, or steps tolerated by size.")
]


def margin_command(
    file: Subject = None,
    on: On = None,
    input: Annotated[str | None, typer.Option(help="The input to attack: a tape, or a bit vector.")] = None,
    output: Annotated[str | None, typer.Option(help="Circuits: the output to attack [the first].")] = None,
    steps: Annotated[int, typer.Option(min=1, help="Machines: T, the steps of the run.")] = 20,
    layers: Layers = "compact",
    attention: Attention = "hard",
    budget: Annotated[int, typer.Option(min=0, help="Evaluations that each attack may use; 0 for none.")] = 300,
    epsilon: Annotated[float, typer.Option(min=1e-6, max=0.999, help="The error of Lemma 2.3.")] = 0.1,
    chain: Annotated[bool, typer.Option("--chain", help="Claim 3.5's chain: margin versus depth.")] = False,
    depths: Annotated[str, typer.Option(help="With --chain: the depths.")] = "1,2,4,8,16,32",
    learn: Learn = False,
    samples: Samples = "8,16,32,64",
    gamma: Gamma = 0.1,
    length: Length = 4,
    seed: options.Seed = 0,
    plot: Plot = None,
    report: options.Report = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    verbose: options.Verbose = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """The all-layer margin of a compiled network, certified and attacked, and how many samples learn it.

    With --on descent: a run by gradient descent with noise, wrong rates, momentum, Adam or a perturbed start, and how
    large each may be before a step goes wrong.
    """
    to = Goes(plot, report, json, quiet)
    for path in (plot, report):
        require_writable(path)
    if chain:
        show_chain(depths, budget or 300, to)
        return
    if learn and file is None:
        show_definition(samples, gamma, epsilon, seed, to)
        return
    if file is None:
        raise InputError("margin needs a machine or a circuit (or --chain, or --learn)")
    machine = resolve_machine(file, format=format, max_bytes=max_bytes)
    if learn:
        show_sample_curve(machine, machine_name(machine, file), output, length, samples, gamma, seed, to)
        return
    if on == "descent":
        show_tolerance(machine, machine_name(machine, file), input, steps, to)
        return
    fields: dict[str, Any] = {"machine": machine_name(machine, file), "on": construction_with_margin(machine, on)}
    interrupted = False
    with progress(quiet or json) as tell:
        try:
            for more in figures(machine, input, output, steps, layers, attention, budget, epsilon, plot, tell):
                fields |= more
        except KeyboardInterrupt:
            interrupted = fields["interrupted"] = True  # what is there is true
    show_fields(fields, report, json, verbose, interrupted)


def show_fields(fields: dict[str, Any], report: Path | None, json: bool, verbose: bool, interrupted: bool) -> None:
    save(report, "report_pages.margin_report", fields)
    if json:
        print_json(fields)
    elif not verbose:
        print_margin(fields)
    else:
        tables: dict[str, Any] = {key: fields[key] for key in ("by_width", "by_depth") if key in fields}
        print_fields(str(fields["machine"]), {key: value for key, value in fields.items() if key not in tables})
        show_sizes(tables)
    finish(interrupted)


def construction_with_margin(machine: Any, on: str | None) -> str:
    """The construction whose networks have a margin: the only one that may be asked for."""
    found = WITH_MARGIN.get(kind_of(machine).name)
    if found is None or on not in (None, found):
        have = "no network with a margin" if found is None else f"the {found} only"
        raise InputError(
            f"a {type(machine).__name__} has {have}; circuits go on feedforward, tape machines on transformer"
        )
    return found


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
        from turingrad.cli.render.margin_plot import write_crossover

        write_crossover(rows, plot)
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
