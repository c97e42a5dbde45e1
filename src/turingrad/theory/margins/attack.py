"""Upper bounds on the all-layer margin (2.1): a small perturbation of the parameters that changes the prediction.

rho(theta, x, y) = min |delta|_2 subject to (y - 1/2) F(x, theta + delta) <= 0. Every delta that meets the constraint is
an upper bound. It is searched for in three stages, which share one budget of evaluations:

1. Directions. The gradient of F at the compiled weights, and gradients that see through what is flat there: ReLUs that
   are off, and roundings, pass a part `leak` of what reaches them, annealed from 1 to 0 (a straight-through surrogate:
   values are the network's own). Each is tried whole and restricted to one layer's parameters. And climbs: compiled
   vectors have zeros on the kink of relu, where only a push upwards passes, so that the slopes which matter appear
   only off the origin; from a small step along the gradient with the kinks open, steps to the linearised boundary.
2. Events. A hidden unit that crosses its rounding, or two scores of an attention that change places: the perturbation
   of smallest norm that brings it about to first order, then steps to the event's linearised boundary (roundings make
   F itself flat, so that its gradient says nothing about them).
3. Refinement of the shortest: steps to the linearised boundary from the origin, then projected gradient steps along the
   boundary on a sphere that shrinks while the prediction is wrong and grows while it is right.

Along each direction the length is found by doubling and bisection on a logarithmic scale, from the linear estimate on.
Every evaluation that changes the prediction is remembered, whichever stage made it, and the shortest that a second,
independent forward pass confirms is the result: no stage's own best (`parts`) is below it. Found, not proven shortest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from torch import Tensor

from turingrad.machine.run import Progress
from turingrad.theory.margins.attack_search import (
    BISECTIONS,
    CLIMBS,
    OVERSHOOT,
    PROJECTIONS,
    BudgetSpent,
    Event,
    Parameters,
    Search,
    Victim,
)
from turingrad.theory.margins.surrogate import KINK

__all__ = ["OVERSHOOT", "AttackResult", "Event", "Parameters", "Search", "Victim", "attack"]

KEPT_STARTS = 4
LEAKS = (0.0, 1.0, 0.3, 0.1, 0.03)  # annealed: what an inactive unit lets through


@dataclass(frozen=True, slots=True)
class AttackResult:
    """`delta` changes the prediction, confirmed by an independent forward pass, and has length `norm`; None if the
    budget found none."""

    norm: float | None
    evaluations: int
    interrupted: bool
    delta: Parameters | None = field(default=None, compare=False, repr=False)
    parts: dict[str, float] = field(default_factory=dict, compare=False)  # each stage's shortest


def gradients(search: Search) -> Iterator[tuple[Tensor, float | None]]:
    """Directions of stage 1 with the lengths at which they reach the boundary to first order."""
    pieces = []
    for leak in LEAKS:
        found, slope = search.margin(search.origin, gradient=True, leak=leak)
        if slope is None:
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


def climbs(search: Search) -> Iterator[Tensor]:
    """Perturbations found by climbing from near the origin, and from well below what is known."""
    found, slope = search.margin(search.origin, gradient=True, leak=KINK)
    if slope is None:
        return
    first = 0.1 * found / float(slope.norm())
    lengths = [first] if search.best is None else [first, max(first, search.best / 4.0 ** (CLIMBS // 2))]
    for length in sorted(set(lengths)):
        delta = search.climb(-slope * (length / float(slope.norm())))
        if delta is not None:
            yield delta


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
    """Search for a short perturbation of the weights that changes the answer. Ctrl-C returns what was found.

    Args:
        victim: A network with an input, and how its answer is evaluated and differentiated.
        budget: Evaluations of the network at most.
        progress: Called with a label, the work done and how much there is.
        starts: Perturbations to try first: the result is never longer than one of them that works.

    Returns:
        The shortest perturbation that was found, confirmed by a second forward pass.

    Example:
        >>> from turingrad.constructions.feedforward import compile_network
        >>> from turingrad.theory import FeedforwardVictim, attack
        >>> network = compile_network(tg.library.load("multiplier-2"))
        >>> attack(FeedforwardVictim(network, torch.ones(4), 0), budget=30).norm > 0
        True
    """
    search = Search(victim, budget, progress)
    interrupted = False
    try:
        if search.wrong(search.origin):  # the margin (2.1) of a wrong prediction is 0
            return AttackResult(0.0, search.evaluations, interrupted, search.pieces(search.origin))
        search.stage = "starts"
        found = [delta for delta in map(search.flat, starts) if search.wrong(delta)]
        search.stage = "directions"
        found += shortest(search, gradients(search), budget * 3 // 10)
        search.stage = "climbs"
        found += climbs(search)
        search.stage = "events"
        for event in victim.events():
            delta = search.happen(event)
            found += [] if delta is None else [delta]
            if search.evaluations > budget * 8 // 10:
                break
        search.stage = "refinement"
        found = sorted(found, key=lambda delta: float(delta.norm()))[:KEPT_STARTS]
        for number, delta in enumerate(found):
            share = (budget - search.evaluations) // (len(found) - number)
            search.radius_along(delta, float(delta.norm()))
            search.project(delta, 0.0)
            search.refine(delta, max(1, share - PROJECTIONS - BISECTIONS))
    except BudgetSpent:
        pass
    except KeyboardInterrupt:
        interrupted = True
    for kept in reversed(search.working):
        for longer in (1.0, 1.0 + 1e-12, 1.0 + 1e-9):  # on the boundary itself another order of sums may differ
            delta = kept * longer
            if victim.confirms(search.parameters(delta)):
                norm = float(delta.norm())
                return AttackResult(norm, search.evaluations, interrupted, search.pieces(delta), search.parts)
    return AttackResult(None, search.evaluations, interrupted)
