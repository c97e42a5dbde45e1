"""F_{w,d} of Section 3 as a family to learn from: W_d relu(... relu(W_0 x + b_0) ...) + b_d, all weights free."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from turingrad._support.arrays import F64
from turingrad.theory.margins.attack_search import Parameters
from turingrad.theory.margins.bounds import ChainLayer, Step, tighten
from turingrad.theory.margins.surrogate import leaky_relu


@dataclass(frozen=True, slots=True)
class ReLUFamily:
    """Nets with d hidden layers of width w on m inputs."""

    inputs: int
    width: int
    depth: int

    def initial(self, seed: int) -> Parameters:
        """He's initialisation: the start of the training, not of the theory."""
        generator = torch.Generator().manual_seed(seed)
        found: Parameters = {}
        sizes = [self.inputs, *[self.width] * self.depth, 1]
        for number, (fan_in, fan_out) in enumerate(pairwise(sizes)):
            drawn = torch.randn(fan_out, fan_in, generator=generator, dtype=torch.float64)
            found[f"W{number}"] = drawn * (2.0 / fan_in) ** 0.5
            found[f"b{number}"] = torch.zeros(fan_out, dtype=torch.float64)
        return found

    def output(self, p: Parameters, x: Tensor, leak: float = 0.0) -> Tensor:
        """F on one input."""
        for number in range(self.depth + 1):
            x = F.linear(x, p[f"W{number}"], p[f"b{number}"])
            x = leaky_relu(x, leak) if number < self.depth else x
        return x[0]

    def numpy_output(self, p: dict[str, F64], x: F64) -> float:
        for number in range(self.depth + 1):
            x = p[f"W{number}"] @ x + p[f"b{number}"]
            x = np.maximum(x, 0.0) if number < self.depth else x
        return float(x[0])

    def groups(self) -> list[list[str]]:
        return [[f"W{number}", f"b{number}"] for number in range(self.depth + 1)]

    def margin_bound(self, p: Parameters, x: Tensor, label: float) -> float:
        """A lower bound on the margin: the whole net as one chain (Theorem D.6's induction without corrections) whose
        output may move by |F(x)|, with the true norms of x's hidden vectors."""
        steps = []
        for number in range(self.depth + 1):
            weight = p[f"W{number}"]
            steps.append(Step(float(torch.linalg.matrix_norm(weight, 2)), float(x.norm())))
            x = F.linear(x, weight, p[f"b{number}"])
            x = torch.relu(x) if number < self.depth else x
        value = float(x[0]) * label
        return tighten([ChainLayer(tuple(steps), value, corrected=False)], None) if value > 0 else 0.0
