"""Appendix D: correction functions, their conditions, and the margin that they certify."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch
import torch.nn.functional as F

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.feedforward import FeedforwardNetwork, compile_network
from turingrad.library import load
from turingrad.theory.margins import feedforward
from turingrad.theory.margins.attack import Search, attack
from turingrad.theory.margins.claims.conditions import ConditionReport, Maps, check_feedforward, layer_maps, through
from turingrad.theory.margins.claims.recomputed import chains_of, condition_constants, feedforward_margins, gains
from turingrad.theory.margins.victims import FeedforwardVictim

BOUNDS = "turingrad.theory.margins.bounds"
HERE = "turingrad.theory.margins.claims.corrections"
LEAST = {"parameters": 0.5, "inputs": 0.7, "f_0": 0.7, "zeta": 0.6}  # of a constant, what the adversary reaches
X = np.array([[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 0]], np.uint8)
BOUND = "turingrad.theory.margins.feedforward.feedforward_bound"
CLAIMS = Claims("wei")


def network() -> FeedforwardNetwork:
    circuit = load("multiplier-2", "circuit")
    return compile_network(circuit)


def move_maps(maps: Maps, length: float, generator: torch.Generator) -> Maps:
    noise = [tuple(torch.randn(part.shape, generator=generator).double() for part in pair) for pair in maps]
    scale = length / float(torch.cat([part.reshape(-1) for pair in noise for part in pair]).norm()) if noise else 0.0
    return [(W + scale * n[0], b + scale * n[1]) for (W, b), n in zip(maps, noise, strict=True)]


def further(maps: Maps, length: float, generator: torch.Generator, by: Callable[..., Maps] = move_maps) -> Maps:
    """Two hundred times the perturbation that is allowed."""
    return by(maps, 200.0 * length, generator)


def short_norms(net: FeedforwardNetwork, _inputs: object = None) -> list[float]:
    return [0.1] * len(net.linear_maps())


def corrected_exactly(first: float, rest: float) -> float:
    """Layers and corrections perturbed; every unperturbed correction must give the true values. The largest |g - h|."""
    net = network()
    true = [h.double() for h in net.hidden(torch.from_numpy(X))][1:]
    largest = 0.0
    for seed in range(4):
        generator = torch.Generator().manual_seed(seed)
        h = torch.from_numpy(X).double()
        for number, ((f, correction), exact) in enumerate(zip(layer_maps(net), true, strict=True)):
            g = through(move_maps(f, first if number == 0 else rest, generator), h)
            largest = max(largest, float((g - exact).norm(dim=1).max()))
            require(torch.equal(through(correction, g), exact), f"layer {number} is not corrected")
            h = through(move_maps(correction, rest, generator), g)
    return largest


@CLAIMS.state(
    "Definition D.1",
    where="Appendix D",
    statement="A correction maps everything within sigma_zeta of a layer's true values to those values.",
    mutations=mutation("twice the radius", f"{HERE}.radius", lambda: 0.6),
    code="turingrad.constructions.feedforward.round_radius",
    leaves_out="one network; 20 random directions per layer",
)
def definition_d_1() -> Figures:
    """zeta_i(h + e, xi) = h for every |e| <= sigma_zeta, all layers, at true values."""
    net = network()
    true = [h.double() for h in net.hidden(torch.from_numpy(X))][1:]
    generator = torch.Generator().manual_seed(0)
    tried = 0
    for (_, correction), h in zip(layer_maps(net), true, strict=True):
        for _ in range(20):
            e = F.normalize(torch.randn(h.shape, generator=generator).double(), dim=1) * radius()
            require(torch.equal(through(correction, h + e), h), f"an error of {radius()} is not corrected")
            tried += len(h)
    return {"vectors": tried, "sigma_zeta": radius()}


def radius() -> float:
    return network().radius


def report() -> ConditionReport:
    net = network()
    constants = feedforward.feedforward_bound(net).constants
    assert constants is not None
    return check_feedforward(net, constants, X, trials=4)


@CLAIMS.state(
    "Condition D.3",
    where="Appendix D",
    statement="Layers and corrections are Lipschitz in parameters and inputs with the constants that enter (D.5).",
    mutations=(
        mutation("kappa_xi of 0.01", f"{BOUNDS}.Correction.kappa", lambda _self, _sigma: 0.01),
        change_result(
            "kappa_theta over 50",
            "turingrad.theory.margins.feedforward.best_constants",
            lambda found: replace(found, kappa_theta=found.kappa_theta / 50),
        ),
    ),
    code=("turingrad.theory.margins.feedforward.condition_constants", f"{BOUNDS}.Correction.kappa"),
    leaves_out="one network, three inputs; the adversary follows gradients: it can refute a constant, not prove it",
)
def condition_d_3() -> Figures:
    found = report()
    quotients = {"parameters": found.parameters, "inputs": found.inputs, "f_0": found.first, "zeta": found.corrections}
    for name, quotient in quotients.items():
        require(quotient <= 1.0 + 1e-9, f"{name}: {quotient} times what the constant allows")
    net = network()
    constants = feedforward.feedforward_bound(net).constants
    assert constants is not None
    again = condition_constants(net, constants.sigma)
    for name, value in again.items():
        require_bound(name, getattr(constants, name), [0.0], formula=value, tolerance=1e-7)
    for name, quotient in quotients.items():
        require(quotient >= LEAST[name], f"{name}: the adversary reaches only {quotient} of the constant")
    return {name: round(quotient, 4) for name, quotient in quotients.items()}


@CLAIMS.state(
    "Condition D.4",
    where="Appendix D",
    statement="True layer values have norm at most lambda.",
    mutations=mutation("norms of 0.1", "turingrad.theory.margins.feedforward.hidden_norms", short_norms),
    code="turingrad.theory.margins.feedforward.hidden_norms",
    leaves_out="one network, three inputs",
)
def condition_d_4() -> Figures:
    norms = report().norms
    require(norms <= 1.0 + 1e-9, f"a hidden vector is {norms} times lambda long")
    require(norms >= 0.25, f"the longest hidden vector is only {norms} of lambda")
    found = feedforward.hidden_norms(network())
    chains, entering = chains_of(network())
    wanted = [*(one for chain in chains for _, one in chain), *entering]
    require(all(any(abs(one - other) < 1e-9 for other in found) for one in wanted), f"norms {found}, again {wanted}")
    return {"largest norm over lambda": round(norms, 4)}


@CLAIMS.state(
    "Lemma D.7",
    where="Appendix D",
    statement="Perturbations of the first layer within (D.6) are corrected exactly.",
    mutations=mutation("two hundred times as much", f"{HERE}.move_maps", further),
    code=BOUND,
    leaves_out="one network, three inputs, four random perturbations",
)
def lemma_d_7() -> Figures:
    constants = feedforward.feedforward_bound(network()).constants
    assert constants is not None
    allowed = min(constants.sigma, constants.sigma_zeta / constants.mu_0)
    first = chains_of(network())[0][0]
    require_bound("mu_0", constants.mu_0, [0.0], formula=gains(first, constants.sigma)[0], tolerance=1e-7)
    return {"first layer's perturbation": allowed, "largest |g - h|": corrected_exactly(allowed, 1e-12)}


@CLAIMS.state(
    "Lemma D.8",
    where="Appendix D",
    statement="If earlier layers are off by at most sigma_zeta, so is the next, and its correction gives the true "
    "value.",
    mutations=mutation(
        "a bound of 5", "turingrad.theory.margins.feedforward.tighten", lambda _layers, _correction: 5.0
    ),
    code=BOUND,
    leaves_out="one network, three inputs, four random perturbations",
)
def lemma_d_8() -> Figures:
    gamma = feedforward.feedforward_bound(network()).tightened
    largest = corrected_exactly(gamma, gamma)
    require(largest <= radius(), f"|g - h| = {largest} above sigma_zeta")
    again = feedforward_margins(network(), 0.0)[0]
    require_bound("perturbation", gamma, [again], side="lower", formula=again, tolerance=1e-7)
    return {"perturbation": gamma, "largest |g - h|": largest}


@CLAIMS.state(
    "Theorem D.6",
    where="Appendix D",
    statement="The all-layer margin of a corrected network is at least the bound: no attack gets below it.",
    mutations=(
        mutation("a bound of 1", "turingrad.theory.margins.feedforward.tighten", lambda _layers, _correction: 1.0),
        change_result("4 times the bound", "turingrad.theory.margins.feedforward.tighten", lambda found: 4 * found),
        change_result("a quarter of it", "turingrad.theory.margins.feedforward.tighten", lambda found: found / 4),
    ),
    code=BOUND,
    leaves_out="attacks and random directions: they can refute the bound, not prove it",
)
def theorem_d_6() -> Figures:
    """No attack gets below the certificate, random directions neither."""
    net = network()
    gamma, again = feedforward.feedforward_bound(net).tightened, feedforward_margins(net, 0.0)[0]
    require_bound("margin", gamma, [again], side="lower", formula=again, tolerance=1e-7)
    found = []
    for vector, output in ((X[1], 0), (X[0], 1), (np.zeros(4, np.uint8), 2)):
        victim = FeedforwardVictim(net, torch.from_numpy(vector), output)
        norm = attack(victim, budget=120).norm
        require(norm is not None and norm > gamma, f"an attack of length {norm} is below the certified {gamma}")
        found.append(norm or 0.0)
        search = Search(victim, 10, None)
        step = torch.randn(sum(search.sizes), generator=torch.Generator().manual_seed(1)).double()
        require(not search.wrong(step * (gamma / step.norm())), "a random perturbation of the certified size is fatal")
    require_bound("margin", gamma, found, side="lower", attained_within=40.0)
    return {"certified": round(gamma, 5), "shortest attack": round(min(found), 5)}


@CLAIMS.state(
    "Lemma D.9",
    where="Appendix D",
    statement="The margin is at least the smallest of the allowed perturbations: (D.5), and the tightened form above "
    "it.",
    mutations=mutation(
        "the form without corrections", "turingrad.theory.margins.feedforward.tighten", lambda _l, _c: 1e-9
    ),
    code=f"{BOUNDS}.Constants",
    leaves_out="three circuits",
)
def lemma_d_9() -> Figures:
    """The paper's minimum (D.5) is no larger than the bound from each layer's own constants."""
    figures = {}
    for name in ("adder-1", "multiplier-2", "majority-7"):
        circuit = load(name, "circuit")
        bound = feedforward.feedforward_bound(compile_network(circuit))
        require(bound.paper is not None and 0 < bound.paper <= bound.tightened, f"{name}: (D.5) gives {bound.paper}")
        assert bound.constants is not None
        tightened, paper = feedforward_margins(compile_network(circuit), bound.constants.sigma)
        require_bound(f"{name}: (D.5)", bound.paper or 0.0, [tightened], side="lower", formula=paper, tolerance=1e-7)
        require_bound(f"{name}: margin", bound.tightened, [tightened], side="lower", formula=tightened, tolerance=1e-7)
        # the best choice of sigma: a larger one is not allowed, as (D.5) would fall below it
        larger = feedforward_margins(compile_network(circuit), 1.001 * bound.constants.sigma)[1]
        require(larger < 1.001 * bound.constants.sigma, f"{name}: sigma {bound.constants.sigma} could be larger")
        figures[f"{name}: tightened over (D.5)"] = round(bound.tightened / (bound.paper or 1.0), 2)
    return figures
