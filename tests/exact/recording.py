"""Records every sum that torch computes: how large its partial sums can get in any order, and on what grid they lie.

For an output unit with the terms p_1, p_2, ... (products and the bias) every partial sum, in whatever order, is at most
`S = sum |p_j|` and a multiple of the largest power of two g that divides all p_j. A certificate holds on a run where,
for every unit, S, g and S/g are within the bound of that unit's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from turingrad.exact import NO_GRID, Certificate, bound_of, grid_exponents

aten = torch.ops.aten
PRODUCTS = {aten.mm, aten.mv, aten.dot, aten.bmm, aten.addmm, aten.addmv, aten.baddbmm, aten._sparse_mm}
ADDITIONS = {aten.add, aten.sub, aten.rsub, aten.add_, aten.sub_}
REDUCTIONS = {aten.sum}


@dataclass(frozen=True)
class Recorded:
    """One operation: its operands, its result, and S and the exponent of g of every unit of the result."""

    operation: str
    operands: tuple[torch.Tensor, ...]
    result: torch.Tensor
    backward: bool
    terms: tuple[Any, ...]

    def holds(self, tensor: torch.Tensor) -> bool:
        """Whether an operand is this tensor or a view of it."""
        return any(place(operand) == place(tensor) for operand in self.operands)


def place(tensor: torch.Tensor) -> int:
    values = tensor.values() if tensor.layout != torch.strided else tensor
    return values.untyped_storage().data_ptr()


def dense(value: Any) -> np.ndarray:
    if not isinstance(value, torch.Tensor):
        return np.asarray(value, np.float64)
    tensor = value.detach()
    return (tensor if tensor.layout == torch.strided else tensor.to_dense()).double().numpy()


def product_sums(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """S and the exponents of g for left @ right, (units, inputs) and (inputs, batch)."""
    totals = np.zeros((left.shape[0], right.shape[1]))
    grids = np.full(totals.shape, NO_GRID)
    rows, columns = np.nonzero(left)
    if len(rows):
        products = left[rows, columns][:, None] * right[columns]  # (entries, batch), entries row by row
        starts = np.flatnonzero(np.diff(rows, prepend=-1))
        totals[rows[starts]] = np.add.reduceat(np.abs(products), starts)
        grids[rows[starts]] = np.minimum.reduceat(grid_exponents(products), starts)
    return totals, grids


def with_term(totals: np.ndarray, grids: np.ndarray, term: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return totals + np.abs(term), np.minimum(grids, grid_exponents(term))


def scatter_sums(into: np.ndarray, at: tuple[Any, ...], source: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """S and the exponents of g where the entries of `source` are added into the places `at`."""
    totals, grids = np.abs(into), grid_exponents(into)
    np.add.at(totals, at, np.abs(source))
    np.minimum.at(grids, at, grid_exponents(source))
    return totals, grids


def sums(found: Recorded, bias: torch.Tensor | None = None) -> tuple[np.ndarray, np.ndarray]:
    """S and the exponents of g of every unit; `bias` is added where torch adds it in an operation of its own."""
    kind = found.operation
    terms = [dense(term) if not isinstance(term, tuple) else term for term in found.terms]
    if kind == "sum":
        axes = (
            tuple(range(terms[0].ndim)) if len(found.terms) == 1 else tuple(a % terms[0].ndim for a in found.terms[1])
        )
        return np.abs(terms[0]).sum(axis=axes), grid_exponents(terms[0]).min(axis=axes, initial=NO_GRID)
    if kind == "addition":
        return with_term(*with_term(np.zeros(1), np.full(1, NO_GRID), terms[0]), terms[1])
    if kind == "scatter":
        return scatter_sums(terms[0], tuple(i if isinstance(i, slice) else i.numpy() for i in found.terms[1]), terms[2])
    if terms[-2].ndim == 3:
        parts = [product_sums(a, b) for a, b in zip(terms[-2], terms[-1], strict=True)]
        totals, grids = np.stack([part[0] for part in parts]), np.stack([part[1] for part in parts])
    else:
        left, right = np.atleast_2d(terms[-2]), terms[-1] if terms[-1].ndim == 2 else terms[-1][:, None]
        totals, grids = product_sums(left, right)
    if len(terms) == 3:
        return with_term(totals, grids, terms[0] if terms[-1].ndim == 2 else np.atleast_1d(terms[0])[:, None])
    if bias is not None:
        return with_term(totals, grids, dense(bias).reshape(-1, 1))
    return totals, grids


class Recorder(TorchDispatchMode):
    """Calls `record` with every product and, with `additions=True`, every addition of floating-point tensors."""

    def __init__(self, record: Callable[[Recorded], None], additions: bool = False) -> None:
        super().__init__()
        self.record, self.additions = record, additions

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        packet, given = func.overloadpacket, list(args)
        before = [x.clone() if isinstance(x, torch.Tensor) and func._schema.is_mutable else x for x in given]
        result = func(*args, **(kwargs or {}))
        if isinstance(result, torch.Tensor) and result.is_floating_point():
            alpha = (kwargs or {}).get("alpha", 1)
            for kind, terms in describe_sums(packet, before, alpha, self.additions):
                tensors = tuple(x for x in args if isinstance(x, torch.Tensor))
                node = torch._C._current_autograd_node()
                self.record(Recorded(kind, tensors, result, node is not None, terms))
        return result


def describe_sums(packet: Any, args: list[Any], alpha: Any, additions: bool) -> Iterator[tuple[str, tuple[Any, ...]]]:
    if packet in PRODUCTS:
        inner = args[-1].shape[-2 if args[-1].ndim > 1 else -1]
        if inner > 1:  # otherwise it is no sum
            yield "product", tuple(args)
    elif additions and packet in ADDITIONS:
        first, second = args[:2]
        yield "addition", (first, second * alpha)
    elif additions and packet in REDUCTIONS:
        yield "sum", (args[0], *([tuple(args[1])] if len(args) > 1 and args[1] else []))
    elif additions and packet in (aten.index_add, aten.index_add_):
        into, dimension, index, source = args[:4]
        yield "scatter", (into, (*(slice(None),) * dimension, index), source)
    elif additions and packet in (aten.index_put, aten.index_put_) and len(args) > 3 and args[3]:
        yield "scatter", (args[0], tuple(slice(None) if i is None else i for i in args[1]), args[2])


def require_within(certificate: Certificate, name: str, totals: np.ndarray, grids: np.ndarray) -> None:
    """The recorded sums are within the certificate's bound of this name."""
    bounds = {bound.name: bound for bound in certificate.bounds}
    assert name in bounds, f"no bound is called {name!r}; there are {sorted(bounds)}"
    bound, seen = bounds[name], bound_of(name, totals, grids)
    assert seen.magnitude <= bound.magnitude, f"partial sums up to {seen.magnitude}; {bound}"
    assert seen.ratio <= bound.ratio, f"ratio {seen.ratio}; {bound}"
    assert seen.grid >= bound.grid or seen.ratio == 0, f"multiples of 2^{seen.grid}; {bound}"
