"""Faults planted in a runtime of the processor, one at a time: what `conform --programs` must find.

They hold while the runtime computes, and not while its answer is examined.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from tests.export.faulty import Plant
from turingrad.constructions.decoder import DecoderNetwork, modules
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.export.conform import Runtime, Session
from turingrad.export.conform.torch_native import native

Weights = dict[str, Tensor]
MATRICES = ("q", "k", "v", "o", "gate", "up", "down")


def runtime_with(plant: Plant) -> Runtime:
    """Our own torch runtime with a fault."""

    def start(network: DecoderNetwork, _folder: Path) -> Session:
        right = native(network, "float32")
        assert right.forced is not None
        assert right.resume is not None
        return Session(
            faulty_call(plant, right.generate),
            faulty_call(plant, right.forced),
            right.facts,
            faulty_call(plant, right.resume),
        )

    return Runtime("torch with a fault", start)


def faulty_call(plant: Plant, call: Callable[..., list[int]]) -> Callable[..., list[int]]:
    def answer(*arguments: Any) -> list[int]:
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            return call(*arguments)

    return answer


def cache_format(dtype: torch.dtype) -> Plant:
    """The cache holds keys and values in another format."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        extended = modules.Cache.extend

        def round_rows(cache: Any, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
            return extended(cache, keys.to(dtype).float(), values.to(dtype).float())

        patch.setattr(modules.Cache, "extend", round_rows)

    return plant


def wrong_weights(change: Callable[[Weights, str], Weights]) -> Plant:
    """The blocks compute with other weights; `change` has a block's matrices and its name."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        forward = modules.DecoderBlock.forward

        def with_others(block: Any, *arguments: Any) -> Tensor:
            right = {name: getattr(block, name) for name in MATRICES}
            others = change(right, block.name)
            try:
                for name, value in others.items():
                    setattr(block, name, torch.nn.Parameter(value))
                return forward(block, *arguments)
            finally:
                for name, value in right.items():
                    setattr(block, name, value)

        patch.setattr(modules.DecoderBlock, "forward", with_others)

    return plant


def dropped_head(name: str, head: int) -> Callable[[Weights, str], Weights]:
    """One head's output does not reach the stream."""

    def change(weights: Weights, block: str) -> Weights:
        o = weights["o"].detach().clone()
        if block == name:
            o[:, HEAD_SIZE * head : HEAD_SIZE * (head + 1)] = 0
        return {"o": o}

    return change


def swapped_queries_and_keys(weights: Weights, _block: str) -> Weights:
    """The first query head's rows and the keys' rows are in each other's place."""
    q = weights["q"].detach().clone()
    q[:HEAD_SIZE] = weights["k"].detach()
    return {"q": q, "k": weights["q"].detach()[:HEAD_SIZE].clone()}


def up_for_gate(weights: Weights, _block: str) -> Weights:
    """The two projections into the units are in each other's place."""
    return {"up": weights["gate"].detach(), "gate": weights["up"].detach()}


def up_without_gates(weights: Weights, _block: str) -> Weights:
    """Every unit is open."""
    up = torch.zeros_like(weights["up"].detach())
    up[:, 0] = 1.0
    return {"up": up}


def int8(weights: Weights, _block: str) -> Weights:
    """Every row is rounded to 255 steps of its largest weight."""
    return {name: rounded(value.detach()) for name, value in weights.items()}


def rounded(weight: Tensor) -> Tensor:
    scale = weight.abs().amax(dim=1, keepdim=True).clamp(min=1e-30) / 127
    return (weight / scale).round() * scale


def planted_tensors(change: Callable[[Weights, str], Weights]) -> Callable[[DecoderNetwork], dict[str, Tensor]]:
    """`export.llama.tensors` with a fault: what a converter that is wrong would write."""
    from turingrad.export import llama

    right = llama.tensors
    places = {name: f"self_attn.{name}_proj" for name in "qkvo"} | {
        name: f"mlp.{name}_proj" for name in ("gate", "up", "down")
    }

    def tensors(network: DecoderNetwork) -> dict[str, Tensor]:
        state = dict(right(network))
        for number, block in enumerate(network.decoder_blocks()):
            for name, value in change({each: getattr(block, each) for each in MATRICES}, block.name).items():
                state[f"model.layers.{number}.{places[name]}.weight"] = value
        return state

    return tensors
