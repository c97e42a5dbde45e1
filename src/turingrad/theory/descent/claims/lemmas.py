"""Welper's lemmas as functions: Lemma 4.1, the Lagrange basis of Appendix A, the bounds (23), layers and widths.

Printed and corrected forms stand side by side where they differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import F64
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine


def corner_point(vertices: int, v: int, w: int, mu: float) -> F64:
    """e_vw^mu = (1 - mu) e_v + mu e_w."""
    point = np.zeros(vertices)
    point[v] += 1 - mu
    point[w] += mu
    return point


def relu(x: float | F64) -> float:
    return float(np.maximum(0.0, x))


def vertex_hat(x: F64, v: int, mu: float) -> float:
    """l_v^mu as Lemma A.1 prints it: R(n.x - d), n = 1/(mu m) sum over w != v of (e_v - e_w)."""
    m = len(x)
    normal = np.full(m, -1 / (mu * m))
    normal[v] = (m - 1) / (mu * m)
    return relu(normal @ x - ((1 - mu) * m - 1) / (mu * m))


def edge_hat(x: F64, v: int, w: int) -> float:
    """l_vw as Lemma A.2 prints it: R(n.x - c) - l_v - l_w, n = 4 (e_vw - barycentre), c = 1 - 4/m."""
    m = len(x)
    normal = 4 * (corner_point(m, v, w, 0.5) - np.full(m, 1 / m))
    return relu(normal @ x - (1 - 4 / m)) - vertex_hat(x, v, 0.5) - vertex_hat(x, w, 0.5)


def slanted_hat(x: F64, v: int, w: int, mu: float) -> float:
    """l_vw^mu of Lemma A.3: R(n.x - d) with n = 2 e_v + (2 - 1/mu) e_w, d = 1.

    The lemma only says that n and d exist; its last line and its proof write w where u is meant, the proof + d for - d.
    """
    return relu(2 * x[v] + (2 - 1 / mu) * x[w] - 1)


def directed_hat(x: F64, v: int, w: int) -> float:
    """lbar_vw = l_vw + l_v^{1/2} - l_vw^{1/4}, (34)."""
    return edge_hat(x, v, w) + vertex_hat(x, v, 0.5) - slanted_hat(x, v, w, 0.25)


def lemma_4_1(corner_values: F64, v: int, mu: float, A: F64, y: F64) -> tuple[int, int, F64]:
    """Where the conditional gradient goes from e_v, for l affine on the corner S_v^mu plus 1/2 |A x - y|^2.

    `corner_values[u]` is l((1 - mu) e_v + mu e_u), `corner_values[v]` is l(e_v). Returns the vertex by (8), the vertex
    by the directional derivatives themselves, and those derivatives towards every vertex.
    """
    if not 0 < mu <= 1:
        raise InputError(f"mu = {mu} is not in (0, 1]")
    residual = A[:, v] - y
    by_formula = int(np.argmin(corner_values + mu * residual @ A))
    slopes = (corner_values - corner_values[v]) / mu + residual @ (A - A[:, [v]])
    return by_formula, int(np.argmin(slopes)), slopes


@dataclass(frozen=True)
class LossBounds:
    """(23): running in [running_least, running_most], halting at most halting_most."""

    running_least: float
    running_most: float
    halting_most: float

    @property
    def separated(self) -> bool:
        return self.halting_most < self.running_least


def loss_bounds(b: float, tapes: int, gamma: float, c: float) -> LossBounds:
    """(23) for two symbols ±1. They separate where b^3 > 8 b^2 d + 3 d, the condition that Section 5.4 adds to (18)."""
    reading = (8 * b * b * tapes + 3 * tapes) * gamma
    return LossBounds(c, c + reading, c + reading - b**3 * gamma)


def conditions_18(b: float, tapes: int) -> bool:
    """(18) as printed."""
    return b**3 >= (b**3 + tapes * b) / 2 and b**3 / 2 - tapes * b >= 2 * tapes * b * b and b * b > b


LAYERS = 12
"""Corollaries 2.2 and 2.3: less than 12 layers besides those of the primary network."""


def layers() -> int:
    """The longest chain by the counts of Section 5.5: 10, which is less than 12.

    f_perp has 5 layers and is parallel to l_TM (3) and its square root (1); then their product (1) and s_net (3). Of
    the 3 layers of s_init, its norm and its cutoff see z only, so one is on the chain. For the network that is built
    here `measure.measured` counts.
    """
    return max(5, 3 + 1) + 1 + 3 + 1


@dataclass(frozen=True)
class Count:
    """A number as the paper has it, and as it is."""

    printed: int
    corrected: int


@dataclass(frozen=True)
class ConfigurationCount:
    """Units of Section 4.3: as Corollary 2.2 states them, of (13) as printed, and of its rewrite over edges at most."""

    printed: int
    pairs: int
    edges: int


def configuration_width(states: int, symbols: int, tapes: int, cells: int) -> ConfigurationCount:
    """Corollary 2.2: |Q| 2^(d tau) tau^d, the vertices. (13) has a unit for each of them and one for each pair; with
    the pairs at B taken together there is one per vertex and one per edge, of which a vertex has one at most.
    """
    vertices = states * symbols ** (tapes * cells) * cells**tapes
    return ConfigurationCount(vertices, vertices + vertices * (vertices - 1) // 2, 2 * vertices)


def tape_width(machine: TapeMachine, cells: int, code_width: int = 1) -> Count:
    """Corollary 2.3: 2^d |Q| + 2 d tau, for a machine with any number of symbols and missing rules.

    Left out are the edges, three units each, and the tripled states. With r = symbols^d there are 3 (rules) r edges,
    a unit for each halting vertex (halting states and missing rules), 3 (|Q| r - rules) of them, and in T and H
    d tau (k + 1) numbers, k for a cell and 1 for a head.
    """
    reads, running = len(machine.symbols) ** machine.tapes, len(machine.rules)
    vertices = len(machine.states) * reads
    stored = machine.tapes * cells * (code_width + 1)
    units = 3 * 3 * running * reads + 3 * (vertices - running)
    return Count(vertices + 2 * machine.tapes * cells, units + stored)


def directed_width(machine: TapeMachine, cells: int, code_width: int = 1) -> int:
    """The directed hat: two units per running vertex, a third where its state can follow itself, one per halting
    vertex; no tripling. That is the order of Corollary 2.3, at most three units per vertex.
    """
    vertices = len(machine.states) * len(machine.symbols) ** machine.tapes
    running = len(machine.rules)
    loops = sum(rule.next == rule.state for rule in machine.rules)
    return int(2 * running + loops + (vertices - running) + machine.tapes * cells * (code_width + 1))
