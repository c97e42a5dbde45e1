"""Sparse matrices as arrays, and the ReLU layers that hold them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor, nn

from turingrad._support.arrays import F64, I64
from turingrad.constructions.compressed import entry_by_entry, sparse_rows

EXACT_NORM_SIZE = 256  # matrices up to this many rows and columns get their singular values computed


@dataclass(frozen=True, eq=False)
class Sparse:
    """A matrix in compressed rows: row i has the entries `values[starts[i]:starts[i+1]]` in columns `columns[...]`."""

    starts: I64
    columns: I64
    values: F64
    shape: tuple[int, int]

    @staticmethod
    def of(rows: I64, columns: I64, values: F64, shape: tuple[int, int]) -> Sparse:
        """From entries in any order, no place twice; zeros are dropped."""
        kept = values != 0
        rows, columns, values = rows[kept], columns[kept], values[kept]
        order = np.lexsort((columns, rows))
        counts = np.bincount(rows, minlength=shape[0])
        return Sparse(np.concatenate([[0], np.cumsum(counts)]), columns[order], values[order], shape)

    @staticmethod
    def identity(size: int, shape: tuple[int, int]) -> Sparse:
        """1 on the first `size` places of the diagonal."""
        return Sparse.of(np.arange(size), np.arange(size), np.ones(size), shape)

    @cached_property
    def rows(self) -> I64:
        """The row of each entry."""
        return np.repeat(np.arange(self.shape[0]), np.diff(self.starts))

    def row_sums(self, of_entries: F64) -> F64:
        """Sums of one number per entry, row by row."""
        return np.bincount(self.rows, weights=of_entries, minlength=self.shape[0]).astype(np.float64)

    def norm(self) -> float:
        """An upper bound on the largest singular value: by sqrt(|W|_1 |W|_inf), or computed if W is small."""
        if not len(self.values):
            return 0.0
        sizes = np.abs(self.values)
        largest_row = float(self.row_sums(sizes).max())
        largest_column = float(np.bincount(self.columns, weights=sizes).max())
        bound = float(np.sqrt(largest_row * largest_column))
        used_rows, rows = np.unique(self.rows, return_inverse=True)
        used_columns, columns = np.unique(self.columns, return_inverse=True)
        if max(len(used_rows), len(used_columns)) <= EXACT_NORM_SIZE and bound > 1.0:
            matrix = np.zeros((len(used_rows), len(used_columns)))
            matrix[rows, columns] = self.values
            # the relative error of LAPACK's singular values is far below 1e-9
            bound = min(bound, float(np.linalg.norm(matrix, 2)) * (1.0 + 1e-9))
        return bound

    def tensor(self, dtype: torch.dtype) -> Tensor:
        return sparse_rows(self.starts, self.columns, torch.from_numpy(self.values).to(dtype), self.shape)

    @staticmethod
    def from_tensor(matrix: Tensor) -> Sparse:
        return Sparse(
            matrix.crow_indices().cpu().numpy(),
            matrix.col_indices().cpu().numpy(),
            matrix.values().double().cpu().numpy(),
            (int(matrix.shape[0]), int(matrix.shape[1])),
        )


class SparseLinear(nn.Module):
    """h -> W h + b on columns h (inputs, batch), W sparse: (units, inputs)."""

    W: Tensor
    b: Tensor
    entry_rows: Tensor
    entry_columns: Tensor
    entry_values: Tensor

    def __init__(self, weight: Sparse, bias: F64, dtype: torch.dtype) -> None:
        super().__init__()
        matrix = weight.tensor(dtype)
        self.register_buffer("W", matrix)
        # torch.compile knows no sparse tensors, nor views of their parts: the same entries again, no part of the state
        entries = (torch.from_numpy(weight.rows), matrix.col_indices().clone(), matrix.values().clone())
        for name, values in zip(("entry_rows", "entry_columns", "entry_values"), entries, strict=True):
            self.register_buffer(name, values, persistent=False)
        self.register_buffer("b", torch.from_numpy(np.asarray(bias, np.float64)).to(dtype))

    @property
    def units(self) -> int:
        return int(self.W.shape[0])

    def weights(self) -> tuple[Sparse, F64]:
        """W and b as float64 arrays."""
        return Sparse.from_tensor(self.W), self.b.double().cpu().numpy()

    def dense(self) -> tuple[Tensor, Tensor]:
        return self.W.to_dense(), self.b

    def forward(self, h: Tensor) -> Tensor:
        if torch.compiler.is_compiling():
            parts = self.entry_rows, self.entry_columns, self.entry_values
            return entry_by_entry(*parts, self.b.shape[0], h) + self.b[:, None]
        return product(self.W, h) + self.b[:, None]


class SparseReLU(SparseLinear):
    """h -> relu(W h + b)."""

    def forward(self, h: Tensor) -> Tensor:
        return torch.relu(super().forward(h))


def product(matrix: Tensor, h: Tensor) -> Tensor:
    """W h. Torch multiplies sparse matrices in float32 and float64; half formats go entry by entry."""
    if h.dtype in (torch.float32, torch.float64):
        return matrix @ h
    rows = torch.repeat_interleave(torch.arange(matrix.shape[0], device=h.device), matrix.crow_indices().diff())
    return entry_by_entry(rows, matrix.col_indices(), matrix.values(), int(matrix.shape[0]), h)
