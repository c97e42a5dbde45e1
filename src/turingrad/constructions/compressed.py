"""Matrices in compressed rows (CSR), by their entries that are not 0."""

from __future__ import annotations

import warnings

import torch

from turingrad._support.arrays import I64


def sparse_rows(starts: I64, columns: I64, values: torch.Tensor, shape: tuple[int, int]) -> torch.Tensor:
    """Row i has the entries `values[starts[i]:starts[i+1]]` in columns `columns[...]`."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
        return torch.sparse_csr_tensor(
            torch.from_numpy(starts),
            torch.from_numpy(columns),
            values,
            size=shape,
            check_invariants=False,  # they hold by construction
        )


def entry_by_entry(
    rows: torch.Tensor, columns: torch.Tensor, values: torch.Tensor, height: int, right: torch.Tensor
) -> torch.Tensor:
    """The product of a matrix of so many rows, by its entries, with a dense one: for half formats, of which torch has
    no sparse product, and for graphs, which know no sparse tensors."""
    return right.new_zeros(height, right.shape[1]).index_add(0, rows, values[:, None] * right[columns])
