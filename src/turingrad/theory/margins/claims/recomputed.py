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

    c = condition_constants(network, sigma)
    size, kappa_theta, mu, kappa_xi = c["largest"], c["kappa_theta"], c["mu"], c["kappa_xi"]
    terms = (size / c["mu_0"], radius / c["mu_0"], sigma, 1 / (2 * kappa_theta), radius / (2 * kappa_theta * size))
    return largest_gamma(goes_through), min(*terms, radius / (4 * size * mu * kappa_xi), 1 / (4 * mu * kappa_xi))


def condition_constants(network: FeedforwardNetwork, sigma: float) -> dict[str, float]:
    """Conditions D.3 and D.4 at sigma_theta = sigma_xi = sigma; norms relative to max(|h|, 1), the first map's
    sqrt(|h|^2 + 1) at most sqrt(2) of it."""
    slope, (chains, entering) = network.slope, chains_of(network)
    assert slope is not None
    relative = [gains([(chain[0][0], 1.0), *chain[1:]], sigma) for chain in chains[1:]]
    kappa_theta, mu = (max(column) for column in zip(*relative, strict=True))
    return {
        "kappa_theta": kappa_theta,
        "kappa_xi": math.sqrt(2 * (math.sqrt(2) * slope + sigma) ** 2 + 3),
        "mu": mu,
        "mu_0": gains(chains[0], sigma)[0],
        "largest": max(1.0, *entering, *(chain[0][1] for chain in chains[1:])),
    }


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


def transformer_constants(
    layers: list[TransformerLayer], head: Chain, slope: float, norms: list[float], sigma: float
) -> dict[str, float]:
    """Conditions D.3 and D.4 of a transformer, from the norms of its layers: own parameters, vectors, and the largest
    error of vectors at which no score changes places."""
    kappa, mu, least = [math.sqrt(h * h + 1) for _, h in head], [norm + sigma for norm, _ in head], [math.inf]
    for layer in layers:
        own, cross, outer = layer.self_attention, layer.cross_attention, layer.feedforward.norm + sigma
        seen = (own.attended**2 + 1) + (cross.attended**2 + 1)
        kappa.append(math.sqrt(layer.feedforward.entering**2 + 1 + outer * outer * seen))
        mu.append(outer * (1 + own.value_map + sigma + cross.value_map + sigma))

        def in_place(error: float, own: AttentionNorms = own, cross: AttentionNorms = cross) -> bool:
            asking = error * (1 + own.value_map + sigma) + sigma * math.sqrt(own.attended**2 + 1)
            return max(scores_moved(own, sigma, error, error), scores_moved(cross, sigma, asking, error)) < 1

        if own.used or cross.used:
            least.append(largest_gamma(in_place))
    return {
        "kappa_theta": max(kappa),
        "kappa_xi": math.sqrt(2 * (math.sqrt(2) * slope + sigma) ** 2 + 3),
        "mu": max(mu),
        "sigma_h": min(least),
        "largest": max(1.0, *norms),
    }


def plain_margin(layers: list[TransformerLayer], head: Chain, passes: int) -> float:
    """The bound of a transformer without corrections: every error is carried on through all layers of all passes."""

    def goes_through(gamma: float) -> bool:
        error = gamma
        for layer in layers * passes:
            own, cross, outer = layer.self_attention, layer.cross_attention, layer.feedforward.norm + gamma
            asking = error * (1 + own.value_map + gamma) + gamma * math.sqrt(own.attended**2 + 1)
            scores = scores_moved(own, gamma, error, error), scores_moved(cross, gamma, asking, gamma)
            values = [outer * math.sqrt(one.attended**2 + 1) for one in (own, cross)]
            own_gain = math.hypot(*values, math.sqrt(layer.feedforward.entering**2 + 1))
            through = outer * ((1 + own.value_map + gamma) * error + (cross.value_map + gamma) * gamma)
            error = max(error, through + gamma * own_gain)
            if max(scores) >= 1 or error > 1e3:
                return False
        (norm, entering), *_ = head
        return (norm + gamma) * error + gamma * math.sqrt(entering**2 + 1) < 1

    gamma = 1.0
    while not goes_through(gamma) and gamma > 1e-300:
        gamma /= 2
    return gamma + gamma * largest_gamma(lambda part: goes_through(gamma + gamma * part))
