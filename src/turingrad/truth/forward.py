"""A Llama in plain torch with a hook at every place that methods and scores look at or change.

`Llama.forward` calls its hook with a name and a tensor, and goes on with what the hook returns:

    embed  0.attn  0.mlp  1.attn ...   sites: the residual stream, (places, width)
    0.heads                            what the heads of block 0 mix, before `o_proj`: (places, heads, size)
    0.units                            silu(gate) * up of block 0, before `down_proj`: (places, units)

All runs are one batch, whose places are the tokens of all runs one after the other. Only attention sees rows: runs
of similar length together, shorter ones filled up at the end, which causal attention hides from them.

A batch may be of windows: places from the middle of runs, with the keys and values of the places before them.

The hook sees 0 for the outputs of padding (`working.py`), of which nothing is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from math import log2
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.modules import rotate, turns
from turingrad.truth.working import Block

Hook = Callable[[str, Tensor], Tensor]


def keep(_: str, value: Tensor) -> Tensor:
    """The hook that changes nothing."""
    return value


Memory = tuple[Tensor, Tensor]
"""Rotated keys and values of some places, (places, key-value heads, 64) each."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Runs of different lengths, or windows of them: `tokens`, and the run and the place in it of each, (places,) all.
    Rows are numbered from 0, one after the other."""

    tokens: Tensor
    row: Tensor
    place: Tensor
    earlier: Callable[[int], Sequence[Memory]] | None = None  # of a block: keys and values before each window

    @cached_property
    def last(self) -> Tensor:
        """The last place of each run, (runs,)."""
        return torch.bincount(self.row).cumsum(0) - 1

    @cached_property
    def shape(self) -> tuple[int, int]:
        """Runs, and places of the longest."""
        return len(self.last), int(self.place.max()) + 1

    @cached_property
    def parts(self) -> list[tuple[Tensor, Batch]]:
        """Runs of similar length, so that little is filled up: which places they are, and they as a batch."""
        lengths = torch.bincount(self.row)
        sizes = torch.log2(lengths.double()).ceil()
        found = []
        for size in sorted(set(sizes.tolist())):
            mine = (sizes == size)[self.row]
            row = (torch.cumsum(sizes == size, 0) - 1)[self.row[mine]]
            found.append((mine.nonzero()[:, 0], Batch(self.tokens[mine], row, self.place[mine])))
        return found

    @cached_property
    def order(self) -> Tensor:
        """Where each place is if the parts are put one after the other."""
        return torch.cat([places for places, _ in self.parts]).argsort()

    def fill(self, x: Tensor) -> Tensor:
        """(places, heads, size) to (runs, heads, longest, size), filled up with zeros."""
        return x.new_zeros(*self.shape, *x.shape[1:]).index_put((self.row, self.place), x).transpose(1, 2)


def batch_of(rows: Sequence[Sequence[int]]) -> Batch:
    """Rows of tokens as one batch."""
    lengths = torch.tensor([len(row) for row in rows])
    tokens = torch.tensor([token for row in rows for token in row])
    place = torch.cat([torch.arange(length) for length in lengths.tolist()])
    return Batch(tokens, torch.arange(len(rows)).repeat_interleave(lengths), place)


@dataclass(frozen=True)
class Llama:
    """The weights of a stock Llama without biases, and the settings that its arithmetic needs."""

    embedding: Tensor
    blocks: tuple[Block, ...]
    norm: Tensor
    head: Tensor
    theta_bits: float
    epsilon: float

    @property
    def sites(self) -> tuple[str, ...]:
        """The names of the residual stream's places, in the order of the computation."""
        return ("embed", *(f"{block}.{half}" for block in range(len(self.blocks)) for half in ("attn", "mlp")))

    @property
    def heads(self) -> int:
        """Query heads of a block."""
        return int(self.blocks[0].q.shape[0]) // HEAD_SIZE

    @property
    def units(self) -> int:
        return int(self.blocks[0].gate.shape[0])

    @property
    def width(self) -> int:
        return int(self.embedding.shape[1])

    def parameters(self) -> list[Tensor]:
        """All weights, for training."""
        return [
            self.embedding,
            self.norm,
            self.head,
            *(getattr(block, each.name) for block in self.blocks for each in fields(block)),
        ]

    @cached_property
    def work(self) -> int:
        """Multiplications of a forward pass per place, without those of padding and of attention itself."""
        return self.head.numel() + sum(block.working.work for block in self.blocks)

    def forward(self, batch: Batch, hook: Hook = keep) -> Tensor:
        """Logits (places, tokens)."""
        return self.resume(batch, 0, hook("embed", self.embedding[batch.tokens]), hook)

    def resume(self, batch: Batch, first: int, stream: Tensor, hook: Hook = keep) -> Tensor:
        """The logits, from the stream before block `first` on."""
        for number in range(first, len(self.blocks)):
            stream = hook(f"{number}.attn", stream + self.attend(batch, number, stream, hook))
            stream = self.add_units(number, stream, hook)
        return normalise(stream, self.norm, self.epsilon) @ self.head.T

    def add_units(self, number: int, stream: Tensor, hook: Hook = keep) -> Tensor:
        """The stream after the units of a block."""
        block, working = self.blocks[number], self.blocks[number].working
        n = normalise(stream, block.before_units, self.epsilon)
        units = F.silu(n @ working.gate.T) * (n @ working.up.T)
        seen = show(f"{number}.units", units, working.units, self.units, hook)
        return hook(f"{number}.mlp", stream + seen @ working.down.T)

    def attend(self, batch: Batch, number: int, stream: Tensor, hook: Hook = keep) -> Tensor:
        """What the heads of a block add to the stream."""
        block, working = self.blocks[number], self.blocks[number].working
        n = normalise(stream, block.before_attention, self.epsilon)
        mixed = self.look_up(batch, number, *(n @ matrix.T for matrix in (working.q, working.k, working.v)))
        return show(f"{number}.heads", mixed, working.heads, self.heads, hook).flatten(1) @ working.o.T

    def look_up(self, batch: Batch, number: int, *projected: Tensor) -> Tensor:
        """What the heads of a block mix, (places, heads, size), of its queries, keys and values, not yet rotated."""
        q, k, v = (each.view(len(each), each.shape[1] // HEAD_SIZE, HEAD_SIZE) for each in projected)
        if not q.shape[1]:
            return q
        angles = self.angles(batch, q.dtype)
        looked_up = rotate(q, *angles), rotate(k, *angles), v
        if batch.earlier is not None:
            return look_back(batch, batch.earlier(number), *looked_up)
        found = []
        for places, part in batch.parts:
            q, k, v = (part.fill(each[places]) for each in looked_up)
            copied = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
            found.append(copied.transpose(1, 2)[part.row, part.place])
        return torch.cat(found)[batch.order]

    def remember(self, batch: Batch, number: int, stream: Tensor) -> Memory:
        """Keys and values of a block."""
        block = self.blocks[number]
        n = normalise(stream, block.before_attention, self.epsilon)
        keys, values = ((n @ matrix.T).view(len(n), -1, HEAD_SIZE) for matrix in (block.working.k, block.working.v))
        return rotate(keys, *self.angles(batch, n.dtype)), values

    def angles(self, batch: Batch, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        """Cosines and sines at each place, (places, 1, size) each."""
        cos, sin = turns(torch.arange(batch.shape[1]), dtype, self.theta_bits)
        return cos[batch.place, None], sin[batch.place, None]


def show(name: str, value: Tensor, working: Tensor, count: int, hook: Hook) -> Tensor:
    """What the hook makes of the outputs of all components, of which only some are not padding."""
    if hook is keep:
        return value
    if len(working) == count:
        return hook(name, value)
    whole = value.new_zeros(len(value), count, *value.shape[2:]).index_copy(1, working, value)
    return hook(name, whole)[:, working]


def look_back(batch: Batch, earlier: Sequence[Memory], q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Attention of windows, (places, heads, size), each to itself and to what is before it.

    Heads that share a key are more queries of that key, one after the other: keys of a long past are not copied."""
    sharing = q.shape[1] // k.shape[1]
    found = []
    ends = (batch.last + 1).tolist()
    for start, end, (keys, values) in zip([0, *ends], ends, earlier, strict=False):
        mask = torch.ones(end - start, len(keys) + end - start, dtype=torch.bool).tril(len(keys))
        queries = q[start:end].view(end - start, -1, sharing, HEAD_SIZE).transpose(0, 1).flatten(1, 2)
        past = (torch.cat([keys, k[start:end]]), torch.cat([values, v[start:end]]))
        keys, values = (each.transpose(0, 1)[None] for each in past)
        copied = F.scaled_dot_product_attention(
            queries[None], keys, values, attn_mask=mask.repeat_interleave(sharing, 0)
        )
        own = copied[0].view(-1, end - start, sharing, HEAD_SIZE)
        found.append(own.transpose(0, 1).flatten(1, 2))
    return torch.cat(found)


def normalise(x: Tensor, gain: Tensor, epsilon: float) -> Tensor:
    """RMSNorm, in float32 at least."""
    wide = x if x.dtype == torch.float64 else x.float()
    return gain * (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + epsilon)).to(x.dtype)


def llama_of(config: Mapping[str, Any], weights: Mapping[str, Tensor], dtype: torch.dtype = torch.float32) -> Llama:
    """The Llama of a checkpoint's settings and tensors."""

    def matrix(name: str) -> Tensor:
        return weights[name].detach().to(dtype)

    blocks = []
    for number in range(config["num_hidden_layers"]):
        place = f"model.layers.{number}"
        attention = (matrix(f"{place}.self_attn.{name}_proj.weight") for name in "qkvo")
        units = (matrix(f"{place}.mlp.{name}_proj.weight") for name in ("gate", "up", "down"))
        norms = (matrix(f"{place}.{name}_layernorm.weight") for name in ("input", "post_attention"))
        blocks.append(Block(*attention, *units, *norms))
    return Llama(
        matrix("model.embed_tokens.weight"),
        tuple(blocks),
        matrix("model.norm.weight"),
        matrix("lm_head.weight"),
        theta_bits=log2(config["rope_theta"]),
        epsilon=config["rms_norm_eps"],
    )
