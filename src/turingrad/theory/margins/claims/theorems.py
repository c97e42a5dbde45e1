"""Theorem 3.1, Lemmas 3.2 and 3.3, Proposition 3.4 and Claim 3.5: sizes and margins with constants."""

from __future__ import annotations

import math
from dataclasses import replace

import torch

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.feedforward import FeedforwardNetwork, compile_network
from turingrad.library import load
from turingrad.machine.circuit import Circuit
from turingrad.theory.margins import chain, theorems
from turingrad.theory.margins.attack import attack
from turingrad.theory.margins.claims.recomputed import correction_gain, feedforward_margins, gains, largest_gamma
from turingrad.theory.margins.feedforward import feedforward_bound

HERE = "turingrad.theory.margins.claims.theorems"
THEOREMS = "turingrad.theory.margins.theorems"
CHAIN = "turingrad.theory.margins.chain"
CLAIMS = Claims("wei")


def circuits() -> list[Circuit]:
    found = [load(name) for name in ("adder-2", "multiplier-2", "majority-7")]
    return [circuit for circuit in found if isinstance(circuit, Circuit)]


def corrected_chain(depth: int) -> FeedforwardNetwork:
    return compile_network(chain.identity_chain(depth))


def plain_chain(depth: int) -> FeedforwardNetwork:
    return compile_network(chain.identity_chain(depth), corrections=False)


@CLAIMS.state(
    "Lemma 3.2",
    where="section 3, Lemma B.1",
    statement="A circuit of size s is a ReLU net whose parameters have 1-norm O(s).",
    mutations=mutation("2 per gate", f"{HERE}.allowed_norm", lambda size: 2.0 * size),
    code="turingrad.constructions.feedforward.FeedforwardNetwork",
    assumptions="12 per gate, its rounding included",
    leaves_out="three circuits",
)
def lemma_3_2() -> Figures:
    figures = {}
    for circuit in circuits():
        network = compile_network(circuit)
        layers = network.layered
        require(network.norm1() <= allowed_norm(layers.size), f"{circuit.name}: |theta|_1 = {network.norm1()}")
        by_entry = sum(float(W.abs().sum() + b.abs().sum()) for W, b in (one.dense() for one in network.linear_maps()))
        require_bound("|theta|_1", network.norm1(), [0.0], formula=by_entry)
        require(by_entry >= allowed_norm(layers.size) / 2, f"{circuit.name}: |theta|_1 = {by_entry} is half of 12 s")
        figures[f"{circuit.name}: |theta|_1 / s"] = round(network.norm1() / layers.size, 2)
    return figures


def allowed_norm(size: int) -> float:
    """alpha ~ s: 12 per gate, and the outputs' maps."""
    return 12.0 * size + 3.0 * 8


@CLAIMS.state(
    "Lemma 3.3",
    where="section 3",
    statement="With corrections the all-layer margin has a lower bound that does not depend on the depth.",
    mutations=mutation("without corrections", f"{HERE}.corrected_chain", plain_chain),
    code="turingrad.theory.margins.feedforward.feedforward_bound",
    leaves_out="depths up to 32 of one chain",
)
def lemma_3_3() -> Figures:
    bounds = {depth: feedforward_bound(corrected_chain(depth)).tightened for depth in (2, 8, 32)}
    require(len(set(bounds.values())) == 1, f"the certified margin depends on the depth: {bounds}")
    again = feedforward_margins(corrected_chain(4), 0.0)[0]
    require_bound("margin", bounds[8], [again], side="lower", formula=again, tolerance=1e-7)
    return {f"depth {depth}": round(bound, 5) for depth, bound in bounds.items()}


@CLAIMS.state(
    "Proposition 3.4",
    where="section 3",
    statement="Two ReLU units of slope s round: every number within 1/2 - 1/(2s) of a bit becomes that bit (1/3 for "
    "s = 3).",
    mutations=mutation("the identity", f"{CHAIN}.round_value", lambda z, _slope: z),
    code=f"{CHAIN}.round_value",
    leaves_out="two slopes",
)
def proposition_3_4() -> Figures:
    figures = {}
    for slope in (2.0, 3.0):
        radius = 0.5 - 0.5 / slope
        z = torch.linspace(-radius, radius, 101, dtype=torch.float64)
        for bit in (0.0, 1.0):
            off = float((chain.round_value(bit + z, slope) - bit).abs().max())
            require(off <= 1e-12, f"slope {slope:g}: {bit:g} within {radius:g} is off by {off}")
        beyond = float(chain.round_value(torch.tensor(radius + 0.05, dtype=torch.float64), slope))
        require(beyond > 0.01, f"slope {slope:g}: nothing changes past the radius, so the radius is not sharp")
        figures[f"radius at slope {slope:g}"] = round(radius, 4)
    return figures


