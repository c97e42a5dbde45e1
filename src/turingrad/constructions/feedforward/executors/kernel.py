"""The compiled loop of `slots`: every gate's unit with its own weights, a block of vectors at a time."""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import F32, I64, U8
from turingrad._support.jit import njit

# Columns of the table of a gate's weights.
LEFT, RIGHT, BIAS, SECOND, SECOND_BIAS, LOW_IN, LOW_BIAS, HIGH_IN, HIGH_BIAS, LOW_OUT, HIGH_OUT, OUT_BIAS = range(12)
WEIGHTS = 12


@njit(cache=True)
def run_slots(
    first: int,
    sources: I64,
    weights: F32,
    rounded: bool,
    vectors: U8,
    block: int,
    output_slots: I64,
    output_weights: F32,
    values: F32,
    outputs: U8,
) -> None:
    """Fill `outputs` (vectors, outputs) with F(x) > 0; `values` (slots, block) holds the last block's gate values.

    Slot j < first is input j, slot first + j is gate j with sources[j] (two slots, 0 where there is none and the weight
    is 0) and the row weights[j].
    """
    zero = np.float32(0)
    count = vectors.shape[0]
    for start in range(0, count, block):
        size = min(block, count - start)
        for i in range(first):
            for n in range(size):
                values[i, n] = vectors[start + n, i]
        for j in range(len(sources)):
            a, b, made = values[sources[j, 0]], values[sources[j, 1]], values[first + j]
            w = weights[j]
            left, right, bias, second, second_bias = w[0], w[1], w[2], w[3], w[4]
            low_in, low_bias, high_in, high_bias = w[5], w[6], w[7], w[8]
            low_out, high_out, out_bias = w[9], w[10], w[11]
            if rounded:
                for n in range(block):
                    z = max(left * a[n] + right * b[n] + bias, zero)
                    z = max(second * z + second_bias, zero)
                    low = max(low_in * z + low_bias, zero)
                    high = max(high_in * z + high_bias, zero)
                    made[n] = max(low_out * low + high_out * high + out_bias, zero)
            else:
                for n in range(block):
                    z = max(left * a[n] + right * b[n] + bias, zero)
                    made[n] = max(second * z + second_bias, zero)
        for o in range(len(output_slots)):
            of, weight, bias = values[output_slots[o]], output_weights[o, 0], output_weights[o, 1]
            for n in range(size):
                outputs[start + n, o] = weight * of[n] + bias > zero
