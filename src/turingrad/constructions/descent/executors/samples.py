"""Samples and labels as tensors: rows of numbers, and columns of labels."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from turingrad._support.arrays import numbers
from turingrad.errors import InputError


def features_of(X: Any) -> Tensor:
    """Samples as float32, (n, ...)."""
    found = torch.as_tensor(numbers(X, "samples") if not isinstance(X, Tensor) else X).detach().to(torch.float32)
    if found.ndim < 2 or not found.numel():
        raise InputError(f"samples of shape {tuple(found.shape)}: there are rows of numbers, (n, features)")
    if not bool(torch.isfinite(found).all()):
        raise InputError("a feature is not finite")
    return found


def label_columns(y: Any, rows: int, outputs: int) -> Tensor:
    """Labels (n, outputs): classes 0, 1, 2, ... become columns of 0 and 1."""
    found = torch.as_tensor(numbers(y, "labels") if not isinstance(y, Tensor) else y).detach().double()
    if found.ndim == 1 and outputs > 1:
        if not bool(((found == found.round()) & (found >= 0) & (found < outputs)).all()):
            raise InputError(f"labels in one column are classes, whole numbers from 0 to {outputs - 1}")
        found = nn.functional.one_hot(found.long(), outputs).double()
    if found.ndim == 1:
        found = found.unsqueeze(1)
    if tuple(found.shape) != (rows, outputs):
        raise InputError(f"labels of shape {tuple(found.shape)}; {rows} samples and {outputs} outputs need {rows} rows")
    return found.to(torch.float32)