@CLAIMS.state(
    "Claim 3.5",
    where="section 3",
    statement="A product of d weights has margin of order 1/sqrt(d); with rounding after each, at least 1/3.",
    mutations=mutation("1/2 at every depth", f"{CHAIN}.toy_margin", lambda _depth: 0.5),
    code=(f"{CHAIN}.toy_margin", f"{CHAIN}.ToyChain"),
    leaves_out="depths up to 16",
)
def claim_3_5() -> Figures:
    figures = {}
    for depth in (1, 4, 16):
        exact = chain.toy_margin(depth)
        found = attack(chain.ToyChain(depth, None), budget=120).norm
        require(found is not None and exact - 1e-9 <= found <= 1.1 * exact, f"depth {depth}: {found}, exactly {exact}")
        rounded = attack(chain.ToyChain(depth, chain.PAPER_SLOPE), budget=120).norm
        require(rounded is not None and rounded >= chain.toy_rounded_bound(), f"rounded, depth {depth}: {rounded}")
        figures[f"depth {depth}: times sqrt(d)"] = round(exact * math.sqrt(depth), 4)
    return figures


def few_parameters(found: theorems.Family) -> theorems.Family:
    return replace(found, learnability=replace(found.learnability, parameters=found.width * (found.width + 1)))


@CLAIMS.state(
    "Theorem 3.1, samples",
    where="section 3",
    statement="Circuits of width r and size s are learned from a number of samples that is polynomial in r and s, "
    "and logarithmic in the width w of the net.",
    mutations=(
        mutation("a larger radius", f"{THEOREMS}.RADIUS", 4.0),
        mutation(".01 s instead of 12 s", f"{THEOREMS}.GATE_NORM", -6.99),
        change_result("1.5 gamma", f"{THEOREMS}.tighten", lambda found: 1.5 * found),
        change_result("p without depth", f"{THEOREMS}.theorem_3_1", few_parameters),
    ),
    code=f"{THEOREMS}.theorem_3_1",
    leaves_out="three circuits; no net is trained",
)
def theorem_3_1() -> Figures:
    figures = {}
    for circuit in circuits():
        network = compile_network(circuit)
        layers = network.layered
        sizes = theorems.theorem_3_1(layers.depth, layers.width, layers.size)
        require(network.width <= sizes.width, f"{circuit.name}: width {network.width} above {sizes.width}")
        require(network.depth == sizes.depth, f"{circuit.name}: depth {network.depth}, not {sizes.depth}")
        certified = feedforward_bound(network).tightened
        require(certified >= sizes.learnability.gamma, f"{circuit.name}: margin {certified} below the theorem's")
        q, r, s, root = layers.depth, layers.width, layers.size, math.sqrt(layers.width)
        require_bound("alpha", sizes.learnability.alpha, [network.norm1()], formula=12.0 * s + 3)
        w, d = 2 * r, 4 * (q - 1)
        entries = w * (r + 1) + (d - 1) * w * (w + 1) + w + 1  # first, inner and last maps, biases included
        require_bound("p", sizes.learnability.parameters, [0.0], formula=entries)

        def holds(gamma: float, root: float = root) -> bool:
            gain = correction_gain(2.0, root, gamma)
            inner, mu = gains([(2 * root, root), (1.0, root)], gamma)
            last, mu_last = gains([(2.0, root)], gamma)
            return gamma * math.hypot(inner, mu * gain) < 0.25 and gamma * math.hypot(last, mu_last * gain) < 1

        require_bound("gamma", sizes.learnability.gamma, [certified], side="lower", formula=largest_gamma(holds))
        deeper = theorems.theorem_3_1(q, r, s, d=d + 6).learnability
        require_bound("alpha, two more layers", deeper.alpha, [0.0], formula=12.0 * s + 3 + 9 + 2)
        figures[f"{circuit.name}: certified / theorem"] = round(certified / sizes.learnability.gamma, 2)
    wide = theorems.theorem_3_1(10, 20, 200, w=40_000_000).learnability.order
    growth = wide / theorems.theorem_3_1(10, 20, 200).learnability.order
    require(growth < 5, f"a million times the width takes {growth} times the samples, not a logarithm")
    return {**figures, "samples, width times a million": round(growth, 2)}
