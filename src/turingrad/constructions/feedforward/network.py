"""The compiled feedforward net F_{w,d} of Section 3, and the way back from its hidden vectors to gate values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from turingrad.constructions.feedforward.certificate import certificate_of
from turingrad.constructions.feedforward.gates import round_radius
from turingrad.constructions.feedforward.layers import Group, Weights, build
from turingrad.constructions.feedforward.options import Options, accepts
from turingrad.constructions.feedforward.sparse import SparseLinear, SparseReLU
from turingrad.constructions.network import Network, linear_of
from turingrad.constructions.options import parse_options
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.layered import LayeredCircuit, layered
from turingrad.machine.circuit.layered_run import GateValues
from turingrad.machine.circuit.run import checked_vectors

MAX_DENSE = 1 << 28  # weights of the dense form: 1 GB in float32


class LayerGroup(nn.Module):
    """One layer of the circuit: `f` computes its gates, `correction` rounds their values (empty without corrections).

    `size` coordinates of the group's output hold gate values, the others are padding and always 0.
    """

    def __init__(self, group: Group, dtype: torch.dtype) -> None:
        super().__init__()
        self.size = group.size
        self.f = nn.ModuleList(SparseReLU(weight, bias, dtype) for weight, bias in group.f)
        self.correction = nn.ModuleList(SparseReLU(weight, bias, dtype) for weight, bias in group.correction)

    def relu_layers(self) -> list[SparseReLU]:
        return [cast(SparseReLU, layer) for layer in (*self.f, *self.correction)]

    def forward(self, h: Tensor) -> Tensor:
        for layer in self.relu_layers():
            h = layer(h)
        return h


class FeedforwardNetwork(Network[Circuit, GateValues]):
    """Theorem 3.1's ReLU network of one circuit: F(x) = 2 G(x) - 1, one coordinate per output.

    `depth` is d, the number of ReLU layers; `width` is w, the largest of them. `layered` is the circuit in layers whose
    layer i the first groups compute; further groups are padding.
    """

    construction = "feedforward"

    def __init__(
        self, circuit: Circuit, layers: LayeredCircuit, weights: Weights, slope: float | None, dtype: torch.dtype
    ) -> None:
        super().__init__()
        self.machine, self.layered = circuit, layers
        self.slope = slope
        self.circuit_groups = weights.circuit_groups
        self.groups = nn.ModuleList(LayerGroup(group, dtype) for group in weights.groups)
        self.output = SparseLinear(*weights.output, dtype)
        self.certificate = certificate_of(weights)

    @property
    def dtype(self) -> torch.dtype:
        return self.output.b.dtype  # a graph cannot look at the sparse ones

    @property
    def depth(self) -> int:
        return sum(len(group.relu_layers()) for group in self.layer_groups())

    @property
    def width(self) -> int:
        return max((layer.units for group in self.layer_groups() for layer in group.relu_layers()), default=0)

    @property
    def corrections(self) -> bool:
        return self.slope is not None

    @property
    def radius(self) -> float:
        """sigma_zeta of the corrections; 0 without them."""
        return 0.0 if self.slope is None else round_radius(self.slope)

    def layer_groups(self) -> list[LayerGroup]:
        return [cast(LayerGroup, group) for group in self.groups]

    def linear_maps(self) -> list[SparseLinear]:
        """W_0, ..., W_d in order, the output map last."""
        return [*(layer for group in self.layer_groups() for layer in group.relu_layers()), self.output]

    def parameter_count(self) -> int:
        """The weights and biases that are stored: the others of the dense matrices are 0."""
        return sum(int(layer.W.values().numel() + layer.b.numel()) for layer in self.linear_maps())

    def dense_count(self) -> int:
        """p, the number of parameters of the architecture: all entries of the matrices."""
        return sum(int(layer.W.shape[0]) * (int(layer.W.shape[1]) + 1) for layer in self.linear_maps())

    def norm1(self) -> float:
        """|theta|_1, which the family F_{w,d,alpha} bounds by alpha."""
        return sum(
            float(layer.W.values().double().abs().sum() + layer.b.double().abs().sum()) for layer in self.linear_maps()
        )

    def forward(self, x: Tensor) -> Tensor:
        """Bits (batch, inputs) to F(x) in {-1, +1}: (batch, outputs)."""
        h = self.columns(x)
        for group in self.groups:
            h = group(h)
        result: Tensor = self.output(h).T
        return result

    def hidden(self, x: Tensor) -> Iterator[Tensor]:
        """The vectors h_0 = x, h_1, ... that hold gate values, after each group: (batch, coordinates)."""
        h = self.columns(x)
        yield h.T
        for group in self.groups:
            h = group(h)
            yield h.T

    def columns(self, x: Tensor) -> Tensor:
        inputs = len(self.machine.inputs)
        require_tensor(x, "the input", (None, inputs))
        return x.to(self.dtype).T.contiguous()

    def decode(self, activations: Tensor, at: int) -> GateValues:
        """The gate values of layer `at`, from the vector after group `at` (the input for 0); padding groups hold the
        outputs' places of the last layer."""
        if not 0 <= at < self.layered.depth:
            raise InputError(f"layer {at} is not one of the circuit's layers 0 to {self.layered.depth - 1}")
        nodes = self.layered.layers[at]
        require_tensor(activations, "what is decoded")
        vector = activations.detach().double().reshape(-1)
        if len(vector) < len(nodes):
            raise InputError(f"layer {at} has {len(nodes)} gates, the vector {len(vector)} coordinates")
        values = torch.round(vector[: len(nodes)]).to(torch.int64)
        return GateValues(at, tuple(nodes.tolist()), tuple(values.tolist()))

    def configurations(self, given: npt.ArrayLike | None, max_steps: int | None) -> Iterator[GateValues]:
        """The gate values on one input vector, layer by layer."""
        if given is None:
            raise InputError(f"a circuit needs an input vector of {len(self.machine.inputs)} bits")
        vector = checked_vectors(self.machine, np.asarray(given)[None])
        self.certificate.require(self.dtype)
        last = self.circuit_groups if max_steps is None else min(self.circuit_groups, max_steps)
        layers = enumerate(islice(self.hidden(torch.from_numpy(vector)), last + 1))
        return (self.decode(h[0], number) for number, h in layers)

    def dense_layers(self) -> list[tuple[Tensor, Tensor]]:
        """All (W, b) as dense tensors, (units, inputs) and (units,); refused if they would not fit."""
        if self.dense_count() > MAX_DENSE:
            raise LimitError(
                f"in dense form this network has {self.dense_count():,} weights; the limit is {MAX_DENSE:,}"
            )
        return [layer.dense() for layer in self.linear_maps()]

    def plain(self) -> nn.Sequential:
        """Linear and ReLU layers in turn, dense, on bits in the network's dtype."""
        layers = [linear_of(weight, bias) for weight, bias in self.dense_layers()]
        return nn.Sequential(*(part for layer in layers[:-1] for part in (layer, nn.ReLU())), layers[-1])

    def extra_repr(self) -> str:
        return f"{self.machine!r}, depth={self.depth}, width={self.width}, corrections={self.corrections}"

    def __repr__(self) -> str:
        return f"FeedforwardNetwork({self.extra_repr()})"


def compile_network(machine: Circuit, *, dtype: torch.dtype = torch.float32, **options: Any) -> FeedforwardNetwork:
    """Compile a circuit to a feedforward net.

    Args:
        machine: The circuit.
        dtype: The format of the weights; refused if the network is not exact in it.
        options: See `Options`.

    Returns:
        The network.

    Raises:
        MachineError: The construction does not take this machine.
        LimitError: The network would be too large.
        CertificateError: It is not exact in `dtype`.

    Example:
        >>> from turingrad.constructions.feedforward import compile_network
        >>> compile_network(tg.library.load("adder-2"))(torch.tensor([[1, 0, 1, 0]])).tolist()  # 1 + 1
        [[-1.0, 1.0, -1.0]]
    """
    accepts(machine)
    choice = parse_options(Options, "the feedforward net", options)
    layers = layered(machine)
    weights = build(layers, choice.width, choice.depth, choice.corrections, choice.slope)
    network = FeedforwardNetwork(machine, layers, weights, choice.slope if choice.corrections else None, dtype)
    network.options = choice
    network.certificate.require(dtype)
    return network
