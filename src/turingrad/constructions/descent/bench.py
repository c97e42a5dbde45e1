"""Gradient descent as an interpreter: the closed form against the compiled reference, autograd at size."""

from __future__ import annotations

from functools import partial

import torch

from turingrad import library
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.descent import Descent, TapeDescent, compile_network, fit
from turingrad.constructions.descent.executors import begin, extended_network
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.torch_state import torch_threads
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.library.wandering import wandering_machine
from turingrad.machine.program import run as program_run
from turingrad.machine.tape import run as tape_run

AUTOGRAD_STEPS = 200
CLOSED_LIMIT = "measured 0.53; with the two symbols' entries written out by hand, for this machine alone, 0.75"
CELLS = 10_000
QUEENS_RAM = 4096


def bench(report: BenchReport) -> None:
    bench_closed_form(report)
    with torch_threads():
        bench_autograd(report)
        bench_extended(report)
        bench_program(report)


def bench_closed_form(report: BenchReport) -> None:
    machine = library.load("busy-beaver-5", "tape")
    steps = tape_run.run(machine).steps
    for hat in ("directed", "paper"):
        network = TapeDescent(make_recipe(machine, hat=hat))
        reference, seconds = report.processor(
            f"busy beaver 5, closed form, {hat} hat, beside the reference",
            lambda: tape_run.run(machine),
            partial(to_halt, network),
        )
        note = f"busy beaver 5, {steps:,} steps, beside the {hat} hat"
        report.row("reference interpreter, compiled", steps / reference, "steps/s", note=note)
        note = f"busy beaver 5 to its halt in {seconds:.2f} s, {network.graph.vertices} vertices"
        report.row(f"closed form, {hat} hat", steps / seconds, "gradient steps/s", bar=10e6, note=note)
        ratio = reference / seconds
        report.row(
            f"closed form, {hat} hat, to the reference", ratio, "of its speed", ratio=ratio, bar=0.4, limit=CLOSED_LIMIT
        )


def to_halt(network: TapeDescent) -> int:
    stepper = ClosedForm(network)
    while not stepper.halted():
        stepper.advance(16_000_000)
    return stepper.steps


def bench_autograd(report: BenchReport) -> None:
    per_number = []
    few = compile_network(wandering_machine(6), cells=CELLS)
    least = report.seconds("autograd, 48 vertices", partial(advance, Descent(few)))
    for states in (625, 2500):
        network = compile_network(wandering_machine(states), cells=CELLS)
        if states == 625:
            seconds = report.seconds("autograd", partial(advance, Descent(network)))
            note = f"{network.graph.vertices:,} vertices, {network.graph.edges:,} edges, {CELLS:,} cells"
            report.row("autograd", 1e3 * seconds / AUTOGRAD_STEPS, "ms a step", bar=3, at_most=True, note=note)
            report.row(
                "autograd, 5,000 vertices against 48",
                1e3 * least / AUTOGRAD_STEPS,
                "ms a step at 48",
                ratio=seconds / least,
                bar=1.5,
                at_most=True,
                limit="every edge is a row of the hat's matrix, and torch goes through all of them, forth and back",
            )
        stored = sum(value.numel() for value in network.state_dict().values())
        per_number.append(stored / (network.graph.edges + network.machine.tapes * CELLS))
    report.row(
        "numbers stored per edge and cell, four times the vertices",
        per_number[1],
        "",
        ratio=per_number[1] / per_number[0],
        bar=1.5,
        at_most=True,
        note="constant: memory is linear in edges plus cells",
    )


def advance(descent: Descent) -> None:
    for _ in range(AUTOGRAD_STEPS):
        descent.advance()


def bench_extended(report: BenchReport) -> None:
    trainer = BY_NAME["perceptron"]
    network = extended_network(trainer, trainer.sizes(4, 2, passes=1))
    x = torch.tensor([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    y = torch.tensor([[-1.0], [-1.0], [-1.0], [1.0]])
    steps = fit(network, x, y).steps
    seconds = report.seconds("a perceptron, extended network", lambda: fit(network, x, y), warmup=0, repeat=1)
    note = f"a perceptron on AND, {steps} gradient steps, {network.recipe.graph.vertices} vertices"
    report.row("extended network, autograd", 1e3 * seconds / steps, "ms a step", note=note)


def bench_program(report: BenchReport) -> None:
    """Queens to its halt by gradient descent, its steps re-done by autograd as always."""
    program = library.load("queens", "program")
    network = compile_network(program, ram=QUEENS_RAM)
    steps = program_run.run(network.machine).steps

    def descend() -> None:
        going = begin(network, None, "closed-form").stepper
        while not going.halted():
            going.advance(steps)

    reference, seconds = report.processor(
        "queens by gradient descent, beside the interpreter of programs",
        lambda: program_run.run(network.machine),
        descend,
        warmup=0,
        repeat=1,
    )
    report.row(
        "a program, closed form, to the interpreter", steps / seconds, "instructions/s", ratio=reference / seconds,
        bar=1 / 35_000, note=f"queens, {steps:,} instructions, {QUEENS_RAM:,} bytes of RAM",
    )  # fmt: skip
