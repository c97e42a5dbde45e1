"""Faults planted in our own torch runtime, one at a time: what `conform` must find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from turingrad.constructions.decoder import modules, network
from turingrad.constructions.decoder.scaling import PAIRS

Plant = Callable[[pytest.MonkeyPatch], None]
turns, weights_of_attention = modules.turns, modules.attention_weights


def positions(shift: int) -> Plant:
    """Tokens after the prompt are counted from another number."""

    def shift_positions(places: Tensor, dtype: torch.dtype, theta_bits: float) -> tuple[Tensor, Tensor]:
        return turns(places + shift if len(places) == 1 else places, dtype, theta_bits)

    return lambda patch: patch.setattr(network, "turns", shift_positions)


def theta(bits: float) -> Plant:
    def wrong(places: Tensor, dtype: torch.dtype, _theta_bits: float) -> tuple[Tensor, Tensor]:
        angles = places.float()[:, None] * 2.0 ** (-bits * torch.arange(PAIRS, dtype=torch.float32) / PAIRS)
        both = torch.cat([angles, angles], dim=-1)
        return both.cos().to(dtype), both.sin().to(dtype)

    return lambda patch: patch.setattr(network, "turns", wrong)


def backwards(patch: pytest.MonkeyPatch) -> None:
    """The rotation's sign is wrong: (b, -a) for (-b, a)."""

    def turn(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        return x * cos + torch.cat([x[..., PAIRS:], -x[..., :PAIRS]], dim=-1) * sin

    patch.setattr(modules, "rotate", turn)


def neighbours(patch: pytest.MonkeyPatch) -> None:
    """Pairs (2i, 2i + 1) are turned where the weights are laid out for (i, i + 32)."""

    def turn(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        half = torch.stack([-x[..., 1::2], x[..., 0::2]], dim=-1).flatten(-2)
        return x * cos[..., :PAIRS].repeat_interleave(2, -1) + half * sin[..., :PAIRS].repeat_interleave(2, -1)

    patch.setattr(modules, "rotate", turn)


def dropped_row(row: int) -> Plant:
    """One row of every cache is lost as soon as it is old."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        extended = modules.Cache.extend

        def lose_row(cache: Any, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
            grown = keys.shape[1]
            keys, values = extended(cache, keys, values)
            if keys.shape[1] > row + 8 and grown == 1:
                keep = [place for place in range(keys.shape[1]) if place != row]
                return keys[:, keep], values[:, keep]
            return keys, values

        patch.setattr(modules.Cache, "extend", lose_row)

    return plant


def window(size: int) -> Plant:
    """The cache keeps its last rows only."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        extended = modules.Cache.extend

        def lose_rows(cache: Any, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
            grown = keys.shape[1]
            keys, values = extended(cache, keys, values)
            return (keys[:, -size:], values[:, -size:]) if grown == 1 else (keys, values)

        patch.setattr(modules.Cache, "extend", lose_rows)

    return plant


def mask(diagonal: int | None) -> Plant:
    """A mask that begins `diagonal` places after the right one; None: no mask."""

    def wrong(queries: Tensor, keys: Tensor) -> Tensor:
        scores = (queries @ keys.transpose(1, 2)) / 8
        places, past = scores.shape[-2:]
        if diagonal is not None:
            hidden = torch.ones(places, past, dtype=torch.bool).triu(past - places + 1 + diagonal)
            hidden[:, 0] = False
            scores = scores.masked_fill(hidden, -torch.inf)
        return scores.softmax(-1)

    return lambda patch: patch.setattr(modules, "attention_weights", wrong)


def half_scores(dtype: torch.dtype) -> Plant:
    """Scores of a float32 path summed in half precision."""

    def wrong(queries: Tensor, keys: Tensor) -> Tensor:
        scores = ((queries @ keys.transpose(1, 2)).to(dtype) / 8).float()
        places, past = scores.shape[-2:]
        hidden = torch.ones(places, past, dtype=torch.bool).triu(past - places + 1)
        return scores.masked_fill(hidden, -torch.inf).softmax(-1)

    return lambda patch: patch.setattr(modules, "attention_weights", wrong)


def activation(function: Callable[[Tensor], Tensor]) -> Plant:
    return lambda patch: patch.setattr(modules.nn.functional, "silu", function)
