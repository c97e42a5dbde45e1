"""A picture of each activation function."""

from __future__ import annotations

from collections.abc import Callable

import torch

from turingrad.constructions.drawing import canvas, svg
from turingrad.constructions.emulation.activation import (
    Activation,
    cubic,
    dead_zone_cubic,
    dyadic,
    remark_9,
    widened_cubic,
)
from turingrad.constructions.emulation.write_once import write_once_design

ACTIVATIONS: dict[str, Callable[[], Activation]] = {
    "cubic": cubic,
    "11/9": remark_9,
    "dead-zone cubic": dead_zone_cubic,
    "widened cubic": widened_cubic,
    "dyadic": lambda: dyadic(0.125),
    "redesigned": lambda: Activation(write_once_design("redesigned", 4).shape, "redesigned"),
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
