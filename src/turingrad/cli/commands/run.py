"""`turingrad run`: a machine or a circuit, on the reference interpreter or on a network."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from turingrad._support.files import require_writable, whole_file
from turingrad.cli import options
from turingrad.cli.functions import run_function
from turingrad.cli.inputs import is_trained_by_a_run, parse_input
from turingrad.cli.machines import ONNX, STOCK, open_onnx_runner, open_stock_runner, subject_of
from turingrad.cli.render.fields import configuration_json, json_line, machine_name, run_json
from turingrad.cli.render.runs import ending, print_run, speed
from turingrad.cli.render.terminal import (
    errors,
    finish,
    out,
    plain,
    print_fields,
    print_json,
    progress,
    say,
    text_curve,
)
from turingrad.constructions import drive
from turingrad.constructions.registry import REFERENCE, find_construction
from turingrad.errors import InputError, MachineError
from turingrad.formats import MAX_BYTES
from turingrad.machine.clocked import ClockedCircuit
from turingrad.machine.kinds import kind_of, kinds
from turingrad.machine.run import Run
from turingrad.python.files import is_python_source

WAVEFORM = ".vcd"
COMMON = ("trace", "max_steps", "max_seconds")
REFERENCE_STEPS, NETWORK_STEPS = 1_000_000_000, 10_000
OWN_LIMITS = "; ".join(
    f"{kind.plural} {plain:,}" + (f", in torch {torch:,}" if torch != plain else "")
    for kind in kinds().values()
    if kind.step_limits
    for plain, torch in [kind.step_limits]
)

MaxSteps = Annotated[
    int | None,
    typer.Option(
        "--max-steps",
        "--steps",
        min=0,
        help=f"Stop after this many steps. [default: {REFERENCE_STEPS:,}; networks {NETWORK_STEPS:,}; {OWN_LIMITS}; "
        "Python functions 2,000,000,000]",
    ),
]


Samples = Annotated[Path | None, typer.Option(help="Learners, and networks with a trainer: a CSV file of samples.")]
RunVia = Annotated[str | None, typer.Option(help="FILE.py:NAME: how a function runs; 'program' is the only value.")]


def require_python(file: str, via: str | None) -> None:
    if via is not None:
        raise InputError(f"--via {via} is for a function in a Python file, FILE.py:NAME, not for {file}")


def run_command(
    file: options.Subject,
    on: options.RunOn = None,
    input: options.Input = None,
    input_sep: Annotated[
        str | None, typer.Option(help="Separator of the symbols in --input, if they have several letters.")
    ] = None,
    input_file: options.InputFile = None,
    ram: options.Ram = None,
    via: RunVia = None,
    window: options.Window = None,
    vectors: options.Vectors = None,
    data: Samples = None,
    max_steps: MaxSteps = None,
    max_seconds: Annotated[float | None, typer.Option(min=0, help="Stop after this many seconds.")] = None,
    executor: options.Executor = None,
    trace: options.Trace = None,
    every: Annotated[
        int | None, typer.Option(min=1, help="With --trace: every n-th configuration, and the last. [default: 1]")
    ] = None,
    dtype: options.Dtype = None,
    device: options.Device = None,
    threads: options.Threads = None,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    pass_exit_code: options.PassExitCode = False,
    verbose: options.Verbose = False,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Run a machine, circuit, learner or program (C, ELF, assembly, Python).

    The exit code is 0 whether or not the machine halts, and 2 if a
    program traps. FILE.py:NAME is a Python function; the file is executed.
    A function that has not returned within --max-steps is an error.
    """
    if every is not None and trace is None:
        raise InputError("--every chooses the configurations that --trace writes: give --trace FILE")
    extra = options.options_given(dtype=dtype, device=device, threads=threads)
    if is_python_source(file):
        refuse_given("a Python function", input_sep=input_sep, input_file=input_file, window=window, vectors=vectors,
                     data=data, trace=trace, format=format, pass_exit_code=pass_exit_code or None)  # fmt: skip
        limits = options.options_given(max_steps=max_steps, max_seconds=max_seconds)
        extra |= limits | options.options_given(via=via, executor=executor, ram=ram)
        run_function(file, input, on, extra, json, quiet)
        return
    require_python(file, via)
    how = (executor, max_steps, extra, ram, window)
    subject, machine, evaluate, advance = resolve_runner(on, file, format, max_bytes, *how)
    refuse_unused(subject, machine, input_sep=input_sep, vectors=vectors, data=data, trace=trace, max_steps=max_steps,
                  max_seconds=max_seconds, input_file=input_file, ram=ram,
                  pass_exit_code=pass_exit_code or None)  # fmt: skip
    require_writable(trace)
    given = parse_input(subject, machine, input, input_sep, vectors or input_file, data)
    if kind_of(machine).begin is None:
        print_outputs(machine, given, evaluate, json)
        return
    with progress(quiet or json) as tell:
        result = advance(given, max_seconds=max_seconds, progress=tell)
        if trace is not None:
            write_trace(trace, result, every or 1, tell)
    print_result(result, machine_name(machine, file), json, verbose, quiet)
    finish(result.stopped == "interrupt")
    if pass_exit_code and result.exit_code:
        raise typer.Exit(result.exit_code)


