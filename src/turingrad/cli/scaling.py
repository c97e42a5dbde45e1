"""What a step, layer or training costs as its size grows: the exponent of a fitted power, for every kind of size.

Each curve measures the processor's time of the same work at a few sizes; the slope of log time over log size is the
exponent: 1 is linear. The bar is what the paper's sizes say, with room for what does not grow.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from turingrad import library, tasks
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.descent import Descent, compile_network
from turingrad.constructions.emulation import compile_network as emulation_network
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer
from turingrad.constructions.feedforward import compile_network as feedforward_network
from turingrad.constructions.feedforward.executors.slots import slot_plan
from turingrad.constructions.rcnn import RCNN, RecurrentConvolution
from turingrad.constructions.rcnn.executors.learning import sgd_steps
from turingrad.constructions.torch_state import torch_threads
from turingrad.constructions.transformer import compile_network as transformer_network
from turingrad.constructions.transformer.executors import new_run
from turingrad.library import load_learner
from turingrad.library.learners.small import LEARNERS
from turingrad.library.wandering import wandering_machine

Work = Callable[[], float]  # CPU seconds of the work, its preparation left out


@dataclass(frozen=True)
class Curve:
    """Costs at some sizes. `at(size)` prepares the work and says how large it really is (edges, gates)."""

    axis: str
    what: str
    sizes: tuple[int, ...]
    at: Callable[[int], tuple[int, Work]]
    most: float  # the exponent's bar
    why: str = "linear"


@dataclass(frozen=True)
class Fitted:
    """The measured points of a curve and the exponent of the power through them."""

    axis: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    exponent: float


def exponent_of(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The slope of log cost over log size, by least squares."""
    return float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])


def measure_scaling(curve: Curve, sizes: Sequence[int] | None = None, repeat: int = 3) -> Fitted:
    found, seconds = [], []
    with torch_threads():
        for wanted in sizes or curve.sizes:
            size, work = curve.at(wanted)
            work()  # kernels are compiled, memory is there
            found.append(size)
            seconds.append(max(1e-9, min(work() for _ in range(repeat))))
    return Fitted(curve.axis, tuple(found), tuple(seconds), exponent_of(found, seconds))


def time_call(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def steps(count: int) -> tuple[int, Work]:
    network = transformer_network(library.load("busy-beaver-5", "tape"), steps=32_000, input_length=0)

    def work() -> float:
        run = new_run(network, "", "indexed")
        return time_call(lambda: run.advance(count))

    return count, work


def states(count: int) -> tuple[int, Work]:
    machine = wandering_machine(count, 1)
    reached = len(RecurrentConvolution(machine, dense=False).table.states)
    return reached, lambda: time_call(lambda: RecurrentConvolution(machine, dense=False))


def cells(count: int) -> tuple[int, Work]:
    network = RecurrentConvolution(library.load("busy-beaver-5", "tape"))
    row = torch.from_numpy(network.encode("0" * (count - 32))[0]).float().unsqueeze(0)
    return row.shape[-1], lambda: time_call(lambda: network(row, 4))


def edges(bits: int) -> tuple[int, Work]:
    network = emulation_network(LEARNERS["parity"](bits))
    rng = np.random.default_rng(0)
    rows = network.rows(rng.choice([-1, 1], (1000, bits)), 0)
    labels = rng.choice(np.array([-1, 1], np.int8), 1000)
    trainer = CompiledTrainer(network)
    return network.emulation.graph.edges, lambda: time_call(lambda: trainer.train(rows, labels))


def gates(bits: int) -> tuple[int, Work]:
    circuit = library.load(f"adder-{bits}", "circuit")
    plan = slot_plan(feedforward_network(circuit))
    vectors = np.random.default_rng(0).integers(0, 2, size=(1024, plan.inputs), dtype=np.uint8)
    return len(plan.sources), lambda: time_call(lambda: [plan.evaluate(vectors) for _ in range(8)])


def vertices(count: int) -> tuple[int, Work]:
    network = compile_network(wandering_machine(count // 8), cells=256)
    descent = Descent(network)

    def advance() -> None:
        for _ in range(20):
            descent.advance()

    return count, lambda: time_call(advance)


def samples(count: int) -> tuple[int, Work]:
    X, y = tasks.get("parity").sample(np.random.default_rng(0), 4, count)
    network = RCNN(load_learner("parity-fast", form="grid"), count, 4)
    return count, lambda: time_call(lambda: list(sgd_steps(network, X, y, training="event")))


CURVES = (
    Curve("steps", "transformer, indexed, a run", (1_000, 4_000, 16_000, 32_000), steps, 1.2),
    Curve("states", "rcnn, compiling", (100, 200, 400, 800), states, 1.5, "linear in width, sorted and indexed"),
    Curve("cells", "rcnn, a dense layer", (512, 2_048, 8_192, 32_768), cells, 1.2),
    Curve("edges", "emulation, SGD steps", (8, 16, 24), edges, 1.2),
    Curve("gates", "feedforward, slots, a batch", (16, 64, 256), gates, 1.2),
    Curve("vertices", "descent, a step by autograd", (640, 2_560, 10_240), vertices, 1.2),
    Curve("samples", "rcnn, training", (16, 32, 64), samples, 3.2, "m + 1 steps of up to m + 1 layers of m + 1 rows"),
)


def bench(report: BenchReport) -> list[Fitted]:
    """All curves, a row each."""
    found = []
    for curve in CURVES:
        report.progress(f"cost against {curve.axis}")
        fitted = measure_scaling(curve)
        found.append(fitted)
        costs = ", ".join(
            f"{size:,}: {1e3 * cost:.3g} ms" for size, cost in zip(fitted.sizes, fitted.seconds, strict=True)
        )
        report.row(
            f"exponent of {curve.axis}: {curve.what}",
            fitted.exponent,
            "(1: linear)",
            bar=curve.most,
            at_most=True,
            note=f"{curve.why}; {costs}",
            limit="measured in CPU time; caches end at some size",
        )
    return found
