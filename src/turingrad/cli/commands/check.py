"""`turingrad check`: a network in lockstep with the reference interpreter, and its certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from turingrad._support.files import require_writable
from turingrad._support.text import amount
from turingrad.cli import completion, options
from turingrad.cli.machines import ONNX, open_onnx_runner, subject_of
from turingrad.cli.render.fields import machine_name
from turingrad.cli.render.reports import save
from turingrad.cli.render.results import print_check
from turingrad.cli.render.terminal import finish, print_fields, print_json, progress, say
from turingrad.constructions import recipe_names
from turingrad.constructions.registry import REFERENCE
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES

if TYPE_CHECKING:
    from turingrad.check import Checked, LockstepReport

FAILED = 1
SHOWN = 3  # mismatches that are printed

On = Annotated[
    str | None,
    typer.Option(
        help=f"{', '.join(name for name in recipe_names() if name != REFERENCE)}; or onnx:FILE, a graph that `export` "
        "wrote. [required for a machine; for a folder, its own]",
        autocompletion=completion.recipe_names,
    ),
]


def check_command(
    file: options.Subject,
    on: On = None,
    samples: Annotated[int, typer.Option(min=1, help="Random inputs besides the machine's own.")] = 10,
    max_steps: Annotated[
        int | None,
        typer.Option(min=1, help="Steps of each run. [default: 200; programs: 20,000, or 2,000 on random inputs]"),
    ] = None,
    max_length: Annotated[int, typer.Option(min=0, help="Longest random input.")] = 8,
    prefill: Annotated[
        int | None, typer.Option(min=1, help="transformer: recompute this many steps of a long run, layer by layer.")
    ] = None,
    executor: Annotated[str | None, typer.Option(help="Also compare this executor (implementation).")] = None,
    dtype: options.Dtype = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    seed: options.Seed = 0,
    report: options.Report = None,
    verbose: options.Verbose = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare a network's runs with the reference interpreter's.

    FILE may be the folder of a compiled or trained network, which is
    checked as it is. --on onnx:FILE checks an ONNX file in onnxruntime.
    """
    from turingrad.check import check as check_network  # torch is slow to load, and other commands do without it
    from turingrad.check.recompute import recompute

    require_writable(report)
    again, figures = None, dict[str, Any]()
    sizes: dict[str, Any] = {"samples": samples, "max_length": max_length, "seed": seed}
    sizes |= options.options_given(max_steps=max_steps)
    if on is not None and on.startswith(ONNX):
        given = options.options_given(executor=executor, dtype=dtype, prefill=prefill)
        machine, found, figures = checked_file(on, file, format, max_bytes, given, sizes, quiet or json)
    else:
        subject, machine, _ = subject_of(on, file, format, max_bytes)
        if on is None and subject is machine:
            raise InputError("a machine is checked on a construction: name it with --on")
        with progress(quiet or json) as tell:
            found = check_network(subject, on=on, dtype=dtype, executor=executor, progress=tell, **sizes)
            if prefill is not None and not found.interrupted:
                require_compiled_steps(found.network, prefill, folder=subject is not machine)
                again = recompute(found.network, steps=prefill, progress=tell)
    fields = check_fields(machine_name(machine, file), found, executor, again) | figures
    said = [f"{where}: {difference}" for where, difference in found.mismatches]
    save(report, "report_pages.check_report", fields, said, found.each, seed=seed)
    if json:
        print_json(fields)
    else:
        if verbose:
            print_fields(str(fields["machine"]), fields)
        else:
            print_check(fields)
        for line in said[:SHOWN]:
            say(line)
    if found.mismatches or (again is not None and not again.ok):
        raise typer.Exit(FAILED)
    finish(found.interrupted)


def require_compiled_steps(network: Any, steps: int, *, folder: bool) -> None:
    """Refuse to recompute more steps than the network was compiled for, which --max-steps says for a machine."""
    most = network.step_bound
    if most is not None and steps > most:
        cure = f"give at most {most}" if folder else f"give --max-steps {steps}, too"
        raise InputError(
            f"--prefill {steps}: the {network.construction} is compiled for {amount(most, 'step')}; {cure}"
        )


def checked_file(
    on: str, file: str, format: str | None, max_bytes: int, given: dict[str, Any], sizes: dict[str, int], silent: bool
) -> tuple[Any, Checked, dict[str, Any]]:
    """An ONNX file: its constants, its layers, its runs."""
    for name, value in given.items():
        raise InputError(f"an ONNX file is checked as it was written: leave out --{name} {value}")
    runner = open_onnx_runner(on, file, format, max_bytes)
    with progress(silent) as tell:
        found, figures = runner.check(progress=tell, **sizes)
    graph = {"on": f"{runner.network.construction} in ONNX", "graph": runner.file.facts["graph"]}
    own = {f"file_{name}" if name == "steps_checked" else name: value for name, value in figures.items()}
    return runner.network.machine, found, {**graph, **own}


def check_fields(name: str, found: Checked, executor: str | None, again: LockstepReport | None) -> dict[str, Any]:
    """What is printed, and what `--json` gives."""
    network = found.network
    fields: dict[str, Any] = {
        "machine": name,
        "on": network.construction,
        "runs": found.runs,
        "steps_checked": found.steps,
        "mismatches": len(found.mismatches),
        "certificate": network.certificate.dtypes(),
        "parameters": network.parameter_count(),
        "depth": network.depth,
        "width": network.width,
    }
    if executor is not None:
        fields["executor"] = executor
    if len(found.checked_by) > 1:
        fields["checked_by"] = {who: {"runs": each.runs, "steps": each.steps} for who, each in found.checked_by.items()}
    if found.interrupted:
        fields["interrupted"] = True
    if found.mismatches:
        where, difference = found.mismatches[0]
        fields["first_mismatch"] = f"{where}: {difference}"
    if again is not None:
        fields |= {"recomputed_steps": again.steps, "recompute_mismatches": 0 if again.ok else 1}
    return fields
