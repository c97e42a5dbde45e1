"""Junk flow, where it is known in closed form: a linear net."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import nn

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require
from turingrad.theory.limits import junk_flow
from turingrad.theory.limits.function_classes import Parities
from turingrad.theory.limits.junk_flow import Descent

FLOW = "turingrad.theory.limits.junk_flow"
RUNS = 50
CLAIMS = Claims("abbe-sandon")


def linear_net(n: int, start: float = 0.0) -> nn.Linear:
    net = nn.Linear(n, 1, bias=False)
    with torch.no_grad():
        net.weight.fill_(start)
    return net


def flow_by_hand(n: int, descent: Descent, start: float) -> float:
    """JF of the net w x on (w x - y)^2, points uniform on the cube. A gradient is 2 (w x - y) x, |x|^2 = n; with both
    labels of every point E (w x - y)^2 = |w|^2 + 1, and the labels cancel in the step: w' = w - 2 r S w + Z, S the mean
    of x x^T over the batch, E S^2 = 1 + (n - 1)/m. So E |w'|^2 = (1 - 4 r + 4 r^2 (1 + (n - 1)/m)) E |w|^2 + n sigma^2,
    and JF adds up 2 r sqrt(n (E |w|^2 + 1))."""
    square, total = n * start**2, 0.0
    r, m = descent.rate, descent.batch
    for _ in range(descent.steps):
        total += 2 * r * math.sqrt(n * (square + 1))
        square = (1 - 4 * r + 4 * r * r * (1 + (n - 1) / m)) * square + n * descent.sigma**2
    return total


def one_label_each(network: nn.Module, points: object, F: object, descent: Descent, loss: object, seed: int) -> object:
    """As if random labels meant one label per point, instead of both with half a weight."""
    rng = np.random.default_rng([seed, 7])
    return DESCEND(network, points, F or (lambda X: rng.choice([-1.0, 1.0], len(X))), descent, loss, seed)  # type: ignore[arg-type]


@CLAIMS.state(
    "Junk flow",
    where="sections 3 and 5.1, (12), (13) and (46)",
    statement="JF_T is the sum over the steps of (E |G|^2)^(1/2), G being the gradient on labels that mean nothing: "
    "each point of the batch counts with both labels, with weight 1/2 each.",
    mutations=(
        change_result("the mean square, not its root", f"{FLOW}._flow", lambda found: found * found),
        mutation("one random label per point", f"{FLOW}.descend", one_label_each),
        change_result("twice the flow", f"{FLOW}._flow", lambda found: 2 * found),
    ),
    code=(f"{FLOW}.junk_flow", f"{FLOW}.descend"),
    leaves_out=f"linear nets of up to 6 weights, {RUNS} runs",
)
def flows_of_a_linear_net() -> Figures:
    """Without noise from weights 0 nothing ever moves, and JF is 2 r T sqrt(n) exactly; else by many runs."""
    figures: dict[str, float] = {}
    told: list[tuple[int, int | None]] = []

    def tell(_label: str, done: int, total: int | None) -> None:
        told.append((done, total))

    descent = Descent(5, 3, 0.1, 0.0)
    still = junk_flow.junk_flow(linear_net(6), Parities(6).points, descent, runs=2, progress=tell)
    require(told == [(1, 2), (2, 2)], f"two runs are reported as {told}")
    exact = 5 * 0.2 * math.sqrt(6)
    require(math.isclose(still.value, exact, rel_tol=1e-6), f"a net that does not move: {still.value}, {exact} by hand")
    require(still.edges == 6 and len(still.norms) == 5, f"{still.edges} edges, {len(still.norms)} steps")
    for n, start, descent in (
        (3, 0.5, Descent(4, 2, 0.1, 0.5)),
        (4, 1.0, Descent(6, 1, 0.05, 0.2)),
    ):
        found = junk_flow.junk_flow(linear_net(n, start), Parities(n).points, descent, runs=RUNS)
        exact = flow_by_hand(n, descent, start)
        require(found.error < 0.05 * exact, f"n = {n}: an error of {found.error:.3g}")
        require(
            abs(found.value - exact) < 4 * found.error, f"n = {n}: {found.value:.4f} ± {found.error:.4f}, {exact:.4f}"
        )
        figures[f"junk flow, n = {n}, batch {descent.batch}"] = found.value
        figures[f"by hand, n = {n}"] = exact
    cut = junk_flow.junk_flow(linear_net(4), Parities(4).points, Descent(2, 3, 0.5, 0.0, overflow=0.25), runs=1).value
    require(math.isclose(cut, 0.5, rel_tol=1e-6), f"partial derivatives cut to 1/4: {cut}, 1/2 by hand")
    return figures


DESCEND = junk_flow.descend
