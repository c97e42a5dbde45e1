"""The weights of a decoder layer as plain arrays, and the small vocabulary in which the lemmas are written down."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from turingrad._support.arrays import F64
from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.one_tape import Rows


@dataclass(frozen=True)
class AttentionWeights:
    """Q(h) = W_Q h + b_Q and K(h) = W_K h + b_K, (scores, width); V(h) = W_V h + b_V, (width, width); null K_0, V_0."""

    W_Q: F64
    b_Q: F64  # noqa: N815
    W_K: F64
    b_K: F64  # noqa: N815
    W_V: F64
    b_V: F64  # noqa: N815
    K_0: F64
    V_0: F64


@dataclass(frozen=True)
class LayerWeights:
    """One decoder layer: self-attention, cross-attention (None: the identity), then relu(W_1 h + b_1)."""

    name: str
    W_1: F64
    b_1: F64
    self_attention: AttentionWeights | None = None
    cross_attention: AttentionWeights | None = None


class FeedForward(Rows):
    """The rows of one feedforward layer."""

    def layer(
        self,
        name: str,
        self_attention: AttentionWeights | None = None,
        cross_attention: AttentionWeights | None = None,
    ) -> LayerWeights:
        return LayerWeights(name, self.W, self.b, self_attention, cross_attention)


@dataclass
class Search:
    """Collects an attention module: coordinates on which key and query must agree, tie-breaking bits, values.

    Scores. A pair (query bit, key bit) in ±1 coding adds +s on agreement and -s otherwise, s = `scale`; a weighted key
    bit adds its weight. With n agreeing pairs and weights of sum below s, a match scores at least s n, a mismatch at
    most s (n - 2) + (sum of weights) < s (n - 1). The null key scores s n - 1 without weights (the paper's choice) and
    s (n - 1) with them: below every match, above every mismatch, all integers.
    """

    coordinates: Coordinates
    scale: float = 1.0
    pairs: list[tuple[tuple[str, int] | None, tuple[str, int]]] = field(default_factory=list)
    weighted: list[tuple[tuple[str, int], float]] = field(default_factory=list)
    W_V: F64 = field(init=False)
    b_V: F64 = field(init=False)  # noqa: N815

    def __post_init__(self) -> None:
        width = self.coordinates.width
        self.W_V, self.b_V = np.zeros((width, width)), np.zeros(width)

    def agree(self, query: str, key: str, first: int | None = None) -> Search:
        """The first `first` bits of both fields (all by default) must agree."""
        count = self.coordinates.size(query) if first is None else first
        self.pairs += [((query, i), (key, i)) for i in range(count)]
        return self

    def one(self, key: str, index: int) -> Search:
        """The key's bit must be 1."""
        self.pairs.append((None, (key, index)))
        return self

    def prefer(self, key: str, index: int, weight: float) -> Search:
        self.weighted.append(((key, index), weight))
        return self

    def bring(self, source: str, target: str) -> Search:
        """The value adds a field of the attended vector to `target`."""
        c = self.coordinates
        self.W_V[c.slice(target), c.slice(source)] = np.eye(c.size(target))
        return self

    def bring_bit(self, source: tuple[str, int], target: tuple[str, int]) -> Search:
        self.W_V[self.coordinates.at(*target), self.coordinates.at(*source)] = 1.0
        return self

    def flag(self, target: str, index: int = 0) -> Search:
        """The value sets one coordinate to 1 wherever something is found."""
        self.b_V[self.coordinates.at(target, index)] = 1.0
        return self

    def writes(self, field: str) -> bool:
        """Whether a value can reach this field."""
        rows = self.coordinates.slice(field)
        return bool(self.W_V[rows].any() or self.b_V[rows].any())

    def attention(self, split_null: bool = False) -> AttentionWeights:
        matches = self.scale * len(self.pairs)
        null = matches - self.scale if self.weighted else matches - 1.0
        nulls = [1.0] * int(null) if split_null else [null]
        at, width = self.coordinates.at, self.coordinates.width
        rows = len(self.pairs) + len(self.weighted) + len(nulls)
        W_Q, b_Q, W_K, b_K = np.zeros((rows, width)), np.zeros(rows), np.zeros((rows, width)), np.zeros(rows)
        K_0 = np.zeros(rows)
        for row, (query, key) in enumerate(self.pairs):
            W_K[row, at(*key)], b_K[row] = 2.0, -1.0
            if query is None:
                b_Q[row] = self.scale
            else:
                W_Q[row, at(*query)], b_Q[row] = 2.0 * self.scale, -self.scale
        for row, (key, weight) in enumerate(self.weighted, len(self.pairs)):
            W_K[row, at(*key)], b_Q[row] = 1.0, weight
        first = len(self.pairs) + len(self.weighted)
        b_Q[first:], K_0[first:] = 1.0, nulls
        return AttentionWeights(W_Q, b_Q, W_K, b_K, self.W_V, self.b_V, K_0, np.zeros(width))
