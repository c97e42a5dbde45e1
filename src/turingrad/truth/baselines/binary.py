"""An attack on what gives these models away: directions along which the stream takes exactly two values.

Every feature is such a direction, and a trained network has hardly any. With y = u . x + c over the distinct vectors of
the stream, mean (y^2 - 1)^2 is 0 exactly if y is -1 or +1 everywhere (the constant-modulus criterion of blind source
separation). Many random starts descend on it at once, in coordinates in which the stream is white; what ends near two
values is rounded to its signs and solved for again by least squares, and counts only if the solution is exact.

Features are not the only directions of two values: sums of a one-hot field's features are some, and where the distinct
vectors are few every dichotomy of them is one. Of equal dichotomies the shortest vector is the answer.
"""

from __future__ import annotations

import torch
from torch import Tensor

from turingrad.truth.answer import FeatureAnswer
from turingrad.truth.subject import Subject

STARTS, STEPS, RATE = 512, 150, 0.05
MOST = 1024  # distinct vectors that are looked at
EXACT = 1e-3  # largest distance from -1 and +1 of a direction that counts


def answer_features(subject: Subject, seed: int) -> FeatureAnswer:
    """The directions of exactly two values; one random vector if there is none."""
    site = subject.llama.sites[-1]
    found = two_valued(subject.streams[site], seed)
    if not len(found):
        found = torch.randn(1, subject.llama.width, generator=torch.Generator().manual_seed(seed))
    return FeatureAnswer({site: found.double().numpy()})


def two_valued(streams: Tensor, seed: int) -> Tensor:
    """Directions u such that u . x + c is -1 or +1 for all x, (directions, width)."""
    draws = torch.Generator().manual_seed(seed)
    x = torch.unique(streams.double(), dim=0)
    x = x[torch.randperm(len(x), generator=draws)[:MOST]]
    left, sizes, _ = torch.linalg.svd(x - x.mean(0), full_matrices=False)
    white = left[:, sizes > 1e-6 * sizes.max().clamp_min(1e-12)].float() * len(x) ** 0.5  # (vectors, rank)
    white = torch.cat([white, torch.ones(len(x), 1)], dim=1)
    u = torch.randn(white.shape[1], STARTS, generator=draws) / white.shape[1] ** 0.5
    u.requires_grad_()
    optimizer = torch.optim.Adam([u], lr=RATE)
    for _ in range(STEPS):
        optimizer.zero_grad()
        torch.autograd.backward(((white @ u).square() - 1).square().mean(0).sum())
        optimizer.step()
    signs = torch.unique(((white @ u.detach()) > 0).T, dim=0).double() * 2 - 1  # (dichotomies, vectors)
    signs = torch.unique(signs * signs[:, :1], dim=0)  # a direction and its negative are one
    signs = signs[(signs.min(1).values < 0) & (signs.max(1).values > 0)]
    around = torch.cat([x - x.mean(0), torch.ones(len(x), 1)], dim=1)
    solved = torch.linalg.lstsq(around, signs.T, driver="gelsd").solution  # shortest of all solutions
    exact = (around @ solved - signs.T).abs().amax(0) < EXACT
    found: Tensor = solved.T[exact, :-1].float()
    return found
