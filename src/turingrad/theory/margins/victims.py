"""What the attack needs of each network: its parameters, its margin on one input, and where to start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import torch
import torch.nn.functional as F
from torch import Tensor
from torch.func import functional_call

from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.constructions.transformer import Attention, TransformerNetwork
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape.run import TapeInput
from turingrad.theory.margins.attack import Parameters

MOST_PARAMETERS = 10_000_000
MOST_GROUPS = 48
TRIED_COORDINATES = 4


@dataclass(frozen=True, eq=False)
class FeedforwardVictim:
    """One input and one output of a feedforward net. All entries of its dense matrices may be perturbed."""

    network: FeedforwardNetwork
    x: Tensor  # (inputs,)
    output: int

    def __post_init__(self) -> None:
        require_size(self.network.dense_count())

    def parameters(self) -> Parameters:
        found = {}
        for number, (weight, bias) in enumerate(self.network.dense_layers()):
            found[f"W{number}"], found[f"b{number}"] = weight.double(), bias.double()
        last = self.network.depth
        # the other outputs' rows do not matter to this one
        found[f"W{last}"], found[f"b{last}"] = found[f"W{last}"][[self.output]], found[f"b{last}"][[self.output]]
        return found

    @cached_property
    def label(self) -> float:
        with torch.no_grad():
            return float(torch.sign(self.network(self.x[None])[0, self.output].double()))

    def forward(self, p: Parameters, through: bool = False) -> Tensor:
        """F(x); `through` leaves the corrections out, so that gradients see the layers before them."""
        h, number = self.x.double(), 0
        for group in self.network.layer_groups():
            for position in range(len(group.relu_layers())):
                if not (through and position >= len(group.f)):
                    h = torch.relu(F.linear(h, p[f"W{number}"], p[f"b{number}"]))
                number += 1
        return F.linear(h, p[f"W{number}"], p[f"b{number}"])[0]

    def margin(self, parameters: Parameters) -> Tensor:
        return self.forward(parameters) * self.label

    def directions(self) -> Iterator[Parameters]:
        """The gradient that sees through the rounding: of the output map, of each group of layers, of all."""
        base = {name: value.requires_grad_(True) for name, value in self.parameters().items()}
        value = self.forward(base, through=True) * self.label
        names = list(base)
        slopes = torch.autograd.grad(value, [base[name] for name in names], allow_unused=True)
        downhill = {name: -slope for name, slope in zip(names, slopes, strict=True) if slope is not None}
        last = self.network.depth
        yield {name: downhill[name] for name in (f"W{last}", f"b{last}")}
        yield downhill
        groups, number = [], 0
        for group in self.network.layer_groups():
            groups.append(range(number, number + len(group.f)))
            number += len(group.relu_layers())
        stride = max(1, -(-len(groups) // MOST_GROUPS))
        for members in groups[::stride]:
            yield {f"{kind}{member}": downhill[f"{kind}{member}"] for member in members for kind in "Wb"}


@dataclass(frozen=True, eq=False)
class TransformerVictim:
    """A run of `passes` passes on one input. All passes share the parameters (Definition D.5).

    The label is the machine's answer; for one that gives none it is the state in which the run ends: theta_cls is then
    +1 on that state and -1 on the others.
    """

    network: TransformerNetwork  # in float64
    tokens: Tensor
    passes: int

    @staticmethod
    def of(network: TransformerNetwork, given: TapeInput = None, steps: int | None = None) -> TransformerVictim:
        if network.dtype != torch.float64:
            raise InputError("compile the transformer with dtype=torch.float64: the attack takes small steps")
        require_size(network.parameter_count())
        count = network.options.steps if steps is None else steps
        network.require_steps(count)
        return TransformerVictim(network, network.tokens(given), count + 1)

    def parameters(self) -> Parameters:
        found = {name: value.detach().clone() for name, value in self.network.named_parameters()}
        with torch.no_grad():
            end = self.network.outputs(self.tokens, self.passes)[-1]
        if float(end @ self.network.theta_cls) == 0.0:
            states = self.network.coordinates.slice("st")
            found["theta_cls"][states] = torch.where(end[states] > 0.5, 1.0, -1.0).double()
        return found

    def margin(self, parameters: Parameters) -> Tensor:
        value: Tensor = functional_call(self.network, parameters, (self.tokens, self.passes))
        return value * self.label

    @cached_property
    def label(self) -> float:
        with torch.no_grad():
            value = functional_call(self.network, self.parameters(), (self.tokens, self.passes))
        return float(torch.sign(value))

    def directions(self) -> Iterator[Parameters]:
        """theta_cls; the null of each attention raised or lowered; single feedforward units pushed up or down at a
        vector that occurs in the run."""
        with torch.no_grad():
            hidden = self.network.hidden(self.tokens, self.passes)  # (passes, depth + 1, width)
        yield {"theta_cls": -self.label * hidden[-1, -1]}
        for number, layer in enumerate(self.network.decoder_layers()):
            for kind in ("self_attention", "cross_attention"):
                if getattr(layer, kind) is not None:
                    yield from self.null_directions(f"layers.{number}.{kind}", getattr(layer, kind))
        generator = torch.Generator().manual_seed(0)
        for number, layer in enumerate(self.network.decoder_layers()):
            weight = layer.feedforward.W_1
            units = torch.nonzero(hidden[:, number + 1].amax(dim=0) > 0.5)[:, 0]
            picked = units[torch.randperm(len(units), generator=generator)[:TRIED_COORDINATES]]
            for unit in picked.tolist():
                shown = hidden[int(hidden[:, number + 1, unit].argmax()), number]
                row = torch.zeros_like(weight)
                row[unit] = -shown
                bias = torch.zeros_like(layer.feedforward.b_1)
                bias[unit] = -1.0
                yield {f"layers.{number}.feedforward.W_1": row, f"layers.{number}.feedforward.b_1": bias}

    def null_directions(self, name: str, attention: Attention) -> Iterator[Parameters]:
        null_key, bias = attention.K_0, attention.b_Q
        on = torch.ne(null_key, 0).double()
        for sign in (1.0, -1.0):
            yield {f"{name}.K_0": sign * on * bias, f"{name}.b_Q": sign * on * null_key}


def require_size(parameters: int) -> None:
    if parameters > MOST_PARAMETERS:
        raise LimitError(
            f"the attack would perturb {parameters:,} weights, above {MOST_PARAMETERS:,} (budget 0 leaves it out)"
        )
