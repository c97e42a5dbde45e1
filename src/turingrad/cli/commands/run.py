"""`turingrad run`: a machine or a circuit, on the reference interpreter or on a network."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from turingrad.cli import options
from turingrad.cli.inputs import bit_vectors, grid_rows, tape_input
from turingrad.cli.machines import read_for
from turingrad.cli.output import out, print_fields, print_json, progress
from turingrad.cli.plots import text_curve
from turingrad.cli.results import configuration_json, machine_name, run_json
from turingrad.cli.streams import atomic_lines
from turingrad.constructions import drive
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.circuit import Circuit
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.tape import TapeMachine

REFERENCE_STEPS, NETWORK_STEPS = 1_000_000_000, 10_000


def register(app: typer.Typer) -> None:
    app.command("run")(run)


def run(
    file: options.MachineFile,
    on: Annotated[str, typer.Option(help="reference, or the name of a construction.")] = "reference",
    input: Annotated[
        str | None,
        typer.Option(
            help="The tape ('' for a blank one; tapes separated by '|' if the machine has several and '|' is no "
            "symbol), the rows of a grid separated by '/', or one bit vector. Default: the machine's own input."
        ),
    ] = None,
    input_sep: Annotated[str | None, typer.Option(help="Separates the symbols of --input, if they are longer.")] = None,
    vectors: Annotated[
        Path | None, typer.Option(help="Circuits: a file with one bit string a line, in the order of the inputs.")
    ] = None,
    data: Annotated[Path | None, typer.Option(help="Learners: a CSV file of samples to learn from.")] = None,
    max_steps: Annotated[
        int | None,
        typer.Option(min=0, help=f"Stop after this many steps [{REFERENCE_STEPS:,}; networks {NETWORK_STEPS:,}]."),
    ] = None,
    max_seconds: Annotated[float | None, typer.Option(min=0, help="Stop after this much time.")] = None,
    executor: options.Executor = None,
    trace: Annotated[Path | None, typer.Option(help="Write the configurations to this file, one JSON a line.")] = None,
    every: Annotated[int, typer.Option(min=1, help="With --trace: each n-th configuration, and the last.")] = 1,
    dtype: options.Dtype = None,
    device: options.Device = None,
    threads: options.Threads = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Run a Turing machine, a grid machine, a circuit or a learner.

    Exits with 0 whether or not the machine halted: `halted` says so.
    """
    machine = read_for(on, file, format, max_bytes)
    extra = options.given(dtype=dtype, device=device, threads=threads)
    if isinstance(machine, Circuit):
        run_circuit(machine, on, executor, input, vectors, json, extra)
        return
    if isinstance(machine, Learner):
        run_learner(machine, file, data, executor, json)
        return
    if isinstance(machine, TapeMachine):
        given: Any = tape_input(machine, input, input_sep)
    elif isinstance(machine, GridMachine):
        given = grid_rows(machine, input)
    else:
        raise InputError(f"cannot run a {type(machine).__name__}")
    limit = max_steps if max_steps is not None else REFERENCE_STEPS if on == "reference" else NETWORK_STEPS
    with progress(quiet or json) as tell:
        if on != "reference":
            extra["progress"] = tell
        result = drive.run(machine, given, on=on, executor=executor, max_steps=limit, max_seconds=max_seconds, **extra)
        if trace is not None:
            write_trace(trace, result.trace, every, result.steps, tell)
    fields = run_json(result, machine_name(machine, file))
    if json:
        print_json(fields)
    else:
        curves = {name: fields.pop(name) for name in list(fields) if name == "losses"}
        print_fields(str(fields["machine"]), {**fields, "stopped": result.stopped})
        for name, values in curves.items():
            out.print(text_curve(values, f"{name} by step"), markup=False, highlight=False)


def write_trace(path: Path, configurations: Iterator[Any], every: int, steps: int, tell: Any) -> None:
    with atomic_lines(path) as write:
        for configuration in configurations:
            step = configuration.step
            if step % every == 0 or step == steps:
                write(configuration_json(configuration))
                tell("writing the trace", step, steps)


def run_circuit(
    circuit: Circuit,
    on: str,
    executor: str | None,
    input: str | None,
    vectors: Path | None,
    json: bool,
    extra: dict[str, object],
) -> None:
    if (vectors is None) == (input is None):
        raise InputError(f"a circuit needs --vectors FILE or --input BITS ({len(circuit.inputs)} bits a vector)")
    table = bit_vectors(circuit, input, vectors)
    outputs = drive.evaluate(circuit, table, on=on, executor=executor, **extra)
    lines = ["".join(map(str, row)) for row in outputs.tolist()]
    if json:
        print_json({"outputs": lines})
    else:
        sys.stdout.writelines(line + "\n" for line in lines)


def run_learner(learner: Learner, file: str, data: Path | None, executor: str | None, json: bool) -> None:
    from turingrad.machine.learner import run as learner_run
    from turingrad.tasks import read_csv

    if data is None:
        raise InputError("a learner needs --data FILE (or use `turingrad learn`)")
    file_data = read_csv(data)
    result = learner_run.run(learner, file_data.X, file_data.y, executor=executor or "compiled")
    memory = "".join(map(str, result.configuration.memory))
    fields = {"machine": machine_name(learner, file), "on": "reference", "steps": result.steps, "memory": memory}
    if json:
        print_json(fields)
    else:
        print_fields(str(fields["machine"]), fields)
        out.print()
