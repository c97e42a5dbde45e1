"""Make models with known mechanisms, and score methods on them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turingrad._support.files import require_writable
from turingrad._support.text import amount
from turingrad.cli import completion, options
from turingrad.cli.render.reports import save as save_report
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import out, print_json, progress, say
from turingrad.errors import InputError

Machine = Annotated[
    str,
    typer.Argument(
        help=f"A tape machine or a program: a file, {options.NAMED}", autocompletion=completion.machine_names
    ),
]


def make_command(
    machine: Machine,
    output: options.Output,
    rotate: Annotated[str | None, typer.Option(help="Rotate every basis: hadamard (bit-exact) or random.")] = None,
    copies: Annotated[int, typer.Option(min=1, help="Units among which the work of each unit is shared.")] = 1,
    split_heads: Annotated[
        bool, typer.Option("--split-heads", help="Split each head into two, with noise that cancels.")
    ] = False,
    idle: Annotated[
        list[str] | None,
        typer.Option(help="PAIRS:SIZE, such as 16:0.3: add pairs of units per block that fire and cancel; repeatable."),
    ] = None,
    superpose: Annotated[float | None, typer.Option(help="Dimensions per feature, at most 1, such as 0.8.")] = None,
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
        raise InputError(f"--level sets every disguise: leave out --{next(iter(own)).replace('_', '-')}")
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
    say(f"{truth.name}: {', '.join(truth.disguises) or 'no disguise'}")
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


def suite_command(
    output: options.Output,
    machines: Annotated[str | None, typer.Option(help="Names of machines, separated by commas. [default: all]")] = None,
    levels: Annotated[str, typer.Option(help="Levels, separated by commas.")] = "0,1,2,3,4,5",
    seed: options.Seed = 0,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Write the suite: models with known mechanisms, each at six levels of disguise (the processor at four).

    Called again, it resumes.

    Every bit-exact level is certified, and checked over all its tokens in stock transformers when it is written.
    """
    from turingrad.truth.suite import write_suite

    try:
        chosen = [int(each) for each in levels.split(",")]
    except ValueError:
        raise InputError(f"--levels {levels}: expected numbers separated by commas, such as 0,1,2") from None
    names = [each.strip() for each in machines.split(",")] if machines else None
    with progress(quiet or json) as tell:
        entries = write_suite(output, machines=names, levels=chosen, seed=seed, progress=tell)
    seconds = sum(entry.get("seconds", 0.0) for entry in entries)
    if json:
        print_json({"output": str(output), "truths": entries, "seconds": round(seconds, 2)})
        return
    for entry in entries:
        exact = ", ".join(f"{dtype} {promise}" for dtype, promise in entry["exact"].items())
        say(f"{entry['folder']}: {exact}")
    say(f"{amount(len(entries), 'truth')} in {output}; it took {seconds / 60:.1f} CPU minutes")


def score_command(
    folder: Annotated[Path, typer.Argument(help="The folder of a model, written by `truth make` or `truth suite`.")],
    answer: Annotated[Path, typer.Argument(help="Your method's answer in JSON (docs/truth-scores.md), or MIB's.")],
    seed: options.Seed = 0,
    json: options.AsJson = False,
) -> None:
    """Score a method's answer against the truth: features, probes, circuits or steering.

    Beside each figure are the figures of a random answer of the same shape and of the truth itself.
    """
    from turingrad.truth import load, read_answer, score

    truth = load(folder, verify=False)
    found = score(truth, read_answer(answer, truth), seed=seed)
    if json:
        print_json({"model": truth.name, **found.as_json()})
        return
    rows = [
        (name, *(f"{each[name]:.3f}" if name in each else "" for each in (found.figures, found.floor, found.ceiling)))
        for name in found.ceiling
    ]
    out.print(table((found.question, "your answer", "random", "truth"), rows, left=(found.question,)))


def baselines_command(
    suite: Annotated[Path, typer.Argument(help="The folder of a suite, written by `truth suite`.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The page with the tables.")],
    results: Annotated[
        Path | None, typer.Option(help="File of the figures, one JSON object per line; an existing file is continued.")
    ] = None,
    methods: Annotated[str | None, typer.Option(help="Methods, separated by commas. [default: all]")] = None,
    machines: Annotated[str | None, typer.Option(help="Machines, separated by commas. [default: all]")] = None,
    levels: Annotated[str | None, typer.Option(help="Levels, separated by commas. [default: all]")] = None,
    seeds: Annotated[
        int, typer.Option(min=1, help="Disguises of each machine at each level, and random starts of each method.")
    ] = 1,
    controls: Annotated[
        bool,
        typer.Option(help="Do not score lookalikes, models trained to give the same tokens without the mechanism."),
    ] = True,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Score our baseline methods on a suite: probes, means, an autoencoder, attribution, patching, masks.

    The first seed's models are the suite's own; those of other seeds are disguised anew. Results are written after
    each model, so that repeating the command resumes the run.
    """
    from turingrad.truth import METHODS, score_suite
    from turingrad.truth.summary import levels_of, table_lines, total_seconds
    from turingrad.view.baseline_pages import cells, summary, time_taken

    require_writable(output)
    with progress(quiet or json) as tell:
        rows = score_suite(
            suite,
            results or output.with_suffix(".jsonl"),
            methods=split_names(methods) or tuple(METHODS),
            machines=split_names(machines),
            levels=split_names(levels),
            seeds=seeds,
            controls=controls,
            progress=tell,
        )
    save_report(output, "baseline_pages.baselines_report", rows)
    lines = table_lines(rows)
    if json:
        seconds = round(total_seconds(rows), 2)
        print_json({"summary": summary(rows), "seconds": seconds, "lines": [line.as_json() for line in lines]})
        return
    shown = levels_of(rows)
    for question in dict.fromkeys(line.question for line in lines):
        body = [cells(line, shown, intervals=False) for line in lines if line.question == question]
        out.print(table((question, "figure", *shown, "fails control"), body, left=(question, "figure")))
    say(f"{summary(rows)} {time_taken(rows)}")


def split_names(text: str | None) -> tuple[str, ...]:
    return () if text is None else tuple(part.strip() for part in text.split(",") if part.strip())
