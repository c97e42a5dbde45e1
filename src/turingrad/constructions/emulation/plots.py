"""A picture of each activation function."""

from __future__ import annotations

import torch

from turingrad.constructions.drawing import canvas, svg
from turingrad.constructions.emulation.activation import Activation, Shape
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
