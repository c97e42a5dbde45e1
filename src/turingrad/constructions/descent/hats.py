"""The piecewise linear loss l_S on the simplex of the finite control, as ReLU layers that store only the edges.

Both hats have the weights A_vw = b^3 + b m(t, t') on the edges v = (q, t) -> w = (delta_1(q, t), t') of (17), with m
the number of agreements of the two symbols' codes. At a vertex e_v no pre-activation is 0, so autograd's gradient is
the derivative, and the Frank-Wolfe step goes to the vertex with the least entry of the gradient.

Rows of a state's vertices are contiguous: the successors of v are row `next_state[v]` of x seen as (states, reads).
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from turingrad._support.arrays import F64
from turingrad.constructions.descent.constants import Constants
from turingrad.constructions.descent.encoding import Encoding
from turingrad.constructions.descent.graph import ControlGraph
from turingrad.errors import LimitError

MAX_EDGES = 1 << 25  # 32 million weights: 128 MB in float32


def edge_weights(graph: ControlGraph, encoding: Encoding, b: float) -> F64:
    """A_vw for the running vertices v, (running, reads): entry t' is the edge to (next_state[v], t')."""
    if graph.edges > MAX_EDGES:
        raise LimitError(
            f"{graph.vertices:,} vertices with {graph.reads:,} successors each make {graph.edges:,} edges, more than "
            f"{MAX_EDGES:,}"
        )
    successor = graph.read[: graph.reads]  # (reads, d): the symbols t' by number
    agreements = encoding.agreements
    by_read = np.zeros((graph.reads, graph.reads))
    for tape in range(graph.machine.tapes):
        by_read += agreements[np.ix_(successor[:, tape], successor[:, tape])]
    return (b**3 + b * by_read)[graph.running % graph.reads]


class Hat(nn.Module):
    """What the two hats share: the indices of the running and the halting vertices."""

    running: Tensor
    followers: Tensor
    halting: Tensor

    def __init__(self, graph: ControlGraph) -> None:
        super().__init__()
        self.reads = graph.reads
        self.register_buffer("running", torch.from_numpy(graph.running))
        self.register_buffer("followers", torch.from_numpy(graph.next_state[graph.running]))  # state numbers
        self.register_buffer("halting", torch.from_numpy(graph.halting))

    def rows(self, x: Tensor) -> Tensor:
        """x of the successors of each running vertex, (running, reads)."""
        return x.view(-1, self.reads).index_select(0, self.followers)

    def at_halting(self, x: Tensor) -> Tensor:
        """Pre-activations of l_v^{1/4} = R(4 x_v - 3), Lemma A.1 on the simplex, for the halting v."""
        return 4 * x.index_select(0, self.halting) - 3


class DirectedHat(Hat):
    """One unit looks along all edges out of a vertex; no edge is felt at its far end.

        l_S = - gamma L sum_v [R(x_v - 1/2 + sum_w K_vw x_w) - R(x_v - 1/2)]
              - sum over self-loops 4 gamma A_vv [2 R(x_v - 3/4) - R(x_v - 1/2)]
              - W gamma sum over halting v of R(4 x_v - 3),           K = 4 A / L off the diagonal, 0 on it.

    L is a power of two with K <= 1/4. At e_v the unit of v is on with slope 1, so the gradient is -gamma L K_vw =
    -4 gamma A_vw at each successor w; the unit of any other u sees K_uv - 1/2 < 0 and is off. The two units of a
    self-loop vanish at e_v and add -4 gamma A_vv to its own slope. Predecessors are not felt, so (20) and its tripled
    states are not needed. At most 2 |V| + (self-loops) units, not 3 |E|.
    """

    edges: Tensor
    loop_rows: Tensor
    out: Tensor

    def __init__(self, graph: ControlGraph, encoding: Encoding, constants: Constants, dtype: torch.dtype) -> None:
        super().__init__(graph)
        weights = edge_weights(graph, encoding, constants.b)  # (running, reads)
        loops = graph.self_loops
        rows = np.searchsorted(graph.running, loops)
        own = 4 * constants.gamma * weights[rows, loops % graph.reads]
        weights[rows, loops % graph.reads] = 0
        slope = constants.gamma * constants.lift
        near = np.full(len(graph.running), slope)
        near[rows] += own
        along = np.full_like(near, -slope)
        halting = np.full(len(graph.halting), -constants.halt_weight * constants.gamma)
        self.register_buffer("edges", torch.tensor(4 * weights / constants.lift, dtype=dtype))
        self.register_buffer("loop_rows", torch.from_numpy(rows))
        self.register_buffer("out", torch.tensor(np.concatenate([along, near, -2 * own, halting]), dtype=dtype))

    def width(self) -> int:
        return self.out.numel()

    def forward(self, x: Tensor) -> Tensor:
        near = x.index_select(0, self.running) - 0.5
        along = near + (self.edges * self.rows(x)).sum(dim=1)
        loops = near.index_select(0, self.loop_rows) - 0.25
        return torch.relu(torch.cat([along, near, loops, self.at_halting(x)])).dot(self.out)


class PaperHat(Hat):
    """Section 4.4 with the functions of Appendix A, simplified on the simplex: three ReLUs per edge.

        l_S = sum_v omega_v l_v^{1/4} + sum over edges omega_vw lbar_vw,     omega_vw = -gamma A_vw,
        lbar_vw = R(2(x_v + x_w) - 1) - R(2 x_w - 1) - R(2 x_v - 2 x_w - 1)      ((34), with mu = 1/4)

    The gradient at e_v is 4 omega_vw at each successor, 2 omega_pv at each predecessor p, 4 omega_v at v itself.
    """

    edges: Tensor
    halt: Tensor

    def __init__(self, graph: ControlGraph, encoding: Encoding, constants: Constants, dtype: torch.dtype) -> None:
        super().__init__(graph)
        weights = -constants.gamma * edge_weights(graph, encoding, constants.b)
        self.register_buffer("edges", torch.tensor(weights, dtype=dtype))  # omega_vw, (running, reads)
        self.register_buffer("halt", torch.tensor(-constants.halt_weight * constants.gamma, dtype=dtype))  # omega_v

    def width(self) -> int:
        return 3 * self.edges.numel() + len(self.halting)

    def forward(self, x: Tensor) -> Tensor:
        tail = x.index_select(0, self.running).unsqueeze(1)  # x_v (running, 1)
        head = self.rows(x)  # x_w (running, reads)
        both = torch.relu(2 * (tail + head) - 1)
        hats = both - torch.relu(2 * head - 1) - torch.relu(2 * (tail - head) - 1)
        halting = torch.relu(self.at_halting(x)).sum()
        return (self.edges * hats).sum() + self.halt * halting
