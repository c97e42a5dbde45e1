"""The arithmetic of a Llama in plain torch: RMSNorm, rotary attention with a cache, SiLU-gated units, no biases."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.scaling import NORM_EPSILON, PAIRS, SOFTMAX_FACTOR, THETA_BITS
from turingrad.constructions.decoder.weights import BlockWeights
from turingrad.constructions.network import parameter


def rms_norm(x: Tensor) -> Tensor:
    """Apply RMSNorm with unit weights, in float32 at least: the identity on the stream.

    Args:
        x: The stream.

    Returns:
        The normalised vectors.

    Example:
        >>> from turingrad.constructions.decoder import rms_norm
        >>> rms_norm(torch.tensor([1.0, -1.0])).tolist()
        [1.0, -1.0]
    """
    wide = x if x.dtype == torch.float64 else x.float()
    return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + NORM_EPSILON)).to(x.dtype)


def turns(places: Tensor, dtype: torch.dtype, theta_bits: float = THETA_BITS) -> tuple[Tensor, Tensor]:
    """Compute cosines and sines of the rotary pairs, (places, 64) each, in float32 and then rounded.

    Args:
        places: Positions.
        dtype: The format of the result.
        theta_bits: The base of the rotation is 2^theta_bits.

    Returns:
        The cosines and the sines.

    Example:
        >>> from turingrad.constructions.decoder import turns
        >>> turns(torch.arange(3), torch.float32)[0].shape
        torch.Size([3, 64])
    """
    omega = 2.0 ** (-theta_bits * torch.arange(PAIRS, dtype=torch.float32) / PAIRS)
    angles = places.float()[:, None] * omega
    both = torch.cat([angles, angles], dim=-1)
    return both.cos().to(dtype), both.sin().to(dtype)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Apply rotary positions; pair p is the coordinates p and p + 32.

    Args:
        x: (heads, places, 64).
        cos: Cosines of `turns`.
        sin: Sines of `turns`.

    Returns:
        The turned vectors.

    Example:
        >>> from turingrad.constructions.decoder import rotate, turns
        >>> x = torch.ones(1, 64)
        >>> torch.equal(rotate(x, *turns(torch.tensor([0]), torch.float32)), x)
        True
    """
    first, second = x[..., :PAIRS], x[..., PAIRS:]
    return x * cos + torch.cat([-second, first], dim=-1) * sin


class Cache:
    """Rotated keys and values of one block, (heads, room, 64); grows by doubling."""

    def __init__(self) -> None:
        self.keys: Tensor | None = None
        self.values: Tensor | None = None
        self.length = 0

    def extend(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """All keys and values so far, these last."""
        end = self.length + keys.shape[1]
        if self.keys is None or self.values is None:
            self.keys, self.values = keys.clone(), values.clone()
        elif end > self.keys.shape[1]:
            room = keys.new_zeros(keys.shape[0], 2 * end - self.keys.shape[1], HEAD_SIZE)
            self.keys, self.values = torch.cat([self.keys, room], 1), torch.cat([self.values, room], 1)
        self.keys[:, self.length : end], self.values[:, self.length : end] = keys, values
        self.length = end
        return self.keys[:, :end], self.values[:, :end]


class DecoderBlock(nn.Module):
    """x + attention(norm x), then x + units(norm x)."""

    def __init__(self, weights: BlockWeights, dtype: torch.dtype) -> None:
        super().__init__()
        self.name = weights.name
        self.q, self.k = parameter(weights.q, dtype), parameter(weights.k, dtype)
        self.v, self.o = parameter(weights.v, dtype), parameter(weights.o, dtype)
        self.gate, self.up = parameter(weights.gate, dtype), parameter(weights.up, dtype)
        self.down = parameter(weights.down, dtype)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, cache: Cache | None = None) -> Tensor:
        """x (places, width), the last places of the cache's sequence; without a cache a batch of rows may be in
        front."""
        x = x + self.attend(x, cos, sin, cache)
        n = rms_norm(x)
        return x + (nn.functional.silu(n @ self.gate.T) * (n @ self.up.T)) @ self.down.T

    def attend(self, x: Tensor, cos: Tensor, sin: Tensor, cache: Cache | None) -> Tensor:
        n = rms_norm(x)
        queries = rotate(heads(n @ self.q.T), cos, sin)
        keys, values = rotate(heads(n @ self.k.T), cos, sin), heads(n @ self.v.T)
        if cache is not None:
            keys, values = cache.extend(keys, values)
        weights = attention_weights(queries, keys).to(x.dtype)  # (heads, places, past)
        mixed = (weights @ values).transpose(-3, -2).reshape(*x.shape[:-1], -1)
        return mixed @ self.o.T


def heads(x: Tensor) -> Tensor:
    """Split the last axis into heads: (..., places, heads * 64) to (..., heads, places, 64).

    Args:
        x: The tensor.

    Returns:
        The same numbers, with an axis of heads.

    Example:
        >>> from turingrad.constructions.decoder import heads
        >>> heads(torch.zeros(5, 128)).shape
        torch.Size([2, 5, 64])
    """
    return x.view(*x.shape[:-1], -1, HEAD_SIZE).transpose(-3, -2)


def attention_weights(queries: Tensor, keys: Tensor) -> Tensor:
    """Compute causal softmax attention, with scores in float32 at least.

    Args:
        queries: (..., heads, places, 64).
        keys: (..., heads, past, 64).

    Returns:
        (..., heads, places, past).

    Example:
        >>> from turingrad.constructions.decoder import attention_weights
        >>> attention_weights(torch.zeros(1, 2, 64), torch.zeros(1, 2, 64))[0].tolist()
        [[1.0, 0.0], [0.5, 0.5]]
    """
    wide = torch.promote_types(queries.dtype, torch.float32)
    scores = (queries.to(wide) @ keys.to(wide).transpose(-1, -2)) / SOFTMAX_FACTOR
    places, past = scores.shape[-2:]
    if places > 1:
        hidden = torch.ones(places, past, dtype=torch.bool).triu(past - places + 1)
        scores = scores.masked_fill(hidden, -torch.inf)
    return scores.softmax(-1)
