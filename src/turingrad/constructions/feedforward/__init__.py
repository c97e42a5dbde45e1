"""Wei, Chen and Ma's Theorem 3.1: a Boolean circuit as a feedforward ReLU net with sparse weights.

`compile_network(circuit, width=None, depth=None, corrections=True)` returns a `FeedforwardNetwork`: `net.groups[i]`
computes layer i + 1 of `net.layered`, with `f` (two ReLU layers, one unit per gate) and `correction` (two more, which
round); `net.output` is the last linear map. Each layer is a `SparseReLU` with buffers `W` (sparse) and `b`.
"""

from turingrad._support.lazy import public_names
from turingrad.constructions.feedforward.gates import ROUND_SLOPE as ROUND_SLOPE
from turingrad.constructions.feedforward.gates import UNITS as UNITS
from turingrad.constructions.feedforward.gates import GateUnit as GateUnit
from turingrad.constructions.feedforward.gates import round_radius as round_radius
from turingrad.constructions.feedforward.network import FeedforwardNetwork as FeedforwardNetwork
from turingrad.constructions.feedforward.network import LayerGroup as LayerGroup
from turingrad.constructions.feedforward.network import compile_network as compile_network
from turingrad.constructions.feedforward.sparse import Sparse as Sparse
from turingrad.constructions.feedforward.sparse import SparseLinear as SparseLinear
from turingrad.constructions.feedforward.sparse import SparseReLU as SparseReLU

__all__ = public_names(__file__)
