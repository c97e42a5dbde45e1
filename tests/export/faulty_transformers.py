"""Faults planted in transformers' own Llama, one at a time: what `conform` must find there."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
import torch
from torch import Tensor

Plant = Callable[[pytest.MonkeyPatch], None]


def llama() -> Any:
    return import_module("transformers.models.llama.modeling_llama")


def positions(shift: int) -> Plant:
    """Single tokens, those after the prompt, are counted from another number."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        right = llama().LlamaRotaryEmbedding.forward

        def shift_positions(self: Any, x: Tensor, position_ids: Tensor) -> Any:
            return right(self, x, position_ids + shift if position_ids.shape[-1] == 1 else position_ids)

        patch.setattr(llama().LlamaRotaryEmbedding, "forward", shift_positions)

    return plant


def theta(base: float) -> Plant:
    """Whatever the checkpoint says, this theta is used."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        def wrong(_config: Any, **_rest: Any) -> tuple[Tensor, float]:
            return 1.0 / (base ** (torch.arange(0, 64, 2, dtype=torch.float) / 64)), 1.0

        patch.setattr(llama().LlamaRotaryEmbedding, "compute_default_rope_parameters", staticmethod(wrong))

    return plant


def swapped_halves(patch: pytest.MonkeyPatch) -> None:
    def turn(x: Tensor) -> Tensor:
        return torch.cat([x[..., x.shape[-1] // 2 :], -x[..., : x.shape[-1] // 2]], dim=-1)

    patch.setattr(llama(), "rotate_half", turn)


def dropped_row(row: int) -> Plant:
    """One row of every cache is overwritten by its neighbour's as soon as it is old."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        layer = import_module("transformers.cache_utils").DynamicLayer
        right = layer.update

        def lose_row(self: Any, keys: Tensor, values: Tensor, *rest: Any, **named: Any) -> tuple[Tensor, Tensor]:
            grown = keys.shape[-2]
            keys, values = right(self, keys, values, *rest, **named)
            if grown == 1 and keys.shape[-2] > row + 8:
                keys[..., row, :], values[..., row, :] = keys[..., row + 1, :], values[..., row + 1, :]
            return keys, values

        patch.setattr(layer, "update", lose_row)

    return plant


def half_scores(patch: pytest.MonkeyPatch) -> None:
    """The eager kernel sums float32 scores in bfloat16."""
    right = llama().eager_attention_forward

    def wrong(module: Any, query: Tensor, key: Tensor, value: Tensor, *rest: Any, **named: Any) -> Any:
        found, weights = right(module, query.bfloat16(), key.bfloat16(), value.bfloat16(), *rest, **named)
        return found.to(query.dtype), weights.to(query.dtype)

    patch.setattr(llama(), "eager_attention_forward", wrong)


def no_mask(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(llama(), "create_causal_mask", lambda **_named: None)


def activation(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(llama(), "ACT2FN", {"silu": torch.tanh})
