"""What may go wrong inside a transformer under attack: two scores of an attention that change places, a unit that
crosses its rounding, in any pass and layer; ranked by the perturbation that each takes to first order.

With corrections every layer's values before rounding are flat in what earlier layers did, so an event hangs on the
layer's own parameters and on the correction before it alone. For a unit u, with a = W_1[u] (where h_i = 0 only
entries that are to rise count, as relu stops the others), the squared gradient is

    |h'|^2 + 1 + sum_i a_i^2 d_i (1 + |m|^2 + sum_j W_3[i, j]^2 d_j (|z|^2 + 1))

h' the vector after attention, m the correction's middle vector, z what entered it, d = 1 where a ReLU is on (or at 0).
That ranks units; scores have gradients by autograd. Then the nearest are *screened*: the run is repeated with compiled
weights and the event forced, all events as one batch, and only those that change the prediction are tried.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from turingrad.theory.margins.attack import Event, Parameters
from turingrad.theory.margins.transformer_victim import Memory, Place, TransformerVictim, correct_units, scores_of
from turingrad.theory.margins.victims import crossing

MAX_SCREENED = 96  # events in one batch
MAX_ATTENTIONS = 240  # whose score gradients are taken


class Candidate(NamedTuple):
    """An event at a place: `first` is the unit, or the key chosen; `second` its rival. `length` to first order."""

    length: float
    place: Place
    first: int
    second: int


class Reached(Exception):  # noqa: N818 - not an error
    """The run has come to the event."""


@dataclass(frozen=True, eq=False)
class Seen:
    """All scores and units of a run, gradients local to a layer and the correction before it."""

    local: bool
    found: dict[Place, Tensor] = field(default_factory=dict)
    entering: dict[Place, Tensor] = field(default_factory=dict)

    def scores(self, place: Place, scores: Tensor) -> None:
        self.found[place] = scores

    def units(self, place: Place, z: Tensor, h: Tensor) -> None:
        self.found[place], self.entering[place] = z, h


class Awaited:
    """One event's value, and the end of the run there."""

    local = False

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        self.value: Tensor | None = None

    def scores(self, place: Place, scores: Tensor) -> None:
        if place == self.candidate.place:
            self.value = scores[self.candidate.first] - scores[self.candidate.second]
            raise Reached

    def units(self, place: Place, z: Tensor, h: Tensor) -> None:  # noqa: ARG002 - the protocol's
        if place == self.candidate.place:
            self.value = z[self.candidate.first] - 0.5
            raise Reached


def nearest_events(victim: TransformerVictim) -> Iterator[Event]:
    corrected = victim.network.options.corrections
    base = {name: value.requires_grad_(True) for name, value in victim.parameters().items()}
    seen = Seen(local=corrected)
    victim.value(base, watch=seen)
    candidates = list(score_candidates(base, seen))
    if corrected:
        candidates += unit_candidates(base, seen, victim.network.depth)
    candidates = sorted(candidates)[:MAX_SCREENED]
    plain = {name: value.detach() for name, value in base.items()}
    for candidate, fatal in zip(candidates, force_events(victim, plain, candidates).tolist(), strict=True):
        if fatal:
            quantity = distance_of(seen, candidate)
            step = crossing(base, quantity)
            if step is not None:
                yield Event(step[1], value_of(victim, candidate, side=float(quantity.detach())))


def distance_of(seen: Seen, candidate: Candidate) -> Tensor:
    found = seen.found[candidate.place]
    if candidate.place.kind == "unit":
        return found[candidate.first] - 0.5
    return found[candidate.first] - found[candidate.second]


def value_of(victim: TransformerVictim, candidate: Candidate, side: float) -> Callable[[Parameters], Tensor]:
    def value(parameters: Parameters) -> Tensor:
        awaited = Awaited(candidate)
        with suppress(Reached):
            victim.value(parameters, watch=awaited)
        assert awaited.value is not None
        return awaited.value * math.copysign(1.0, side)

    return value


