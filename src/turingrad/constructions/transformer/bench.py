"""Busy beaver 5 through the transformer's executors, beside the reference interpreter."""

from __future__ import annotations

import time
from itertools import product

import torch

from turingrad import library
from turingrad.check.recompute import recompute
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.torch_state import torch_threads
from turingrad.constructions.transformer import Decoding, TransformerNetwork, compile_network
from turingrad.constructions.transformer.executors import hidden_vectors, new_run
from turingrad.constructions.transformer.executors.indexed import IndexedRun
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run

BEAVER_STEPS = 47_176_870
INDEXED_STEPS = (1_000, 10_000, 100_000, 1_000_000)
COMPILED_STEPS = 10**9
DENSE_PASSES = 60  # timed around the middle of a run of 10,000 steps, whose cost grows linearly
RECOMPUTED = 2_000
BATCH, LOOP_SHARE = 256, 16
INDEXED_LIMIT = (
    "measured 36,000 to 47,000 under load; tables that grow took 0.9 of 2.8 s, between two growths it is 50,000; "
    "tried: arrays handed over one by one with unsigned indices, 29,000"
)
SPREAD_LIMIT = (
    "measured 2.0: 60,000 at 1,000 steps, 30,000 at 1,000,000; of the first 300,000 steps tables that grow took 4.3 of "
    "10.2 s, the next 200,000 ran at 51,000; tried: growing for the steps ahead, copying the others as they are: 27,000"
)


def bench(report: BenchReport) -> None:
    machine = library.load("busy-beaver-5", "tape")
    bench_compile(report, machine)
    bench_packed(report, machine)
    bench_indexed(report, machine)
    bench_recompute(report, machine)
    bench_batch(report)


def bench_batch(report: BenchReport) -> None:
    """Many inputs of different lengths in one forward pass, beside one after the other."""
    machine = library.load("palindrome", "tape")
    network = compile_network(machine, steps=20, input_length=4)
    words = ["".join(word) for length in range(5) for word in product("ab", repeat=length)]
    inputs = [words[i % len(words)] for i in range(BATCH)]
    rows, batch = [network.tokens(word) for word in inputs], network.token_batch(inputs)
    with torch_threads(), torch.no_grad():
        together, alone = report.processor(
            f"{BATCH} inputs of palindrome",
            lambda: network(batch),
            lambda: [network(row) for row in rows[::LOOP_SHARE]],
        )
    loop = alone * len(rows) / len(rows[::LOOP_SHARE])
    report.row(f"palindrome, {BATCH} inputs in one batch", BATCH / together, "inputs/s")
    report.times(
        "batch against one after the other",
        loop / together,
        bar=20,
        note=f"lengths 0 to 4, 21 passes; every {LOOP_SHARE}th input is timed alone; CPU seconds",
    )


def bench_compile(report: BenchReport, machine: TapeMachine) -> None:
    """Weights grow with the logarithm of the steps."""
    for steps in (10**6, COMPILED_STEPS):
        seconds = report.seconds(
            f"compile for {steps:,} steps",
            lambda steps=steps: compile_network(machine, steps=steps, input_length=0),  # type: ignore[misc]
        )
        bar = 1.0 if steps == COMPILED_STEPS else None
        report.row(
            f"compile for {steps:,} steps", seconds, "s", bar=bar, at_most=True, limit="the matrices are filled densely"
        )


