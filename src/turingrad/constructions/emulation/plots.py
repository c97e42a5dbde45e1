"""Pictures: each activation function, and a processor in SGD."""

from __future__ import annotations

import numpy as np
import torch

from turingrad.constructions.drawing import canvas, svg
from turingrad.constructions.emulation.activation import Activation, Shape
from turingrad.constructions.emulation.executors.trainers import EventTrainer
from turingrad.constructions.emulation.programs import ProgramNetwork
from turingrad.constructions.emulation.write_once import write_once_design

SHAPES = {
    "cubic": Shape(3),  # section 4.1: x^3 on [-1, 1]
    "11/9": Shape(11 / 9),  # the gentler power of Remark 9, with which 1,670 copies are enough
    "dead-zone cubic": write_once_design("paper", 1).shape,  # section 4.2
    "widened cubic": write_once_design("widened", 1).shape,  # with the dead zone that float64 needs (Lemma 4)
    "dyadic": Shape(1, 1 / 16, 1 / 8, 1.25),  # the exact variants': the output sits on 1 and must have derivative 1
    "redesigned": write_once_design("redesigned", 4).shape,
}


def plot_activation(activation: Activation, span: float = 2.0, points: int = 2001) -> str:
    """The function and its derivative (by autograd) on [-span, span], as SVG text."""
    x = torch.linspace(-span, span, points, dtype=torch.float64, requires_grad=True)
    y = activation(x)
    (slope,) = torch.autograd.grad(y.sum(), x)
    figure, axes = canvas(5, 3.2)
    across = x.detach().numpy()
    axes.plot(across, slope.numpy(), color="0.7", linewidth=1, label="f'(x)")
    axes.plot(across, y.detach().numpy(), color="tab:blue", linewidth=1.6, label="f(x)")
    axes.set(title=activation.name, xlabel="x", ylim=(-2.4, max(2.4, min(8.0, float(slope.max()) * 1.05))))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    return svg(figure)


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
