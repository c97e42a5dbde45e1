"""Theorem 4.1 as a function: the family of a machine whose every rule moves, for both tapes and both layer sequences,
beside the network itself and a second count of rows and columns."""

from __future__ import annotations

import math
from dataclasses import replace

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.transformer import compile_network
from turingrad.machine.tape import LEFT, Rule, TapeMachine
from turingrad.theory.margins import theorems
from turingrad.theory.margins.architecture import architecture_parameters
from turingrad.theory.margins.bounds import Step
from turingrad.theory.margins.claims.recomputed import transformer_margin
from turingrad.theory.margins.claims.theorems import few_parameters
from turingrad.theory.margins.theorem_tapes import family_of
from turingrad.theory.margins.transformer import transformer_bound
from turingrad.theory.margins.transformer_layers import AttentionNorms, TransformerLayer, unused_attention

THEOREMS = "turingrad.theory.margins.theorems"
TAPES = "turingrad.theory.margins.theorem_tapes"
CLAIMS = Claims("wei")


def full_machine(states: int, symbols: int, left_end: str) -> TapeMachine:
    """Every pair has a rule, which writes another symbol and moves left: the norms of a family are nearly reached."""
    working, letters = [f"q{i}" for i in range(states)], ["_", *(str(i) for i in range(1, symbols))]
    rules = [
        Rule(state, (letter,), (letters[(j + 1) % symbols],), (LEFT,), working[(i + 1) % states])
        for i, state in enumerate(working)
        for j, letter in enumerate(letters)
    ]
    names = (*working, "accept")
    return TapeMachine(
        names, tuple(letters), "_", "q0", tuple(rules), ("accept",), ("accept",), name="full", left_end=left_end
    )


Kind = tuple[float, float, int]  # the largest row and column of |W_1|, and the ones that enter it


def plain_kinds(z: int, a: int, w: int, hard: bool, paper: bool) -> list[Kind]:
    """Layers without attention, counted again: rows and columns by their entries, vectors by their fields."""
    fields = 2 + 2 * w  # st, a symbol, pos1, pos2
    pair: Kind = (2, max(a, z), fields)
    if not paper:
        adder = 2 * (w + 1) + hard  # inc, dec, edge
        transition: Kind = (z * a + w, max(w + 3, 2 * w + 1) + hard, 1 + 2 * w)
        return [pair, transition, (7 + hard, 3, fields + adder), (3, 1, 1 + w + 3)]
    moving = fields + w + 1  # pos3 and the move
    kinds: list[Kind] = [pair, (z * a, 3, 1 + 2 * w), (3 if hard else 2, 3, moving + 2), (4, 4, moving + 1)]
    kinds += [(w + 1, 2, moving)] if hard else []
    return [*kinds, (2, 3, moving - 1 + 4), (2, a, 1 + w + 3), (3, 1, 1 + w + 3)]


def layers_again(z: int, a: int, w: int, hard: bool, paper: bool) -> tuple[list[TransformerLayer], float]:
    """All kinds of layers, and the largest number of ones that a correction sees."""
    encoder, radius = math.sqrt(1.0 + w), 0.25
    found = []
    for row, column, ones in plain_kinds(z, a, w, hard, paper):
        size = math.sqrt(ones)
        step = Step(math.sqrt(row * column), size)
        found.append(TransformerLayer(unused_attention(size, size), unused_attention(size, encoder), step, radius))
    carried = 2 + 4 * w + paper  # st, sym2, pos1, pos2, pos3, scr3, and the paper's found flag

    def search(pairs: int, value: float, asking: int, asked: float) -> AttentionNorms:
        q, k, ones = math.sqrt(pairs + 1), math.sqrt(pairs), math.sqrt(asking)
        return AttentionNorms(2.0, 2.0, value, q, k, pairs - 1.0, 0.0, 2.0, ones, asked)

    asked = math.sqrt(carried)
    if not paper:
        unused = unused_attention(asked, encoder)
        found.append(TransformerLayer(search(2 * w, 0.0, carried, asked), unused, Step(1.0, asked), radius))
        own, cross = search(2 * w, 1.0, carried, asked), search(w, 1.0, carried + 2, encoder)
        found.append(TransformerLayer(own, cross, Step(math.sqrt(2 * (a + 1)), math.sqrt(carried + 4)), radius))
        return found, 2 + 2 * w + 2 * (w + 1) + hard
    after = math.sqrt(carried + 1)
    for value, norm in ((0.0, math.sqrt(2)), (1.0, 1.0)):
        own = search(2 * w, value, carried, asked)
        found.append(TransformerLayer(own, unused_attention(after, encoder), Step(norm, after), radius))
    given = 2 + 3 * w + 2  # scr1 and the flag
    cross, before = search(w, 1.0, given, encoder), math.sqrt(given)
    found.append(TransformerLayer(unused_attention(before, before), cross, Step(1.0, math.sqrt(given + 2)), radius))
    return found, max(3 + 4 * w, 2 + 3 * w + 4)


