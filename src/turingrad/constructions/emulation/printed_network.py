"""The paper's own net (x^3, 10^79 copies) as a network: slow, and right for as many flips as its digits allow."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import mpmath
import torch

from turingrad.constructions.emulation.graph_network import LearnerNetwork, require_eager
from turingrad.constructions.emulation.options import DIGITS
from turingrad.constructions.emulation.printed import MAX_DIGITS, literal_net
from turingrad.errors import InputError
from turingrad.exact import Bound, Certificate
from turingrad.machine.learner import Learner, LearnerConfiguration


class LiteralNetwork(LearnerNetwork):
    """Exponent `p` ("3" or "11/9"), arithmetic of `digits` decimal digits. Its weights are mpmath numbers: no torch
    dtype holds them, and its certificate says so."""

    def __init__(self, learner: Learner, p: str = "3", digits: int = DIGITS) -> None:
        super().__init__()
        if not 15 <= digits <= MAX_DIGITS:
            raise InputError(f"the precision must be 15 to {MAX_DIGITS} digits, not {digits}")
        self.machine = learner
        self.digits = digits
        with mpmath.workdps(digits):
            self.emulation, self.net = literal_net(learner, p)
        self.graph = self.emulation.graph
        self.certificate = Certificate((Bound("weights that are not dyadic", float("inf"), 0, float("inf")),))

    @property
    def dtype(self) -> torch.dtype:
        """That of its outputs; its weights have no torch dtype."""
        return torch.float64

    def extra_repr(self) -> str:
        design = self.emulation.design
        return f"{self.emulation.graph}, p={mpmath.nstr(design.p, 5)}, m0={mpmath.nstr(mpmath.mpf(design.m0), 5)}"

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """The outputs, rounded to float64."""
        require_eager()
        with mpmath.workdps(self.digits):
            return torch.tensor(self.net.outputs(inputs.tolist()), dtype=torch.float64)

    def memory(self, weight: Any = None) -> tuple[int, ...]:
        """The memory bits that these weights (default: the net's own) hold; only their signs count."""
        values = self.net.weight if weight is None else weight
        return self.emulation.memory([bool(values[e] < 0) for e in self.emulation.bit_edges.ravel()])

    def require_reachable(self) -> None:
        """As it was compiled: its weights are mpmath numbers, which no folder holds once they are trained."""
        if self.memory() != tuple(self.machine.memory):
            raise InputError("trained weights of the paper's own net are mpmath numbers, which no folder holds")

    def decode(self, activations: torch.Tensor, at: int) -> LearnerConfiguration:
        """The memory in a vector of weights."""
        return self.decode_learner(self.memory(activations), at)

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[LearnerConfiguration]:
        """SGD of a copy in mpmath on (X, y) or (X, y, seed), one sample per step."""
        rows, labels = self.samples_of(given, max_steps)
        trained = copy.deepcopy(self)
        yield self.decode_learner(trained.memory(), 0)
        for step, (row, label) in enumerate(zip(rows.tolist(), labels.tolist(), strict=True), 1):
            with mpmath.workdps(self.digits):
                output = trained.net.step(row, label)
            yield self.decode_learner(trained.memory(), step, 1 if output > 0 else -1)
