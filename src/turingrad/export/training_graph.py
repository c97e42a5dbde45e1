"""One training step as a torch program: loss, gradient and optimizer in a graph that `torch.export` holds.

`torch.export` does not follow autograd, so the step is written out by `make_fx` first: the backward pass of the very
`forward` becomes nodes, and the optimizer's rule follows them. The program is a function of the parameters: it changes
nothing, and gives them as they are after the step.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.func import functional_call
from torch.fx.experimental.proxy_tensor import make_fx

from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.network import TapeDescent
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.network import Network, require_own
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.errors import InputError
from turingrad.export.tables import require_signs, tables_of
from turingrad.export.tabulated import Tabled

Step = Callable[..., tuple[Tensor, ...]]


@validate_arguments
def training_step(network: Network[Any, Any]) -> Any:
    """Export one step of a network's own training as a `torch.export.ExportedProgram`.

    descent: (s, T, H) to (loss, s, T, H), the mixed step (22). emulation: (weight, row (1, inputs), y) to (output,
    weight), plain SGD. rcnn with samples and features: (W, point (1, features), y) to (output, W), a step of Algorithm
    1 while W has an empty row. extended networks: (s, T, H, z, x, y) to (loss, s, T, H, z), from `reset` on.

    Args:
        network: A network of one of these constructions.

    Returns:
        The exported program.

    Raises:
        InputError: The network has no training step of its own.

    Example:
        >>> from turingrad.export import training_step
        >>> net = tg.compile("busy-beaver-2", "descent", cells=16)
        >>> len(training_step(net).module()(*(value.detach() for value in (net.s, net.T, net.H))))
        4
    """
    require_own(network)
    for kind, make in MAKERS.items():
        if isinstance(network, kind):
            step, example = make(copy.deepcopy(network))
            graph = make_fx(step, tracing_mode="real")(*example)
            return torch.export.export(graph, example)
    raise InputError(f"a {type(network).__name__} has no training step that a graph holds")


def descend(value: Tensor, gradient: Tensor, rate: float) -> Tensor:
    return value.sub(gradient, alpha=rate)


def toward(p: Tensor, gradient: Tensor) -> Tensor:
    """p + e_w - p of `frank_wolfe.toward`, without a branch: ties go to where p is."""
    current, best = p.argmax(), gradient.argmin()
    tied = gradient.gather(0, current.view(1)) == gradient.gather(0, best.view(1))
    target = torch.where(tied, current.view(1), best.view(1))
    return p + (-p).scatter_add(0, target, torch.ones_like(p[:1]))


def differentiable(module: nn.Module, *example: Tensor) -> Callable[[dict[str, Tensor], tuple[Tensor, ...]], Tensor]:
    """A forward pass as `torch.export` sees it, without the refusals that a graph cannot have, as a function of some of
    the module's parameters and of its inputs."""
    graph = torch.export.export(module, example).module()

    def value(parameters: dict[str, Tensor], inputs: tuple[Tensor, ...]) -> Tensor:
        found: Tensor = functional_call(graph, parameters, inputs)
        return found

    return value


def of_descent(network: TapeDescent) -> tuple[Step, tuple[Tensor, ...]]:
    names, rate, forward = ("s", "T", "H"), 1 / network.constants.gamma, differentiable(network)

    def step(s: Tensor, T: Tensor, H: Tensor) -> tuple[Tensor, ...]:
        point = [value.detach().requires_grad_(True) for value in (s, T, H)]
        loss = forward(dict(zip(names, point, strict=True)), ())
        of_s, of_T, of_H = torch.autograd.grad(loss, point)
        return loss.detach(), toward(s, of_s), descend(T, of_T, rate), descend(H, of_H, rate)

    return step, tuple(getattr(network, name).detach().clone() for name in names)


def of_emulation(network: EmulationNetwork) -> tuple[Step, tuple[Tensor, ...]]:
    row = torch.ones(1, len(network.emulation.graph.inputs), dtype=network.dtype)
    forward = differentiable(network, row)

    def step(weight: Tensor, row: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        now = weight.detach().requires_grad_(True)
        output = forward({"module.weight": now}, (row,))[0]
        (slope,) = torch.autograd.grad((output - y) ** 2, [now])
        return output.detach(), descend(weight, slope, network.gamma)

    return step, (network.weight.detach().clone(), row, torch.ones((), dtype=network.dtype))


class Memorising(nn.Module):
    """The output of a memory that is being written: while W has an empty row the grid settles within samples + 1 layers
    (Lemma 3), which are all unrolled; at a fixed point a further layer changes neither values nor gradients."""

    def __init__(self, network: RCNN) -> None:
        super().__init__()
        self.network = network

    def forward(self, point: Tensor) -> Tensor:
        grid = self.network.memory_layer(point)
        for _ in range(self.network.samples + 1):
            grid = self.network.layer(grid)
        return self.network.read_out(grid)


def of_memory(network: RCNN) -> tuple[Step, tuple[Tensor, ...]]:
    point = torch.ones(1, network.features, dtype=network.dtype)
    forward = differentiable(Memorising(network), point)

    def step(W: Tensor, point: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        now = W.detach().requires_grad_(True)
        output = forward({"network.W": now}, (point,))[0]
        (slope,) = torch.autograd.grad(0.5 * (y - output) ** 2, [now])
        return output.detach(), descend(W, slope, network.rate)

    return step, (network.W.detach().clone(), point, torch.ones((), dtype=network.dtype))


def of_extended(network: ExtendedNetwork) -> tuple[Step, tuple[Tensor, ...]]:
    require_signs(network)
    network.reset(len(tables_of(network).where))
    module, names = Tabled(network), ("s", "T", "H", "z")
    point = torch.ones(network.labels[0], network.features or 0, dtype=network.dtype)
    rate, forward = 1 / network.recipe.constants.gamma, differentiable(module, point)

    def step(s: Tensor, T: Tensor, H: Tensor, z: Tensor, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        now = [value.detach().requires_grad_(True) for value in (s, T, H, z)]
        loss = 0.5 * (forward(dict(zip(names, now, strict=True)), (x,)) - y).square().sum()
        of_s, of_T, of_H, of_z = torch.autograd.grad(loss, now)
        return loss.detach(), toward(s, of_s), descend(T, of_T, rate), descend(H, of_H, rate), z - of_z

    return step, (*(getattr(module, name).detach().clone() for name in names), point, point[:, :1].clone())


MAKERS: dict[type, Callable[[Any], tuple[Step, tuple[Tensor, ...]]]] = {
    TapeDescent: of_descent,
    ExtendedNetwork: of_extended,
    EmulationNetwork: of_emulation,
    RCNN: of_memory,
}
