"""The modules of Section 4.1: hard-max (or softmax) attention with a null key, and feedforward ReLU layers.

Weights are parameters that do not ask for gradients, as they are compiled, not trained. All forward code reads them
from the modules, so `torch.func.functional_call` evaluates the network with any other weights.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from turingrad._support.arrays import F64
from turingrad.constructions.network import parameter
from turingrad.constructions.transformer.weights import AttentionWeights, LayerWeights

# The two slopes of round(z) = s relu(z - 1/2 + 1/(2s)) - s relu(z - 1/2 - 1/(2s)). The paper's s = 3 rounds to
# 1 - 6e-8 in float32; s = 2 has breakpoints 1/4 and 3/4, is exact, and has the best margin bound.
ROUND_SLOPE = 2.0
ROUND_RADIUS = 0.5 - 0.5 / ROUND_SLOPE
EXACT_COUNT = 1 << 24  # float32 counts exactly up to here


class Attention(nn.Module):
    """Attn(h', (h_1..h_i)) = h' + the mean of the values whose score is largest, the null value among them.

    With an inverse temperature it is softmax attention through `scaled_dot_product_attention`, the null being one more
    token.
    """

    def __init__(self, weights: AttentionWeights, dtype: torch.dtype, inverse_temperature: float | None) -> None:
        super().__init__()
        self.W_Q, self.b_Q = parameter(weights.W_Q, dtype), parameter(weights.b_Q, dtype)  # (scores, width), (scores,)
        self.W_K, self.b_K = parameter(weights.W_K, dtype), parameter(weights.b_K, dtype)
        self.W_V, self.b_V = parameter(weights.W_V, dtype), parameter(weights.b_V, dtype)  # (width, width), (width,)
        self.K_0, self.V_0 = parameter(weights.K_0, dtype), parameter(weights.V_0, dtype)
        self.inverse_temperature = inverse_temperature

    def queries(self, h: Tensor) -> Tensor:
        return F.linear(h, self.W_Q, self.b_Q)

    def keys(self, h: Tensor) -> Tensor:
        return F.linear(h, self.W_K, self.b_K)

    def values(self, h: Tensor) -> Tensor:
        return F.linear(h, self.W_V, self.b_V)

    def value_columns(self) -> Tensor | None:
        """The columns that values reach, few as compiled; None if gradients may come to any of them."""
        if torch.compiler.is_compiling() or (torch.is_grad_enabled() and self.W_V.requires_grad):
            return None
        return (self.W_V.any(dim=1) | (self.b_V != 0) | (self.V_0 != 0)).nonzero()[:, 0]

    def forward(self, h: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None = None) -> Tensor:
        """h (queries, width) attends to keys (past, scores) and values (past, width); mask (queries, past) is True
        where a query may look. All of them may have a batch of rows in front."""
        q = self.queries(h)
        if self.inverse_temperature is None:
            return h + hard_max(q, keys, values, self.K_0, self.V_0, mask, self.value_columns())
        return h + softmax(q, keys, values, self.K_0, self.V_0, mask, self.inverse_temperature)


def hard_max(
    q: Tensor,
    keys: Tensor,
    values: Tensor,
    null_key: Tensor,
    null_value: Tensor,
    mask: Tensor | None,
    written: Tensor | None = None,
) -> Tensor:
    """The mean of the values at the largest score.

    The mean is accumulated in float64 whatever the dtype (for many queries in float32 while it can count the keys): a
    sum of equal values v over k ties is then k v exactly, and its quotient by k is v. In half precision the sum would
    be wrong from 2^p ties on. `written` are the columns in which values are not 0, which are few; None for all.
    """
    if torch.compiler.is_compiling():
        return hard_max_graph(q, keys, values, null_key, null_value, mask)
    scores = scores_of(q, keys)  # (..., queries, past)
    if mask is not None:
        scores = scores.masked_fill_(~mask, -math.inf)
    null = q @ null_key  # (..., queries)
    top = torch.maximum(null, scores.amax(dim=-1)) if keys.shape[-2] else null
    if q.shape[:-1] == (1,):  # one query: gather the few rows that it attends to
        attended = values[(scores[0] == top[0]).nonzero()[:, 0]].double()
        if bool(null[0] == top[0]):
            attended = torch.cat([attended, null_value[None].double()])
        return (attended.sum(dim=0, keepdim=True) / len(attended)).to(q.dtype)
    wide = torch.float32 if keys.shape[-2] < EXACT_COUNT and q.dtype != torch.float64 else torch.float64
    chosen = (scores == top[..., None]).to(wide)  # (..., queries, past)
    null_chosen = (null == top).to(wide)[..., None]
    few, null_few = (values, null_value) if written is None else (values[..., written], null_value[written])
    total = chosen @ few.to(wide) + null_chosen * null_few.to(wide)
    mean = (total / (chosen.sum(dim=-1, keepdim=True) + null_chosen)).to(q.dtype)
    return mean if written is None else q.new_zeros(*q.shape[:-1], values.shape[-1]).index_copy(-1, written, mean)


def hard_max_graph(
    q: Tensor, keys: Tensor, values: Tensor, null_key: Tensor, null_value: Tensor, mask: Tensor | None
) -> Tensor:
    """`hard_max` without branches, for graphs: the null is one more row."""
    scores = q @ torch.cat([keys, null_key[None]]).T
    if mask is not None:
        scores = scores.masked_fill(~torch.cat([mask, mask.new_ones(mask.shape[0], 1)], dim=1), -math.inf)
    chosen = (scores == scores.amax(dim=1, keepdim=True)).double()
    rows = torch.cat([values, null_value[None]]).double()
    return (chosen @ rows / chosen.sum(dim=1, keepdim=True)).to(q.dtype)


def scores_of(q: Tensor, keys: Tensor) -> Tensor:
    """q keys^T. One query in half precision is multiplied out: torch's CPU kernels for half matrices are prepared anew
    for every number of keys, and the history grows with each pass."""
    if q.shape[:-1] == (1,) and q.dtype in (torch.float16, torch.bfloat16):
        return (keys * q).sum(dim=1)[None]
    return q @ keys.transpose(-1, -2)


def softmax(
    q: Tensor,
    keys: Tensor,
    values: Tensor,
    null_key: Tensor,
    null_value: Tensor,
    mask: Tensor | None,
    inverse_temperature: float,
) -> Tensor:
    """Scores are formed and summed in at least float32, as is usual for half-precision attention."""
    wide = q.dtype if q.dtype == torch.float64 else torch.float32
    rows = keys.shape[:-2]
    k = torch.cat([null_key.expand(*rows, 1, -1), keys], dim=-2).to(wide)[..., None, :, :]
    v = torch.cat([null_value.expand(*rows, 1, -1), values], dim=-2).to(wide)[..., None, :, :]
    q4, allowed = q.to(wide)[..., None, :, :], None
    if mask is not None:
        allowed = torch.cat([mask.new_ones(*mask.shape[:-1], 1), mask], dim=-1)[..., None, :, :]
    if not rows:  # kernels are for batches
        q4, k, v, allowed = q4[None], k[None], v[None], None if allowed is None else allowed[None]
    found = F.scaled_dot_product_attention(q4, k, v, attn_mask=allowed, scale=inverse_temperature)
    return (found if rows else found[0])[..., 0, :, :].to(q.dtype)


class FeedForward(nn.Module):
    """FF(h) = relu(W_3 relu(W_2 relu(W_1 h + b_1) + b_2) + b_3); the last two ReLU layers round (Proposition 3.4).

    Without correction it is relu(W_1 h + b_1) alone.
    """

    def __init__(self, weights: LayerWeights, dtype: torch.dtype, correction: bool) -> None:
        super().__init__()
        self.W_1, self.b_1 = parameter(weights.W_1, dtype), parameter(weights.b_1, dtype)  # (width, width), (width,)
        self.correction = correction
        if correction:
            live = torch.from_numpy(weights.W_1.any(axis=1) | (weights.b_1 != 0)).to(dtype)  # padding is not rounded
            self.W_2 = nn.Parameter(torch.diag(live).repeat(2, 1), requires_grad=False)  # (2 width, width)
            half, step = 0.5, 0.5 / ROUND_SLOPE
            shifts = torch.tensor([step - half, -step - half], dtype=dtype)
            self.b_2 = nn.Parameter(torch.outer(shifts, live).reshape(-1), requires_grad=False)
            slopes = ROUND_SLOPE * torch.diag(live)
            self.W_3 = nn.Parameter(torch.cat([slopes, -slopes], dim=1), requires_grad=False)  # (width, 2 width)
            self.b_3 = nn.Parameter(torch.zeros(len(live), dtype=dtype), requires_grad=False)

    def forward(self, h: Tensor) -> Tensor:
        z = torch.relu(F.linear(h, self.W_1, self.b_1))
        if not self.correction:
            return z
        return torch.relu(F.linear(torch.relu(F.linear(z, self.W_2, self.b_2)), self.W_3, self.b_3))


class DecoderLayer(nn.Module):
    """Self-attention, encoder-decoder attention, feedforward. An attention that a layer does not use is None."""

    def __init__(
        self, weights: LayerWeights, dtype: torch.dtype, correction: bool, inverse_temperature: float | None
    ) -> None:
        super().__init__()
        self.name = weights.name
        self.self_attention = (
            Attention(weights.self_attention, dtype, inverse_temperature) if weights.self_attention else None
        )
        self.cross_attention = (
            Attention(weights.cross_attention, dtype, inverse_temperature) if weights.cross_attention else None
        )
        self.feedforward = FeedForward(weights, dtype, correction)

    def forward(
        self,
        h: Tensor,
        history: tuple[Tensor, Tensor] | None,
        memory: tuple[Tensor, Tensor] | None,
        mask: Tensor | None = None,
        present: Tensor | None = None,
    ) -> Tensor:
        """h (queries, width); `history` the keys and values of this layer's inputs, the queries' own among them;
        `memory` the keys and values of the encoder's vectors; each None if the layer has no such attention. In a
        batch `present` is True where an encoder's vector is no padding."""
        if self.self_attention is not None and history is not None:
            h = self.self_attention(h, *history, mask)
        if self.cross_attention is not None and memory is not None:
            h = self.cross_attention(h, *memory, present)
        result: Tensor = self.feedforward(h)
        return result


def attention_weights(attention: Attention | None) -> AttentionWeights | None:
    """Return the weights of an attention module as arrays; None if the layer has none.

    Args:
        attention: The module.

    Returns:
        The arrays.

    Example:
        >>> from turingrad.constructions.transformer import attention_weights
        >>> attention_weights(None) is None
        True
    """
    if attention is None:
        return None
    names = ("W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "K_0", "V_0")
    return AttentionWeights(*(as_array(getattr(attention, name)) for name in names))


def as_array(tensor: Tensor) -> F64:
    array: F64 = tensor.detach().double().cpu().numpy()
    return array
