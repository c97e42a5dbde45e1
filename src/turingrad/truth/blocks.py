"""The weights of a Llama block by block, in float64, with the group of every head and unit: what disguises change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import F64
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.truth.value import Component, Truth

Member = tuple[str | None, float]
"""The group of a head or unit, and its size if it is idle."""
MATRICES = ("q", "k", "v", "o", "gate", "up", "down")  # of a block


@dataclass(frozen=True, eq=False)
class Block:
    """Heads: q (heads, 64, width), k and v (key-value heads, 64, width), o (heads, width, 64). Units: gate and up
    (units, width), down (units, width). `head_members` and `unit_members` say to which group each belongs."""

    q: F64
    k: F64
    v: F64
    o: F64
    gate: F64
    up: F64
    down: F64
    head_members: tuple[Member, ...]
    unit_members: tuple[Member, ...]
    shared: bool = False  # one key-value head serves all heads

    def take_heads(self, order: Iterable[int]) -> Block:
        """These heads, in this order; those that share keys and values go on sharing them."""
        rows = list(order)
        members = tuple(self.head_members[row] for row in rows)
        k, v = (self.k, self.v) if self.shared else (self.k[rows], self.v[rows])
        return replace(self, q=self.q[rows], o=self.o[rows], k=k, v=v, head_members=members)

    def take_units(self, order: Iterable[int]) -> Block:
        rows = list(order)
        members = tuple(self.unit_members[row] for row in rows)
        return replace(self, gate=self.gate[rows], up=self.up[rows], down=self.down[rows], unit_members=members)


@dataclass(frozen=True, eq=False)
class Parts:
    """All weights of a model. Blocks are without padding."""

    embedding: F64  # (tokens, width)
    blocks: tuple[Block, ...]
    head: F64  # (tokens, width)


def take_apart(truth: Truth) -> Parts:
    """The weights of a truth, without heads and units that are padding."""

    def matrix(name: str) -> F64:
        found: F64 = truth.weights[f"{name}.weight"].double().numpy()
        return found

    blocks = []
    for number in range(truth.depth):
        place = f"model.layers.{number}"
        q, k, v = (split_rows(matrix(f"{place}.self_attn.{name}_proj")) for name in "qkv")
        o = split_rows(matrix(f"{place}.self_attn.o_proj").T).transpose(0, 2, 1)
        gate, up, down = (matrix(f"{place}.mlp.{name}_proj") for name in ("gate", "up", "down"))
        members = (members_of(truth, kind, number) for kind in ("head", "unit"))
        block = Block(q, k, v, o, gate, up, down.T, next(members), next(members), len(k) != len(q))
        block = block.take_heads(present(block.head_members))
        blocks.append(block.take_units(present(block.unit_members)))
    return Parts(matrix("model.embed_tokens"), tuple(blocks), matrix("lm_head"))


def split_rows(matrix: F64) -> F64:
    return matrix.reshape(-1, HEAD_SIZE, matrix.shape[1])


def members_of(truth: Truth, kind: str, block: int) -> tuple[Member, ...]:
    found = [c for c in truth.components if c.kind == kind and c.block == block]
    return tuple((c.group, c.size) for c in sorted(found, key=lambda c: c.index))


def present(members: Sequence[Member]) -> list[int]:
    """The numbers of those that are not padding."""
    return [number for number, (group, size) in enumerate(members) if group is not None or size]


def put_together(truth: Truth, parts: Parts, **changes: Any) -> Truth:
    """The truth with these weights, padded to the same number of heads and units in every block."""
    width = parts.embedding.shape[1]
    shared = parts.blocks[0].shared
    heads = max(1, *(len(block.q) for block in parts.blocks))
    heads = next(count for count in range(heads, width + 1) if width % count == 0)  # as loaders want it
    units = max(1, *(len(block.gate) for block in parts.blocks))
    weights, components = dict[str, torch.Tensor](), list[Component]()

    def keep(name: str, matrix: F64) -> None:
        weights[f"{name}.weight"] = torch.from_numpy(np.ascontiguousarray(matrix)).float()

    keep("model.embed_tokens", parts.embedding)
    keep("lm_head", parts.head)
    ones = np.ones(width)
    for number, block in enumerate(parts.blocks):
        place = f"model.layers.{number}"
        keep(f"{place}.self_attn.q_proj", pad(block.q, heads).reshape(-1, width))
        for name in "kv":
            held = pad(getattr(block, name), 1 if shared else heads)
            keep(f"{place}.self_attn.{name}_proj", held.reshape(-1, width))
        keep(f"{place}.self_attn.o_proj", pad(block.o, heads).transpose(1, 0, 2).reshape(width, -1))
        keep(f"{place}.mlp.gate_proj", pad(block.gate, units))
        keep(f"{place}.mlp.up_proj", pad(block.up, units))
        keep(f"{place}.mlp.down_proj", pad(block.down, units).T)
        keep(f"{place}.input_layernorm", ones)
        keep(f"{place}.post_attention_layernorm", ones)
        for kind, members, count in (("head", block.head_members, heads), ("unit", block.unit_members, units)):
            padded = (*members, *[(None, 0.0)] * (count - len(members)))
            components += [Component(kind, number, index, *member) for index, member in enumerate(padded)]
    keep("model.norm", ones)
    config = {
        **truth.config,
        "hidden_size": width,
        "intermediate_size": units,
        "num_attention_heads": heads,
        "num_key_value_heads": 1 if shared else heads,
    }
    return regroup(replace(truth, weights=weights, config=config, components=tuple(components), **changes))


def pad(matrices: F64, count: int) -> F64:
    return np.concatenate([matrices, np.zeros((count - len(matrices), *matrices.shape[1:]))])


def regroup(truth: Truth) -> Truth:
    """The heads and gates with the components that are theirs now."""
    own = dict[str, list[int]]()
    for component in truth.components:
        if component.group is not None:
            own.setdefault(component.group, []).append(component.index)
    heads = {name: replace(head, heads=tuple(own.get(name, ()))) for name, head in truth.heads.items()}
    gates = {name: replace(gate, units=tuple(own.get(name, ()))) for name, gate in truth.gates.items()}
    return replace(truth, heads=heads, gates=gates)
