"""V3 by its entries that are not 0: four per row, of thousands of columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import F64, I64
from turingrad.constructions.compressed import sparse_rows
from turingrad.errors import LimitError

MAX_ENTRIES = 1 << 28  # of V3 in its dense form: a gigabyte in float32


def by_rows(rows: I64, columns: I64, values: F64, shape: tuple[int, int]) -> torch.Tensor:
    """A matrix by its entries, which come row by row."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=shape[0]))])
    return sparse_rows(starts, columns, torch.from_numpy(values), shape)


def dense_form(matrix: torch.Tensor) -> torch.Tensor:
    """Every entry of a matrix, also those that are 0; refused where they are too many."""
    if matrix.layout == torch.strided:
        return matrix
    if matrix.numel() > MAX_ENTRIES:
        raise LimitError(
            f"V3 has {matrix.shape[0]:,} x {matrix.shape[1]:,} entries, more than {MAX_ENTRIES:,}; "
            "the machine has too many states and symbols for dense matrices"
        )
    return matrix.to_dense()


def sparse_product(right: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    product: torch.Tensor = SparseProduct.apply(right, rows, columns)  # type: ignore[no-untyped-call]
    return product


class SparseProduct(torch.autograd.Function):
    """A fixed sparse matrix times a dense one; the matrix and its transpose are both given by rows."""

    @staticmethod
    def forward(ctx: Any, right: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
        ctx.columns = columns
        return torch.mm(rows, right)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        return torch.mm(ctx.columns, gradients[0].contiguous()), None, None
