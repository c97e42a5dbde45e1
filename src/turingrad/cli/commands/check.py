"""`turingrad check`: a network in lockstep with the reference interpreter, and its certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from turingrad.cli import options
from turingrad.cli.machines import read_for
from turingrad.cli.output import out, print_fields, print_json, progress
from turingrad.cli.results import machine_name
from turingrad.errors import InputError
from turingrad.formats import MAX_BYTES
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine

if TYPE_CHECKING:
    from turingrad.constructions.network import Network

FAILED = 1
LEARNER_SAMPLES = 20


def register(app: typer.Typer) -> None:
    app.command("check")(check)


def check(
    file: options.MachineFile,
    on: Annotated[str, typer.Option(help="The construction: transformer, feedforward, rcnn, descent or emulation.")],
    samples: Annotated[int, typer.Option(min=1, help="Random inputs besides the machine's own.")] = 10,
    max_steps: Annotated[int, typer.Option(min=1, help="Steps of each run.")] = 200,
    max_length: Annotated[int, typer.Option(min=0, help="Longest random input.")] = 8,
    prefill: Annotated[
        int | None, typer.Option(min=1, help="transformer: recompute this many steps of a long run, layer by layer.")
    ] = None,
    dtype: Annotated[str, typer.Option(help="float16, bfloat16, float32 or float64.")] = "float32",
    seed: options.Seed = 0,
    format: options.Format = None,
    max_bytes: options.MaxBytes = MAX_BYTES,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Compare every configuration of the network's runs with the reference interpreter's. Exit 1 on a mismatch."""
    from turingrad.exact import precision  # torch is slow to load, and other commands do without it

    machine = read_for(on, file, format, max_bytes)
    precision(dtype)  # refuse an unknown dtype before any work
    rng = np.random.default_rng(seed)
    with progress(quiet or json) as tell:
        if isinstance(machine, Circuit):
            network, runs, steps, mismatches = check_circuit(machine, on, samples, dtype, rng)
        else:
            network, runs, steps, mismatches = check_machine(
                machine, on, samples, max_steps, max_length, dtype, rng, tell
            )
        extra = recomputed(machine, on, prefill, tell) if prefill is not None else {}
    fields = {
        "machine": machine_name(machine, file),
        "on": on,
        "runs": runs,
        "steps_checked": steps,
        "mismatches": len(mismatches),
        "certificate": network.certificate.dtypes(),
        "parameters": network.parameter_count(),
        "depth": getattr(network, "depth", None),
        "width": getattr(network, "width", None),
        **extra,
    }
    if json:
        print_json(fields)
    else:
        print_fields(str(fields["machine"]), fields)
        for mismatch in mismatches[:3]:
            out.print(mismatch, markup=False, highlight=False)
    if mismatches or extra.get("recompute_mismatches"):
        raise typer.Exit(FAILED)


def check_machine(
    machine: Any,
    on: str,
    samples: int,
    max_steps: int,
    max_length: int,
    dtype: str,
    rng: np.random.Generator,
    tell: Progress,
) -> tuple[Network, int, int, list[str]]:
    from turingrad.check import lockstep
    from turingrad.constructions import compile
    from turingrad.exact import torch_dtype

    inputs = [machine.input] if isinstance(machine, TapeMachine) else []
    inputs += [random_input(machine, max_length, rng) for _ in range(samples)]
    steps, mismatches = 0, []
    for number, given in enumerate(inputs):
        network = compile(machine, to=on, dtype=torch_dtype(dtype), **sizes(on, given, max_steps))
        report = lockstep(network, given, steps=max_steps)
        steps += report.steps
        if not report.ok:
            mismatches.append(f"input {given}: {report}")
        tell("lockstep", number + 1, len(inputs))
    return network, len(inputs), steps, mismatches


def sizes(on: str, given: Any, max_steps: int) -> dict[str, Any]:
    """What a construction needs to know of a run before it: bounds on its steps and on its input."""
    if on == "transformer":
        return {"steps": max_steps, "input_length": len(given[0])}
    if on == "descent":
        return {"cells": 2 * max_steps + max(len(row) for row in given) + 4}
    return {}


def random_input(machine: Any, max_length: int, rng: np.random.Generator) -> Any:
    if isinstance(machine, TapeMachine):
        symbols = sorted({symbol for row in machine.input for symbol in row}) or list(machine.symbols)
        rows = [symbols if row or not any(machine.input) else [] for row in machine.input]
        return tuple(draw(row, int(rng.integers(0, max_length + 1)), rng) for row in rows)
    if isinstance(machine, GridMachine):
        height, width = (int(n) for n in rng.integers(1, max(2, max_length + 1), size=2))
        return tuple(draw(machine.symbols, width, rng) for _ in range(height))
    if isinstance(machine, Learner):  # random samples, whatever they teach
        signs = rng.choice(np.array([-1, 1], np.int8), size=(LEARNER_SAMPLES, machine.features + 1))
        return signs[:, :-1], signs[:, -1]
    raise InputError(f"check takes machines, circuits and learners, not a {type(machine).__name__}")


def draw(symbols: Any, count: int, rng: np.random.Generator) -> tuple[str, ...]:
    return tuple(symbols[int(i)] for i in rng.integers(0, len(symbols), size=count)) if symbols else ()


def check_circuit(
    circuit: Circuit, on: str, samples: int, dtype: str, rng: np.random.Generator
) -> tuple[Network, int, int, list[str]]:
    from turingrad.constructions import compile, drive
    from turingrad.exact import torch_dtype

    network = compile(circuit, to=on, dtype=torch_dtype(dtype))
    vectors = rng.integers(0, 2, size=(samples, len(circuit.inputs)), dtype=np.uint8)
    expected = circuit_run.evaluate(circuit, vectors)
    found = drive.evaluate(circuit, vectors, on=on)
    wrong = np.flatnonzero((expected != found).any(axis=1))
    mismatches = [f"vector {''.join(map(str, vectors[i]))}" for i in wrong]
    return network, samples, samples * int(getattr(network, "depth", 1)), mismatches


def recomputed(machine: Any, on: str, steps: int, tell: Progress) -> dict[str, Any]:
    if on != "transformer":
        raise InputError("--prefill is for the transformer")
    from turingrad.check.recompute import recompute

    result = recompute(machine, steps=steps, progress=tell)
    return {"recomputed_steps": result.steps, "recompute_mismatches": 0 if result.ok else 1}
