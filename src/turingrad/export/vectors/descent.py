"""Test vectors of descent networks."""

from __future__ import annotations

import copy

import numpy as np
import torch

from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.network import TapeDescent
from turingrad.errors import LimitError
from turingrad.export.onnx.descent_run import autograd_step, random_point
from turingrad.export.vectors.arrays import Arrays, Tell
from turingrad.machine.tape import run as tape_run

MAX_STEPS = 100_000_000  # of one training


def of_descent(network: TapeDescent, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Points (s, T, H), the loss and its gradient there, and the point after the mixed step."""
    net, rows = copy.deepcopy(network), []
    for number in range(count):
        tell(number)
        random_point(net, rng)
        before = {name: getattr(net, name).detach().numpy().copy() for name in ("s", "T", "H")}
        if net.read_only:
            before["fixed"] = net.fixed_tapes.numpy().copy()
        rows.append(before | autograd_step(net))
    return {name: np.stack([row[name] for row in rows]) for name in rows[0]}


def of_training(network: ExtendedNetwork, count: int, rng: np.random.Generator, tell: Tell) -> Arrays:
    """Data sets (x, y), the steps of the machine until its weights are written, and the weights."""
    blank, first = network.machine.blank, 0 if network.guard else 1
    numbers = {symbol: number for number, symbol in enumerate(network.machine.symbols)}
    rows = []
    for number in range(count):
        tell(number)
        x, y = (part.to(network.dtype) for part in network.draw_input(rng))
        found = tape_run.run(network.machine, network.start(x, y), max_steps=MAX_STEPS)
        if not found.halted:
            raise LimitError(f"the machine has not halted within {MAX_STEPS:,} steps")
        tape = found.configuration.tapes[network.output_tape]
        cells = [numbers[tape.read(cell, blank)] for cell in range(first, tape.start + len(tape.symbols))]
        weights = network.dequantise(torch.tensor(cells, dtype=torch.long)).double().numpy().reshape(-1)
        rows.append((x.numpy().astype(np.int8), y.numpy().astype(np.int8), found.steps, weights))
    return dict(zip(("x", "y", "steps", "weights"), (np.stack(part) for part in zip(*rows, strict=True)), strict=True))


MAKERS = {TapeDescent: of_descent, ExtendedNetwork: of_training}
