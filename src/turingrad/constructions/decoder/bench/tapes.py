"""Tokens a second of the decoder: with its cache, without, and teacher-forced; beside the reference interpreter."""

from __future__ import annotations

import torch

from turingrad import library
from turingrad.constructions.construction import BenchReport
from turingrad.constructions.decoder import DecoderNetwork, compile_network, sizes_for
from turingrad.constructions.drive import run

STEPS = 1_000
WHOLE_STEPS = 107


def bench(report: BenchReport) -> None:
    beaver, longer = library.load("busy-beaver-4", "tape"), library.load("busy-beaver-5", "tape")
    seconds = report.seconds("compile", lambda: compile_network(beaver, cells=16, context=128))
    small = compile_network(beaver, cells=16, context=128)
    report.row("compile busy beaver 4", seconds, "s", note=f"{small.parameter_count():,} weights")
    cached = speed(report, small, "cached", WHOLE_STEPS)
    whole = speed(report, small, "whole", WHOLE_STEPS)
    report.times("cached against whole, busy beaver 4", cached / whole, bar=1.0)
    network = compile_network(longer, **sizes_for(longer, "", STEPS))
    speed(report, network, "cached", STEPS)
    tokens = torch.tensor([*network.prompt(""), *network.expected_tokens("")][:-1])  # nothing follows the last one

    def force_tokens() -> None:
        with torch.no_grad():
            network(tokens)

    rate = len(tokens) / report.seconds("teacher-forced", force_tokens)
    report.row(f"teacher-forced, {len(tokens):,} tokens at once", rate, "tokens/s")


def speed(report: BenchReport, network: DecoderNetwork, executor: str, steps: int) -> float:
    label = f"{network.machine.name}, {executor}, {steps:,} steps"
    seconds = report.seconds(label, lambda: run(network, "", executor=executor, max_steps=steps), repeat=2)
    report.row(label, steps / seconds, "steps/s")
    return steps / seconds
