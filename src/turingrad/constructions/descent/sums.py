"""The certificate of the loss (21) and its gradient.

On a run s is a vertex, T holds codes and H unit vectors: T and H only change by the exact updates
T <- T - H (T.H - delta_2) and H <- shift(s) H, and s jumps between vertices, so this holds at every step once it holds
at the first. Sums over vertices and over cells then have one term that is not 0, and the sums below are all there are.
Gradients are gamma times integers; grids are stated for gamma = 2^log2(gamma).
"""

from __future__ import annotations

import numpy as np

from turingrad.constructions.descent.constants import Constants
from turingrad.constructions.descent.encoding import Encoding
from turingrad.exact import Bound, Certificate, grid_exponent


def loss_certificate(constants: Constants, encoding: Encoding, tapes: int) -> Certificate:
    b, gamma = constants.b, constants.gamma
    numbers = encoding.width * tapes
    heaviest = b**3 + b * encoding.most_agreements * tapes  # the largest A_vw
    weights = [b**3 + b * m for m in range(encoding.most_agreements * tapes + 1)]
    difference = 2.0 if encoding.name == "bits" else 1.0  # |read - down s|, entry by entry
    edge_scale = constants.lift if constants.hat == "directed" else 1.0
    bounds = [
        _bound("simplex step", 2.0, [1.0]),
        _bound("write and move", 2.0, [1.0]),
        _bound("head gradient", 2 * gamma, [gamma]),
        _bound("tape gradient", 2 * gamma, [gamma]),
        _bound("read", 3.0, [1.0]),
        _bound("read gradient", 4 * b * b * gamma * difference * numbers, [4 * b * b * gamma]),
        _bound("edge gradient", 4 * gamma * heaviest, [4 * gamma * w for w in weights]),
        _bound("halting gradient", 4 * gamma * constants.halt_weight, [4 * gamma * constants.halt_weight]),
        _bound(
            "control gradient",
            4 * gamma * (2 * heaviest + constants.halt_weight + b * b * difference * numbers),
            [4 * gamma * w for w in weights] + [4 * b * b * gamma, 4 * gamma * constants.halt_weight],
        ),
        _bound(
            "loss",
            constants.running_most + constants.halt_weight * gamma,
            [constants.c, gamma / 2, 2 * b * b * gamma, gamma * constants.halt_weight],
        ),
    ]
    if constants.hat == "directed":
        slopes = [4 * w / edge_scale for w in weights]
        bounds.append(_bound("directed units", 1.75, [0.25, *slopes]))
        bounds.append(_bound("directed slopes", 2 * gamma * edge_scale, [gamma * edge_scale * k for k in slopes]))
    else:
        bounds.append(_bound("paper units", 4.0, [1.0]))
        bounds.append(_bound("paper slopes", 4 * gamma * heaviest, [gamma * w for w in weights]))
    return Certificate.of(bounds)


def _bound(name: str, magnitude: float, divided: list[float]) -> Bound:
    """A group of sums up to `magnitude` whose terms are multiples of the numbers in `divided`."""
    grid = grid_exponent(np.array(divided))
    return Bound(name, float(magnitude), grid, float(np.ldexp(magnitude, -grid)))


def smallest_margin(constants: Constants, encoding: Encoding, tapes: int) -> float:
    """The least difference, over gamma, between the gradient at a wrong vertex and at the right successor.

    At the vertex of symbols a, with r about to be read, the entries of the gradient are sums over the tapes:

        successor t':    -4 (b^3 + sum b m(a, t')) + sum 4 b^2 <a - r, t'>      right where t' = r
        predecessor t':  -2 (b^3 + sum b m(t', a)) + sum 4 b^2 <a - r, t'>      (the paper's hat only)
        any other:                                   sum 4 b^2 <a - r, t'>

    so the minimum over all (vertex, read) pairs is taken tape by tape: a finite proof that each step goes right.
    """
    b, codes = constants.b, encoding.matrix
    reading = 4 * b * b * np.einsum("ark,tk->art", codes[:, None, :] - codes[None, :, :], codes)  # (a, r, t')
    along = reading - 4 * b * encoding.agreements[:, None, :]
    right = np.take_along_axis(along, np.arange(len(codes))[None, :, None], axis=2)  # t' = r, (a, r, 1)
    wrong = along - right
    wrong[:, np.arange(len(codes)), np.arange(len(codes))] = np.inf
    margins = [float(wrong.min()) if len(codes) > 1 else np.inf]
    margins.append(4 * b**3 + tapes * float((reading - right).min()))
    if constants.hat == "paper":
        back = reading - 2 * b * encoding.agreements[:, None, :]
        margins.append(2 * b**3 + tapes * float((back - right).min()))
    return min(margins)
