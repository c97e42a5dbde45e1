"""`turingrad truth make`: one machine as a disguised model with its truth."""

from __future__ import annotations

from typing import Annotated

import typer

from turingrad._support.files import require_writable
from turingrad._support.text import amount
from turingrad.cli import options
from turingrad.cli.render.reports import save as save_report
from turingrad.cli.render.terminal import print_json, progress, say
from turingrad.errors import InputError


def make_command(
    machine: options.Subject,
    output: options.Output,
    rotate: Annotated[str | None, typer.Option(help="Rotate every basis: hadamard (bit-exact) or random.")] = None,
    copies: Annotated[int, typer.Option(min=1, help="Units that share the work of each unit.")] = 1,
    split_heads: Annotated[
        bool, typer.Option("--split-heads", help="Split each head into two, with noise that cancels.")
    ] = False,
    idle: Annotated[
        list[str] | None,
        typer.Option(help="PAIRS:SIZE, such as 16:0.3: pairs per block that fire and cancel; may be given repeatedly."),
    ] = None,
    superpose: Annotated[float | None, typer.Option(help="Dimensions per feature, such as 0.8.")] = None,
    noise: Annotated[
        str, typer.Option(help="Noise on every weight, as a share of its matrix's rms, such as 2^-11.")
    ] = "0",
    level: Annotated[
        int | None, typer.Option(min=0, max=5, help="Use the settings of this level of the suite instead.")
    ] = None,
    report: options.Report = None,
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write a machine as a disguised stock Llama, with its known mechanism, runs and counterfactual pairs."""
    from turingrad.constructions.resolve import resolve_machine
    from turingrad.truth import disguise, plain_truth, save
    from turingrad.truth.machines import network_of
    from turingrad.truth.suite import truth_at

    own = options.options_given(
        rotate=rotate, copies=copies if copies > 1 else None, split_heads=split_heads or None,
        idle=[parse_idle(text) for text in idle] if idle else None, superpose=superpose,
        noise=parse_share(noise) or None,
    )  # fmt: skip
    require_writable(report)
    if level is not None and own:
        raise InputError(f"--level sets every knob: leave out --{next(iter(own)).replace('_', '-')}")
    with progress(quiet or json) as tell:
        tell("compiling", 0, 3)
        network = network_of(resolve_machine(machine, "decoder"))
        plain = plain_truth(network, seed=seed)
        tell("disguising", 1, 3)
        truth = (
            disguise(network, plain=plain, seed=seed, **own) if level is None else truth_at(network, plain, level, seed)
        )
        tell("checking every token", 2, 3)
        save(truth, output, network=network)
        tell("written", 3, 3)
    save_report(report, "truth_pages.truth_report", truth)
    if json:
        print_json(
            {"name": truth.name, "output": str(output), "disguises": list(truth.disguises), "exact": dict(truth.exact)}
        )
        return
    say(f"{truth.name}: {', '.join(truth.disguises) or 'plain'}")
    groups = f"{amount(len(truth.heads), 'head')}, {amount(len(truth.gates), 'gate')}"
    say(f"{len(truth.features)} features, {groups}, {len(truth.live)} of them live; {len(truth.pairs)} pairs")
    for dtype, promise in truth.exact.items():
        say(f"  {dtype}: {promise}")


def parse_idle(text: str) -> tuple[int, float]:
    """PAIRS:SIZE."""
    pairs, _, size = text.partition(":")
    try:
        return int(pairs), float(size)
    except ValueError:
        raise InputError(f"--idle {text}: expected PAIRS:SIZE, such as 16:0.3") from None


def parse_share(text: str) -> float:
    """A number, or a power such as 2^-11."""
    base, power, exponent = text.partition("^")
    try:
        return float(base) ** float(exponent) if power else float(base)
    except (ValueError, OverflowError, ZeroDivisionError):
        raise InputError(f"--noise {text}: expected a number such as 0.001 or 2^-11") from None
