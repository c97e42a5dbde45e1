"""An extended network that `torch.export` follows: quantiser and dequantiser as tables, no branch, no Python between.

The same forward pass, operation by operation, at the points that a training visits: z = 0 before labels are read, then
labels -1 and +1 of four samples or more (`tables.format_of` refuses the rest). Tapes do not grow: a program has a
shape.
"""

from __future__ import annotations

import copy

import numpy as np
import torch
from torch import Tensor, nn
from torch.func import functional_call

from turingrad._support.arrays import Array
from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.switches import along, label_switch, network_switch
from turingrad.errors import InputError
from turingrad.export.tables import require_signs, tables_of
from turingrad.python.training import NumberFormat


class Tabled(nn.Module):
    """s, T, H and z are its parameters, as of the network; `forward(x)` is F."""

    where: Tensor
    powers: Tensor
    symbols: Tensor
    shares: Tensor
    constant: Tensor
    codes: Tensor
    blank: Tensor
    asking: Tensor
    halting: Tensor
    fixed_tapes: Tensor
    s: nn.Parameter
    T: nn.Parameter
    H: nn.Parameter
    z: nn.Parameter

    def __init__(self, network: ExtendedNetwork) -> None:
        super().__init__()
        require_signs(network)
        tables, tracer = tables_of(network), network.tracer
        assert not isinstance(tables.fixed, NumberFormat)
        if tracer.cells < tracer.origin + 1 + len(tables.where):
            raise InputError(f"the data take {len(tables.where)} cells; call reset({len(tables.where)}) first")
        self.fixed, self.labels, self.origin, self.place = tables.fixed, network.labels, tracer.origin, tracer.place
        self.levels, self.epsilon, self.shapes = network.levels, network.epsilon, network.f.shapes
        self.output_tape, self.loss, self.primary = network.output_tape, copy.deepcopy(tracer.loss), network.primary
        halting = np.asarray(tracer.graph.next_state) < 0
        arrays: dict[str, Array] = {"where": tables.where, "powers": tables.powers, "symbols": tables.symbols}
        arrays |= {"shares": tables.weights, "constant": tables.constant}
        for name, array in arrays.items():
            self.register_buffer(name, torch.from_numpy(array.copy()))
        codes = torch.tensor(tracer.encoding.codes, dtype=network.dtype)
        self.register_buffer("codes", codes)
        self.register_buffer("blank", codes[network.recipe.blank].view(1, -1, 1))
        self.register_buffer("halting", torch.from_numpy(halting.copy()).to(network.dtype))
        self.register_buffer("asking", network.asking.clone())
        self.register_buffer("fixed_tapes", tracer.fixed_tapes.clone())
        for name, value in {"s": tracer.s, "T": tracer.T, "H": tracer.H, "z": network.z}.items():
            self.register_parameter(name, nn.Parameter(value.detach().clone()))

    def bits(self, x: Tensor) -> Tensor:
        """Of samples and labels; labels that are not read yet count as +1."""
        z = self.z.detach()
        features = (x > 0) if self.fixed is None else self.fixed_bits(x)
        return torch.cat([features.flatten(), ((z > 0) | (z == 0).all()).flatten()]).long()

    def fixed_bits(self, x: Tensor) -> Tensor:
        """`FixedPoint.encode` without its refusals."""
        assert self.fixed is not None
        whole = self.fixed.shift_to_integers(x).floor().long()
        found = (whole.unsqueeze(-1) >> torch.arange(self.fixed.width) & 1).bool()
        return found ^ (torch.arange(self.fixed.width) == self.fixed.width - 1)

    def data_tape(self, x: Tensor) -> Tensor:
        """The read-only tape; after the halt as it was last written."""
        index = (self.bits(x)[self.where] * self.powers).sum(dim=1, keepdim=True)
        data = self.codes[self.symbols.gather(1, index).squeeze(1)].T.unsqueeze(0)
        before = self.origin + 1
        rest = self.H.shape[1] - before - data.shape[2]
        k = self.codes.shape[1]
        tape = torch.cat([self.blank.expand(1, k, before), data, self.blank.expand(1, k, rest)], dim=2)
        over = (self.halting.dot(self.s.detach()) > 0.5) & self.z.detach().any()
        return torch.where(over, self.fixed_tapes, tape)

    def direction(self) -> Tensor:
        """f_perp(z): the first unit vector for z = 0, (z1, -z2, z3, -z4)/2 for labels -1 and +1."""
        flat = self.z.detach().flatten()
        first, halves = torch.zeros_like(flat), torch.zeros_like(flat)
        first[0] = 1
        halves[:4] = torch.tensor([0.5, -0.5, 0.5, -0.5], dtype=flat.dtype)
        return torch.where((flat == 0).all(), first, flat * halves)

    def theta(self, full: Tensor) -> dict[str, Tensor]:
        """The primary's weights, read from the output tape."""
        count, k = self.shares.shape[0], self.codes.shape[1]
        row = torch.cat([full.detach()[self.output_tape], self.blank[0].expand(k, count)], dim=1)
        numbers = (self.codes @ row[:, self.origin + 1 : self.origin + 1 + count]).argmax(dim=0)
        flat = (self.constant + self.shares[torch.arange(count), numbers].sum(dim=0)).to(self.z.dtype)
        parts = torch.split(flat, [torch.Size(shape).numel() for shape in self.shapes.values()])
        return {name: part.view(shape) for (name, shape), part in zip(self.shapes.items(), parts, strict=True)}

    def forward(self, x: Tensor) -> Tensor:
        full = torch.cat([self.T, self.data_tape(x)]).index_select(0, self.place)
        asked = self.asking.dot(self.s.detach())
        machine_loss = self.loss(self.s, full, self.H) + 0.5 * asked * self.z.square().sum()
        u = along(torch.sqrt(2 * machine_loss), self.direction()).view(self.labels)
        phi = network_switch(u.square().sum(), self.levels.lower, self.levels.upper)
        f: Tensor = functional_call(self.primary, self.theta(full), (x,))
        net = (1 - phi) * f + phi * u
        psi = label_switch(self.z.square().sum(), self.epsilon)
        return (1 - psi) * net + psi * self.z


@validate_arguments
def tabled(network: ExtendedNetwork) -> Tabled:
    """Make a module for `torch.export` of a trainer's or learner's extended network, with its parameters as they are.

    Args:
        network: The extended network.

    Returns:
        The module; `forward` is the network's.

    Raises:
        InputError: The quantiser or dequantiser cannot be written as tables.

    Example:
        >>> from turingrad.constructions.descent import extended_network
        >>> from turingrad.export import tabled
        >>> from turingrad.library.trainers import BY_NAME
        >>> hebb = BY_NAME["hebb"]
        >>> isinstance(tabled(extended_network(hebb, hebb.sizes(samples=4, features=2))), torch.nn.Module)
        True
    """
    return Tabled(network)