def less_norm(found: theorems.Family) -> theorems.Family:
    return replace(found, learnability=replace(found.learnability, alpha=0.8 * found.learnability.alpha))


@CLAIMS.state(
    "Theorem 4.1, samples",
    where="section 4",
    statement="Machines of k states with T steps are learned from a number of samples that is polynomial in k, |A| "
    "and log T.",
    mutations=(
        mutation("a larger radius", f"{THEOREMS}.RADIUS", 4.0),
        mutation("norms without the rounding", f"{THEOREMS}.ROUNDING_NORM", 0.0),
        change_result("1.5 gamma", f"{THEOREMS}.tighten", lambda found: 1.5 * found),
        change_result("1.5 gamma of the paper's layers", f"{TAPES}.tighten", lambda found: 1.5 * found),
        change_result("p without depth", f"{TAPES}.theorem_4_1", few_parameters),
        change_result(".8 alpha", f"{TAPES}.theorem_4_1", less_norm),
    ),
    code=(f"{THEOREMS}.theorem_4_1", f"{TAPES}.paper_family"),
    assumptions="machines that decide within T steps",
    leaves_out="one tape, one machine, three families; no net is trained",
)
def theorem_4_1() -> Figures:
    figures: dict[str, float] = {}
    for left_end, layers, steps in (("two-sided", "compact", 2000), ("hard", "compact", 20), ("hard", "paper", 20)):
        machine, kind = full_machine(5, 3, left_end), f"{left_end}, {layers}, T = {steps}"
        network = compile_network(machine, steps=steps, input_length=4, layers=layers)
        sizes = family_of(machine, steps, 4, layers=layers)
        found, alpha = sizes.learnability, sum(float(value.abs().sum()) for value in network.parameters())
        require((network.width, network.depth) == (sizes.width, sizes.depth), f"{kind}: another size")
        require_bound(f"p, {kind}", found.parameters, [0.0], formula=architecture_parameters(network))
        require_bound(f"alpha, {kind}", found.alpha, [alpha], attained_within=1.2)
        again, ones = layers_again(7, 3, network.bits, left_end == "hard", layers == "paper")
        head = [(math.sqrt(7.0), math.sqrt(2.0 + 2 * network.bits if layers == "compact" else 2.0 + network.bits))]
        gamma = transformer_margin(again, head, 2.0, math.sqrt(ones))
        certified = transformer_bound(network).tightened
        require_bound(f"gamma, {kind}", found.gamma, [certified], side="lower", formula=gamma, tolerance=1e-7)
        order = (found.alpha**2 * math.log(found.parameters) / found.gamma**2 + 1) / 0.1**2
        require_bound(f"samples, {kind}", found.order, [0.0], formula=order)
        figures[f"certified over the theorem's, {kind}"] = round(certified / found.gamma, 2)
        figures[f"samples, order, {kind}"] = float(f"{found.order:.3g}")
    growth = [theorems.theorem_4_1(5, 2, 10**k).learnability.order for k in (3, 6, 9)]
    require(growth[1] < 2**10 * growth[0] and growth[2] < 1.5**10 * growth[1], "not polylogarithmic in T")
    return figures
