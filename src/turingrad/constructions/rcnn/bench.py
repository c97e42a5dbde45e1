"""The executors of the recurrent convolution, and learning with it, side by side in one run."""

from __future__ import annotations

import time

import numpy as np
import torch

from turingrad import library, tasks
from turingrad._support.arrays import Signs, all_signs
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.drive import learn, run
from turingrad.constructions.network import parts
from turingrad.constructions.rcnn import RCNN, RecurrentConvolution, algorithm_1
from turingrad.constructions.rcnn.executors import Predictor
from turingrad.constructions.rcnn.executors.learning import train_network
from turingrad.constructions.rcnn.learner_network import MAX_LAYERS
from turingrad.constructions.torch_state import torch_threads
from turingrad.library import load_learner
from turingrad.library.wandering import wandering_machine
from turingrad.machine.grid import learner as grid_learner

CELLS = 400
DENSE_LAYERS = 300
EVENT_LAYERS = 5_000_000
EVENT_LIMIT = "measured 10 to 11 million with compiling, 18 million without, at 4 cells per layer and one unit per cell"
TABLE_LIMIT = "measured 0.57 to 0.61; what is left is the memory layer of each point and the layers of its broadcast"
MANY_STATES = 1_300  # of which a thousand are reached


def bench(report: BenchReport) -> None:
    with torch_threads(1):
        bench_busy_beaver(report)
        bench_training(report)
    bench_parity(report)
    bench_large_parity(report)
    bench_compile(report)


