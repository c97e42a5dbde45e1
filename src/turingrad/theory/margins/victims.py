"""A feedforward net under attack: its parameters, its margin on one input, and the events inside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.errors import LimitError
from turingrad.theory.margins.attack import OVERSHOOT, Parameters
from turingrad.theory.margins.surrogate import leaky_relu, seen_through
from turingrad.theory.margins.transformer_victim import TransformerVictim

__all__ = ["FeedforwardVictim", "TransformerVictim", "require_size"]

MAX_PARAMETERS = 10_000_000
MAX_EVENTS = 200


@dataclass(frozen=True, eq=False)
class FeedforwardVictim:
    """One input and one output of a feedforward net. All entries of its dense matrices may be perturbed."""

    network: FeedforwardNetwork
    x: Tensor  # (inputs,)
    output: int

    def __post_init__(self) -> None:
        require_size(self.network.dense_count())

    def parameters(self) -> Parameters:
        found = {}
        for number, (weight, bias) in enumerate(self.network.dense_layers()):
            found[f"W{number}"], found[f"b{number}"] = weight.double(), bias.double()
        last = self.network.depth
        # the other outputs' rows do not matter to this one
        found[f"W{last}"], found[f"b{last}"] = found[f"W{last}"][[self.output]], found[f"b{last}"][[self.output]]
        return found

    @cached_property
    def label(self) -> float:
        with torch.no_grad():
            return float(torch.sign(self.network(self.x[None])[0, self.output].double()))

    def corrections(self) -> list[tuple[int, int]]:
        """(first layer, number of layers) of every correction."""
        found, number = [], 0
        for group in self.network.layer_groups():
            number += len(group.f)
            if len(group.correction):
                found.append((number, len(group.correction)))
            number += len(group.correction)
        return found

    def values(self, p: Parameters, leak: float = 0.0) -> tuple[Tensor, dict[int, Tensor]]:
        """F(x), and what enters each correction, by the correction's first layer."""
        h, number = self.x.double(), 0
        ends = {first: first + count for first, count in self.corrections()}
        entering: dict[int, Tensor] = {}
        open_at = {}
        while number < self.network.depth:
            if number in ends:
                entering[number] = open_at[ends[number]] = h
            h = leaky_relu(F.linear(h, p[f"W{number}"], p[f"b{number}"]), leak)
            number += 1
            if number in open_at:
                h = seen_through(h, open_at[number], leak)
        return F.linear(h, p[f"W{number}"], p[f"b{number}"])[0], entering

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        return self.values(parameters, leak)[0] * self.label

    def groups(self) -> list[list[str]]:
        """The output map; each f with the correction before it."""
        last = self.network.depth
        found, number = [[f"W{last}", f"b{last}"]], 0
        members: list[int] = []
        for group in self.network.layer_groups():
            members += range(number, number + len(group.f))
            found.append([f"{kind}{member}" for member in members for kind in "Wb"])
            number += len(group.relu_layers())
            members = list(range(number - len(group.correction), number))
        return found

    def events(self) -> Iterator[Parameters]:
        """A unit that crosses 1/2 before its correction, by the smallest change to first order."""
        base = {name: value.requires_grad_(True) for name, value in self.parameters().items()}
        names = list(base)
        count = 0
        for z in self.values(base, leak=0.3)[1].values():
            for unit in range(len(z)):
                distance = float(z[unit].detach()) - 0.5
                slopes = torch.autograd.grad(
                    z[unit], [base[name] for name in names], retain_graph=True, allow_unused=True
                )
                size = sum(float(slope.square().sum()) for slope in slopes if slope is not None)
                if size > 0:
                    yield {
                        name: slope * (-OVERSHOOT * distance / size)
                        for name, slope in zip(names, slopes, strict=True)
                        if slope is not None
                    }
                count += 1
                if count >= MAX_EVENTS:
                    return

    def confirms(self, parameters: Parameters) -> bool:
        """By numpy, layer by layer."""
        h = self.x.double().numpy()
        for number in range(self.network.depth):
            weight, bias = (parameters[f"{kind}{number}"].detach().numpy() for kind in "Wb")
            h = np.maximum(weight @ h + bias, 0.0)
        last = self.network.depth
        value = parameters[f"W{last}"].detach().numpy() @ h + parameters[f"b{last}"].detach().numpy()
        return bool(value[0] * self.label <= 0)


def require_size(parameters: int) -> None:
    if parameters > MAX_PARAMETERS:
        raise LimitError(
            f"the attack would perturb {parameters:,} weights, above {MAX_PARAMETERS:,} (budget 0 leaves it out)"
        )
