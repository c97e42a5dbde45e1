"""B.4: functions with given values and Jacobians on finite sets, and the finite sets of their weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.rcnn import RCNN, interpolate, weight_set, weight_sets
from turingrad.constructions.rcnn.claims.training import learner
from turingrad.constructions.rcnn.layouts import require_weights_within
from turingrad.errors import InputError
from turingrad.theory.learnability import rcnn as theory

HERE = "turingrad.constructions.rcnn.claims.lemmas"
PACKAGE = "turingrad.constructions.rcnn"
THEORY = "turingrad.theory.learnability.rcnn"
_weight_set = weight_set
VALUES = (-1.0, 2.0)
CLAIMS = Claims("goel")


@CLAIMS.state(
    "Lemma 5",
    where="B.4.1",
    statement="A 3-layer ReLU network takes given values and given Jacobians on finitely many points, with d_1 = 10 "
    "d_in |X| and d_2 = 6 d_in d_out |X|.",
    mutations=mutation("bumps as wide as 1", f"{PACKAGE}.interpolation.spacing", lambda _: 1.0),
    code=f"{PACKAGE}.interpolate",
    assumptions="Delta at most 1/10 of the least distance of two different coordinates (x = x' is not excluded in "
    "print); on all 3 x 3 patches of V_s it does not give the width 100 s of Algorithm 1",
    leaves_out="six random points",
)
def values_and_jacobians() -> Figures:
    """Lemma 5 on random points: every value and every derivative, from autograd; and the sizes (3)."""
    rng = np.random.default_rng(0)
    X = rng.permutation(64)[:18].reshape(6, 3) / 4.0
    Y, G = rng.integers(-3, 4, (6, 2)).astype(float), rng.integers(-2, 3, (6, 2, 3)).astype(float)
    made = interpolate(X, Y, G)
    require(made.sizes == (10 * 3 * 6, 6 * 3 * 2 * 6), f"(d_1, d_2) is {made.sizes}")
    module = made.three_layers()
    for point, value, jacobian in zip(torch.from_numpy(X), torch.from_numpy(Y), torch.from_numpy(G), strict=True):
        found = torch.func.jacrev(lambda x: module(x[None])[0])(point)
        require(torch.equal(module(point[None])[0], value), f"a value at {point.tolist()} differs")
        require(torch.equal(found, jacobian), f"the Jacobian at {point.tolist()} differs")
    return {"points": len(X), "derivatives": G.size, "d_1": made.sizes[0], "d_2": made.sizes[1]}


@CLAIMS.state(
    "Lemma 6",
    where="B.4.1",
    statement="The entries of the five maps lie in sets that depend on X, Y and G only, of the stated sizes.",
    mutations=(
        mutation("a set for other values", f"{HERE}.VALUES", (-1.0, 3.0)),
        change_result(
            "30 further values in U(W2')",
            f"{HERE}.weight_sets",
            lambda sets: sets | {"W2'": sets["W2'"] | {100.5 + k for k in range(30)}},
        ),
    ),
    code=f"{PACKAGE}.weight_sets",
    leaves_out="four points of two coordinates, twelve functions",
)
def sets_of_weights() -> Figures:
    """Lemma 6: entries of networks for several f, g lie in sets that know X, Y, G only, of the stated sizes."""
    rng = np.random.default_rng(2)
    X = rng.permutation(40)[:8].reshape(4, 2) / 2.0
    sets = weight_sets(X, VALUES, (0.0, 1.0))
    xs, ys = len(np.unique(X)), len(VALUES)
    bounds = {"W1": 4 * xs + 2, "W1'": 12 * xs, "W1+": 4, "W2'": 4 * 2 * max(xs, ys), "W2+": 1}
    for name, bound in bounds.items():
        require(len(sets[name]) <= bound, f"|U({name})| is {len(sets[name])}, more than {bound}")
    occurring = {name: set[float]() for name in sets}
    for _ in range(12):
        made = interpolate(X, rng.choice([-1.0, 2.0], (4, 1)), rng.integers(0, 2, (4, 1, 2)))
        for name, matrix in made.maps.items():
            outside = {float(v) for v in matrix.ravel()} - sets[name] - {0.0}
            require(not outside, f"{name} has the entries {sorted(outside)[:3]} outside of U({name})")
            occurring[name] |= {float(v) for v in matrix.ravel()} - {0.0}
    for name, found in sets.items():
        unused = found - occurring[name]
        # values and slopes are drawn together: the pairs of 0, which no function here has, may be left over
        require(len(unused) <= len(found) / 3, f"U({name}) has {len(unused)} of {len(found)} values that none uses")
    return {name: len(found) for name, found in sets.items()}


@CLAIMS.state(
    "Corollary 3",
    where="B.4.1",
    statement="For X_i = Y_i and G = {0, 1} all weights lie in one set of at most 24 |X_i| + 5 values.",
    mutations=mutation("4 |X_i| + 5", f"{HERE}.bound_of_corollary_3", lambda values: 4 * values + 5),
    code=(f"{PACKAGE}.weight_sets", f"{HERE}.weight_union"),
    leaves_out="three random sets of points",
)
def union_of_weights() -> Figures:
    """Corollary 3: |U| <= 24 |X_i| + 5."""
    shares = []
    for count in (3, 8, 20):
        points = np.random.default_rng(count).permutation(4 * count)[: 2 * count].reshape(count, 2) / 8.0
        union, xs = weight_union(points), len(np.unique(points))
        require(len(union) <= bound_of_corollary_3(xs), f"|U| is {len(union)} for {xs} values")
        shares.append(len(union) / xs)
    return {"largest |U| / |X_i|": round(max(shares), 2)}


def weight_union(points: F64) -> frozenset[float]:
    """U of Corollary 3: 0 and the sets of Lemma 6, for values that are coordinates and slopes in {0, 1}."""
    return frozenset({0.0}).union(*weight_sets(points, np.unique(points), (0.0, 1.0)).values())


def bound_of_corollary_3(values: int) -> int:
    return 24 * values + 5


@CLAIMS.state(
    "Lemma 2, U_s",
    where="B",
    statement="All weights come from a fixed set U_s of O(s) values that is known from s alone.",
    mutations=(
        mutation("compiled at another size", f"{HERE}.size_of", lambda s: 8 * s),
        mutation(
            "s^1.5 further values",
            f"{HERE}.weight_set",
            lambda s: _weight_set(s) | {0.123 + k for k in range(int(s**1.5))},
        ),
    ),
    code=f"{PACKAGE}.weight_set",
    assumptions="s counts lowered states; a smaller machine is compiled at size s (the sets are not nested)",
    leaves_out="three learners at one size",
)
def one_set_for_a_size() -> Figures:
    """Machines of at most s lowered states, compiled at size s, have all weights in the one U_s, O(s) values."""
    s = 30
    allowed = weight_set(s)
    for name in ("constant", "last-label", "majority-label"):
        network = RCNN(learner(name), 2, 2, size=size_of(s), dtype=torch.float64)
        try:
            require_weights_within(network.local, allowed)
            require_weights_within(network.head, allowed)
        except InputError as error:
            require(condition=False, message=f"{name}: {error}")
    for n in (10, 11, 30, 100, 400):
        size = len(weight_set(n))
        require(11 * n + 81 <= size <= 11 * n + 88, f"|U_{n}| is {size}, not 11 s + 81 to 11 s + 88")
    return {"|U_30|": len(allowed), "|U_s| - 11 s": "81 to 88 at s = 10, 11, 30, 100, 400"}


def size_of(s: int) -> int:
    return s


@CLAIMS.state(
    "Lemma 5, width",
    where="B.4",
    statement="f_Conv2D, as Lemma 5 builds it on all 3 x 3 patches of V_s, has more than 10^20 times the 100 s units "
    "of Algorithm 1, and V_s more than 16 s values.",
    mutations=mutation("16 s values", f"{THEORY}.paper_values", lambda s: 16 * s),
    code=(f"{THEORY}.log10_lemma5_width", f"{PACKAGE}.interpolate"),
    status="corrected",
    assumptions="B.4 names no smaller set of patches than all of them",
    erratum="B.4 takes |X_i| as 16 s in Corollary 3, and the width 100 s does not follow from Lemma 5 on all patches; "
    "our local network has at most 18 s + 122 units",
    leaves_out="the width is a formula at these sizes, three values of s; d_1 is built for patches of two cells",
)
def width_of_lemma_5() -> Figures:
    """d_1 of Lemma 5 on all patches of V_s, against the width 100 s of Algorithm 1; and |V_s| against 16 s."""
    figures: dict[str, Any] = {}
    for values in (2, 3):  # d_1 of the network that Lemma 5 builds, on all patches of two cells
        patches = np.array(np.meshgrid(*[np.arange(values)] * 2)).reshape(2, -1).T.astype(float)
        made = interpolate(patches, np.zeros((len(patches), 1)), np.zeros((len(patches), 1, 2)))
        require(made.sizes[0] == 10 * 2 * values**2, f"{values} values: d_1 is {made.sizes[0]}")
    for s in (3, 10, 50):
        width, values = theory.log10_lemma5_width(s), theory.paper_values(s)
        require(width > np.log10(100 * s) + 20, f"s = {s}: Lemma 5 gives a width of 10^{width:.1f}")
        require(values > 16 * s, f"s = {s}: V_s has {values} values")
        wanted = np.log10(90.0) + 9 * np.log10(
            3.0 ** (np.ceil(np.log2(s)) + 4) + 1
        )  # |X| patches of 9 cells, V_s and p
        require_bound(f"log10 of d_1, s = {s}", width, [np.log10(100 * s)], formula=float(wanted))
        figures |= {f"log10 of d_1, s = {s}": round(width, 1), f"|V_s| / 16 s, s = {s}": round(values / (16 * s), 1)}
    return figures
