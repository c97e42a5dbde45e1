"""Welper's lemmas as functions: Lemma 4.1, the Lagrange basis of Appendix A, the bounds (23), layers and widths.

Printed and corrected forms stand side by side where they differ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad.arrays import F64
from turingrad.errors import InputError


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


def vertex_hat_on_simplex(x: F64, v: int, mu: float) -> float:
    """The same where sum x = 1: R((x_v - 1 + mu)/mu)."""
    return relu((x[v] - 1 + mu) / mu)


def edge_hat(x: F64, v: int, w: int) -> float:
    """l_vw as Lemma A.2 prints it: R(n.x - c) - l_v - l_w, n = 4 (e_vw - barycentre), c = 1 - 4/m."""
    m = len(x)
    normal = 4 * (corner_point(m, v, w, 0.5) - np.full(m, 1 / m))
    return relu(normal @ x - (1 - 4 / m)) - vertex_hat(x, v, 0.5) - vertex_hat(x, w, 0.5)


def edge_hat_on_simplex(x: F64, v: int, w: int) -> float:
    """R(2 (x_v + x_w) - 1) - R(2 x_v - 1) - R(2 x_w - 1)."""
    return relu(2 * (x[v] + x[w]) - 1) - relu(2 * x[v] - 1) - relu(2 * x[w] - 1)


def slanted_hat(x: F64, v: int, w: int, mu: float) -> float:
    """l_vw^mu of Lemma A.3: R(n.x - d) with n = 2 e_v + (2 - 1/mu) e_w, d = 1.

    The lemma only says that n and d exist; its last line and its proof write w where u is meant, and + d for - d.
    """
    return relu(2 * x[v] + (2 - 1 / mu) * x[w] - 1)


def directed_hat(x: F64, v: int, w: int) -> float:
    """lbar_vw = l_vw + l_v^{1/2} - l_vw^{1/4}, (34)."""
    return edge_hat(x, v, w) + vertex_hat(x, v, 0.5) - slanted_hat(x, v, w, 0.25)


def directed_hat_on_simplex(x: F64, v: int, w: int) -> float:
    """R(2 (x_v + x_w) - 1) - R(2 x_w - 1) - R(2 x_v - 2 x_w - 1): three units."""
    return relu(2 * (x[v] + x[w]) - 1) - relu(2 * x[w] - 1) - relu(2 * x[v] - 2 * x[w] - 1)


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
    """(23) for two symbols ±1. They separate where b^3 > 8 b^2 d + 3 d; (18) alone does not say so."""
    reading = (8 * b * b * tapes + 3 * tapes) * gamma
    return LossBounds(c, c + reading, c + reading - b**3 * gamma)


def conditions_18(b: float, tapes: int) -> bool:
    """(18) as printed."""
    return b**3 >= (b**3 + tapes * b) / 2 and b**3 / 2 - tapes * b >= 2 * tapes * b * b and b * b > b


@dataclass(frozen=True)
class Count:
    """A number as the paper has it, and as it is."""

    printed: int
    corrected: int


def layers() -> Count:
    """Section 5.5: s_init 3, s_net 3, the product 1, and the longer of f_perp (5) and square root + l_TM (1 + 3).

    That is 12; Corollaries 2.2 and 2.3 say "less than 12".
    """
    return Count(printed=11, corrected=3 + 3 + 1 + max(5, 1 + 3))


def configuration_width(states: int, symbols: int, tapes: int, cells: int) -> Count:
    """Corollary 2.2: |Q| 2^(d tau) tau^d vertices. A vertex has a unit, and so has its edge, if it has one."""
    vertices = states * symbols ** (tapes * cells) * cells**tapes
    return Count(printed=vertices, corrected=2 * vertices)


def tape_width(states: int, halting: int, symbols: int, tapes: int, cells: int) -> Count:
    """Corollary 2.3: 2^d |Q| + 2 d tau.

    Left out are the edges, three units each, and the tripled states: with r = symbols^d there are 3 (|Q| - |F|) r
    running vertices with r edges each, 3 |F| r halting vertices with a unit each, and 2 d tau numbers of T and H.
    """
    reads = symbols**tapes
    printed = reads * states + 2 * tapes * cells
    return Count(printed, 9 * (states - halting) * reads * reads + 3 * halting * reads + 2 * tapes * cells)


def directed_width(states: int, halting: int, symbols: int, tapes: int, cells: int, self_loops: int) -> int:
    """The directed hat: two units a running vertex, one a self-loop, one a halting vertex; no tripling."""
    reads = symbols**tapes
    return int(2 * (states - halting) * reads + self_loops + halting * reads + 2 * tapes * cells)
