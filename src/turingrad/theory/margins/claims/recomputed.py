"""Theorem D.6 a second time, for the claims: the bounds from dense weights and the formulas.

No formula of `bounds.py`, `feedforward.py` or `transformer_layers.py` is used: matrix norms are numpy's, the largest
gamma is found by bisection of the induction's inequalities as `bounds.py` derives them.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.theory.margins.transformer_layers import AttentionNorms, TransformerLayer

Chain = list[tuple[float, float]]  # of each map: |W|, and the norm of what enters


def gains(chain: Chain, gamma: float) -> tuple[float, float]:
    """K and mu: sqrt(sum_j (lambda_j^2 + 1) prod_{l > j} (|W_l| + gamma)^2), and the product over all maps."""
    norms = [norm + gamma for norm, _ in chain]
    squares = [(entering**2 + 1) * math.prod(norms[j + 1 :]) ** 2 for j, (_, entering) in enumerate(chain)]
    return math.sqrt(sum(squares)), math.prod(norms)


def correction_gain(slope: float, largest: float, gamma: float) -> float:
    """K of the two maps of `round`: (z, z) shifted, then s times their difference."""
    radius = (slope - 1) / (2 * slope)
    between = math.sqrt((1 + 1 / slope**2) / 2) * largest + math.sqrt(2) * radius
    return gains([(math.sqrt(2), largest + radius), (math.sqrt(2) * slope, between)], gamma)[0]


def largest_gamma(holds: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def chains_of(network: FeedforwardNetwork) -> tuple[list[Chain], list[float]]:
    """The maps between corrections, and the norms that enter corrections: every coordinate at its largest."""
    chains, entering, chain = list[Chain](), list[float](), Chain()
    high: F64 = np.ones(len(network.machine.inputs))
    for group in network.layer_groups():
        for number, layer in enumerate(group.relu_layers()):
            W, b = (part.double().numpy() for part in layer.dense())
            norm = float(np.linalg.norm(high))
            if number < len(group.f):
                chain.append((float(np.linalg.norm(W, 2)), norm))
            elif number == len(group.f):
                entering.append(norm)
                chains, chain = [*chains, chain], Chain()
            high = np.maximum(np.maximum(W, 0) @ high + b, 0)
        high = np.minimum(high, 1)
    rows = network.output.dense()[0].double().numpy()
    return [*chains, [*chain, (float(np.linalg.norm(rows, axis=1).max()), float(np.linalg.norm(high)))]], entering


def feedforward_margins(network: FeedforwardNetwork, sigma: float) -> tuple[float, float]:
    """The tightened bound of a network with corrections, and (D.5) at sigma_theta = sigma_xi = sigma."""
    slope = network.slope
    assert slope is not None
    (chains, entering), radius = chains_of(network), (slope - 1) / (2 * slope)
    largest = max(entering)

    def goes_through(gamma: float) -> bool:
        gain = correction_gain(slope, largest, gamma)
        for number, chain in enumerate(chains):
            own, mu = gains(chain, gamma)
            allowed = radius if number < len(chains) - 1 else 1.0
            if gamma * math.hypot(own, mu * gain if number else 0.0) >= allowed:
                return False
        return True

    relative = [gains([(chain[0][0], 1.0), *chain[1:]], sigma) for chain in chains[1:]]
    kappa_theta, mu = (max(column) for column in zip(*relative, strict=True))
    kappa_xi = math.sqrt(2 * (math.sqrt(2) * slope + sigma) ** 2 + 3)
    mu_0, size = gains(chains[0], sigma)[0], max(1.0, largest, *(chain[0][1] for chain in chains[1:]))
    terms = (size / mu_0, radius / mu_0, sigma, 1 / (2 * kappa_theta), radius / (2 * kappa_theta * size))
    return largest_gamma(goes_through), min(*terms, radius / (4 * size * mu * kappa_xi), 1 / (4 * mu * kappa_xi))


def scores_moved(a: AttentionNorms, gamma: float, asking: float, asked: float) -> float:
    """What scores move by, over what they may: dq = (|W_Q| + gamma) e + gamma |(h, 1)|, dk likewise; a key's score
    moves by |k| dq + |q| dk + dq dk, in the terms of gamma in quadrature, the null's by its own."""
    if not a.used:
        return 0.0
    q, k = gamma * math.sqrt(a.entering**2 + 1), gamma * math.sqrt(a.attended**2 + 1)
    dq, dk = (a.query_map + gamma) * asking, (a.key_map + gamma) * asked
    key = a.key * dq + a.query * dk + math.hypot(a.key * q, a.query * k) + (dq + q) * (dk + k)
    null = (
        a.null_through * asking + gamma * a.null * asking + math.hypot(a.null * q, a.query * gamma) + gamma * (dq + q)
    )
    return max(key / (a.gap / 2), key + null)


def transformer_margin(layers: list[TransformerLayer], head: Chain, slope: float, largest: float) -> float:
    """The tightened bound of a hard-max transformer with corrections, from the norms of its layers."""

    def goes_through(gamma: float) -> bool:
        gain = max(1.0, correction_gain(slope, largest, gamma))
        for layer in layers:
            own, cross, outer = layer.self_attention, layer.cross_attention, layer.feedforward.norm + gamma
            through_own = 1 + own.value_map + gamma
            asking = gamma * gain * through_own + gamma * math.sqrt(own.attended**2 + 1)
            parts = (outer * through_own * gain, outer * (cross.value_map + gamma))
            values = outer * math.sqrt(own.attended**2 + 1), outer * math.sqrt(cross.attended**2 + 1)
            moved = gamma * math.hypot(*parts, *values, math.sqrt(layer.feedforward.entering**2 + 1))
            scores = scores_moved(own, gamma, gamma * gain, gamma * gain), scores_moved(cross, gamma, asking, gamma)
            if max(moved / layer.allowed, *scores) >= 1:
                return False
        own_gain, mu = gains(head, gamma)
        return not head or gamma * math.hypot(own_gain, mu * correction_gain(slope, largest, gamma)) < 1

    return largest_gamma(goes_through)
