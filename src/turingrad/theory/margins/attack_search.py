"""What an attack works on, and its bookkeeping: evaluations counted, the shortest perturbations kept."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from turingrad.machine.run import Progress

Parameters = dict[str, Tensor]

LARGEST_RADIUS = 8.0
BISECTIONS = 5
STEP, SHRINK = 0.25, 0.03  # first step along the gradient, and change of the radius, relative to the radius
PROJECTIONS = 8
CLIMBS, GROWTH = 10, 3.0
EVENT_STEPS = 3
KEPT_WORKING = 8  # for the case that a confirmation fails by a rounding
OVERSHOOT = 1.02  # linear estimates stop just short of the boundary


@dataclass(frozen=True, eq=False)
class Event:
    """Something inside the network that may change the prediction: `delta` brings it about to first order; `value` is
    positive at the compiled weights and at most 0 where it has happened."""

    delta: Parameters
    value: Callable[[Parameters], Tensor]


class Victim(Protocol):
    """A network, an input and a label."""

    def parameters(self) -> Parameters:
        """Compiled parameters, float64. Each stands for one tensor, however many layers share it."""

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        """A scalar that is positive where the prediction is right: F(x) times the label in {-1, +1}. `leak` changes
        gradients only."""

    def groups(self) -> Sequence[Sequence[str]]:
        """Parameters that belong to one layer, by name."""

    def events(self) -> Iterator[Event]:
        """What may happen inside the network, the nearest first."""

    def confirms(self, parameters: Parameters) -> bool:
        """Whether an independent forward pass gives another prediction than the label."""


class BudgetSpent(Exception):  # noqa: N818 - not an error
    """Ends the search: not an error."""


class Search:
    """Counts evaluations and keeps the shortest perturbations that work, the last one the shortest."""

    def __init__(self, victim: Victim, budget: int, progress: Progress | None) -> None:
        self.victim, self.budget, self.progress = victim, budget, progress
        self.base = {name: value.detach() for name, value in victim.parameters().items()}
        self.names = list(self.base)
        self.sizes = [self.base[name].numel() for name in self.names]
        self.evaluations = 0
        self.working: list[Tensor] = []
        self.stage = "directions"
        self.parts: dict[str, float] = {}

    @property
    def best(self) -> float | None:
        return float(self.working[-1].norm()) if self.working else None

    @property
    def origin(self) -> Tensor:
        return torch.zeros(sum(self.sizes), dtype=torch.float64)

    def flat(self, direction: Parameters) -> Tensor:
        parts = [direction.get(name, torch.zeros_like(self.base[name])).reshape(-1).double() for name in self.names]
        return torch.cat(parts)

    def pieces(self, delta: Tensor) -> Parameters:
        parts = torch.split(delta, self.sizes)
        return {name: part.view_as(self.base[name]) for name, part in zip(self.names, parts, strict=True)}

    def parameters(self, delta: Tensor) -> Parameters:
        return {name: self.base[name] + piece for name, piece in self.pieces(delta).items()}

    def count(self) -> None:
        if self.evaluations >= self.budget:
            raise BudgetSpent
        self.evaluations += 1
        if self.progress is not None:
            self.progress("attack on the margin", self.evaluations, self.budget)

    def margin(self, delta: Tensor, *, gradient: bool = False, leak: float = 0.0) -> tuple[float, Tensor | None]:
        """The margin and, if asked for, its gradient: None if there is none, or none of a finite length above 0."""
        self.count()
        leaf = delta.detach().requires_grad_(gradient)
        with torch.set_grad_enabled(gradient):
            value = self.victim.margin(self.parameters(leaf), leak)
        found = float(value.detach())
        if found <= 0:
            length = float(delta.norm())
            self.parts[self.stage] = min(length, self.parts.get(self.stage, math.inf))
            if self.best is None or length < self.best:
                self.working = [*self.working[1 - KEPT_WORKING :], delta.detach().clone()]
        slope = torch.autograd.grad(value, leaf)[0] if gradient and value.requires_grad else None
        return found, slope if slope is not None and 0 < float(slope.norm()) < math.inf else None

    def wrong(self, delta: Tensor) -> bool:
        return self.margin(delta)[0] <= 0

    def radius_along(self, direction: Tensor, guess: float | None = None) -> float | None:
        """The shortest length found along a direction at which the prediction changes."""
        norm = float(direction.norm())
        if norm == 0 or not math.isfinite(norm):
            return None
        limit = min(LARGEST_RADIUS, 2.0 * (self.best or LARGEST_RADIUS))  # nothing much longer than the best is of use
        unit, high = direction / norm, min(guess or 1.0, limit)
        if self.wrong(unit * high):
            while high > 1e-15 and self.wrong(unit * (high / 4.0)):
                high /= 4.0
            low = high / 4.0
        else:
            low = high
            high *= 2.0
            while not self.wrong(unit * high):
                low, high = high, high * 2.0
                if high > limit:
                    return None
        for _ in range(BISECTIONS):
            middle = math.sqrt(low * high)
            low, high = (low, middle) if self.wrong(unit * middle) else (middle, high)
        return high

    def project(self, delta: Tensor, leak: float) -> Tensor:
        """The nearest point to the origin on the boundary's linearisation, again and again."""
        for _ in range(PROJECTIONS):
            found, slope = self.margin(delta, gradient=True, leak=leak)
            if slope is None:
                break
            moved = slope * ((float(slope @ delta) - OVERSHOOT * found) / float(slope.norm()) ** 2)
            if not float(moved.norm()) < 2.0 * float(delta.norm()):
                break
            delta = moved
        return delta

    def climb(self, delta: Tensor) -> Tensor | None:
        """Steps to the linearised boundary, each at most GROWTH times as long as what is there, until it is crossed."""
        for _ in range(CLIMBS):
            if not float(delta.norm()) < (self.best or LARGEST_RADIUS):
                return None
            found, slope = self.margin(delta, gradient=True)
            if found <= 0:
                return delta
            if slope is None:
                return None
            target = slope * ((float(slope @ delta) - OVERSHOOT * found) / float(slope @ slope))
            step = target - delta
            delta = delta + step * min(1.0, GROWTH * float(delta.norm()) / float(step.norm()))
        return None

    def happen(self, event: Event) -> Tensor | None:
        """The event brought about by steps to its linearised boundary; the shortest one that changes the prediction."""
        delta, found = self.flat(event.delta), None
        for _ in range(EVENT_STEPS):
            if not float(delta.norm()) < (self.best or LARGEST_RADIUS):
                break
            if self.wrong(delta):
                found = delta
            self.count()
            leaf = delta.detach().requires_grad_(True)
            value = event.value(self.parameters(leaf))
            if not value.requires_grad:
                break
            slope = torch.autograd.grad(value, leaf)[0]
            size = float(slope.square().sum())
            if not 0 < size < math.inf:
                break
            beyond = (OVERSHOOT - 1.0) * math.sqrt(size) * float(delta.norm())
            delta = slope * ((float(slope @ delta) - float(value.detach()) - beyond) / size)
        return found

    def refine(self, delta: Tensor, steps: int) -> None:
        """Projected gradient along the boundary, leaks annealed."""
        radius = float(delta.norm())
        for number in range(steps):
            rate = 1.0 - number / steps
            leak = 0.3 * max(0.0, rate - 0.5)
            found, slope = self.margin(delta, gradient=True, leak=leak)
            radius *= 1.0 - SHRINK * rate if found <= 0 else 1.0 + SHRINK * rate
            if slope is not None:
                delta = delta - STEP * rate * radius * slope / slope.norm()
            delta = delta * (radius / float(delta.norm()))
