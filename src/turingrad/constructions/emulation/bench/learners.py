"""SGD on emulation nets: compiled against torch, cost by edges, parity of 32 bits, and the noise that a net
tolerates."""

from __future__ import annotations

import time

import numpy as np

from turingrad import tasks
from turingrad._support.arrays import all_signs
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.drive import learn
from turingrad.constructions.emulation import EmulationNetwork, NoiseTolerantNetwork, compile_network
from turingrad.constructions.emulation.executors.tolerance import noise_budgets, tolerated_noise
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer, TorchTrainer
from turingrad.constructions.emulation.noisy_sgd import KINDS
from turingrad.library.learners.small import LEARNERS

STEPS, TORCH_STEPS = 20_000, 100
LIMIT = "measured 1.09 to 1.12 ns an edge, up to 1.5 beside a process on the core's other half"


def bench(report: BenchReport) -> None:
    bench_speed(report)
    bench_size(report)
    bench_parity_32(report)
    bench_noise(report)


def network_of(n: int) -> EmulationNetwork:
    return compile_network(LEARNERS["parity"](n))


def steps_per_second(report: BenchReport, n: int, steps: int) -> float:
    """The compiled kernel on random labels: the output is wrong, and weights flip, at every other step."""
    network = network_of(n)
    rng = np.random.default_rng(0)
    rows = network.rows(rng.choice([-1, 1], (steps, n)), 0)
    labels = rng.choice(np.array([-1, 1], np.int8), steps)
    trainer = CompiledTrainer(network)
    (seconds,) = report.processor(f"parity of {n} bits, compiled", lambda: trainer.train(rows, labels), repeat=15)
    return steps / seconds


def bench_speed(report: BenchReport) -> None:
    network = network_of(8)
    rng = np.random.default_rng(0)
    rows = network.rows(rng.choice([-1, 1], (TORCH_STEPS, 8)), 0)
    labels = rng.choice(np.array([-1, 1], np.int8), TORCH_STEPS)
    trainer = TorchTrainer(network)
    torch_speed = TORCH_STEPS / report.seconds(
        "parity of 8 bits, torch", lambda: trainer.train(rows, labels), warmup=1, repeat=1
    )
    speed = steps_per_second(report, 8, STEPS)
    edges = network.emulation.graph.edges
    report.row("parity of 8 bits, torch autograd", torch_speed, "SGD steps/s", note=f"{edges:,} edges")
    report.row(
        "parity of 8 bits, compiled", speed, "SGD steps/s", bar=250_000, note="half of the answers wrong", limit=LIMIT
    )
    report.times("compiled against torch", speed / torch_speed, bar=100)


def bench_size(report: BenchReport) -> None:
    cost = {}
    for n, steps in ((8, STEPS), (16, STEPS // 4), (32, STEPS // 16)):
        edges = network_of(n).emulation.graph.edges
        cost[n] = 1e9 / (steps_per_second(report, n, steps) * edges)
        report.row(
            f"cost of a step, parity of {n} bits",
            cost[n],
            "ns an edge",
            bar=1.2,
            at_most=True,
            note=f"{edges:,} edges",
            limit=LIMIT,
        )
    growth = cost[32] / cost[8]
    report.times("cost per edge, 32 bits against 8", growth, bar=2, at_most=True, note="linear is 1")


def bench_parity_32(report: BenchReport) -> None:
    n = 32
    report.progress("parity of 32 bits, from compiling to the last test point")
    X, y = tasks.get("parity").sample(np.random.default_rng(0), n, 1000)
    started = time.perf_counter()
    fresh = learn(LEARNERS["parity"](n), X[:200], y[:200], X[200:], on="emulation", passes=1)
    seconds = time.perf_counter() - started
    outputs = np.array(fresh.details["losses"])
    learned = int(np.flatnonzero(outputs)[-1]) + 1  # no error after the last sample that was learned from
    note = f"learned after {learned} samples (2n = {2 * n}), then accuracy {fresh.accuracy(y[200:]):.3f} on 800 points"
    report.row("parity of 32 bits learned", seconds, "s", bar=60, at_most=True, note=note)


def bench_noise(report: BenchReport) -> None:
    n, samples = 4, 12
    network = NoiseTolerantNetwork(LEARNERS["parity"](n), samples=samples)
    points = all_signs(n)
    data = [tasks.get("parity").sample(np.random.default_rng(seed), n, samples) for seed in range(20)]
    for kind in KINDS:
        report.progress(f"{kind} noise")
        level = tolerated_noise(network, data, points, kind)
        bar = 4e-3 if kind == "uniform" else None
        report.row(
            f"noise tolerated in 20 of 20 runs, {kind}", level, "of each weight", bar=bar, note="every edge and step"
        )
    level = tolerated_noise(network, data, points, "uniform", relative=False)
    report.row("noise tolerated in 20 of 20 runs, absolute", level, "per step", note="uniform")
    report.progress("noise budgets")
    for role, budget in noise_budgets(network, *data[0], points).items():
        report.row(f"noise tolerated by {role} edges alone", budget, "of each weight", note="one run")
