"""A feedforward net under attack: its parameters, its margin on one input, and the events inside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.theory.margins.attack import OVERSHOOT, Event, Parameters
from turingrad.theory.margins.surrogate import KINK, leaky_relu, leaky_rounding
from turingrad.theory.margins.transformer_victim import TransformerVictim, require_size

__all__ = ["FeedforwardVictim", "TransformerVictim"]

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

    def values(self, p: Parameters, leak: float = 0.0, local: bool = False) -> tuple[Tensor, dict[int, Tensor]]:
        """F(x), and the units before each correction (before their ReLU), by the correction's first layer. `local`:
        gradients stop at each correction, and pass upwards at 0."""
        h, number = self.x.double(), 0
        ends = {first: first + count for first, count in self.corrections()}
        entering: dict[int, Tensor] = {}
        open_at = {}
        while number < self.network.depth:
            z = F.linear(h, p[f"W{number}"], p[f"b{number}"])
            h = leaky_relu(z, KINK if local else leak)
            number += 1
            if number in ends:
                entering[number] = z
                open_at[ends[number]] = h
                h = h.detach() if local else h
            if number in open_at:
                h = leaky_rounding(h, open_at[number], leak)
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

    def events(self) -> Iterator[Event]:
        """A unit that crosses 1/2 before its correction, by the smallest change of its layer and of the correction
        before it, to first order; the nearest first."""
        base = {name: value.requires_grad_(True) for name, value in self.parameters().items()}
        found: list[tuple[float, int, int, Parameters]] = []
        for number, z in self.values(base, local=True)[1].items():
            for unit in range(len(z)):
                step = crossing(base, z[unit] - 0.5)
                if step is not None:
                    found.append((*step[:1], number, unit, step[1]))
            found = sorted(found, key=lambda event: event[0])[:MAX_EVENTS]
        fatal = self.force_flips([(number, unit) for _, number, unit, _ in found])
        for (_, number, unit, delta), changes in zip(found, fatal, strict=True):
            if changes:
                yield Event(delta, self.distance(base, number, unit))

    def force_flips(self, units: list[tuple[int, int]]) -> list[bool]:
        """Whether each unit before a correction, flipped in the compiled net, changes the prediction."""
        p, last = self.parameters(), self.network.depth
        h = self.x.double().expand(len(units), -1)
        for number in range(last):
            h = torch.relu(F.linear(h, p[f"W{number}"], p[f"b{number}"]))
            for row, (at, unit) in enumerate(units):
                if at == number + 1:
                    h[row, unit] = 1.0 - h[row, unit].round()
        return (F.linear(h, p[f"W{last}"], p[f"b{last}"])[:, 0] * self.label <= 0).tolist()

    def distance(self, base: Parameters, number: int, unit: int) -> Callable[[Parameters], Tensor]:
        """How far a unit is from 1/2, positive on the side where it is compiled to be."""

        def value(parameters: Parameters) -> Tensor:
            return (self.values(parameters)[1][number][unit] - 0.5) * side

        side = 1.0
        with torch.no_grad():
            side = math.copysign(1.0, float(value(base)))
        return value

    def confirms(self, parameters: Parameters) -> bool:
        """By numpy, layer by layer."""
        h = self.x.double().numpy()
        for number in range(self.network.depth):
            weight, bias = (parameters[f"{kind}{number}"].detach().numpy() for kind in "Wb")
            h = np.maximum(weight @ h + bias, 0.0)
        last = self.network.depth
        value = parameters[f"W{last}"].detach().numpy() @ h + parameters[f"b{last}"].detach().numpy()
        return bool(value[0] * self.label <= 0)


def crossing(base: Parameters, quantity: Tensor) -> tuple[float, Parameters] | None:
    """The smallest change, to first order, that brings a quantity to 0 or just beyond: its length, and itself; None
    where nothing moves it."""
    slopes = torch.autograd.grad(quantity, list(base.values()), retain_graph=True, allow_unused=True)
    distance = float(quantity.detach())
    size = sum(float(slope.square().sum()) for slope in slopes if slope is not None)
    if not 0 < size < math.inf:
        return None
    step = -OVERSHOOT * distance / size
    pairs = zip(base, slopes, strict=True)
    return abs(distance) / math.sqrt(size), {name: slope * step for name, slope in pairs if slope is not None}
