"""Constants and sizes: (18), the widths of the corollaries, the layers of Section 5.5."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Literal

import numpy as np
import torch

from turingrad.constructions.claim import Claims, Figures, mutation, require, require_bound
from turingrad.constructions.descent import compile_network
from turingrad.constructions.descent.certificate import smallest_margin
from turingrad.constructions.descent.constants import choose_constants
from turingrad.constructions.descent.encoding import encoding_for
from turingrad.constructions.descent.executors import extended_network
from turingrad.library import load
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.tape import TapeMachine
from turingrad.theory.descent.claims import lemmas
from turingrad.theory.descent.claims.common import HERE, PACKAGE
from turingrad.theory.descent.claims.measure import measure_pass

LOSSES: tuple[Literal["tape", "configurations"], ...] = ("tape", "configurations")
CLAIMS = Claims("welper")


@CLAIMS.state(
    "(18)",
    where="section 4.4",
    statement="With b as in (18) the successor has the least entry of every gradient; Section 5.4's condition "
    "separates the bounds (23).",
    mutations=mutation("any b", f"{HERE}.conditions_18", lambda *_: True),
    code=(f"{HERE}.conditions_18", f"{PACKAGE}.certificate.smallest_margin"),
    leaves_out="d from 1 to 4 and b up to 70 in steps of 1/8",
)
def conditions() -> Figures:
    """Wherever (18) holds the successor's entry is the least; with the condition of Section 5.4 losses separate."""
    codes, tried = encoding_for(2), 0
    for tapes, b in product(range(1, 5), np.arange(0.125, 70, 0.125)):
        if lemmas.conditions_18(float(b), tapes):
            constants = choose_constants("paper", codes, tapes, b=float(b))
            require(smallest_margin(constants, codes, tapes) > 0, f"b = {b}, {tapes} tapes: no margin")
            tried += 1
    # entry by entry, also for b so small that another vertex would win: there predecessors and reading decide
    for tapes, b in product((1, 2), (0.255, 0.3, 0.5, 1.0, 2.0, 8.0, 20.0)):
        constants = replace(choose_constants("paper", codes, tapes, b=20.0), b=b)
        again = margin_by_entries(b, tapes)
        require_bound("margin", smallest_margin(constants, codes, tapes), [again], side="lower", formula=again)
    require(not lemmas.loss_bounds(6, 1, 1, 0).separated and lemmas.loss_bounds(9, 1, 1, 0).separated, "separation")
    return {"pairs of b and d": tried}


def margin_by_entries(b: float, tapes: int) -> float:
    """The gradient at every vertex, entry by entry, for symbols ±1: at symbols a, with r about to be read, the right
    successor is r; other successors, predecessors and vertices without an edge are wrong."""
    least = float("inf")
    for a, r in product(product((-1, 1), repeat=tapes), repeat=2):
        entries = {}
        for t in product((-1, 1), repeat=tapes):
            reading = 4 * b * b * sum((x - z) * y for x, y, z in zip(a, t, r, strict=True))
            agree = sum(x == y for x, y in zip(a, t, strict=True))
            entries[t] = (reading - 4 * (b**3 + b * agree), reading - 2 * (b**3 + b * agree), reading)
        right = entries[r][0]
        wrong = [value - right for t, row in entries.items() for k, value in enumerate(row) if (t, k) != (r, 0)]
        least = min(least, *wrong)
    return least


@CLAIMS.state(
    "Corollary 2.2, width",
    where="section 2",
    statement="The layers of Section 4.3 have a width below |Q| 2^(d tau) tau^d + O(n m).",
    mutations=mutation(
        "one unit per vertex",
        f"{PACKAGE}.configuration_loss.ConfigurationLoss.units",
        property(lambda loss: len(loss.vertex_weights)),
    ),
    code=f"{HERE}.configuration_width",
    status="open",
    assumptions="the printed construction does not meet it: (13) has a unit for each of the |V|(|V| - 1)/2 pairs; "
    "rewritten it has one per vertex and one per edge. Whether another one meets it is not known",
    leaves_out="one machine on three cells",
)
def configuration_units() -> Figures:
    network = compile_network(load("busy-beaver-2", "tape"), loss="configurations", cells=3)
    count = lemmas.configuration_width(len(network.machine.states), 2, 1, 3)
    require(network.width == count.pairs > count.printed, f"built {network.width}, stated {count}")
    require(count.edges == 2 * network.vertices, f"{count.edges} units over edges, for {network.vertices} vertices")
    return {"printed": count.printed, "(13) as printed": network.width, "rewritten, at most": count.edges}


def without_tripling(machine: TapeMachine, cells: int) -> lemmas.Count:
    return lemmas.Count(0, lemmas.directed_width(machine, cells))


@CLAIMS.state(
    "Corollary 2.3, width",
    where="section 2",
    statement="The layers of Section 4.4 have a width below 2^d |Q| + 2 d tau + O(n m).",
    mutations=mutation("no tripled states", f"{HERE}.tape_width", without_tripling),
    code=f"{HERE}.tape_width",
    status="open",
    assumptions="the printed construction does not meet it: edges have three units each, and states are tripled; our "
    "directed hat has the order, at most three units per vertex. Whether any hat meets 2^d |Q| is not known",
    leaves_out="one machine on 64 cells",
)
def tape_units() -> Figures:
    machine = load("busy-beaver-4", "tape")
    paper, directed = (compile_network(machine, hat=hat, cells=64) for hat in ("paper", "directed"))
    width = lemmas.tape_width(machine, 64)
    require(paper.width == width.corrected > width.printed, f"built {paper.width}, stated {width}")
    hat = directed.loss.hat.width()
    require(hat <= 3 * directed.graph.vertices, f"the directed hat has {hat} units")
    return {"printed": width.printed, "Appendix A's functions": paper.width, "directed hat": directed.width}


@CLAIMS.state(
    "Section 5.5",
    where="section 5.5",
    statement="The extended network has at most 12 layers besides the primary network's (Corollaries 2.2 and 2.3: "
    "fewer than 12).",
    mutations=mutation("ten layers allowed", f"{HERE}.LAYERS", 10),
    code=f"{HERE}.layers",
    status="corrected",
    erratum="the squares of (21) are not one layer: the read term squares a product of three variables; with tapes the "
    "network built here has a chain of 12, which is at most 12 but not fewer; over configurations it has 11",
    leaves_out="one trainer, with both losses; whether another construction with tapes has fewer than 12 is open",
)
def chains() -> Figures:
    trainer = BY_NAME["majority-label"]
    found: dict[str, int] = {}
    for loss in LOSSES:
        network = extended_network(trainer, trainer.sizes(2, 1), loss=loss)
        x, y = torch.ones(2, 1), torch.ones(2, 1)
        network.reset(len(network.data_numbers(x, y)))
        with torch.no_grad():
            network.z.copy_(y)
        found[loss] = measure_pass(network, x).depth
        require(found[loss] == network.depth, f"{loss}: {found[loss]} layers")
    require(lemmas.layers() == 10, f"Section 5.5 counts {lemmas.layers()} layers")
    require(lemmas.layers() < lemmas.LAYERS and found["configurations"] < lemmas.LAYERS, f"{found}")
    return {"by Section 5.5's counts": lemmas.layers(), **{f"built, {key}": value for key, value in found.items()}}