def bench_compile(report: BenchReport) -> None:
    """A machine of many states: seconds, and numbers kept for each weight that is not 0."""
    kept = {}
    for states in (MANY_STATES // 4, MANY_STATES):
        machine = wandering_machine(states, tapes=1)
        taken = report.seconds(f"compile {states:,} states", lambda m=machine: RecurrentConvolution(m), repeat=1)  # type: ignore[misc]
        network = RecurrentConvolution(machine)
        lowered = len(network.table.states)
        stored = sum(part.numel() for value in network.buffers() for part in parts(value))
        kept[states] = stored / sum(int(torch.count_nonzero(parts(v)[-1])) for v in network.state_dict().values())
        bar = 10 if states == MANY_STATES else None
        report.row(f"compile, {lowered:,} lowered states", taken, "s", bar=bar, at_most=True)
    growth = kept[MANY_STATES] / kept[MANY_STATES // 4]
    report.row(
        "numbers kept a weight that is not 0, four times the states",
        kept[MANY_STATES],
        "",
        ratio=growth,
        bar=1.5,
        at_most=True,
        note="V3 by its entries, three times: by rows, by columns, and for graphs",
    )


def bench_busy_beaver(report: BenchReport) -> None:
    machine = library.load("busy-beaver-5", "tape")
    network = RecurrentConvolution(machine)
    blanks = network.encode("0" * (CELLS - 32))[0]
    row = torch.from_numpy(blanks).float().unsqueeze(0)

    def dense() -> None:
        grid = row
        with torch.no_grad():
            for _ in range(DENSE_LAYERS):
                grid = network.layer(grid)

    dense_rate = DENSE_LAYERS / report.seconds(f"dense, {CELLS} cells", dense)
    report.row("dense", dense_rate, "layers/s", note=f"busy beaver 5 on a row of {row.shape[-1]} cells")
    (seconds,) = report.processor(
        "event, busy beaver 5", lambda: run(machine, "", on="rcnn", executor="event", max_steps=EVENT_LAYERS), repeat=2
    )
    event_rate = EVENT_LAYERS / seconds
    report.row(
        "event",
        event_rate,
        "layers/s",
        bar=5e6,
        note=f"busy beaver 5, first {EVENT_LAYERS:,} layers",
        limit=EVENT_LIMIT,
    )
    report.row("event to dense", event_rate, "layers/s", ratio=event_rate / dense_rate, bar=100)
    report.progress("table, busy beaver 5")
    whole = run(machine, "", on="rcnn", executor="table", max_steps=None)
    ones = whole.configuration.tapes[0].symbols.count("1")
    note = f"{whole.steps:,} layers, {ones:,} ones, halted: {whole.halted}"
    report.row("busy beaver 5 to its halt, table", whole.seconds, "s", bar=60, at_most=True, note=note)
    report.row("table", whole.steps_per_second, "layers/s", bar=2e6, note="the same run")


def bench_parity(report: BenchReport) -> None:
    """The table against the compiled grid interpreter on the same learner, and all points of 10 bits."""
    machine = load_learner("parity-fast", form="grid")
    X, y, points, truth = every_point(10, 20)
    steps = int(grid_learner.predictions(machine, X, y, points).steps.sum())
    rates = {"table": 0.0, "event": 0.0}
    network = RCNN(machine, len(X), X.shape[1])
    report.progress("parity of 10 bits, training")
    train_network(network, X, y, training="event")
    for executor in rates:
        some = points if executor == "table" else points[: len(points) // 8]
        predictor = Predictor(network, executor, max_layers=MAX_LAYERS, threads=1)
        layers = sum(found.layers for found in predictor.predictions(some))
        direct, seconds = report.processor(
            f"parity-fast, {executor} beside the grid interpreter",
            lambda: grid_learner.predictions(machine, X, y, points),
            lambda predictor=predictor, some=some: predictor.answers(some),  # type: ignore[misc]
        )
        rates[executor] = layers / seconds
        if executor == "table":
            report.row("grid interpreter", steps / direct, "steps/s", note="parity-fast at (10, 20), 1,024 points")
            report.row(
                "table to grid interpreter",
                rates[executor],
                "layers/s",
                ratio=rates[executor] * direct / steps,
                bar=0.25,
                note="one thread, CPU seconds, in turn",
                limit=TABLE_LIMIT,
            )
        accuracy = float((predictor.answers(some) == truth[: len(some)]).mean())
        note = f"{len(some):,} of them, accuracy {accuracy:.3f}, {rates[executor]:,.0f} layers/s"
        taken = seconds * len(points) / len(some)
        report.row(f"parity of 10 bits, 1,024 predictions, {executor}", taken, "s", bar=60, at_most=True, note=note)


def bench_training(report: BenchReport) -> None:
    """A training step costs (m + 1) layers, whatever L is."""
    machine = load_learner("parity-fast", form="grid")
    each: dict[tuple[int, int], float] = {}
    for m, depth in ((8, 100), (8, 1_000_000), (16, 100), (32, 100)):
        X, y = tasks.get("parity").sample(np.random.default_rng(0), 6, m)
        network = RCNN(machine, m, 6, depth=depth)
        next(algorithm_1(network, X, y))  # the first step pays for start-up
        report.progress(f"SGD steps, m = {m}, L = {depth:,}")
        started = time.perf_counter()
        layers = sum(step.layers for step in algorithm_1(network, X, y))
        each[m, depth] = (time.perf_counter() - started) / (m + 1)
        note = f"m = {m}, L = {depth:,}: {layers / (m + 1):.1f} layers a step"
        report.row("SGD step, autograd", each[m, depth], "s", note=note)
    ratio = each[8, 1_000_000] / each[8, 100]
    report.row("SGD step, L = 1,000,000 to L = 100", each[8, 1_000_000], "s", ratio=ratio, bar=3, at_most=True)


def bench_large_parity(report: BenchReport) -> None:
    machine = load_learner("parity-fast", form="grid")
    X, y, points, truth = tasks.draw(tasks.get("parity"), 0, 32, 64, 1000)
    report.progress("parity of 32 bits from 64 samples")
    result = learn(machine, X, y, points, on="rcnn", executor="table")
    details = result.details
    training = details["training_seconds"]
    note = (
        f"{details['training']}, {details['redone_by_autograd']} of {result.sgd_steps} steps re-done by autograd: equal"
    )
    report.row("training, parity of 32 bits from 64", training, "s", bar=5, at_most=True, note=note)
    network = RCNN(machine, 64, 32)
    autograd = report.seconds("an SGD step by autograd", lambda: next(algorithm_1(network, X, y)), warmup=0, repeat=1)
    times = autograd * result.sgd_steps / training
    report.row(
        "all steps by autograd, from the first", autograd * result.sgd_steps, "s", note=f"{times:.0f} times that"
    )
    note = (
        f"{details['layers']:,} layers in {details['prediction_seconds']:.0f} s, accuracy {result.accuracy(truth):.3f}"
    )
    report.row("parity of 32 bits from 64, 1,000 points", result.seconds, "s", bar=600, at_most=True, note=note)
    report.memory("memory at most", bar=4, note="of this whole benchmark")


def every_point(features: int, samples: int) -> tuple[Signs, Signs, Signs, Signs]:
    """A random parity: samples, and all points with their labels."""
    rng = np.random.default_rng(1)
    subset = rng.integers(0, 2, features).astype(bool)
    points = all_signs(features)
    labels = np.where(subset, points, 1).prod(axis=1).astype(np.int8)
    drawn = rng.integers(0, len(points), samples)
    return points[drawn], labels[drawn], points, labels
