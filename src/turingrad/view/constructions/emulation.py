"""Emulation's pages of runs: a clocked circuit or a program, with the signs of the weights that hold its bits below."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad.constructions.emulation.demo.clock import counter
from turingrad.constructions.emulation.executors.running import SampleRun
from turingrad.view.frames import configurations
from turingrad.view.network_pages import Asked, NetworkPage, NetworkSide, TourRun

MAX_BITS = 400  # rows of the picture: those that flip most


def collect(asked: Asked) -> NetworkSide:
    """SGD step by step: configurations, and the signs of the weights that hold memory bits."""
    network = asked.network
    going: SampleRun[Any] = SampleRun(network, asked.given, asked.executor)
    edges = network.emulation.bit_edges[:, 0]
    snapshots, signs = [], []
    for found in configurations(going, asked.steps, "SGD steps", asked.total, asked.progress):
        snapshots.append(found)
        signs.append(going.trainer.weights()[edges] < 0)
    table = np.array(signs)  # (frames, bits)
    changes = table[1:] != table[:-1] if len(table) > 1 else np.zeros((0, len(edges)), np.bool_)
    often = np.argsort(-changes.sum(axis=0), kind="stable")[:MAX_BITS]
    kept = np.sort(often)
    sizes = bool((np.abs(going.trainer.weights()) == network.sizes.numpy()).all())
    net = {
        "signs": ["".join("01"[int(bit)] for bit in row) for row in table[:, kept]],
        "names": [name_of(network, int(bit)) for bit in kept],
        "flips": [0, *changes.sum(axis=1).tolist()],
        "bits": len(edges),
        "gamma": network.gamma,
        "magnitudes": sizes,
    }
    facts = {
        "SGD steps": asked.steps[-1],
        "weights, all trainable": network.graph.edges,
        "memory bits": len(edges),
        "learning rate": network.gamma,
        "executor": asked.executor,
    }
    return NetworkSide(snapshots, net, facts)


def name_of(network: Any, bit: int) -> str:
    """What a memory bit is called: a register, or an output that the net keeps."""
    core = getattr(network, "core", None)
    machine = network.machine if core is None else core.circuit
    return str((*machine.registers, *machine.output_names)[bit])


def choose(_network: Any, _last: int, _own: bool) -> str:
    return "event"


PAGES = {
    kind: NetworkPage(
        collect,
        f"SGD is the clock: every step errs, and every step is {unit}. Bits are signs of weights.",
        cards="emulation-clock",
        choose=choose,
    )
    for kind, unit in (("clocked", "a tick"), ("program", "an instruction"))
}
CLOCK_TOUR = TourRun(
    "A clocked circuit is a learner whose every answer is wrong: each step of SGD is one tick of its clock. Above, its"
    " waveform; below, the signs of the weights that are its registers. A RISC-V processor runs in the same way.",
    machine=counter,
    begin=11,
    on="emulation",
)
