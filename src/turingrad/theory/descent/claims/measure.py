"""Depth and width of a network as they are: counted while it computes, operation by operation.

A nonlinear operation (ReLU, product or quotient of two quantities that vary, root, square, rounding, comparison) is a
layer above the deepest of its arguments; sums, shapes, and products with fixed weights are free, as in Section 5.5.
What varies is what depends on the trained variables or on the samples. Stop-gradients do not interrupt: they stop
gradients, not values. Quantisation and de-quantisation are left out, as in Section 5.5.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode  # the one documented place of dispatch modes

from turingrad.constructions.descent import ExtendedNetwork

ALWAYS = {"relu", "sqrt", "abs", "round", "square", "linalg_vector_norm", "prod", "tanh", "sigmoid", "exp"}
COMPARISONS = {"gt", "ge", "lt", "le", "eq", "argmax", "argmin", "amin", "amax"}
PRODUCTS = {"mul", "dot", "bmm", "mm", "mv", "div", "addmm", "pow"}


@dataclass(frozen=True)
class Measured:
    """The longest chain of nonlinear operations, and the numbers that the operations of each layer put out."""

    depth: int
    layers: tuple[int, ...]

    @property
    def width(self) -> int:
        return max(self.layers, default=0)


def leaves(value: Any) -> Iterator[Any]:
    """What stands in nested tuples, lists and dictionaries."""
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for part in value:
            yield from leaves(part)
    else:
        yield value


class Counting(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Keeps, for every tensor that varies, its layer; tensors are held so that no two have one identity."""

    def __init__(self, varying: Iterable[Tensor]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.held: list[Tensor] = list(varying)
        self.layer = {id(tensor): 0 for tensor in self.held}
        self.units: Counter[int] = Counter()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        del types
        out = func(*args, **(kwargs or {}))
        found = [self.layer[id(leaf)] for leaf in leaves((args, kwargs)) if id(leaf) in self.layer]
        if not found:
            return out
        name = func.overloadpacket.__name__.rstrip("_")
        factors = sum(id(leaf) in self.layer for leaf in args if isinstance(leaf, Tensor))
        squared = name == "pow" or (name in PRODUCTS and len(args) > 1 and args[0] is args[1])
        bends = name in ALWAYS or name in COMPARISONS or (name in PRODUCTS and (factors > 1 or squared))
        depth = max(found) + bends
        for leaf in leaves(out):
            if isinstance(leaf, Tensor):
                self.layer[id(leaf)] = max(depth, self.layer.get(id(leaf), 0))
                self.held.append(leaf)
                if bends and name not in COMPARISONS:
                    self.units[depth] += leaf.numel()
        return out


def measure_pass(network: ExtendedNetwork, x: Tensor) -> Measured:
    """One forward pass of an extended network while its machine runs, with the primary's branch computed as well."""
    skipped, network.skip_closed = network.skip_closed, False
    counting = Counting([*network.parameters(), x])
    try:
        with torch.no_grad():
            network.write_data(x)
            counting.held.append(network.tracer.data_layer())
            counting.layer[id(network.tracer.data_layer())] = 0
            with counting:
                out = network(x)
    finally:
        network.skip_closed = skipped
    depth = counting.layer[id(out)]
    return Measured(depth, tuple(counting.units[layer] for layer in range(1, depth + 1)))
