"""ReLU and rounding with their own values and gradients that also see through what is off."""

from __future__ import annotations

import torch
from torch import Tensor

KINK = -1.0  # in place of a leak


def leaky_relu(z: Tensor, leak: float) -> Tensor:
    """relu(z); where z <= 0 the gradient is `leak`. KINK: it is 1 at z = 0 exactly, where compiled vectors have their
    zeros, so that a push upwards passes, and 0 below."""
    if not leak:
        return torch.relu(z)
    if leak == KINK:
        return torch.relu(z) + (z.detach() == 0) * (z - z.detach())
    return torch.relu(z) + leak * (z <= 0) * (z - z.detach())


def leaky_rounding(rounded: Tensor, z: Tensor, leak: float) -> Tensor:
    """A rounding of z with the gradient of the rounding plus `leak` times that of z."""
    return rounded + leak * (z - z.detach()) if leak > 0 else rounded
