"""(2.1) itself on nets so small that it can be computed, and the step of Lemma 2.3 that rests on it."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.claim import Claims, Figures, change_result, require
from turingrad.constructions.feedforward import compile_network
from turingrad.theory.margins import exact_margin
from turingrad.theory.margins.attack import attack
from turingrad.theory.margins.chain import identity_chain
from turingrad.theory.margins.claims.finite_family import literal_circuit
from turingrad.theory.margins.feedforward import feedforward_bound
from turingrad.theory.margins.victims import FeedforwardVictim

EXACT = "turingrad.theory.margins.exact_margin"
Maps = list[tuple[F64, F64]]
CLAIMS = Claims("wei")


@CLAIMS.state(
    "(2.1)",
    where="section 2.1",
    statement="The all-layer margin is the length of the shortest perturbation of all parameters that changes the "
    "prediction: at least the certificate, at most what an attack finds.",
    mutations=(
        change_result("1.2 times the margin", f"{EXACT}.exact_margin", lambda found: scale_margin(found, 1.2)),
        change_result("the margin over 1.2", f"{EXACT}.exact_margin", lambda found: scale_margin(found, 1 / 1.2)),
        change_result("3 times the certificate", "turingrad.theory.margins.feedforward.tighten", lambda g: 3 * g),
    ),
    code=(f"{EXACT}.exact_margin", "turingrad.theory.margins.feedforward.feedforward_bound"),
    leaves_out="nets of at most 5 hidden units, one input each, to one percent",
)
def closed_brackets() -> Figures:
    """Certificate <= margin <= attack on compiled gates and chains, the margin by branch and bound to 1 %."""
    figures: dict[str, float] = {}
    ratios, gaps = [], []
    for circuit in (identity_chain(1), identity_chain(2), literal_circuit(2, (0, 1), (0, 0), "and")):
        for corrections in (False, True):
            net, x = compile_network(circuit, corrections=corrections), np.ones(len(circuit.inputs))
            if sum(len(b) for _, b in net.dense_layers()[:-1]) > 5:
                continue  # two seconds
            found = exact_margin.exact_margin(exact_margin.output_maps(net, 0), x, tolerance=0.01)
            name = f"{circuit.name}{', corrected' * corrections}"
            certified = feedforward_bound(net).tightened
            attacked = attack(FeedforwardVictim(net, torch.from_numpy(x), 0), budget=200).norm or math.inf
            require(found.closed <= 0.01, f"{name}: between {found.lower} and {found.upper}")
            require(certified <= found.upper, f"{name}: certified {certified}, but the margin is at most {found.upper}")
            require(
                found.lower <= attacked, f"{name}: attacked at {attacked}, but the margin is at least {found.lower}"
            )
            value = exact_margin.TinyNet(add_multiple(exact_margin.output_maps(net, 0), found.delta, 1.0 + 1e-9), x)
            require(
                value.sign < 0 or value.value < 1e-9, f"{name}: the perturbation leaves the output at {value.value}"
            )
            figures[name] = round(found.upper, 4)
            ratios.append(attacked / found.upper)
            gaps.append(found.lower / certified)
    require(max(ratios) <= 1.05, f"an attack is {max(ratios)} times the margin: no longer what it was")
    require(max(gaps) <= 2.0, f"a certificate is {max(gaps)} times below the margin: no longer what it was")
    return figures | {"attack over margin": round(max(ratios), 4), "margin over certificate": round(max(gaps), 3)}


def add_multiple(maps: Maps, delta: Maps, by: float) -> Maps:
    return [(W + by * dW, b + by * db) for (W, b), (dW, db) in zip(maps, delta, strict=True)]


@CLAIMS.state(
    "Lemma 2.3, Lipschitz",
    where="Appendix A",
    statement="rho is 1-Lipschitz in theta, the key step of Lemma 2.3: a cover of parameters is a cover of margins.",
    mutations=(
        change_result("1.2 times the margin", f"{EXACT}.exact_margin", lambda found: scale_margin(found, 1.2)),
        change_result("the margin squared", f"{EXACT}.exact_margin", lambda found: scale_margin(found, found.upper)),
    ),
    code=f"{EXACT}.exact_margin",
    leaves_out="random nets of at most 3 hidden units, margins to a thousandth",
)
def lipschitz() -> Figures:
    """|rho(theta) - rho(theta')| <= |theta - theta'| for random pairs, and equality along the shortest perturbation."""
    rng, most, least = np.random.default_rng(0), 0.0, 1.0
    pairs = 0
    for sizes in ((2, 2, 1), (1, 1, 1, 1), (2, 3, 1)):
        maps = [(rng.normal(size=(m, n)), rng.normal(size=m)) for n, m in pairwise(sizes)]
        x = rng.normal(size=sizes[0])
        here = exact_margin.exact_margin(maps, x, tolerance=1e-3)
        for length in (0.05, 0.3):
            noise = [(rng.normal(size=W.shape), rng.normal(size=b.shape)) for W, b in maps]
            size = math.sqrt(sum(float((W**2).sum() + (b**2).sum()) for W, b in noise))
            there = signed_margin(add_multiple(maps, noise, length / size), x, maps)
            change = max(here.lower - there[1], there[0] - here.upper, 0.0) / length
            require(change <= 1.0 + 1e-6, f"rho changes by {change} of the distance")
            most, pairs = max(most, change), pairs + 1
        for part in (0.25, 0.5):  # the worst direction: straight to the boundary
            low, high = signed_margin(add_multiple(maps, here.delta, part), x, maps)
            length = part * math.sqrt(sum(float((W**2).sum() + (b**2).sum()) for W, b in here.delta))
            fall = (here.upper - 0.5 * (low + high)) / length
            require(abs(fall - 1.0) <= 0.01, f"along the shortest perturbation rho falls by {fall} of the distance")
            least = min(least, fall)
    return {"pairs": pairs, "most of the distance": round(most, 3), "towards the boundary": round(least, 4)}


def signed_margin(maps: Maps, x: F64, before: Maps) -> tuple[float, float]:
    """The margin with the label of other weights: 0 if the prediction is another."""
    if exact_margin.TinyNet(maps, x).sign != exact_margin.TinyNet(before, x).sign:
        return 0.0, 0.0
    found = exact_margin.exact_margin(maps, x, tolerance=1e-3)
    return found.lower, found.upper


def scale_margin(found: exact_margin.ExactMargin, by: float) -> exact_margin.ExactMargin:
    return exact_margin.ExactMargin(by * found.lower, by * found.upper, found.boxes, found.delta)
