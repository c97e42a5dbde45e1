"""The units that networks are built of, beside the forms of Lemmas A.1 to A.3 and (34)."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.claim import require
from turingrad.constructions.descent import TapeDescent, compile_network
from turingrad.constructions.descent.configuration_loss import ConfigurationLoss, Form
from turingrad.constructions.descent.hats import PaperHat, edge_weights
from turingrad.library import load
from turingrad.theory.descent.claims import lemmas

FEW = 4  # vertices of a small simplex


def near(found: float, wanted: float) -> bool:
    return abs(found - wanted) < 1e-9


def halting_units() -> int:
    """l_v^{1/4} as the networks have it, R(4 x_v - 3), beside the lemma's form, for every halting vertex."""
    network = paper_network()
    hat = network.loss.hat
    halting, checked = hat.halting.tolist(), 0
    for x in sample_points(len(network.s), halting):
        found = torch.relu(hat.at_halting(torch.from_numpy(x))).tolist()
        wanted = [lemmas.vertex_hat(x, v, 0.25) for v in halting]
        require(all(map(near, found, wanted)), f"l_v^(1/4) is {found}, Lemma A.1 has {wanted}")
        checked += len(halting)
    return checked


def paper_network() -> TapeDescent:
    return compile_network(load("busy-beaver-2", "tape"), hat="paper", cells=8)


def sample_points(m: int, vertices: list[int]) -> list[F64]:
    """Vertices, points on their edges, and points near them."""
    rng = np.random.default_rng(0)
    edges = [
        lemmas.corner_point(m, v, (v + k) % m, mu) for v in vertices for k in (1, 5) for mu in (0, 0.125, 0.25, 0.5)
    ]
    return edges + [0.9 * lemmas.corner_point(m, v, v, 0) + 0.1 * rng.dirichlet(np.ones(m)) for v in vertices]


def pair_units() -> int:
    """(13)'s own units: the loss over configurations with one pair's weight 1 and all others 0 is that pair's l_vw."""
    points = sample_points(FEW, list(range(FEW)))
    for v, w in permutations(range(FEW), 2):
        ends = np.array([v]), np.array([w]), np.array([1.0])
        loss = ConfigurationLoss(np.zeros(FEW), ends, 0.0, "printed", torch.float64)
        for x in points:
            found, wanted = float(loss(torch.from_numpy(x))), lemmas.edge_hat(x, v, w)
            require(near(found, wanted), f"l_vw is {found:g}, Lemma A.2 has {wanted:g}")
    return len(points) * FEW * (FEW - 1) + gated_units(points)


def gated_units(points: list[F64]) -> int:
    """An edge behind a gate of g counts with the weight B + g (omega - B), in both forms of (13): B if it is shut."""
    shape, most, omega = (np.array([0, 1]), np.array([1, 2])), 2.0, 0.5
    forms: tuple[Form, ...] = ("printed", "edges")
    for form in forms:
        for gate in (0.0, 0.5, 1.0):
            weights = np.array([omega, 1.0]), np.array([most + gate * (omega - most), 1.0])
            gated, plain = (ConfigurationLoss(np.ones(FEW), (*shape, w), most, form, torch.float64) for w in weights)
            gates = torch.tensor([gate, 1.0], dtype=torch.float64)
            for x in map(torch.from_numpy, points):
                found, wanted = float(gated(x, gates)), float(plain(x))
                require(near(found, wanted), f"an edge with a gate of {gate} gives {found:g}, not {wanted:g}")
    return 6 * len(points)


def slanted_units() -> int:
    """The network's third unit of an edge is l_vw^{1/4}: what its hat with one edge lacks to the other two units."""
    network = paper_network()
    hat = network.loss.hat
    assert isinstance(hat, PaperHat)
    hat.halt.zero_()
    checked, m = 0, len(network.s)
    for row, running in enumerate(hat.running.tolist()[:3]):
        first = int(hat.followers[row]) * hat.reads
        hat.edges.zero_()
        hat.edges[row, 1] = 1.0
        for x in sample_points(m, [running, first + 1]):
            both = lemmas.edge_hat(x, running, first + 1) + lemmas.vertex_hat(x, running, 0.5)
            found = both - float(hat(torch.from_numpy(x).to(hat.edges)))
            wanted = lemmas.slanted_hat(x, running, first + 1, 0.25)
            require(abs(found - wanted) < 1e-5, f"l_vw^(1/4) is {found:g}, Lemma A.3 has {wanted:g}")
            checked += 1
    return checked


def hat_of_the_network() -> int:
    """The network's l_S is the sum of Appendix A's functions: omega_v l_v^{1/4} of the halting vertices, omega_vw
    lbar_vw of the edges, at vertices, on edges at a quarter, the middle and three quarters, and at random points."""
    network = paper_network()
    hat, graph, constants = network.loss.hat, network.graph, network.constants
    weights = edge_weights(graph, network.encoding, constants.b)
    m, rng = graph.vertices, np.random.default_rng(0)
    pairs = [(int(v), int(graph.next_state[v]) * graph.reads + t) for v in graph.running for t in range(graph.reads)]
    points = [lemmas.corner_point(m, v, w, mu) for v, w in pairs[:12] for mu in (0.0, 0.25, 0.5, 0.75, 1.0)]
    points += [0.8 * lemmas.corner_point(m, int(v), 0, 0.0) + 0.2 * rng.dirichlet(np.ones(m)) for v in range(m)]
    for x in points:
        wanted = -constants.halt_weight * sum(lemmas.vertex_hat(x, int(v), 0.25) for v in graph.halting)
        for number, (v, w) in enumerate(pairs):
            wanted -= weights[number // graph.reads, number % graph.reads] * lemmas.directed_hat(x, v, w)
        found = float(hat(torch.from_numpy(x).to(network.s.dtype))) / constants.gamma
        require(abs(found - wanted) < 1e-3 * max(1.0, abs(wanted)), f"l_S is {found:g}, Appendix A has {wanted:g}")
    return len(points)