def print_result(result: Run[Any], name: str, json: bool, verbose: bool, quiet: bool) -> None:
    """A run's result; of a machine that writes, what it has written. An error of the machine's own is raised."""
    kind, fields = kind_of(result.machine), run_json(result, name)
    failure = kind.failure(result.configuration)
    if json:
        print_json(fields)
    elif kind.written is not None and not verbose:
        print_written(kind.written(result.configuration))
        if not quiet and failure is None:
            figures = "; ".join((*kind.summary(result.configuration), speed(result)))
            errors.print(f"{name} {ending(result)}; {figures}", markup=False, highlight=False)
    else:
        print_figures(result, fields, verbose)
    if failure is not None:
        raise MachineError(f"{name} {failure}")


def print_written(content: bytes) -> None:
    """The bytes that a machine wrote, as they are; on a terminal without control characters, which could command it."""
    if out.is_terminal or not hasattr(sys.stdout, "buffer"):
        sys.stdout.write(plain(content.decode("utf-8", "backslashreplace")))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
    sys.stdout.flush()


def print_figures(result: Run[Any], fields: dict[str, Any], verbose: bool) -> None:
    curves = {name: fields.pop(name) for name in list(fields) if name == "losses"}
    if verbose:
        print_fields(str(fields["machine"]), {**fields, "stopped": result.stopped})
    else:
        print_run(result, str(fields["machine"]))
    for name, values in curves.items():
        say(text_curve(values, f"{name} by step"))


def resolve_runner(
    on: str | None,
    file: str,
    format: str | None,
    max_bytes: int,
    executor: str | None,
    max_steps: int | None,
    extra: dict[str, Any],
    ram: int | None = None,
    window: int | None = None,
) -> tuple[Any, Any, Callable[..., Any], Callable[..., Any]]:
    """What runs, a machine or a network; its machine; what evaluates it and what runs it, an exported file maybe."""
    if window is not None and not (on or "").startswith(STOCK):
        raise InputError("--window is for stock runtimes: --on llama.cpp:FILE, --on transformers:FOLDER")
    if on is None or not on.startswith((ONNX, *STOCK)):
        subject, machine, on = subject_of(on, file, format, max_bytes, ram)
        if subject is machine:  # refuse it before an input is required
            find_construction(on).accepts(machine)
        limit = options.options_given(max_steps=limit_for(subject, machine, on, max_steps))
        how = {"on": on, "executor": executor, **extra}
        return subject, machine, partial(drive.evaluate, subject, **how), partial(drive.run, subject, **how, **limit)
    for name, value in {**extra, **options.options_given(executor=executor)}.items():
        raise InputError(f"an exported file runs as it was written: leave out --{name} {value}")
    if on.startswith(ONNX):
        runner = open_onnx_runner(on, file, format, max_bytes)
    else:
        runner = open_stock_runner(on, file, format, max_bytes, ram, window)
    machine = runner.network.machine
    subject = runner.network if is_trained_by_a_run(runner.network) else machine
    return subject, machine, runner.evaluate, partial(runner.run, max_steps=max_steps)


def refuse_unused(subject: Any, machine: Any, **given: Any) -> None:
    """Options that this kind of machine has no use for are refused, not passed over."""
    kind = kind_of(machine)
    known = ("data",) if is_trained_by_a_run(subject) else kind.input_options
    known = known if kind.begin is None else (*COMMON, *known)
    refuse_given(f"a {kind.title}", **{name: value for name, value in given.items() if name not in known})


def refuse_given(what: str, **given: Any) -> None:
    for name, value in given.items():
        if value is not None:
            raise InputError(f"--{name.replace('_', '-')} does not apply to {what}")


def limit_for(subject: Any, machine: Any, on: str, max_steps: int | None) -> int | None:
    """The step limit if none is given: a learner's samples and a compiled network limit themselves, and of kinds
    with limits of their own `drive` chooses by the executor."""
    kind = kind_of(machine)
    if max_steps is not None or subject is not machine or kind.bounded_by_input or kind.step_limits is not None:
        return max_steps
    return (REFERENCE_STEPS, NETWORK_STEPS)[on != REFERENCE]


def write_trace(path: Path, run: Run[Any], every: int, tell: Any) -> None:
    steps = run.steps
    if path.suffix.lower() == WAVEFORM and isinstance(run.machine, ClockedCircuit):
        from turingrad.formats.vcd import vcd_lines

        if every != 1:
            raise InputError("a waveform has every tick: leave --every out")
        with whole_file(path) as file:
            file.writelines(vcd_lines(run.machine, run.given, run.trace))
        return
    with whole_file(path) as file:
        for configuration in run.trace:
            step = configuration.step
            if step % every == 0 or step == steps:
                file.write(json_line(configuration_json(run.machine, configuration)).encode())
                tell("writing the trace", step, steps)


def print_outputs(machine: Any, given: Any, evaluate: Callable[..., Any], json: bool) -> None:
    """One line of bits per input vector."""
    if given is None:
        bits = f"({len(machine.inputs)} bits per vector)"
        raise InputError(f"a {kind_of(machine).title} needs --vectors FILE or --input BITS {bits}")
    lines = ["".join(map(str, row)) for row in evaluate(np.atleast_2d(given)).tolist()]
    if json:
        print_json({"outputs": lines})
    else:
        sys.stdout.writelines(line + "\n" for line in lines)
