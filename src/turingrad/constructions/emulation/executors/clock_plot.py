"""A picture of a processor in SGD: waveforms above, signs of weights below."""

from __future__ import annotations

import numpy as np

from turingrad.constructions.drawing import canvas, svg
from turingrad.constructions.emulation.executors.trainers import EventTrainer
from turingrad.constructions.emulation.programs import ProgramNetwork


def plot_clock(network: ProgramNetwork, steps: int, signals: tuple[str, ...]) -> str:
    """A program's run in SGD as SVG text: above, the waveforms of these registers of its processor and the loss; below,
    the signs of all weights that hold a memory bit and flip, over the steps."""
    registers, edges = network.core.circuit.registers, np.ascontiguousarray(network.emulation.bit_edges[:, 0])
    trainer = EventTrainer(network.start_copy(b""))
    rows, labels = network.session(b"").samples(0, steps)
    before = trainer.weights()[edges] < 0
    outputs, after = trainer.watch(rows, labels, edges)
    table = np.vstack([before[None], after]).T  # (bits, steps + 1)
    figure, _ = canvas(9, 5)
    figure.clear()
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[1, 1.3])
    times = np.arange(steps + 1)
    for place, name in enumerate(signals):
        above.step(times, 1.5 * (len(signals) - place) + table[registers.index(name)], where="post", linewidth=0.9)
    above.step(times[:-1], (outputs - labels) ** 2 / 4, where="post", color="black", linewidth=1.2)
    above.set_yticks([0.4, *(1.5 * (len(signals) - k) + 0.4 for k in range(len(signals)))], ["loss / 4", *signals])
    flips = table[(table[:, 1:] != table[:, :-1]).any(axis=1)]
    below.imshow(flips, aspect="auto", interpolation="nearest", cmap="Greys", extent=(0, steps + 1, len(flips), 0))
    below.set(xlabel="step of SGD = instruction", ylabel="weights (black: negative)", yticks=[])
    return svg(figure)
