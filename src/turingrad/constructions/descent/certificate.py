"""The certificate of the loss (21) and its gradient.

On a run s is a vertex, T holds codes and H unit vectors: T and H only change by the exact updates
T <- T - H (T.H - delta_2) and H <- shift(s) H, and s jumps between vertices, so this holds at every step once it holds
at the first. Sums over vertices and over cells then have one term that is not 0, and the sums below are all there are.
Gradients are gamma times integers; grids are stated for gamma = 2^log2(gamma).
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.descent.constants import Constants
from turingrad.constructions.descent.encoding import Encoding
from turingrad.exact import Bound, Certificate, bound_of, grid_exponent, multiples


def loss_certificate(constants: Constants, encoding: Encoding, tapes: int) -> Certificate:
    b, gamma = constants.b, constants.gamma
    numbers, halt = encoding.width * tapes, gamma * constants.halt_weight
    weights = gamma * np.array([b**3 + b * m for m in range(encoding.most_agreements * tapes + 1)])  # all gamma A_vw
    heaviest = float(weights.max())
    difference = 2.0 if encoding.name == "bits" else 1.0  # |read - down s|, entry by entry
    read = 2 * b * b * gamma  # autograd adds the derivative of each factor of a square: half of it, twice
    piece = 4.0 if constants.hat == "directed" else 2.0  # the paper's hat has its slope 4 A in two parts
    reading = 2 * read * difference * numbers
    return Certificate.of(
        [
            multiples("simplex step", 2.0, 1.0),
            multiples("write and move", 1.0 + difference, 1.0),
            multiples("head gradient", 2 * gamma, gamma / 2),
            multiples("tape gradient", 2 * gamma, gamma / 2),
            multiples("read", 3.0, 1.0),
            multiples("squares", (encoding.spread + 2) * tapes, 1.0),
            multiples("read gradient", reading, read),
            multiples("edge gradient", 4 * heaviest, piece * weights),
            multiples("halting gradient", 4 * halt, 4 * halt),
            multiples("control gradient", 8 * heaviest + 4 * halt + reading, [*(piece * weights), 2 * read, 4 * halt]),
            multiples("loss", constants.running_most + halt, [constants.c, gamma / 2, read, halt]),
            *hat_bounds(constants, weights, len(encoding.codes) ** tapes),
            margin_bound(constants, encoding, tapes),
        ]
    )


def hat_bounds(constants: Constants, weights: F64, reads: int) -> tuple[Bound, Bound]:
    """The ReLU units of l_S with 4 x_v - 3 of the halting v among them, and the sums of their slopes: in the loss, and
    backward at each x_v, before they cancel. `weights` are gamma A_vw, `reads` the successors of a vertex."""
    heaviest, halt = float(weights.max()), constants.gamma * constants.halt_weight
    if constants.hat == "directed":
        lift = constants.gamma * constants.lift
        fine = grid_exponent([0.25, *(4 * weights / lift)])
        units = bound_of("directed units", [1.75, 7.0], [fine, 0])
        return units, multiples("directed slopes", 2 * lift + 12 * heaviest, [lift, halt, *(2 * weights)])
    # Backward, x_v collects 2 omega_vw twice from each of its successors.
    return multiples("paper units", 7.0, 1.0), multiples("paper slopes", 4 * reads * heaviest, [*(2 * weights), halt])


def margin_bound(constants: Constants, encoding: Encoding, tapes: int) -> Bound:
    """That each step goes to the right successor: its entry of the gradient is the least by a margin above 0.

    Exact sums that go wrong are no use, so this is part of the certificate; where the margin is 0 or less no dtype is
    exact. The ratio is that of the largest entry to the margin: relative errors below half its inverse change no step.
    """
    margin, b = smallest_margin(constants, encoding, tapes), constants.b
    difference = 2.0 if encoding.name == "bits" else 1.0
    heaviest = b**3 + b * encoding.most_agreements * tapes
    largest = 4 * constants.gamma * (2 * heaviest + b * b * difference * encoding.width * tapes)
    if margin <= 0:
        name = f"margin {margin:g} of the right successor, b = {b:g} where it must be above {encoding.least_b:g}"
        return Bound(name, largest, 0, float("inf"))
    ratio = largest / (constants.gamma * margin)
    return Bound("margin of the right successor", largest, grid_exponent(np.array([constants.gamma * margin])), ratio)


def label_bound(constants: Constants, encoding: Encoding, tapes: int, entries: int, largest: float) -> Bound:
    """That the labels' rounding in sqrt(2 l) f_perp(z) does no harm, for labels of `entries` numbers up to `largest`.

    The gradient that arrives is (1 + rho) times the right one, |rho| <= eps (n m + 4) (2 + |y| / sqrt(2 c)) with
    eps = 2^(1-p) (0 where `switches.orthogonal` is exact). T and H are found by rounding while |rho| <= 1/16, and s
    goes right while eps (n m + 8) times the largest entry of its gradient is below half the margin.
    """
    norm = largest * np.sqrt(entries)
    error = 2.0 * (entries + 4) * (2 + norm / np.sqrt(2 * constants.c))  # |rho| 2^p
    steps = 4.0 * (entries + 8) * margin_bound(constants, encoding, tapes).ratio
    return Bound("labels and margin", 1.0, 0, float(max(16 * error, steps)))


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
