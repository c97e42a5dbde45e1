"""Circuits as feedforward nets: one slot per gate against sparse torch, in one run; and compile time and memory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from turingrad import library
from turingrad._support.arrays import F32
from turingrad._support.jit import njit
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.feedforward.executors.evaluating import through_torch
from turingrad.constructions.feedforward.executors.slots import SlotPlan, slot_plan
from turingrad.constructions.torch_state import torch_threads
from turingrad.library.circuits.programs import ARGUMENTS, program_circuit
from turingrad.library.reading import read
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run

BATCH = 1024
PLAIN_WEIGHTS, ROUNDING_WEIGHTS = 3, 4  # of a gate: two in, one between the layers; and of its correction
# EPFL benchmark, library circuit of like size where the file is not there, bar of the ratio
PAIRS = (("ctrl", "comparator-24", 10.0), ("adder", "adder-128", 300.0))


def bench(report: BenchReport) -> None:
    with torch_threads():  # slots uses one thread
        for circuit, label, bar in circuits():
            bench_circuit(report, circuit, label, bar)
    bench_compile(report)
    bench_gallery(report)


def bench_gallery(report: BenchReport) -> None:
    """The classical programs of the library (docs/gallery.md): sizes, and vectors per second of their networks."""
    for name in ARGUMENTS:
        circuit = program_circuit(name)
        network = compile_network(circuit)
        plan = slot_plan(network)
        batch = 64 if len(circuit.gates) > 50_000 else BATCH
        vectors = np.random.default_rng(0).integers(0, 2, size=(batch, len(circuit.inputs)), dtype=np.uint8)
        seconds = report.seconds(f"{name}, slots", lambda plan=plan, vectors=vectors: plan.evaluate(vectors))  # type: ignore[misc]
        exact = ", ".join(dtype for dtype, holds in network.certificate.dtypes().items() if holds)
        same = bool((plan.evaluate(vectors) == circuit_run.evaluate(circuit, vectors)).all())
        note = (
            f"{len(circuit.gates):,} gates, depth {network.depth:,}, width {network.width:,}; exact in {exact}; "
            f"equal to the reference: {'yes' if same else 'no'}"
        )
        report.row(name, batch / seconds, "vectors/s", note=note)


def circuits() -> Iterator[tuple[Circuit, str, float]]:
    folder = os.environ.get("TURINGRAD_DATA")
    for name, stand_in, bar in PAIRS:
        path = Path(folder) / "circuits" / f"{name}.aig" if folder else None
        found = read(str(path)) if path and path.is_file() else library.load(stand_in)
        assert isinstance(found, Circuit)
        yield found, name if path and path.is_file() else stand_in, bar


def bench_circuit(report: BenchReport, circuit: Circuit, label: str, bar: float) -> None:
    network = compile_network(circuit)
    plan = slot_plan(network)
    vectors = np.random.default_rng(0).integers(0, 2, size=(BATCH, len(circuit.inputs)), dtype=np.uint8)
    slow = report.seconds(f"{label}, sparse torch", lambda: through_torch(network, vectors, dense=False, device="cpu"))
    fast = report.seconds(f"{label}, slots", lambda: plan.evaluate(vectors), repeat=10)
    same = bool((plan.evaluate(vectors) == circuit_run.evaluate(circuit, vectors)).all())
    note = f"{network.layered.size:,} gates in {network.layered.depth} layers"
    report.row(f"{label}, sparse torch", BATCH / slow, "vectors/s", note=note)
    note = f"batch {BATCH:,}; equal to the reference: {'yes' if same else 'no'}"
    report.row(
        f"{label}, one slot per gate",
        BATCH / fast,
        "vectors/s",
        ratio=slow / fast,
        bar=bar,
        note=note,
        limit="the other half of this ratio is torch's own sparse product; beside a plain float kernel see below",
    )
    bench_multiply_adds(report, label, plan, fast)


def bench_multiply_adds(report: BenchReport, label: str, plan: SlotPlan, seconds: float) -> None:
    """The multiply-adds of all weights per second, beside a plain loop of z = w z + b over as many numbers in the same
    blocks."""
    gates, block = len(plan.sources), plan.block(BATCH)
    of_a_gate = PLAIN_WEIGHTS + (ROUNDING_WEIGHTS if plan.rounded else 0)
    done = BATCH * gates * of_a_gate / seconds
    values = np.ones((len(plan.sources) + plan.inputs, block), np.float32)
    weights = np.ones((len(values), 2), np.float32)
    plain = report.seconds(f"{label}, plain floats", lambda: multiply_add(values, weights, of_a_gate), repeat=10)
    rate = values.size * of_a_gate / plain
    report.row(f"{label}, plain float kernel", rate, "multiply-adds/s", note="w z + b, the same blocks")
    report.row(
        f"{label}, slots to the plain kernel",
        done,
        "multiply-adds/s",
        ratio=done / rate,
        bar=0.5,
        limit="a gate reads two rows of other gates and takes the maximum with 0 after each layer",
    )


@njit(cache=True)
def multiply_add(values: F32, weights: F32, times: int) -> None:
    """z <- w z + b, `times` times, for every row of numbers with its own w and b."""
    for i in range(len(values)):
        row, w, b = values[i], weights[i, 0], weights[i, 1]
        for _ in range(times):
            for n in range(len(row)):
                row[n] = w * row[n] + b


def bench_compile(report: BenchReport) -> None:
    circuit = library.load("multiplier-71", "circuit")
    report.progress("compile a multiplier of about 30,000 gates")
    started = time.perf_counter()
    network = compile_network(circuit)
    seconds = time.perf_counter() - started
    note = f"{len(circuit.gates):,} gates, {network.layered.size:,} in layers, {network.parameter_count():,} weights"
    report.row("compile multiplier-71", seconds, "s", bar=60, at_most=True, note=note)
    report.memory("peak memory of this run", bar=4)