def score_candidates(base: Parameters, seen: Seen) -> Iterator[Candidate]:
    """The key that is chosen and its closest rival, in every attention."""
    places = [place for place in seen.found if place.kind != "unit"]
    for place in places[:: max(1, len(places) // MAX_ATTENTIONS)]:
        scores = seen.found[place]
        top = scores.detach().max()
        others = torch.where(scores.detach() < top, scores.detach(), -math.inf)
        if not math.isfinite(float(others.max())):
            continue
        candidate = Candidate(0.0, place, int(scores.detach().argmax()), int(others.argmax()))
        step = crossing(base, distance_of(seen, candidate))
        if step is not None:
            yield candidate._replace(length=step[0])


def unit_candidates(base: Parameters, seen: Seen, depth: int) -> Iterator[Candidate]:
    """Every unit of W_1, its length in closed form."""
    for place, found in seen.found.items():
        if place.kind != "unit" or (place.step, place.layer) == (0, 0):
            continue  # the first layer of the first pass has no correction before it
        z, h = found.detach(), seen.entering[place].detach()
        number = (place.layer - 1) % depth
        before = Place(place.step - (place.layer == 0), number, "unit")
        weights, entered = correction_weights(base, number, torch.relu(seen.found[before].detach()))
        own = base[f"layers.{place.layer}.feedforward.W_1"].detach()
        rises = own * torch.sign(0.5 - z)[:, None] > 0
        counted = torch.where(rises | (h > 0.5), own, 0.0)
        lengths = (z - 0.5).abs() / torch.sqrt(h.square().sum() + 1.0 + counted.square() @ (weights * (1.0 + entered)))
        nearest = lengths.topk(min(4, len(lengths)), largest=False)
        for length, unit in zip(nearest.values.tolist(), nearest.indices.tolist(), strict=True):
            yield Candidate(length, place, unit, unit)


def correction_weights(base: Parameters, number: int, z: Tensor) -> tuple[Tensor, Tensor]:
    """For each coordinate that a correction gives: whether its ReLU is on, and |m|^2 + sum_j W_3^2 d_j (|z|^2 + 1)."""
    p = {kind: base[f"layers.{number}.feedforward.{kind}"].detach() for kind in ("W_2", "b_2", "W_3", "b_3")}
    middle = F.linear(z, p["W_2"], p["b_2"])
    inner = torch.relu(middle)
    on = (F.linear(inner, p["W_3"], p["b_3"]) >= 0).double()
    through = p["W_3"].square() @ ((middle >= 0).double() * (z.square().sum() + 1.0))
    return on, inner.square().sum() + through


def force_events(victim: TransformerVictim, p: Parameters, candidates: list[Candidate]) -> Tensor:
    """Whether each event, forced into a run with compiled weights, changes the prediction: one batch of runs."""
    at: dict[Place, list[tuple[int, Candidate]]] = {}
    for row, candidate in enumerate(candidates):
        at.setdefault(candidate.place, []).append((row, candidate))

    def attention(place: Place, name: str, h: Tensor, memory: Memory) -> Tensor:
        weights = victim.attention_weights(scores_of(p, name, h, memory[0]))
        for row, candidate in at.get(place, []):
            weights[row] = F.one_hot(torch.tensor(candidate.second), weights.shape[1])
        return (weights[:, None, :-1] @ memory[1])[:, 0] + weights[:, -1:] * p[f"{name}.V_0"]

    def units(place: Place, name: str, h: Tensor) -> Tensor:
        z = torch.relu(F.linear(h, p[f"{name}.W_1"], p[f"{name}.b_1"]))
        for row, candidate in at.get(place, []):
            z[row, candidate.first] = 0.0 if z[row, candidate.first] > 0.5 else 1.0
        return correct_units(p, name, z, 0.0)

    with torch.no_grad():
        value = victim.through(p, p["h_0"].expand(len(candidates), -1), attention, units)
    return value * victim.label <= 0
