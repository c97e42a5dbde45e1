"""How cold softmax attention must be to act as hard-max attention.

Scores are integers and the runner-up is at least 1 below the best. With n tokens (the null among them) the weight
outside of the best score is at most n exp(-beta), and since values lie in [0, 1] so is the error of each coordinate
that the attention writes. The feedforward row that reads such coordinates multiplies the error by its 1-norm over
them; rounding removes what is left up to its radius r. So with `norm` the largest such 1-norm,

    norm (n exp(-beta) + rounding) <= r,     half of it given to each term:  beta >= ln(2 norm n / r).

beta is a power of four: `scaled_dot_product_attention` multiplies queries and keys by its square root, which is then
exact. Rounding errors of a sum of n terms, of its quotient and of the exponentials stay below (2 n + 64) u, u the unit
roundoff of the format in which attention is computed (float64, or float32 for all narrower ones).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch

from turingrad._support.arrays import Mask
from turingrad.constructions.transformer.modules import ROUND_RADIUS
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.weights import AttentionWeights, LayerWeights
from turingrad.errors import InputError
from turingrad.exact import Bound, precision

LARGEST_EXPONENT = 6  # 4^6 = 4096: scores times beta stay far below float16's largest number


def coordinates_written(attention: AttentionWeights | None, width: int) -> Mask:
    """The coordinates that an attention module writes; one that is left out writes none."""
    if attention is None:
        return np.zeros(width, np.bool_)
    mask: Mask = attention.W_V.any(axis=1) | (attention.b_V != 0) | (attention.V_0 != 0)
    return mask


def error_gain(layers: Iterable[LayerWeights]) -> float:
    """The largest 1-norm of a feedforward row over what the attentions of its layer write."""
    gain = 1.0
    for layer in layers:
        width = len(layer.b_1)
        touched = coordinates_written(layer.self_attention, width) | coordinates_written(layer.cross_attention, width)
        if touched.any():
            gain = max(gain, float(np.abs(layer.W_1[:, touched]).sum(axis=1).max()))
    return gain


def most_tokens(layers: Iterable[LayerWeights], beta: float) -> int:
    """The largest n with norm n exp(-beta) <= r / 2."""
    allowed = ROUND_RADIUS / (2.0 * error_gain(layers))
    return int(min(allowed * math.exp(min(beta, 300.0)), 2.0**62))


def step_bound(layers: Iterable[LayerWeights], beta: float) -> int:
    """T steps show T + 1 vectors and the null to the last pass."""
    return max(-1, most_tokens(layers, beta) - 2)


def inverse_temperature(layers: list[LayerWeights], options: Options, tapes: int) -> float:
    """The given beta, checked, or the smallest power of four that suffices for T steps and m input symbols a tape."""
    encoded = tapes * options.input_length + 1
    if options.inverse_temperature is not None:
        beta = options.inverse_temperature
        if beta not in [4.0**k for k in range(LARGEST_EXPONENT + 1)]:
            raise InputError(
                f"inverse_temperature must be a power of four from 1 to {4**LARGEST_EXPONENT}, not {beta!r}"
            )
        if most_tokens(layers, beta) < max(2, encoded):
            raise InputError(f"inverse_temperature {beta:g} is too small for {options.input_length} input symbols")
        return float(beta)
    tokens = max(options.steps + 2, encoded)
    return next(4.0**k for k in range(LARGEST_EXPONENT + 1) if most_tokens(layers, 4.0**k) >= tokens)


@dataclass(frozen=True, slots=True)
class SoftmaxBound(Bound):
    """The rounding errors of softmax over `tokens` tokens must stay below `allowed`; half formats attend in float32."""

    tokens: int = 0
    allowed: float = 0.0

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        bits = max(precision(dtype).bits, precision("float32").bits)
        return (2 * self.tokens + 64) * 2.0**-bits <= self.allowed

    def __str__(self) -> str:
        return f"{self.name}: softmax over {self.tokens:,} tokens"


def softmax_bound(layers: list[LayerWeights], options: Options, beta: float, tapes: int) -> SoftmaxBound:
    tokens = max(min(options.steps, step_bound(layers, beta)) + 2, tapes * options.input_length + 1)
    allowed = ROUND_RADIUS / (2.0 * error_gain(layers))
    return SoftmaxBound("softmax attention", 1.0, 0, 1.0, tokens, allowed)
