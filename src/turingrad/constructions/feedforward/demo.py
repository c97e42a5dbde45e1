"""A multiplier as a feedforward ReLU net, gate by gate in lockstep, and what its margin says."""

from __future__ import annotations

import time

import numpy as np
import torch
from rich.console import Console
from rich.table import Table

from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions import drive
from turingrad.constructions.construction import Chapter
from turingrad.constructions.feedforward import compile_network
from turingrad.machine.circuit import run as circuit_run
from turingrad.theory.margins.attack import attack
from turingrad.theory.margins.feedforward import feedforward_bound
from turingrad.theory.margins.samples import Learnability
from turingrad.theory.margins.victims import FeedforwardVictim

BITS, VECTORS, BUDGET = 8, 1024, 60


def show(console: Console) -> None:
    circuit = library.load(f"multiplier-{BITS}", "circuit")
    network = compile_network(circuit)
    formats = ", ".join(name for name, exact in network.certificate.dtypes().items() if exact)
    console.print(
        f"{len(circuit.gates)} gates become {network.depth} ReLU layers of up to {network.width} units, "
        f"{network.parameter_count():,} weights that are not 0; proven exact in {formats}."
    )
    a, b = 181, 203
    vector = [a >> i & 1 for i in range(BITS)] + [b >> i & 1 for i in range(BITS)]
    with torch.no_grad():
        signs = network(torch.tensor([vector]))[0]
    product = sum(1 << i for i, sign in enumerate(signs.tolist()) if sign > 0)
    console.print(
        f"The net says {a} x {b} = {product:,} (Python: {a * b:,}); {lockstep(network, vector)}, a layer each."
    )
    vectors = np.random.default_rng(0).integers(0, 2, size=(VECTORS, 2 * BITS), dtype=np.uint8)
    expected = circuit_run.evaluate(circuit, vectors)
    table = Table(title=f"{VECTORS:,} random vectors", title_justify="left")
    for column in ("executor", "vectors/s", "wrong outputs"):
        table.add_column(column, justify="left" if column == "executor" else "right")
    for executor in ("slots", "sparse", "dense"):
        drive.evaluate(
            circuit, vectors[:1], on="feedforward", executor=executor, threads=1
        )  # compile before the clock runs
        started = time.perf_counter()
        found = drive.evaluate(circuit, vectors, on="feedforward", executor=executor, threads=1)
        seconds = time.perf_counter() - started
        table.add_row(executor, f"{VECTORS / seconds:,.0f}", str(int((found != expected).sum())))
    console.print(table)
    show_margins(console)


def show_margins(console: Console) -> None:
    circuit = library.load("multiplier-2", "circuit")
    table = Table(title="All-layer margin of a 2-bit multiplier on 3 x 3", title_justify="left")
    for column in ("network", "certified", "attack", "samples for error 0.1 (order)"):
        table.add_column(column, justify="left" if column == "network" else "right")
    for label, corrections in (("with corrections", True), ("without", False)):
        network = compile_network(circuit, corrections=corrections)
        bound = feedforward_bound(network).tightened
        found = attack(FeedforwardVictim(network, torch.ones(4), 0), budget=BUDGET).norm
        samples = Learnability(network.norm1(), network.dense_count(), bound, 0.1).order
        table.add_row(label, f"{bound:.4f}", "-" if found is None else f"{found:.4f}", f"{samples:.1e}")
    console.print(table)


CHAPTER = Chapter(20, "A multiplier as a feedforward net (Wei, Chen, Ma, Section 3)", show)
