"""Theorem D.6 for the feedforward nets of Section 3: their constants, read from the compiled weights."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.theory.margins.bounds import (
    ChainLayer,
    Constants,
    Correction,
    MarginBound,
    Step,
    best_constants,
    chain,
    tighten,
)


def hidden_norms(network: FeedforwardNetwork, inputs: npt.ArrayLike | None = None) -> list[float]:
    """The largest norm of what enters each linear map: over all of {0,1}^m by interval arithmetic (each coordinate at
    its largest), or over the given inputs, a set X on which the margin is then certified."""
    if inputs is not None:
        norms = []
        with torch.no_grad():
            h = network.columns(torch.as_tensor(np.asarray(inputs)))
            for layer in network.linear_maps():
                norms.append(float(h.double().norm(dim=0).max()))
                h = layer(h)
        return norms
    norms, high = [], np.ones(len(network.machine.inputs))
    for group in network.layer_groups():
        for layer in group.relu_layers():
            norms.append(float(np.linalg.norm(high)))
            matrix, bias = layer.weights()
            above: F64 = matrix.row_sums(np.maximum(matrix.values, 0) * high[matrix.columns]) + bias
            high = np.maximum(above, 0)
        if len(group.correction):
            high = np.minimum(high, 1.0)
    return [*norms, float(np.linalg.norm(high))]


def steps_of(network: FeedforwardNetwork, inputs: npt.ArrayLike | None = None) -> list[Step]:
    """|W| and the entering norm of every linear map; a single row of the output map counts, the largest."""
    norms = [layer.weights()[0].norm() for layer in network.linear_maps()[:-1]]
    matrix, _ = network.output.weights()
    norms.append(math.sqrt(float(matrix.row_sums(matrix.values**2).max(initial=0.0))))
    return [Step(norm, entering) for norm, entering in zip(norms, hidden_norms(network, inputs), strict=True)]


def margin_layers(network: FeedforwardNetwork, steps: list[Step]) -> tuple[list[ChainLayer], list[Step]]:
    """The f_i as chains, and the steps that enter corrections. Without corrections the network is one chain."""
    layers, corrections, at, open_steps = [], [], 0, list[Step]()
    corrected = False
    for group in network.layer_groups():
        open_steps += steps[at : at + len(group.f)]
        at += len(group.f)
        if len(group.correction):
            layers.append(ChainLayer(tuple(open_steps), network.radius, corrected))
            corrections.append(steps[at])
            corrected, open_steps = True, []
            at += len(group.correction)
    layers.append(ChainLayer((*open_steps, steps[-1]), 1.0, corrected))
    return layers, corrections


def feedforward_bound(network: FeedforwardNetwork, inputs: npt.ArrayLike | None = None) -> MarginBound:
    """Certify lower bounds on rho(theta, x, y) for every output.

    Without corrections only the tightened form applies: (D.5) is about networks with corrections.

    Args:
        network: A compiled feedforward net.
        inputs: The inputs x; by default the bounds hold for every input.

    Returns:
        The paper's bound (D.5) and the tightened one.

    Example:
        >>> from turingrad.constructions.feedforward import compile_network
        >>> from turingrad.theory import feedforward_bound
        >>> bound = feedforward_bound(compile_network(tg.library.load("multiplier-2")))
        >>> 0 < bound.paper < bound.tightened
        True
    """
    steps = steps_of(network, inputs)
    layers, entering = margin_layers(network, steps)
    if network.slope is None or not entering:
        return MarginBound(tighten(layers, None), None, None)
    correction = Correction(network.slope, max(step.entering for step in entering))
    constants = best_constants(lambda sigma: condition_constants(layers, correction, sigma))
    return MarginBound(tighten(layers, correction), constants.bound(), constants)


def condition_constants(layers: list[ChainLayer], correction: Correction, sigma: float) -> Constants:
    """Conditions D.3 and D.4. ReLU nets are Lipschitz everywhere, so sigma_h is infinite."""
    kappa, mu = 0.0, 0.0
    for layer in layers[1:]:
        # relative to max(|h|, 1): the first map's sqrt(|h|^2 + 1) is at most sqrt(2) of it, the others' at most theirs
        relative = (Step(layer.steps[0].norm, 1.0), *layer.steps[1:])
        own, gain = chain(relative, sigma)
        kappa, mu = max(kappa, own), max(mu, gain)
    mu_0 = chain(layers[0].steps, sigma)[0]
    largest = max(1.0, correction.largest, *(layer.steps[0].entering for layer in layers[1:]))
    return Constants(sigma, kappa, correction.kappa(sigma), mu, mu_0, math.inf, correction.radius, largest)
