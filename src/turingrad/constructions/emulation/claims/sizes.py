"""Remarks 10, 12 and 13 as numbers: how large the nets are, how many samples they take, how large weights become."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import mpmath

from turingrad.constructions.emulation.build import build
from turingrad.constructions.emulation.memory import dyadic_design
from turingrad.constructions.emulation.noisy_graph import build_noise_tolerant
from turingrad.constructions.emulation.plan import plan
from turingrad.constructions.emulation.printed import literal_design
from turingrad.constructions.emulation.write_once import Constants
from turingrad.errors import InputError
from turingrad.library.learners.metaalgorithm import metaalgorithm
from turingrad.machine.learner import Learner


@dataclass(frozen=True, slots=True)
class NetSizes:
    """An emulation net in numbers. `gates` is Remark 10's m; `samples` is T_n, what SGD needs on average."""

    memory_bits: int
    gates: int
    vertices: int
    edges: int
    depth: int
    m0: int
    gamma: float
    samples: float | None

    @property
    def vertices_per_gate(self) -> float:
        """Remark 10: the net has Theta(m) vertices, that is, this ratio is bounded."""
        return self.vertices / self.gates


def remark_10(learner: Learner, learns_from: int | None = None) -> NetSizes:
    """The exact net. A learner that needs `learns_from` samples gets one from every other sample that is shown
    (each guess is right with probability 1/2): twice as many on average. One that updates on errors wastes none."""
    planned = plan(learner, "pair4")
    built = build(planned, dyadic_design("pair4", len(planned.groups)))
    shown = None if learns_from is None else float(learns_from * (1 if learner.on_error else 2))
    design, graph = built.design, built.graph
    return NetSizes(
        len(learner.memory),
        built.gates,
        graph.vertices,
        graph.edges,
        graph.depth,
        design.m0,
        float(design.gamma),
        shown,
    )


def paper_gamma(bits: int) -> Any:
    """The learning rate of Lemma 3 for a memory of `bits` bits, 2^-244 3^(-1643/2) s^-362 with s so that m0 = max(bits,
    1.34e79) components make an output of 1. Beyond 1.34e79 bits it grows as bits^(362/364), as Remark 10 says."""
    if bits < 1:
        raise InputError(f"a memory must have at least one bit, not {bits}")
    return literal_design(3, bits).gamma


def remark_12(
    learners: list[Learner], train: int, validate: int, constants: Constants = "redesigned"
) -> dict[str, int]:
    """The noise-tolerant net of the metaalgorithm, whose samples must be bounded beforehand: its write-once memory
    holds each of them."""
    meta = metaalgorithm(learners, train, validate)
    net = build_noise_tolerant(meta, train + validate, constants)
    return {
        "samples": train + validate,
        "components": int(net.first_edges.size),
        "vertices": net.graph.vertices,
        "edges": net.graph.edges,
        "depth": net.graph.depth,
    }


def remark_13() -> Any:
    """The paper's bound on every weight of the noise-tolerant net, 2^242 3^25: an output control vertex shows 2 once,
    the derivative of the loss at the output's input is at most 12, so its edge moves by at most 24 gamma."""
    with mpmath.workprec(200):
        return mpmath.mpf(2) ** 242 * mpmath.mpf(3) ** 25
