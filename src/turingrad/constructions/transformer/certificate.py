"""The proof that a compiled transformer's arithmetic is exact, from its weights.

Claim: if the vectors that enter a layer are binary, every partial sum in it is a multiple of a power of two and bounded
(`Certificate`), and the vectors that leave it are binary again. By induction over layers and passes the whole run is
exact, whatever the order of summation.

- Q, K, V: rows of the weights over binary vectors. Scores: products of integers, bounded by sum |q_i| |k_i| with the
  ranges of q and k; the null key's score is a sum of its own, with K_0 for k. The comparison of scores is then exact.
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

from turingrad._support.arrays import F64
from turingrad.constructions.transformer.modules import ROUND_SLOPE
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.temperature import coordinates_written, softmax_bound
from turingrad.constructions.transformer.weights import AttentionWeights, LayerWeights
from turingrad.exact import Bound, Certificate, Sum, grid_exponent, multiples


def certificate_of(
    layers: list[LayerWeights], options: Options, inverse_temperature: float | None, tapes: int
) -> Certificate:
    bounds: list[Bound] = []
    for number, layer in enumerate(layers, 1):
        bounds += (found.bound() for found in layer_sums(layer, number, options))
    bounds.append(multiples("classifier", 1.0, 1.0))  # theta_cls . o: one state is on, its weight is -1, 0 or 1
    if inverse_temperature is not None:
        bounds.append(softmax_bound(layers, options, inverse_temperature, tapes))
    return Certificate.of(bounds)


BINARY = (0.0, 1.0)


def layer_sums(layer: LayerWeights, number: int, options: Options) -> Iterator[Sum]:
    label = f"layer {number} ({layer.name})"
    magnitude = np.ones(len(layer.b_1))
    for kind, attention in (("self", layer.self_attention), ("cross", layer.cross_attention)):
        if attention is not None:
            yield from attention_sums(attention, f"{label} {kind}-attention")
            magnitude += coordinates_written(attention, len(magnitude)) * value_magnitude(attention)
    feedforward = Sum(f"{label} feedforward", layer.W_1, layer.b_1, (-magnitude, magnitude))
    yield feedforward
    if options.corrections:
        yield from correction_sums(f"{label} correction", feedforward)


def attention_sums(attention: AttentionWeights, label: str) -> Iterator[Sum]:
    a = attention
    queries = Sum(f"{label} query", a.W_Q, a.b_Q, BINARY)
    keys = Sum(f"{label} key", a.W_K, a.b_K, BINARY)
    yield from (queries, keys, Sum(f"{label} value", a.W_V, a.b_V, BINARY))
    query, key = queries.largest(), keys.largest()
    fine, coarse = (grid_exponent(np.append(W.ravel(), b)) for W, b in ((a.W_Q, a.b_Q), (a.W_K, a.b_K)))
    yield Sum(f"{label} score", key, None, (-query, query), fine + min(coarse - grid_exponent(key), 0))
    yield Sum(f"{label} null score", a.K_0, None, (-query, query), fine)


def value_magnitude(attention: AttentionWeights) -> F64:
    values = Sum("value", attention.W_V, attention.b_V, BINARY).largest()
    largest: F64 = np.maximum(values, np.abs(attention.V_0))
    return largest


def correction_sums(label: str, feedforward: Sum) -> Iterator[Sum]:
    """s relu(z - 1/2 + 1/(2s)) - s relu(z - 1/2 - 1/(2s)) for the largest z = relu(W_1 h + b_1) of the layer."""
    largest = max(0.0, float(feedforward.outputs()[1].max()))
    half, step = 0.5, 0.5 / ROUND_SLOPE
    shifted = Sum(f"{label} shift", [[1.0], [1.0]], [step - half, -step - half], (0.0, largest))
    yield shifted
    rise = np.maximum(shifted.outputs()[1], 0)
    yield Sum(label, [[ROUND_SLOPE, -ROUND_SLOPE]], None, (0.0, rise), shifted.grids())
