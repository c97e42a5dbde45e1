"""The proof that a compiled transformer's arithmetic is exact, from its weights.

Claim: if the vectors that enter a layer are binary, every partial sum in it is a multiple of a power of two and bounded
(`Certificate`), and the vectors that leave it are binary again. By induction over layers and passes the whole run is
exact, whatever the order of summation.

- Q, K, V: rows of the weights over binary vectors. Scores: products of integers, bounded by sum |q_i| |k_i| with the
  ranges of q and k. The comparison of scores is then exact.
- The mean over ties. A search layer's value is a constant; the keys of read layers and of the encoder hold the whole
  time or position, so they are distinct; radix layers bring the very bits whose weights decide the score. So ties have
  equal values v, and the mean, accumulated in float64, is v. The result is 0 or 1 and the sum with h an integer.
- W_1 over integers of at most 2 gives integers. The correction maps integers to {0, 1}: round(z) = 0 for z <= 0 and 1
  for z >= 1, with sums bounded by those of W_1. This closes the induction.

Without corrections the last point rests on Lemmas C.1 to C.8 instead (each layer's output is binary by construction).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from turingrad.arrays import F64
from turingrad.constructions.transformer.modules import ROUND_SLOPE
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.temperature import softmax_bound, written
from turingrad.constructions.transformer.weights import AttentionWeights, LayerWeights
from turingrad.exact import Bound, Certificate, grid_exponent, linear_bound


def certificate_of(layers: list[LayerWeights], options: Options, inverse_temperature: float | None) -> Certificate:
    bounds: list[Bound] = []
    for number, layer in enumerate(layers, 1):
        bounds += layer_bounds(layer, number, options)
    if inverse_temperature is not None:
        bounds.append(softmax_bound(layers, options, inverse_temperature))
    return Certificate.of(bounds)


def layer_bounds(layer: LayerWeights, number: int, options: Options) -> Iterator[Bound]:
    label = f"layer {number} ({layer.name})"
    magnitude = np.ones(len(layer.b_1))
    for kind, attention in (("self", layer.self_attention), ("cross", layer.cross_attention)):
        if attention is not None:
            yield from attention_bounds(attention, f"{label} {kind}-attention")
            magnitude += written(attention) * value_magnitude(attention)
    yield sparse_bound(f"{label} feedforward", layer.W_1, layer.b_1, magnitude)
    if options.corrections:
        yield correction_bound(f"{label} correction", layer, magnitude)


def attention_bounds(attention: AttentionWeights, label: str) -> Iterator[Bound]:
    ones = np.ones(attention.W_Q.shape[1])
    yield sparse_bound(f"{label} query", attention.W_Q, attention.b_Q, ones)
    yield sparse_bound(f"{label} key", attention.W_K, attention.b_K, ones)
    yield sparse_bound(f"{label} value", attention.W_V, attention.b_V, ones)
    query = extremes(attention.W_Q, attention.b_Q)
    key = np.maximum(extremes(attention.W_K, attention.b_K), np.abs(attention.K_0))
    grid = grid_exponent(np.concatenate([attention.W_Q.ravel(), attention.b_Q]))
    grid += grid_exponent(np.concatenate([attention.W_K.ravel(), attention.b_K, attention.K_0]))
    yield linear_bound(f"{label} score", np.ones((1, len(query))), None, query * key, grid)


def extremes(weight: F64, bias: F64) -> F64:
    """The largest |w . h + b| over binary h, row by row."""
    high = bias + np.maximum(weight, 0).sum(axis=1)
    low = bias + np.minimum(weight, 0).sum(axis=1)
    largest: F64 = np.maximum(np.abs(high), np.abs(low))
    return largest


def value_magnitude(attention: AttentionWeights) -> F64:
    largest: F64 = np.maximum(extremes(attention.W_V, attention.b_V), np.abs(attention.V_0))
    return largest


def correction_bound(label: str, layer: LayerWeights, magnitude: F64) -> Bound:
    """s relu(z - 1/2 + 1/(2s)) - s relu(z - 1/2 - 1/(2s)) for the largest z of the layer: all its partial sums."""
    largest = float((np.abs(layer.W_1) @ magnitude + np.abs(layer.b_1)).max())
    shift = 0.5 + 0.5 / ROUND_SLOPE
    return linear_bound(label, [[ROUND_SLOPE, -ROUND_SLOPE]], None, [largest + shift, largest + shift], -2)


def sparse_bound(label: str, weight: F64, bias: F64, magnitude: F64) -> Bound:
    """`linear_bound` over the rows and columns that are used: most weights are zero."""
    rows = weight.any(axis=1) | (bias != 0)
    if not rows.any():
        return Bound(label, 0.0, 0, 0.0)
    used = weight[rows]
    columns = used.any(axis=0)
    return linear_bound(label, used[:, columns], bias[rows], magnitude[columns])
