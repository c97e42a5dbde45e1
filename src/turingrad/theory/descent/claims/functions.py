"""Lemma 4.1 and the appendices: functions on the simplex, quantisation, an orthogonal vector."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.descent import quantise as formats
from turingrad.constructions.descent import switches
from turingrad.theory.descent.claims import lemmas
from turingrad.theory.descent.claims.common import HERE, PACKAGE
from turingrad.theory.descent.claims.own_units import (
    halting_units,
    hat_of_the_network,
    near,
    pair_units,
    slanted_units,
)

M = 4
TOLERANCE = 1e-9
CLAIMS = Claims("welper")


def affine(function: object, corner: list[F64]) -> bool:
    """Affine on the simplex of these points: at random mixtures of them."""
    rng, values = np.random.default_rng(0), np.array([function(point) for point in corner])  # type: ignore[operator]
    mixtures = rng.dirichlet(np.ones(len(corner)), 12)
    return all(near(function(mixture @ np.array(corner)), float(mixture @ values)) for mixture in mixtures)  # type: ignore[operator]


def corner(v: int, mu: float) -> list[F64]:
    return [lemmas.corner_point(M, v, w, mu if w != v else 0.0) for w in range(M)]


@CLAIMS.state(
    "Lemma A.1",
    where="appendix A",
    statement="l_v^mu is 1 at e_v, 0 at the e_vw^mu and beyond, affine on S_v^mu.",
    mutations=mutation("another scale", f"{HERE}.vertex_hat", lambda x, v, mu: max(0.0, x[v] - 1 + mu)),
    code=(f"{HERE}.vertex_hat", f"{PACKAGE}.hats.Hat.at_halting"),
    leaves_out="four vertices, three values of mu; affine at random mixtures",
)
def vertex_functions() -> Figures:
    checked = 0
    for v, mu in product(range(M), (0.25, 0.5, 1.0)):
        require(near(lemmas.vertex_hat(lemmas.corner_point(M, v, v, 0), v, mu), 1), "l_v(e_v) is not 1")
        for w in set(range(M)) - {v}:
            require(near(lemmas.vertex_hat(lemmas.corner_point(M, v, w, mu), v, mu), 0), "l_v(e_vw) is not 0")
            require(near(lemmas.vertex_hat(lemmas.corner_point(M, w, w, 0), v, mu), 0), "l_v(e_w) is not 0")
            checked += 2
        require(affine(lambda x, v=v, mu=mu: lemmas.vertex_hat(x, v, mu), corner(v, mu)), "l_v is not affine on S_v")
    return {"values": checked, "vertices": M, "points of the network's own": halting_units()}


@CLAIMS.state(
    "Lemma A.2",
    where="appendix A",
    statement="l_vw is 1 at e_vw, 0 at all other vertices of corners, affine on every corner.",
    mutations=mutation(
        "without l_w", f"{HERE}.edge_hat", lambda x, v, w: max(0.0, 2 * (x[v] + x[w]) - 1) - max(0.0, 2 * x[v] - 1)
    ),
    code=(f"{HERE}.edge_hat", f"{PACKAGE}.configuration_loss.ConfigurationLoss.forward"),
    leaves_out="four vertices; affine at random mixtures",
)
def edge_functions() -> Figures:
    checked = 0
    for v, w in permutations(range(M), 2):
        for t, u in product(range(M), repeat=2):
            wanted = float({t, u} == {v, w})
            found = lemmas.edge_hat(lemmas.corner_point(M, t, u, 0.5), v, w)
            require(near(found, wanted), f"l_vw is {found:g} at the middle of {t}, {u}, not {wanted:g}")
            checked += 1
        for u in range(M):
            require(affine(lambda x, v=v, w=w: lemmas.edge_hat(x, v, w), corner(u, 0.5)), "not affine on a corner")
    return {"values": checked, "points of (13)'s own": pair_units()}


def plus_d(x: F64, v: int, w: int, mu: float) -> float:
    return float(max(0.0, 2 * x[v] + (2 - 1 / mu) * x[w] + 1))


@CLAIMS.state(
    "Lemma A.3",
    where="appendix A",
    statement="relu(2 x_v + (2 - 1/mu) x_w - 1) is 1 at e_v and 0 at the other vertices of S_vw^mu.",
    mutations=mutation("+ d, as the proof has it", f"{HERE}.slanted_hat", plus_d),
    code=(f"{HERE}.slanted_hat", f"{PACKAGE}.hats.PaperHat.forward"),
    status="corrected",
    erratum="the last line has w instead of u: the value 0 at (e_v + e_w)/2, which is impossible for mu > 1/2; the "
    "proof has + d instead of - d",
    leaves_out="four vertices, mu = 1/4, and 3/4 for the erratum",
)
def slanted_functions() -> Figures:
    for v, w in permutations(range(M), 2):
        others = [lemmas.corner_point(M, v, u, 0.5) for u in range(M) if u not in (v, w)]
        slanted = [lemmas.corner_point(M, v, v, 0), lemmas.corner_point(M, v, w, 0.25), *others]
        values = [lemmas.slanted_hat(point, v, w, 0.25) for point in slanted]
        require(near(values[0], 1) and all(near(value, 0) for value in values[1:]), f"values {values}")
    mu = 0.75  # printed: also 0 at the middle of v and w, which for mu > 1/2 lies inside
    middle = lemmas.slanted_hat(lemmas.corner_point(M, 0, 1, 0.5), 0, 1, mu)
    require(middle > 0, "the middle of v and w is 0, as printed")
    return {"value at the middle for mu = 3/4, printed 0": middle, "points of the network's own": slanted_units()}


def other_end(x: F64, v: int, w: int) -> float:
    return lemmas.edge_hat(x, v, w) + lemmas.vertex_hat(x, w, 0.5) - lemmas.slanted_hat(x, v, w, 0.25)


@CLAIMS.state(
    "(34)",
    where="appendix A",
    statement="lbar_vw is 1 and 1/2 at a quarter and three quarters of its edge, 0 at the vertices and at these "
    "points of all other edges, and affine on every corner S_u^{1/4}.",
    mutations=mutation("l_w for l_v", f"{HERE}.directed_hat", other_end),
    code=(f"{HERE}.directed_hat", f"{PACKAGE}.hats.PaperHat.forward", f"{PACKAGE}.hats.Hat.at_halting"),
    status="corrected",
    erratum="the text puts S_w in the unsymmetric corner S_vw; it is S_v",
    leaves_out="four vertices; the network's own hat on busy beaver 2, on twelve edges and near the vertices",
)
def directed_functions() -> Figures:
    checked = 0
    for v, w in permutations(range(M), 2):
        for (t, u), mu in product(product(range(M), repeat=2), (0.0, 0.25, 0.75)):
            wanted = {(v, w, 0.25): 1.0, (v, w, 0.75): 0.5, (w, v, 0.75): 1.0, (w, v, 0.25): 0.5}.get((t, u, mu), 0.0)
            found = lemmas.directed_hat(lemmas.corner_point(M, t, u, mu), v, w)
            require(near(found, wanted), f"lbar is {found:g}, not {wanted:g}")
            checked += 1
        for u in range(M):
            require(affine(lambda x, v=v, w=w: lemmas.directed_hat(x, v, w), corner(u, 0.25)), "not affine")
    return {"values": checked, "points of the network's own hat": hat_of_the_network()}


def without_scale(values: F64, v: int, mu: float, A: F64, y: F64) -> tuple[int, int, F64]:
    """(8) without its factor mu."""
    return int(np.argmin(values + (A[:, v] - y) @ A)), *_lemma_4_1(values, v, mu, A, y)[1:]


@CLAIMS.state(
    "Lemma 4.1",
    where="section 4.2",
    statement="The conditional gradient at e_v, with a square added, goes to the vertex (8).",
    mutations=mutation("mu left out of (8)", f"{HERE}.lemma_4_1", without_scale),
    code=f"{HERE}.lemma_4_1",
    leaves_out="200 random losses on four vertices",
)
def descent_directions() -> Figures:
    rng = np.random.default_rng(1)
    for _ in range(200):
        v, mu = int(rng.integers(M)), float(rng.choice([0.25, 0.5, 1.0]))
        A, y = rng.integers(-3, 4, (2, M)).astype(float), rng.integers(-3, 4, 2).astype(float)
        values = rng.integers(-9, 10, M).astype(float)
        by_formula, by_slopes, slopes = lemmas.lemma_4_1(values, v, mu, A, y)
        for u in range(M):  # l along the edge, and the square's own slope at e_v
            wanted = (values[u] - values[v]) / mu + float((A[:, v] - y) @ (A[:, u] - A[:, v]))
            require(near(slopes[u], wanted), f"the slope towards {u} is {slopes[u]:g}, not {wanted:g}")
        require(near(slopes[by_formula], slopes[by_slopes]), "(8) is not the steepest direction")
    return {"random losses": 200}


@CLAIMS.state(
    "Appendix B",
    where="appendix B",
    statement="Floating-point numbers become bits and back by Heaviside networks.",
    mutations=mutation(
        "no negative exponents, as printed", f"{PACKAGE}.quantise.FloatingPoint.bias", property(lambda _: 0)
    ),
    code=f"{PACKAGE}.quantise.FloatingPoint",
    status="corrected",
    erratum="the printed algorithm compares x instead of |x|, finds only one bit of the mantissa, reduces a y that is "
    "not defined, returns within the loop, and has no negative exponents",
    leaves_out="one format of eight bits, all its numbers",
)
def check_quantisation() -> Figures:
    """Every number of a format comes back, by the algorithm and by the Heaviside network; those between are cut."""
    form = formats.FloatingPoint(3, 4)
    bits = torch.tensor(list(product((0, 1), repeat=form.bits)))
    values = form.decode(bits)
    require(torch.equal(form.decode(form.encode(values)), values), "a number of the format does not come back")
    require(torch.equal(form.network()(values).bool(), form.encode(values)), "the Heaviside network differs")
    require(float(values[values > 0].min()) < 0.1, "no number below a tenth")
    require(form.largest == float(values.max()), f"the largest number is {float(values.max()):g}, not {form.largest:g}")
    return {"numbers": len(values), "least above 0": float(values[values > 0].min())}


@CLAIMS.state(
    "Appendix B, psi",
    where="appendix B",
    statement="A piecewise linear step of width epsilon changes no result.",
    mutations=mutation(
        "1 from x >= 1 on, as printed", f"{PACKAGE}.quantise.Heaviside.forward", lambda _, x: (x >= 1).double()
    ),
    code=f"{PACKAGE}.quantise.Heaviside",
    status="corrected",
    erratum="printed: 1 for 1 <= x, which leaves the values between epsilon and 1 undefined",
    leaves_out="one width of the step, 200 values",
)
def cutoffs() -> Figures:
    step, epsilon = formats.Heaviside(2.0**-20), 2.0**-20
    points = torch.tensor([-1.0, -2 * epsilon, -epsilon, 0.0, epsilon, 0.5, 1.0], dtype=torch.float64)
    require(step(points).tolist() == [0, 0, 0, 1, 1, 1, 1], f"{step(points).tolist()}")
    exact = formats.FixedPoint(8, 5)
    values = torch.linspace(-4, 3.9, 200, dtype=torch.float64)
    require(torch.equal(exact.network(2.0**-30)(values).bool(), exact.encode(values)), "results change")
    return {"values through the approximation": 200}


def printed_orthogonal(z: torch.Tensor) -> tuple[torch.Tensor, bool]:
    """Appendix C as printed: v - (z.v / z.z) z, normalised, also at z = 0."""
    flat = z.flatten()
    v = torch.zeros_like(flat)
    v[0] = 1
    found = v - flat.dot(v) / flat.dot(flat) * flat
    return found / found.norm(), False


@CLAIMS.state(
    "Appendix C",
    where="appendix C",
    statement="f_perp(z) has length 1 and is orthogonal to z.",
    mutations=mutation("0/0 at z = 0, as printed", f"{PACKAGE}.switches.orthogonal", printed_orthogonal),
    code=f"{PACKAGE}.switches.orthogonal",
    status="corrected",
    erratum="0/0 at z = 0, where the first step needs it; and (1) does not list the division",
    leaves_out="eight vectors z",
)
def perpendicular() -> Figures:
    worst = 0.0
    for z in (
        [0.0, 0.0],
        [1.0, 0.0, 3.0],
        [1.0, -1.0, -1.0, 1.0, 1.0],
        [5.0, 0.1],
        [0.1, 5.0],
        [2.0] * 7,
        [1e9, 1.0, 2.0],
        [-1e7, 3.0],
    ):
        labels = torch.tensor(z, dtype=torch.float64)
        found, _ = switches.orthogonal(labels)
        off = max(abs(float(found.norm()) - 1), abs(float(found @ labels)))
        require(bool(torch.isfinite(found).all()) and off < TOLERANCE, f"z = {z}: {found.tolist()}")
        worst = max(worst, off)
    return {"largest deviation": worst}


_lemma_4_1 = lemmas.lemma_4_1