def bench_packed(report: BenchReport, machine: TapeMachine) -> None:
    started = time.perf_counter()
    network = compile_network(machine, steps=BEAVER_STEPS, input_length=0)
    seconds = time.perf_counter() - started
    size = f"{network.depth} layers, width {network.width}, {network.parameter_count():,} weights"
    report.row(f"compile for {BEAVER_STEPS:,} steps", seconds, "s", note=size)
    advance(network, "packed", 1_000)
    reference, packed = (
        BEAVER_STEPS / seconds
        for seconds in report.processor(
            "busy beaver 5, packed beside the reference",
            lambda: tape_run.run(machine, "", max_steps=BEAVER_STEPS),
            lambda: advance(network, "packed", BEAVER_STEPS),
            warmup=0,
        )
    )
    report.row("busy beaver 5, compiled reference", reference, "steps/s")
    report.row(f"busy beaver 5, packed, all {BEAVER_STEPS:,} steps", packed, "steps/s")
    report.times(
        "packed against the reference",
        packed / reference,
        bar=0.2,
        limit="measured 0.175 to 0.24 under load; a pass stores 32 rows of 32 bytes",
    )
    report.memory("peak memory of this process so far", bar=2.0)


def advance(network: TransformerNetwork, executor: str, steps: int) -> None:
    new_run(network, "", executor).advance(steps)


def bench_indexed(report: BenchReport, machine: TapeMachine) -> None:
    """One network for 10^6 steps: what differs is the history."""
    longest = max(INDEXED_STEPS)
    network = compile_network(machine, steps=longest, input_length=0)
    dense = dense_speed(report, compile_network(machine, steps=10_000, input_length=0), 10_000)
    report.row("dense, averaged over 10,000 steps", dense, "steps/s", note=f"{DENSE_PASSES} passes at the middle")
    speeds, memory = {}, {}
    advance(network, "indexed", 1)  # compiles the kernel
    for steps in INDEXED_STEPS:
        report.progress(f"indexed, {steps:,} steps")
        taken = []
        for _ in range(max(1, min(5, 100_000 // steps))):
            run = new_run(network, "", "indexed")  # reads the weights: no part of a step
            assert isinstance(run, IndexedRun)
            started = time.process_time()
            run.advance(steps)
            taken.append(time.process_time() - started)
            memory[steps] = run.tables.keys.nbytes / steps
        speeds[steps] = steps / min(taken)
        report.row(f"indexed, {steps:,} steps", speeds[steps], "steps/s", note=f"{memory[steps]:,.0f} bytes a step")
    ratio = speeds[10_000] / dense
    report.times("indexed against dense at 10,000 steps", ratio, bar=50)
    report.row(
        "indexed at 100,000 steps",
        speeds[100_000],
        "steps/s",
        bar=44_000,
        note="CPU seconds; four times the 11,000 of weights by columns, which cannot be run any more",
        limit=INDEXED_LIMIT,
    )
    spread = max(speeds.values()) / min(speeds.values())
    report.times(
        "indexed, fastest against slowest",
        spread,
        bar=1.5,
        at_most=True,
        note="1,000 to 1,000,000 steps of one network",
        limit=SPREAD_LIMIT,
    )
    growth = memory[longest] / memory[10_000]
    report.times("index, bytes a step at the longest against 10,000", growth, bar=2, at_most=True)


def dense_speed(report: BenchReport, network: TransformerNetwork, steps: int) -> float:
    """Passes per second of the dense network at the middle of the run, its history filled in by an executor."""
    first = (steps - DENSE_PASSES) // 2
    hidden = torch.from_numpy(hidden_vectors(network, "", steps=first - 1, executor="packed")).to(network.dtype)
    report.progress("dense at 5,000 steps of history")
    taken = []
    with torch_threads(), torch.no_grad():  # one pass is too small for two threads
        for _ in range(3):
            decoding = Decoding(network, network.tokens(""))
            decoding.prefill(hidden)
            started = time.perf_counter()
            for _ in range(DENSE_PASSES):
                decoding.advance()
            taken.append(time.perf_counter() - started)
    return DENSE_PASSES / min(taken)


def bench_recompute(report: BenchReport, machine: TapeMachine) -> None:
    seconds = report.seconds(
        f"recomputation of {RECOMPUTED:,} steps",
        lambda: recompute(machine, "", steps=RECOMPUTED),
        warmup=0,
        repeat=1,
    )
    report.row(f"recomputation of {RECOMPUTED:,} steps, every layer", seconds, "s")
