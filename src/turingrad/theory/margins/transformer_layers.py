"""One decoder layer of the transformer as a layer of Theorem D.6: how far its values and scores move.

transformer.py derives the inequalities and reads the norms off a network.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from turingrad.theory.margins.bounds import ChainLayer, Step, largest_where


@dataclass(frozen=True, slots=True)
class AttentionNorms:
    """Norms of one attention module: of its maps, of its queries and keys on compiled vectors, of what it reads."""

    query_map: float
    key_map: float
    value_map: float
    query: float
    key: float
    null: float  # |K_0|
    null_through: float  # |W_Q^T K_0|
    gap: float  # between the scores of two keys that differ
    entering: float  # of the vector that asks
    attended: float  # of the vectors that are asked
    used: bool = True  # False: all maps are 0, so that any choice brings the same 0
    spread: float = 0.0  # of two values, the null's among them
    tokens: int = 0  # that are attended to at most, the null among them
    inverse_temperature: float | None = None  # of softmax; None for hard-max

    def score_excess(self, gamma: float, asking: float, asked: float) -> float:
        """Two scores stay in order: twice a key's change over the gap, a key's and the null's over 1. The vector that
        asks is off by `asking`, those asked by `asked`, the module's parameters by gamma together."""
        if not self.used:
            return 0.0
        asks, answers = math.hypot(self.entering, 1.0), math.hypot(self.attended, 1.0)
        dq = (self.query_map + gamma) * asking + gamma * asks
        dk = (self.key_map + gamma) * asked + gamma * answers
        # to first order dq and dk move with different parameters of the module
        key = self.key * (self.query_map + gamma) * asking + self.query * (self.key_map + gamma) * asked
        key += gamma * math.hypot(self.key * asks, self.query * answers) + dq * dk
        null = (self.null_through + gamma * self.null) * asking
        null += gamma * math.hypot(self.null * asks, self.query) + gamma * dq
        return max(2.0 * key / self.gap, key + null)

    def leak(self, score_excess: float) -> float:
        """Softmax: what keys other than the best bring. Their scores stay 1 - score_excess below the best."""
        if self.inverse_temperature is None or not self.used:
            return 0.0
        return self.spread * min(1.0, self.tokens * math.exp(-self.inverse_temperature * (1.0 - score_excess)))


@dataclass(frozen=True, slots=True)
class TransformerLayer:
    """One decoder layer, as `Layer` of bounds.py."""

    self_attention: AttentionNorms
    cross_attention: AttentionNorms
    feedforward: Step
    allowed: float

    def value_gain(self, gamma: float) -> float:
        """How much the attention's result moves with the vectors: the residual, and both value maps."""
        return 1.0 + self.self_attention.value_map + gamma

    def encoder_gain(self, gamma: float) -> float:
        return self.cross_attention.value_map + gamma

    def own_gain(self, gamma: float) -> float:
        """K: the layer's own parameters, W_V and V_0 of both attentions and (W_1, b_1)."""
        outer = self.feedforward.norm + gamma
        own = self.feedforward.entering**2 + 1.0
        for attention in (self.self_attention, self.cross_attention):
            own += outer**2 * (attention.attended**2 + 1.0)
        return math.sqrt(own)

    def excess(self, gamma: float, correction_gain: float) -> float:
        before = max(1.0, correction_gain)  # h_0 is used as it is: its error is at most gamma
        outer = self.feedforward.norm + gamma
        parts = (self.own_gain(gamma), outer * self.value_gain(gamma) * before, outer * self.encoder_gain(gamma))
        own, cross = self.score_shift(gamma, gamma * before, gamma)
        if max(own, cross) >= 1.0:
            return math.inf
        leaked = outer * (self.self_attention.leak(own) + self.cross_attention.leak(cross))
        return max((gamma * math.hypot(*parts) + leaked) / self.allowed, own, cross)

    def score_shift(self, gamma: float, error: float, encoder_error: float) -> tuple[float, float]:
        """How much scores of either attention change over what is allowed, vectors off by `error`, parameters by
        gamma."""
        own = self.self_attention.score_excess(gamma, error, error)
        # the vector that asks across has been through self-attention
        asking = error * self.value_gain(gamma) + gamma * math.hypot(self.self_attention.attended, 1.0)
        asking += self.self_attention.leak(own)
        return own, self.cross_attention.score_excess(gamma, asking, encoder_error)

    def score_excess(self, gamma: float, error: float, encoder_error: float) -> float:
        return max(self.score_shift(gamma, error, encoder_error))

    def sigma_h(self, sigma: float) -> float:
        """The largest error of vectors at which no attention changes its choice."""
        return largest_where(lambda error: self.score_excess(sigma, error, error) < 1.0)


@dataclass(frozen=True, slots=True)
class PlainRun:
    """All passes of a transformer without corrections as one `Layer`: errors pass from layer to layer and from output
    to input, each vector's error at most that of the newest one, as none shrinks."""

    layers: tuple[TransformerLayer, ...]
    head: ChainLayer
    passes: int

    def excess(self, gamma: float, correction_gain: float) -> float:  # noqa: ARG002 - there is no correction
        error, worst = gamma, 0.0
        for _ in range(self.passes):
            for layer in self.layers:
                worst = max(worst, layer.score_excess(gamma, error, gamma))
                outer = layer.feedforward.norm + gamma
                moved = outer * (layer.value_gain(gamma) * error + layer.encoder_gain(gamma) * gamma)
                error = max(error, moved + gamma * layer.own_gain(gamma))
                if error > 1e3 or worst > 1.0:
                    return max(error, worst)
        step = self.head.steps[0]
        return max(worst, (step.norm + gamma) * error + gamma * math.hypot(step.entering, 1.0))


def unused_attention(entering: float, attended: float) -> AttentionNorms:
    """An attention of the architecture whose parameters are all 0."""
    return AttentionNorms(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, entering, attended, used=False)
