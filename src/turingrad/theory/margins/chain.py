"""Claim 3.5's toy chain, and the same chain compiled: margin versus depth, with and without rounding.

The toy: f(x, W) = (W_1 ... W_d) x - 1/2 at W = (1, ..., 1), x = 1. Its margin is known exactly: in u_i = log W_i the
problem is to minimise sum (1 - e^{u_i})^2 subject to sum u_i = -log 2, which is convex where W_i >= 1/2, so all W_i are
equal: rho = sqrt(d) (1 - 2^{-1/d}), about 0.69/sqrt(d). With round after every factor (3.1), rho >= 1/3 for the paper's
s = 3 whatever d is, as no W_i off by at most 1/3 changes anything.

The compiled chain: a circuit of d ID gates as a feedforward net; all its parameters may be perturbed, those of the
rounding too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from turingrad.constructions.feedforward import FeedforwardNetwork, compile_network, round_radius
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.run import Progress, with_progress
from turingrad.theory.margins.attack import AttackResult, Event, Parameters, attack
from turingrad.theory.margins.exact_margin import circuit_margin
from turingrad.theory.margins.feedforward import feedforward_bound
from turingrad.theory.margins.surrogate import leaky_rounding
from turingrad.theory.margins.victims import FeedforwardVictim

PAPER_SLOPE = 3.0
DEPTHS = (1, 2, 4, 8, 16, 32)


def toy_margin(depth: int) -> float:
    """The exact margin of the toy without rounding."""
    return math.sqrt(depth) * (1.0 - math.pow(2.0, -1.0 / depth))


def toy_rounded_bound() -> float:
    """Claim 3.5: the margin with rounding is at least the radius, 1/3 for s = 3."""
    return round_radius(PAPER_SLOPE)


@dataclass(frozen=True)
class ToyChain:
    """The toy as a victim of the attack; the rounding's own parameters stay as they are, as in the claim."""

    depth: int
    slope: float | None

    def parameters(self) -> Parameters:
        return {"W": torch.ones(self.depth, dtype=torch.float64)}

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        z = torch.ones((), dtype=torch.float64)
        for factor in parameters["W"]:
            z = factor * z
            if self.slope is not None:
                z = leaky_rounding(round_value(z, self.slope), z, leak)
        return z - 0.5

    def groups(self) -> list[list[str]]:
        return []

    def events(self) -> Iterator[Event]:
        """The first factors fall alike until their product is 1/2."""
        for count in sorted({1, 2, 3, self.depth}):
            if count <= self.depth:
                delta = torch.zeros(self.depth, dtype=torch.float64)
                delta[:count] = math.pow(2.0, -1.0 / count) - 1.0
                yield Event({"W": delta}, self.margin)

    def confirms(self, parameters: Parameters) -> bool:
        z = 1.0
        for factor in parameters["W"].tolist():
            z *= factor
            if self.slope is not None:
                z = min(1.0, max(0.0, self.slope * (z - 0.5) + 0.5))
        return z <= 0.5


def round_value(z: Tensor, slope: float) -> Tensor:
    """Proposition 3.4, for any slope."""
    low, high = 0.5 - 0.5 / slope, 0.5 + 0.5 / slope
    return slope * torch.relu(z - low) - slope * torch.relu(z - high)


def identity_chain(depth: int) -> Circuit:
    """A circuit that passes one bit through `depth` ID gates."""
    make = CircuitBuilder()
    wire = make.input("x")
    for _ in range(depth):
        wire = make.id_(wire)
    make.output("y", wire)
    return make.build(f"identity-chain-{depth}")


@dataclass(frozen=True, slots=True)
class ChainRow:
    """One depth: lower bounds (exact for the plain toy), the attack's upper bounds, and the margin itself to one
    percent if the net is small enough for branch and bound."""

    depth: int
    toy_exact: float
    toy_attack: float | None
    toy_rounded_bound: float
    toy_rounded_attack: float | None
    plain_bound: float
    plain_attack: float | None
    plain_exact: float | None
    rounded_bound: float
    rounded_attack: float | None
    rounded_exact: float | None


def shift_perturbation(last: AttackResult | None, victim: FeedforwardVictim) -> list[Parameters]:
    """A shorter chain's perturbation on the last layers of a longer one: the layers before pass 1 on unchanged, so it
    changes this prediction too, and the margin cannot rise with depth."""
    if last is None or last.delta is None:
        return []
    extra = victim.network.depth - max(int(name[1:]) for name in last.delta)
    moved = {f"{name[0]}{int(name[1:]) + extra}": part for name, part in last.delta.items()}
    own = victim.parameters()
    fits = extra >= 0 and all(own[name].shape == part.shape for name, part in moved.items())
    return [moved] if fits else []


def exact_upper(net: FeedforwardNetwork, known: float | None) -> float | None:
    """The margin at x = 1 to one percent; None if the net is too large for that."""
    found = circuit_margin(net, np.ones(1), 0, start=known or math.inf)
    return None if found is None or found.closed > 0.01 else found.upper


def chain_rows(
    depths: Sequence[int] = DEPTHS, budget: int = 400, progress: Progress | None = None
) -> Iterator[ChainRow]:
    """A row for each depth. The compiled chain is attacked at x = 1, where it is weakest."""
    before: list[AttackResult | None] = [None, None]
    for depth in with_progress(depths, "chains", progress):
        nets = [compile_network(identity_chain(depth), corrections=corrections) for corrections in (False, True)]
        victims = [FeedforwardVictim(net, torch.ones(1), 0) for net in nets]
        found = [
            attack(victim, budget=budget, starts=shift_perturbation(last, victim))
            for victim, last in zip(victims, before, strict=True)
        ]
        before = list(found)
        margins = [exact_upper(net, one.norm) for net, one in zip(nets, found, strict=True)]
        toys = [attack(ToyChain(depth, slope), budget=budget) for slope in (None, PAPER_SLOPE)]
        if any(result.interrupted for result in (*found, *toys)):
            raise KeyboardInterrupt  # a row is whole or not there
        yield ChainRow(
            depth,
            toy_margin(depth),
            toys[0].norm,
            toy_rounded_bound(),
            toys[1].norm,
            feedforward_bound(nets[0]).tightened,
            found[0].norm,
            margins[0],
            feedforward_bound(nets[1]).tightened,
            found[1].norm,
            margins[1],
        )
