"""The primary network f_theta inside an extended one: any module, run with weights that are not its own.

Its parameters are not trained and not the extended network's: theta is a hidden layer, read from the machine's tape.
Its buffers (running means and the like) are the extended network's state.
"""

from __future__ import annotations

from copy import deepcopy

import torch
from torch import Tensor, nn
from torch.func import functional_call

from turingrad.errors import InputError

UNIT = (nn.Tanh, nn.Sigmoid, nn.Softmax, nn.Hardsigmoid, nn.Softsign)
"""Activations with values in [-1, 1]."""


class Primary:
    """A module that another one uses without owning its parameters."""

    def __init__(self, module: nn.Module) -> None:
        self.module = module
        self.shapes = {name: tuple(value.shape) for name, value in module.named_parameters()}
        self.weights = sum(value.numel() for value in module.parameters())
        if not self.weights:
            raise InputError("the primary network has no weights to compute")

    def theta(self, flat: Tensor) -> dict[str, Tensor]:
        """Weights by name from one vector, in the order of the module's parameters."""
        if flat.numel() != self.weights:
            raise InputError(f"dequantise gave {flat.numel()} weights; the primary network has {self.weights}")
        if not bool(torch.isfinite(flat).all()):
            raise InputError("dequantise gave a weight that is not finite")
        parts = torch.split(flat.flatten(), [torch.Size(shape).numel() for shape in self.shapes.values()])
        return {name: part.view(shape) for (name, shape), part in zip(self.shapes.items(), parts, strict=True)}

    def __call__(self, theta: dict[str, Tensor], x: Tensor) -> Tensor:
        found: Tensor = functional_call(self.module, theta, (x,))
        return found

    def trained_copy(self, theta: dict[str, Tensor]) -> nn.Module:
        """A copy of the module with theta in it: an ordinary module, its own parameters and nothing else."""
        module = deepcopy(self.module)
        with torch.no_grad():
            for name, value in module.named_parameters():
                value.copy_(theta[name])
        return module


def bound_of(primary: nn.Module) -> float:
    """The largest |f(x)| of a primary that says it (`output_bound`), or of a Sequential that ends in an activation
    with known values. What other modules compute last is not to be seen from their parts: they are refused.
    """
    declared = getattr(primary, "output_bound", None)
    if declared is not None:
        return float(declared)
    last = primary
    while isinstance(last, nn.Sequential) and len(last):
        last = last[-1]
    if isinstance(last, nn.Hardtanh):  # ReLU6 among them
        return max(abs(last.min_val), abs(last.max_val))
    if isinstance(last, UNIT):
        return 1.0
    raise InputError("give output_bound: the largest absolute output that the primary network can have")
