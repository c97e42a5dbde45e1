"""Upper bounds on the all-layer margin (2.1): a small perturbation of the parameters that changes the prediction.

rho(theta, x, y) = min |delta|_2 subject to (y - 1/2) F(x, theta + delta) <= 0. Every delta that meets the constraint is
an upper bound. It is searched for in three stages, which share one budget of evaluations:

1. Directions. The gradient of F at the compiled weights, and gradients that see through what is flat there: ReLUs that
   are off, and roundings, pass a part `leak` of what reaches them, annealed from 1 to 0 (a straight-through surrogate:
   values are the network's own). Each is tried whole and restricted to one layer's parameters.
2. Events. A hidden unit that crosses its rounding, or two scores of an attention that change places: for each the
   perturbation of smallest norm that brings it about to first order.
3. Refinement of the shortest: steps to the linearised boundary from the origin, then projected gradient steps along the
   boundary on a sphere that shrinks while the prediction is wrong and grows while it is right.

Along each direction the length is found by doubling and bisection on a logarithmic scale, from the linear estimate on.
The result is the shortest perturbation that a second, independent forward pass confirms: found, not proven shortest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import torch
from torch import Tensor

from turingrad.machine.run import Progress

Parameters = dict[str, Tensor]

LARGEST_RADIUS = 8.0
BISECTIONS = 5
KEPT_STARTS = 4
LEAKS = (0.0, 1.0, 0.3, 0.1, 0.03)  # annealed: what an inactive unit lets through
STEP, SHRINK = 0.25, 0.03  # first step along the gradient, and change of the radius, relative to the radius
PROJECTIONS = 8
OVERSHOOT = 1.02  # linear estimates stop just short of the boundary


class Victim(Protocol):
    """A network, an input and a label."""

    def parameters(self) -> Parameters:
        """Compiled parameters, float64. Each stands for one tensor, however many layers share it."""

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        """A scalar that is positive where the prediction is right: F(x) times the label in {-1, +1}. `leak` changes
        gradients only."""

    def groups(self) -> Sequence[Sequence[str]]:
        """Parameters that belong to one layer, by name."""

    def events(self) -> Iterator[Parameters]:
        """Perturbations that bring about one event inside the network, to first order."""

    def confirms(self, parameters: Parameters) -> bool:
        """Whether an independent forward pass gives another prediction than the label."""


@dataclass(frozen=True, slots=True)
class AttackResult:
    """`delta` changes the prediction, confirmed by an independent forward pass, and has length `norm`; None if the
    budget found none."""

    norm: float | None
    evaluations: int
    interrupted: bool
    delta: Parameters | None = field(default=None, compare=False)


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

    @property
    def best(self) -> float | None:
        return float(self.working[-1].norm()) if self.working else None

    def flat(self, direction: Parameters) -> Tensor:
        parts = [direction.get(name, torch.zeros_like(self.base[name])).reshape(-1).double() for name in self.names]
        return torch.cat(parts)

    def pieces(self, delta: Tensor) -> Parameters:
        parts = torch.split(delta, self.sizes)
        return {name: part.view_as(self.base[name]) for name, part in zip(self.names, parts, strict=True)}

    def parameters(self, delta: Tensor) -> Parameters:
        return {name: self.base[name] + piece for name, piece in self.pieces(delta).items()}

    def margin(self, delta: Tensor, *, gradient: bool = False, leak: float = 0.0) -> tuple[float, Tensor | None]:
        if self.evaluations >= self.budget:
            raise BudgetSpent
        self.evaluations += 1
        if self.progress is not None:
            self.progress("attack on the margin", self.evaluations, self.budget)
        leaf = delta.detach().requires_grad_(gradient)
        with torch.set_grad_enabled(gradient):
            value = self.victim.margin(self.parameters(leaf), leak)
        found = float(value.detach())
        if found <= 0 and float(delta.norm()) < (self.best or math.inf):
            self.working.append(delta.detach().clone())
        slope = torch.autograd.grad(value, leaf)[0] if gradient and value.requires_grad else None
        return found, slope

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
            size = 0.0 if slope is None else float(slope.norm())
            if slope is None or not 0 < size < math.inf:
                break
            moved = slope * ((float(slope @ delta) - OVERSHOOT * found) / size**2)
            if not float(moved.norm()) < 2.0 * float(delta.norm()):
                break
            delta = moved
        return delta

    def refine(self, delta: Tensor, steps: int) -> None:
        """Projected gradient along the boundary, leaks annealed."""
        radius = float(delta.norm())
        for number in range(steps):
            rate = 1.0 - number / steps
            leak = 0.3 * max(0.0, rate - 0.5)
            found, slope = self.margin(delta, gradient=True, leak=leak)
            radius *= 1.0 - SHRINK * rate if found <= 0 else 1.0 + SHRINK * rate
            if slope is not None and 0 < float(slope.norm()) < math.inf:
                delta = delta - STEP * rate * radius * slope / slope.norm()
            delta = delta * (radius / float(delta.norm()))


def gradients(search: Search) -> Iterator[tuple[Tensor, float | None]]:
    """Directions of stage 1 with the lengths at which they reach the boundary to first order."""
    origin = torch.zeros(sum(search.sizes), dtype=torch.float64)
    pieces = []
    for leak in LEAKS:
        found, slope = search.margin(origin, gradient=True, leak=leak)
        if slope is None or not 0 < float(slope.norm()) < math.inf:
            continue
        guess = OVERSHOOT * found / float(slope.norm())
        yield -slope, guess
        if leak == 0.0:
            turned = search.project(-slope * (guess / float(slope.norm())), leak)
            yield turned, float(turned.norm())
        pieces.append((found, search.pieces(slope)))
    for found, slopes in pieces[:2]:
        for group in search.victim.groups():
            part = search.flat({name: -slopes[name] for name in group})
            if float(part.norm()) > 0:
                yield part, OVERSHOOT * found / float(part.norm())


def shortest(search: Search, candidates: Iterator[tuple[Tensor, float | None]], budget: int) -> list[Tensor]:
    """The candidates that change the prediction soonest, until `budget` evaluations are spent in all."""
    starts: list[tuple[float, Tensor]] = []
    for direction, guess in candidates:
        radius = search.radius_along(direction, guess)
        if radius is not None:
            starts.append((radius, direction * (radius / float(direction.norm()))))
            starts = sorted(starts, key=lambda start: start[0])[:KEPT_STARTS]
        if search.evaluations > budget:
            break
    return [delta for _, delta in starts]


def attack(
    victim: Victim, *, budget: int = 2000, progress: Progress | None = None, starts: Sequence[Parameters] = ()
) -> AttackResult:
    """Search for a short perturbation within `budget` evaluations of the network. Ctrl-C returns what was found.

    `starts` are perturbations to try first: the result is never longer than one of them that works.
    """
    search = Search(victim, budget, progress)
    interrupted = False
    try:
        origin = torch.zeros(sum(search.sizes), dtype=torch.float64)
        if search.wrong(origin):  # the margin (2.1) of a wrong prediction is 0
            return AttackResult(0.0, search.evaluations, interrupted, search.pieces(origin))
        given = [search.flat(start) for start in starts]
        found = [delta for delta in given if search.wrong(delta)]
        found += shortest(search, gradients(search), budget * 4 // 10)
        events = ((search.flat(event), float(search.flat(event).norm())) for event in victim.events())
        found += shortest(search, events, budget * 7 // 10)
        found = sorted(found, key=lambda delta: float(delta.norm()))[:KEPT_STARTS]
        for number, delta in enumerate(found):
            share = (budget - search.evaluations) // (len(found) - number)
            search.project(delta, 0.0)
            search.refine(delta, max(1, share - PROJECTIONS))
    except BudgetSpent:
        pass
    except KeyboardInterrupt:
        interrupted = True
    for delta in reversed(search.working):
        if victim.confirms(search.parameters(delta)):
            return AttackResult(float(delta.norm()), search.evaluations, interrupted, search.pieces(delta))
    return AttackResult(None, search.evaluations, interrupted)
