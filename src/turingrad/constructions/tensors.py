"""What a network's `forward` and `decode` are given: looked at before torch is, and refused in one line."""

from __future__ import annotations

from typing import Any

import torch

from turingrad._support.arrays import fits
from turingrad._support.validation.values import short_repr
from turingrad.errors import InputError


def require_tensor(
    given: Any,
    what: str,
    *shapes: tuple[int | None, ...],
    like: torch.Tensor | None = None,
    dtype: torch.dtype | None = None,
    whole: bool = False,
) -> None:
    """Refuse what is no tensor of one of the shapes (None: any length), of real or `whole` numbers, of that dtype,
    where `like` is. A graph that is being made cannot refuse what it is given, and `vmap` hides shapes: both are let
    through."""
    if torch.compiler.is_compiling() or in_vmap(given):
        return
    if not isinstance(given, torch.Tensor):
        raise InputError(f"{what} must be a tensor, not {short_repr(given)}")
    if like is not None and given.device != like.device:
        raise InputError(f"{what} is on the device {given.device}; the network is on {like.device}")
    if given.layout != torch.strided or given.is_meta:
        raise InputError(f"{what} must be a dense tensor with values, not {given.layout} on {given.device}")
    floating = given.is_floating_point() or given.dtype == torch.bool
    if dtype is not None and given.dtype != dtype:
        raise InputError(f"{what} has dtype {given.dtype}; the network has {dtype}")
    if given.is_complex() or (whole and floating):
        raise InputError(f"{what} must hold {'whole' if whole else 'real'} numbers, not {given.dtype}")
    if shapes and not any(fits(tuple(given.shape), shape) for shape in shapes):
        wanted = " or ".join(shape_text(shape) for shape in shapes)
        raise InputError(f"{what} has the shape {tuple(given.shape)}; it must be {wanted}")


PADDING = -1  # instead of a token, at the end of a row of a batch


def require_padding(tokens: torch.Tensor) -> torch.Tensor:
    """The tokens of a batch (batch, places) without its padding, refused if a token comes after padding."""
    padding = tokens == PADDING
    if bool((padding[:, :-1] & ~padding[:, 1:]).any()):
        raise InputError("padding (-1) ends the rows of a batch: no token comes after it")
    return tokens[~padding]


def shape_text(shape: tuple[int | None, ...]) -> str:
    return (
        "(" + ", ".join("any" if size is None else str(size) for size in shape) + ("," if len(shape) == 1 else "") + ")"
    )


def in_vmap(value: Any) -> bool:
    """Whether a value is one of many that `torch.vmap` computes at once: shapes and values are then hidden, and what
    takes a batch by itself, or stops at a fixed point, cannot work."""
    return isinstance(value, torch.Tensor) and bool(torch._C._functorch.is_batchedtensor(value))
