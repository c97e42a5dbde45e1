"""Wei, Chen and Ma's Theorem 3.1: a Boolean circuit as a feedforward ReLU net with sparse weights.

`compile_network(circuit, width=None, depth=None, corrections=True)` returns a `FeedforwardNetwork`: `net.groups[i]`
computes layer i + 1 of `net.layered`, with `f` (two ReLU layers, one unit a gate) and `correction` (two more, which
round); `net.output` is the last linear map. Each layer is a `SparseReLU` with buffers `W` (sparse) and `b`.
"""

from turingrad.constructions.feedforward.gates import ROUND_SLOPE, UNITS, GateUnit, round_radius
from turingrad.constructions.feedforward.network import FeedforwardNetwork, LayerGroup, compile_network
from turingrad.constructions.feedforward.sparse import Sparse, SparseLinear, SparseReLU

__all__ = [
    "ROUND_SLOPE",
    "UNITS",
    "FeedforwardNetwork",
    "GateUnit",
    "LayerGroup",
    "Sparse",
    "SparseLinear",
    "SparseReLU",
    "compile_network",
    "round_radius",
]
