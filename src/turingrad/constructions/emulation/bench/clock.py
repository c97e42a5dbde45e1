"""Processors in SGD: the executor that follows changes against the compiled one, and the time and memory to compile."""

from __future__ import annotations

import time
from dataclasses import replace

from turingrad.constructions.construction import BenchReport
from turingrad.constructions.emulation import compile_network
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer, EventTrainer
from turingrad.library import load

# Bytes of RAM besides the code, the bar on the ratio of both executors, and their steps
SIZES = ((1024, 6.0, 4_000, 400), (4096, 25.0, 4_000, 160))
COMPILE_SECONDS, COMPILE_GB = 20.0, 1.0


def bench(report: BenchReport) -> None:
    for ram, bar, many, few in SIZES:
        bench_size(report, ram, bar, many, few)
    report.memory("memory of compiling and running 4 KB", bar=COMPILE_GB, note="the most that the process has had")


def bench_size(report: BenchReport, ram: int, bar: float, many: int, few: int) -> None:
    """The queens of the library, which do not end before the steps that are timed."""
    program = load("queens", form="program")
    program = replace(program, ram=-(-program.code // 16) * 16 + ram)
    report.progress(f"compiling a processor with {ram:,} bytes of RAM")
    started = time.process_time()
    network = compile_network(program)
    seconds = time.process_time() - started
    sizes = f"{len(network.emulation.learner.memory):,} bits, {network.graph.edges:,} edges"
    session = network.session(b"")
    fast, slow = EventTrainer(network.start_copy(b"")), CompiledTrainer(network.start_copy(b""))
    rows, labels = session.samples(0, many)
    by_changes, compiled = report.processor(
        f"{ram:,} bytes of RAM, both executors",
        lambda: fast.train(rows, labels),
        lambda: slow.train(rows[:few], labels[:few]),
        repeat=2,
    )
    speed, base = many / by_changes, few / compiled
    report.row(f"{ram // 1024} KB of RAM, compiled", base, "instructions/s", note=sizes)
    note = "CPU time, to the compiled executor"
    report.row(f"{ram // 1024} KB of RAM, event", speed, "instructions/s", ratio=speed / base, bar=bar, note=note)
    limit = COMPILE_SECONDS if ram == 4096 else None
    report.row(f"{ram // 1024} KB of RAM, compiling the net", seconds, "s", bar=limit, at_most=True, note="code as ROM")
