"""The switches of Section 5 and the orthogonal vector of Appendix C.

A switch is a cutoff that is exactly 0 or 1, with slope exactly 0, outside a transition. The paper builds it from two
ReLUs. Nested, they saturate exactly; side by side, as a difference, they would round in finite precision.
"""

from __future__ import annotations

import torch
from torch import Tensor

PARALLEL = 0.9  # of |z.v| / |z|: above it v is too near to z, and the second direction is taken


def label_switch(norm: Tensor, epsilon: float) -> Tensor:
    """psi: 1 for |z|^2 <= epsilon/3, 0 for |z|^2 >= 2 epsilon/3."""
    return torch.relu(1 - torch.relu(norm * (3 / epsilon) - 1))


def network_switch(norm: Tensor, lower: float, upper: float) -> Tensor:
    """phi: 0 for |u|^2 <= 2 lower, 1 for |u|^2 >= 2 upper, (27) and (28)."""
    return 1 - torch.relu(1 - torch.relu((norm - 2 * lower) * (0.5 / (upper - lower))))


def orthogonal(z: Tensor) -> tuple[Tensor, bool]:
    """(f_perp(z), exact): a unit vector orthogonal to z, flattened, and whether no rounding can touch it.

    Exact where an entry of z is 0 (that unit vector; z = 0 included, where the formula of Appendix C is 0/0), and where
    four entries or more are all ±1: (z1, -z2, z3, -z4)/2. Otherwise v - (z.v / z.z) z, normalised, for the first of
    two unit vectors v that is not almost parallel to z.
    """
    flat = z.detach().flatten()
    found = torch.zeros_like(flat)
    zeros = (flat == 0).nonzero()
    if len(zeros):
        found[zeros[0, 0]] = 1
        return found, True
    if len(flat) >= 4 and bool((flat.abs() == 1).all()):
        found[:4] = flat[:4] * torch.tensor([0.5, -0.5, 0.5, -0.5], dtype=flat.dtype)
        return found, True
    norm = flat.dot(flat)
    first = 1 if bool(flat[0].abs() > PARALLEL * norm.sqrt()) else 0
    found[first] = 1
    found = found - flat[first] / norm * flat
    return found / found.norm(), False


def along(scale: Tensor, direction: Tensor) -> Tensor:
    """scale times direction, entry by entry in pairs: going backward, the two terms of a pair are added first.

    For (z1, -z2, z3, -z4)/2 with labels ±1 a pair's sum (r/4 - 1/2) + (r/4 + 1/2) = r/2 is exact, so the gradient that
    arrives at `scale` is r exactly; added in another order it could round.
    """
    padded = torch.nn.functional.pad(direction, (0, len(direction) % 2)).view(-1, 2)
    return (scale.expand(len(padded)).unsqueeze(1) * padded).flatten()[: len(direction)]
