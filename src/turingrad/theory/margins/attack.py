"""Upper bounds on the all-layer margin (2.1): a small perturbation of the parameters that changes the prediction.

rho(theta, x, y) = min |delta|_2 subject to (y - 1/2) F(x, theta + delta) <= 0. Every delta that meets the constraint is
an upper bound; it is found by projected gradient steps. At the compiled parameters rounding is flat, so the gradient
says nothing there. The attack therefore starts outside: along directions that a victim proposes (gradients that see
through the rounding, single layers, null keys) it looks for the shortest that changes the prediction, and then walks
along the boundary, where the gradient does speak: a gradient step on the margin, then a projection onto a sphere whose
radius shrinks while the prediction is wrong and grows while it is right (decoupled direction and norm).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from turingrad.machine.run import Progress

Parameters = dict[str, Tensor]

LARGEST_RADIUS = 8.0
LINE_HALVINGS = 6
KEPT_STARTS = 3
STEP, SHRINK = 0.25, 0.03  # first step along the gradient, and change of the radius, relative to the radius


class Victim(Protocol):
    """A network, an input and a label."""

    def parameters(self) -> Parameters:
        """Compiled parameters, float64. Each stands for one tensor, however many layers share it."""

    def margin(self, parameters: Parameters) -> Tensor:
        """A scalar that is positive where the prediction is right: F(x) times the label in {-1, +1}."""

    def directions(self) -> Iterator[Parameters]:
        """Promising perturbations, of any length; missing names are zero."""


@dataclass(frozen=True, slots=True)
class AttackResult:
    """`norm` is the length of a verified perturbation that changes the prediction; None if the budget found none."""

    norm: float | None
    evaluations: int
    interrupted: bool


class BudgetSpent(Exception):  # noqa: N818 - not an error
    """Ends the search: not an error."""


class Search:
    """Counts evaluations and keeps the shortest perturbation that works."""

    def __init__(self, victim: Victim, budget: int, progress: Progress | None) -> None:
        self.victim, self.budget, self.progress = victim, budget, progress
        self.base = {name: value.detach() for name, value in victim.parameters().items()}
        self.names = list(self.base)
        self.sizes = [self.base[name].numel() for name in self.names]
        self.evaluations = 0
        self.best: float | None = None

    def flat(self, direction: Parameters) -> Tensor:
        parts = [direction.get(name, torch.zeros_like(self.base[name])).reshape(-1).double() for name in self.names]
        return torch.cat(parts)

    def parameters(self, delta: Tensor) -> Parameters:
        pieces = torch.split(delta, self.sizes)
        return {
            name: self.base[name] + piece.view_as(self.base[name])
            for name, piece in zip(self.names, pieces, strict=True)
        }

    def margin(self, delta: Tensor, *, gradient: bool = False) -> tuple[float, Tensor | None]:
        if self.evaluations >= self.budget:
            raise BudgetSpent
        self.evaluations += 1
        if self.progress is not None:
            self.progress("attack on the margin", self.evaluations, self.budget)
        leaf = delta.detach().requires_grad_(gradient)
        with torch.set_grad_enabled(gradient):
            value = self.victim.margin(self.parameters(leaf))
        found = float(value.detach())
        if found <= 0:
            norm = float(delta.norm())
            self.best = norm if self.best is None else min(self.best, norm)
        slope = torch.autograd.grad(value, leaf)[0] if gradient and value.requires_grad else None
        return found, slope

    def radius_along(self, direction: Tensor) -> float | None:
        """The shortest length along a direction at which the prediction changes, by doubling and halving."""
        norm = float(direction.norm())
        if norm == 0:
            return None
        unit, high = direction / norm, min(1.0, self.best or 1.0)
        limit = min(LARGEST_RADIUS, self.best or LARGEST_RADIUS)  # nothing longer than the best is of use
        while self.margin(unit * high)[0] > 0:
            high *= 2.0
            if high > limit:
                return None
        low = 0.0
        for _ in range(LINE_HALVINGS):
            middle = 0.5 * (low + high)
            low, high = (low, middle) if self.margin(unit * middle)[0] <= 0 else (middle, high)
        return high

    def refine(self, delta: Tensor, steps: int) -> None:
        """Projected gradient along the boundary."""
        radius = float(delta.norm())
        for number in range(steps):
            rate = 1.0 - number / steps
            found, slope = self.margin(delta, gradient=True)
            radius *= 1.0 - SHRINK * rate if found <= 0 else 1.0 + SHRINK * rate
            if slope is not None and float(slope.norm()) > 0:
                delta = delta - STEP * rate * radius * slope / slope.norm()
            delta = delta * (radius / float(delta.norm()))


def attack(victim: Victim, *, budget: int = 2000, progress: Progress | None = None) -> AttackResult:
    """Search for a short perturbation within `budget` evaluations of the network. Ctrl-C returns what was found."""
    search = Search(victim, budget, progress)
    starts: list[tuple[float, Tensor]] = []
    interrupted = False
    try:
        for direction in victim.directions():
            flat = search.flat(direction)
            radius = search.radius_along(flat)
            if radius is not None:
                starts.append((radius, flat * (radius / float(flat.norm()))))
                starts = sorted(starts, key=lambda start: start[0])[:KEPT_STARTS]
            if search.evaluations > budget // 2:
                break
        for number, (_, delta) in enumerate(starts):
            search.refine(delta, max(1, (budget - search.evaluations) // (len(starts) - number)))
    except BudgetSpent:
        pass
    except KeyboardInterrupt:
        interrupted = True
    return AttackResult(search.best, search.evaluations, interrupted)
