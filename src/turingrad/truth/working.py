"""A Llama's block, and the part of it that works.

Every block has as many heads and units as the largest one needs. In a compiled network most of them are padding, which
writes nothing: its columns of `o_proj` and `down_proj` are 0. To leave it out changes no number and saves most of the
time. Noise and training leave no padding.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from turingrad.constructions.decoder.features import HEAD_SIZE


@dataclass(frozen=True)
class Matrices:
    """The matrices of heads and units, (out, in) as in a checkpoint."""

    q: Tensor
    k: Tensor
    v: Tensor
    o: Tensor
    gate: Tensor
    up: Tensor
    down: Tensor


@dataclass(frozen=True)
class Block(Matrices):
    """The matrices of one block, and the gains of its two norms."""

    before_attention: Tensor
    before_units: Tensor

    @cached_property
    def working(self) -> Working:
        """What of it can write anything."""
        sharing = len(self.q) // len(self.k)  # heads per key
        keys = self.o.view(len(self.o), -1, sharing * HEAD_SIZE).any(2).any(0).nonzero()[:, 0]
        units = self.down.any(0).nonzero()[:, 0]
        heads = (keys[:, None] * sharing + torch.arange(sharing)).flatten()
        of_keys, of_heads = ((each[:, None] * HEAD_SIZE + torch.arange(HEAD_SIZE)).flatten() for each in (keys, heads))
        return Working(
            pick(self.q, of_heads),
            pick(self.k, of_keys),
            pick(self.v, of_keys),
            pick(self.o.T, of_heads).T,
            pick(self.gate, units),
            pick(self.up, units),
            pick(self.down.T, units).T,
            heads,
            units,
        )


@dataclass(frozen=True)
class Working(Matrices):
    """The numbers of the heads and units of a block that are not padding, and its matrices without all others.

    Heads that share a key are padding only together."""

    heads: Tensor
    units: Tensor

    @property
    def work(self) -> int:
        """Multiplications per place."""
        return sum(each.numel() for each in (self.q, self.k, self.v, self.o, self.gate, self.up, self.down))


def pick(rows: Tensor, chosen: Tensor) -> Tensor:
    """Some rows of a matrix; the matrix itself if these are all, so that it can be trained."""
    return rows if len(chosen) == len(rows) else rows[chosen]
