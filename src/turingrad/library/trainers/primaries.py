"""Primary networks that the trainers write weights for. Their inputs are ±1 features, one row per sample."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Bias(nn.Module):
    """tanh(b), whatever the features."""

    output_bound = 1.0

    def __init__(self) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(self.bias).expand(len(x), 1)


class LinearTanh(nn.Module):
    """tanh(w.x + b)."""

    output_bound = 1.0

    def __init__(self, features: int) -> None:
        super().__init__()
        self.linear = nn.Linear(features, 1)

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(self.linear(x))


class Linear(nn.Module):
    """w.x + b, with weights of magnitude at most `largest`."""

    def __init__(self, features: int, largest: float) -> None:
        super().__init__()
        self.linear = nn.Linear(features, 1)
        self.output_bound = (features + 1) * largest

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = self.linear(x)
        return found


class Parity(nn.Module):
    """(1 - 2 c) prod_j (1 - w_j (1 - x_j)): for bits c and w the product of the chosen features, up to its sign."""

    output_bound = 1.0

    def __init__(self, features: int) -> None:
        super().__init__()
        self.sign = nn.Parameter(torch.zeros(1))
        self.chosen = nn.Parameter(torch.zeros(features))

    def forward(self, x: Tensor) -> Tensor:
        factors = 1 - self.chosen * (1 - x)
        return ((1 - 2 * self.sign) * factors.prod(dim=1)).unsqueeze(1)
