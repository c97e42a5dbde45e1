"""Theorem D.6 for the transformer of Section 4: one layer's f is self-attention, cross-attention and W_1; the
correction is the feedforward's last two ReLU layers. All passes share the parameters (Definition D.5).

Let the vectors that enter a layer be off by e (the perturbed correction before it, or the perturbed h_0), the encoder's
by e_E <= |delta E|. Then, with a = sqrt(lambda^2 + 1) for the norm of what a map reads:

- queries are off by dq <= (|W_Q| + gamma) e + gamma a, keys by dk likewise (the null key by gamma), so scores by
  |k| dq + |q| dk + dq dk; the null's by |W_Q^T K_0| e + gamma (|K_0| + ...), and W_Q^T K_0 = 0 as compiled. Scores of
  compiled vectors are integers, those of two keys differ by a multiple of the power of two `gap` that divides W_K and
  the queries (2, except with radix search). While no two scores change places, the vectors attended to are among the
  true ones, and true ties have equal values, so the result is off only by what its values are, (|W_V| + gamma) e +
  gamma a.
- W_1 then gives |g - h| <= (|W_1| + gamma) (e + ...) + gamma sqrt(lambda'^2 + 1), lambda' the norm after attention.

lambda counts the coordinates that can be 1: each field that a layer can fill at its size, one-hot fields once.

What the paper leaves open: f_0 is several parameters here, E and h_0 (mu_0 = 1), and neither is corrected before it is
used; both are carried as e above.

What is promised. Within the bound no hidden vector of any run up to T passes leaves its true value by more than the
rounding removes. For a run that ends in an accepting or rejecting state this is the margin (2.1) of its prediction. A
run that does not has F = 0 and the margin (2.1) is 0: for it the same number is a *configuration margin*, within which
state, symbols and cells stay readable, and Lemma 2.3 says nothing.

Softmax. Two scores that differ do so by 1 at least, so while the perturbation moves their difference by a part x < 1 of
that, everything but the best keys has the weight n exp(-beta (1 - x)) at most, n tokens attended to; equal best keys
have equal values. The result is then off by spread n exp(-beta (1 - x)) more than with hard-max, spread the largest
distance of two values, and W_1 passes on |W_1| times that. The rounding radius has to hold both, at gamma = 0 too: an
inverse temperature too small for that has no certificate (0). (D.5) is about exact layers, so it does not apply.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from turingrad._support.arrays import F64, Mask
from turingrad.constructions.transformer import Coordinates, TransformerNetwork, layer_weights
from turingrad.constructions.transformer.modules import ROUND_RADIUS, ROUND_SLOPE
from turingrad.constructions.transformer.temperature import coordinates_written
from turingrad.constructions.transformer.weights import AttentionWeights, LayerWeights
from turingrad.exact import grid_exponent
from turingrad.theory.margins.bounds import (
    ChainLayer,
    Constants,
    Correction,
    Layer,
    MarginBound,
    Step,
    best_constants,
    tighten,
)
from turingrad.theory.margins.transformer_layers import AttentionNorms, PlainRun, TransformerLayer, unused_attention

ONE_HOT = ("st", "sym1", "sym2", "pair", "scr1", "scr2", "or2", "and1", "and2", "move", "v", "tape")


def transformer_bound(network: TransformerNetwork) -> MarginBound:
    """Certify lower bounds for every input and every number of passes up to T.

    They bound the margin (2.1) of runs that accept or reject, and the configuration margin of all others.

    Without corrections (D.5) does not apply, and the other bound shrinks exponentially with T: 0 below 1e-300.

    Args:
        network: A compiled transformer.

    Returns:
        The paper's bound (D.5) and the tightened one.

    Example:
        >>> from turingrad.constructions.transformer import compile_network
        >>> from turingrad.theory import transformer_bound
        >>> bound = transformer_bound(compile_network(tg.read("busy-beaver-2"), steps=6, input_length=0))
        >>> 0 < bound.paper < bound.tightened
        True
    """
    layers, after = margin_layers(network), after_layer(network)
    head = classifier(network, after[-1])
    if not network.options.corrections:
        states = ChainLayer((Step(math.sqrt(len(network.machine.states) + 1.0), after[-1]),), 1.0, corrected=False)
        run = PlainRun(tuple(layers), head or states, network.options.steps + 1)
        return MarginBound(tighten([run], None), None, None)
    correction = Correction(ROUND_SLOPE, max(after))
    every: list[Layer] = [*layers, *([head] if head else [])]
    if network.inverse_temperature is not None:
        return MarginBound(tighten(every, correction), None, None)
    largest = max(1.0, *after, *(norm_of(network.coordinates, mask) for mask in layer_masks(network)))
    constants = best_constants(lambda sigma: condition_constants(layers, head, correction, largest, sigma))
    return MarginBound(tighten(every, correction), constants.bound(), constants)


def classifier(network: TransformerNetwork, entering: float) -> ChainLayer | None:
    """theta_cls, where the machine has an answer; its output is in {-1, +1}."""
    norm = float(network.theta_cls.double().norm())
    return ChainLayer((Step(norm, entering),), 1.0, corrected=True) if norm else None


def condition_constants(
    layers: list[TransformerLayer], head: ChainLayer | None, correction: Correction, largest: float, sigma: float
) -> Constants:
    kappa, mu, sigma_h = 0.0, 0.0, math.inf
    for layer in layers:
        kappa = max(kappa, layer.own_gain(sigma))
        outer = layer.feedforward.norm + sigma
        mu = max(mu, outer * (layer.value_gain(sigma) + layer.encoder_gain(sigma)))
        if layer.self_attention.used or layer.cross_attention.used:
            sigma_h = min(sigma_h, layer.sigma_h(sigma))
    if head is not None:
        kappa, mu = max(kappa, math.hypot(head.steps[0].entering, 1.0)), max(mu, head.steps[0].norm + sigma)
    radius = correction.radius
    return Constants(sigma, kappa, correction.kappa(sigma), mu, 1.0, sigma_h, radius, largest)


def margin_layers(network: TransformerNetwork) -> list[TransformerLayer]:
    c = network.coordinates
    encoder = norm_of(c, encoder_mask(network))
    masks = layer_masks(network)
    layers = []
    for layer, mask in zip(layer_weights(network), masks, strict=True):
        entering = norm_of(c, mask)
        own = attention_norms(layer.self_attention, mask, mask, entering, entering)
        filled = mask | coordinates_written(layer.self_attention, len(mask))
        middle = norm_of(c, filled)
        cross = attention_norms(layer.cross_attention, filled, encoder_mask(network), middle, encoder)
        filled = filled | coordinates_written(layer.cross_attention, len(mask))
        own = soften(network, own, mask, layer.self_attention)
        cross = soften(network, cross, encoder_mask(network), layer.cross_attention)
        step = Step(float(np.linalg.norm(layer.W_1, 2)), norm_of(c, filled))
        layers.append(TransformerLayer(own, cross, step, ROUND_RADIUS))
    return layers


def soften(
    network: TransformerNetwork, norms: AttentionNorms, asked: Mask, weights: AttentionWeights | None
) -> AttentionNorms:
    """The norms of a softmax attention: as many tokens as a run or an input has, and how far apart values are."""
    beta = network.inverse_temperature
    if beta is None or weights is None:
        return norms
    tokens = max(network.step_bound + 2, network.machine.tapes * network.options.input_length + 1)
    high = np.maximum(weights.W_V[:, asked], 0).sum(axis=1) + weights.b_V
    low = np.minimum(weights.W_V[:, asked], 0).sum(axis=1) + weights.b_V
    spread = float(np.linalg.norm(np.maximum(high, weights.V_0) - np.minimum(low, weights.V_0)))
    return replace(norms, spread=spread, tokens=tokens, inverse_temperature=beta)


def attention_norms(
    weights: AttentionWeights | None, asking: Mask, asked: Mask, entering: float, attended: float
) -> AttentionNorms:
    if weights is None:
        return unused_attention(entering, attended)
    gap = grid_exponent(weights.W_K) + grid_exponent(np.concatenate([weights.W_Q.ravel(), weights.b_Q]))
    return AttentionNorms(
        float(np.linalg.norm(weights.W_Q, 2)),
        float(np.linalg.norm(weights.W_K, 2)),
        float(np.linalg.norm(weights.W_V, 2)),
        float(np.linalg.norm(extremes(weights.W_Q[:, asking], weights.b_Q))),
        float(np.linalg.norm(extremes(weights.W_K[:, asked], weights.b_K))),
        float(np.linalg.norm(weights.K_0)),
        float(np.linalg.norm(weights.W_Q.T @ weights.K_0)),
        2.0**gap,
        entering,
        attended,
    )


def extremes(weight: F64, bias: F64) -> F64:
    """The largest |w . h + b| over binary h, row by row."""
    high = bias + np.maximum(weight, 0).sum(axis=1)
    low = bias + np.minimum(weight, 0).sum(axis=1)
    largest: F64 = np.maximum(np.abs(high), np.abs(low))
    return largest


def layer_masks(network: TransformerNetwork) -> list[Mask]:
    """The coordinates that can be nonzero in the input of each layer."""
    c = network.coordinates
    first = np.zeros(c.width, np.bool_)
    for field in c:
        if c.kind(field) in ("st", "sym1", "pos1", "pos2"):
            first[c.slice(field)] = True
    masks = [first]
    for layer in layer_weights(network)[:-1]:
        masks.append(output_mask(layer, masks[-1]))
    return masks


def output_mask(layer: LayerWeights, mask: Mask) -> Mask:
    width = len(mask)
    filled = mask | coordinates_written(layer.self_attention, width) | coordinates_written(layer.cross_attention, width)
    positive: Mask = (np.maximum(layer.W_1[:, filled], 0).sum(axis=1) + layer.b_1) > 0
    return positive


def encoder_mask(network: TransformerNetwork) -> Mask:
    c = network.coordinates
    mask = np.zeros(c.width, np.bool_)
    for field in c:
        mask[c.slice(field)] = c.kind(field) in ("sym1", "pos1", "tape")
    return mask


def norm_of(c: Coordinates, mask: Mask) -> float:
    """The largest norm of a binary vector on these coordinates whose one-hot fields hold at most a single 1."""
    counts = {name: int(mask[c.slice(name)].sum()) for name in c}
    return math.sqrt(sum(min(count, 1) if c.kind(name) in ONE_HOT else count for name, count in counts.items()))


def after_layer(network: TransformerNetwork) -> list[float]:
    """lambda: the norm of each layer's output."""
    weights, masks = layer_weights(network), layer_masks(network)
    return [norm_of(network.coordinates, output_mask(layer, mask)) for layer, mask in zip(weights, masks, strict=True)]
