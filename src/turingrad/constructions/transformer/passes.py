"""One decoding run: pass after pass through the layers, with a key-value cache."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from torch import Tensor

from turingrad.constructions.tensors import PADDING

if TYPE_CHECKING:
    from turingrad.constructions.transformer.network import TransformerNetwork

FIRST_ROWS = 64


class Cache:
    """Keys and values of one layer, one row per pass. Without gradients rows are written into a buffer that doubles;
    with gradients they are kept apart, since autograd forbids writing into what it has saved."""

    def __init__(self) -> None:
        self.count = 0
        self.buffers: tuple[Tensor, Tensor] | None = None
        self.rows: list[tuple[Tensor, Tensor]] = []

    def append(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """key (1, scores) and value (1, width) of this pass, or a batch of them; returns those of all passes."""
        if torch.compiler.is_compiling() or (
            torch.is_grad_enabled() and (key.requires_grad or value.requires_grad or self.rows)
        ):
            self.rows.append((key, value))
            return torch.cat([k for k, _ in self.rows], dim=-2), torch.cat([v for _, v in self.rows], dim=-2)
        if self.buffers is None or self.count == self.buffers[0].shape[-2]:
            self._grow(key, value)
        assert self.buffers is not None
        keys, values = self.buffers
        keys[..., self.count, :], values[..., self.count, :] = key[..., 0, :], value[..., 0, :]
        self.count += 1
        return keys[..., : self.count, :], values[..., : self.count, :]

    def fill(self, keys: Tensor, values: Tensor) -> None:
        """Take the rows of passes that are done."""
        self.buffers, self.count = (keys.clone(), values.clone()), len(keys)

    def _grow(self, key: Tensor, value: Tensor) -> None:
        rows = max(FIRST_ROWS, 2 * self.count)
        keys, values = (part.new_empty(*part.shape[:-2], rows, part.shape[-1]) for part in (key, value))
        if self.buffers is not None:
            keys[..., : self.count, :], values[..., : self.count, :] = self.buffers
        self.buffers = keys, values


class Decoding:
    """The decoder in the middle of a run. `advance` does one pass and returns its hidden vectors, (layers + 1, width):
    the input of the first layer, then the output of each. The last row is o_i. Of a batch of inputs, (batch, places),
    all runs go on together: (batch, layers + 1, width). A row that is shorter is filled up with PADDING, which no
    attention sees."""

    def __init__(self, network: TransformerNetwork, tokens: Tensor) -> None:
        self.network = network
        self.passes = 0
        self.output: Tensor | None = None
        self.rows = tokens.shape[:-1]  # () or (batch,)
        self.present = (tokens != PADDING)[:, None] if self.rows else None  # (batch, 1, places)
        encoded = network.encode(tokens)
        self.caches = [Cache() for _ in network.layers]
        self.memories = [
            None
            if layer.cross_attention is None
            else (layer.cross_attention.keys(encoded), layer.cross_attention.values(encoded))
            for layer in network.decoder_layers()
        ]

    def prefill(self, hidden: Tensor) -> None:
        """Take hidden vectors (passes, depth + 1, width) that were computed elsewhere as the passes of this run."""
        for number, (layer, cache) in enumerate(zip(self.network.decoder_layers(), self.caches, strict=True)):
            if layer.self_attention is not None:
                cache.fill(layer.self_attention.keys(hidden[:, number]), layer.self_attention.values(hidden[:, number]))
        self.passes, self.output = len(hidden), hidden[-1, -1]

    def advance(self) -> Tensor:
        network = self.network
        before = network.h_0.expand(*self.rows, -1) if self.output is None else self.output
        h = (before + network.positions(torch.tensor([self.passes]))[0])[..., None, :]  # (..., 1, width)
        hidden = [h]
        for layer, cache, memory in zip(network.decoder_layers(), self.caches, self.memories, strict=True):
            attention = layer.self_attention
            history = None if attention is None else cache.append(attention.keys(h), attention.values(h))
            h = layer(h, history, memory, present=self.present)
            hidden.append(h)
        self.output = h[..., 0, :]
        self.passes += 1
        return torch.cat(hidden, dim=-2)
