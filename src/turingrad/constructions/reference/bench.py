"""The compiled reference interpreters against the pure-Python ones, in one run."""

from __future__ import annotations

import numpy as np

from turingrad import library, tasks
from turingrad.constructions.construction import BenchReport
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.grid import learner as grid_learner
from turingrad.machine.tape import run as tape_run

PYTHON_STEPS = 200_000


def bench(report: BenchReport) -> None:
    bench_tape(report)
    bench_grid(report)
    bench_circuit(report)


def bench_tape(report: BenchReport) -> None:
    machine = library.load("busy-beaver-5", "tape")
    slow = report.seconds(
        "busy beaver 5, python", lambda: tape_run.run(machine, executor="python", max_steps=PYTHON_STEPS)
    )
    fast = report.seconds("busy beaver 5, compiled", lambda: tape_run.run(machine))
    whole = tape_run.run(machine)
    ones = whole.configuration.tapes[0].symbols.count("1")
    note = f"{whole.steps:,} steps, {ones:,} ones, halted: {whole.halted}"
    report.row("tape machine, python", PYTHON_STEPS / slow, "steps/s", note="busy beaver 5, first 200,000 steps")
    ratio = (whole.steps / fast) / (PYTHON_STEPS / slow)
    report.row("tape machine, compiled", whole.steps / fast, "steps/s", ratio=ratio, bar=300, note=note)
    report.row("busy beaver 5 to its halt", fast, "s", bar=2, at_most=True)


def bench_grid(report: BenchReport) -> None:
    machine = library.load("parity-small", form="grid")
    X, y, X_test, _ = tasks.draw(tasks.get("parity"), 0, 16, 32, 64)
    one = X_test[:1]
    python_steps = int(grid_learner.predictions(machine, X, y, one, executor="python", max_steps=PYTHON_STEPS).steps[0])
    slow = report.seconds(
        "grid parity, python",
        lambda: grid_learner.predictions(machine, X, y, one, executor="python", max_steps=PYTHON_STEPS),
    )
    steps = int(grid_learner.predictions(machine, X, y, X_test).steps.sum())
    fast = report.seconds("grid parity, compiled", lambda: grid_learner.predictions(machine, X, y, X_test))
    report.row("grid machine, python", python_steps / slow, "steps/s", note="parity-small at (16, 32)")
    ratio = (steps / fast) / (python_steps / slow)
    report.row("grid machine, compiled", steps / fast, "steps/s", bar=30e6, note=f"{ratio:,.0f} times python")


def bench_circuit(report: BenchReport) -> None:
    circuit = library.load("adder-128", "circuit")
    vectors = np.random.default_rng(0).integers(0, 2, size=(65_536, len(circuit.inputs)), dtype=np.uint8)
    slow = report.seconds("adder, gate by gate", lambda: circuit_run.evaluate_numpy_gates(circuit, vectors[0]))
    fast = report.seconds("adder, bit-parallel", lambda: circuit_run.evaluate(circuit, vectors))
    report.row("circuit, gate by gate in numpy", 1 / slow, "vectors/s", note=f"{len(circuit.gates):,} gates")
    report.row(
        "circuit, 64 vectors a word", len(vectors) / fast, "vectors/s", ratio=len(vectors) / fast * slow, bar=100
    )
