"""Checkers for Definition D.2 and Conditions D.3 and D.4: are the constants of a compiled network true?

Constants are derived (feedforward.py, transformer.py); here they are tried by an adversary: perturbations of parameters
and of hidden vectors, of the largest sizes that the conditions speak of, at true hidden vectors of given inputs, turned
towards the gradient of the change until it no longer grows. Each figure is the largest quotient of a left side by its
right side; a condition that holds keeps it at 1 or below. Trials cannot prove a constant, but they refute a wrong one.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.func import functional_call

from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.constructions.transformer import DecoderLayer, TransformerNetwork
from turingrad.errors import InputError
from turingrad.theory.margins.bounds import Constants

Maps = list[tuple[Tensor, Tensor]]
Vectors = dict[str, Tensor]
ROUNDS = 6  # of the adversary


@dataclass(frozen=True, slots=True)
class ConditionReport:
    """The largest quotients seen: D.2's two inequalities, D.3's for f_0 and for the corrections, D.4's norm."""

    parameters: float  # |f(h, theta) - f(h, theta')| over kappa_theta |theta - theta'| max(|h|, 1)
    inputs: float  # |f(h, theta') - f(h', theta')| over mu |h - h'|
    first: float  # |f_0(x, theta) - f_0(x, theta')| over mu_0 |theta - theta'|
    corrections: float  # |zeta(h, xi) - zeta(h, xi')| over kappa_xi max(|h|, 1) |xi - xi'|
    norms: float  # max(|h_i|, 1) over lambda

    @property
    def ok(self) -> bool:
        return max(self.parameters, self.inputs, self.first, self.corrections, self.norms) <= 1.0 + 1e-9


def check_feedforward(
    network: FeedforwardNetwork, constants: Constants, inputs: npt.ArrayLike, trials: int = 20
) -> ConditionReport:
    """All groups of a feedforward net with corrections, on given inputs."""
    if not network.corrections:
        raise InputError("Conditions D.3 and D.4 are about networks with corrections")
    generator = torch.Generator().manual_seed(0)
    network.dense_layers()  # refuses what would not fit
    hidden = [h.detach().double() for h in network.hidden(torch.as_tensor(np.asarray(inputs)))]
    weight, bias = network.output.dense()
    groups = [*layer_maps(network), ([(weight.double()[:1], bias.double()[:1])], [])]
    report = [0.0] * 5
    for _ in range(trials):
        for number, (f, correction) in enumerate(groups):
            relu, h = bool(correction), one_of(hidden[number], generator)
            change = parameter_quotient(f, h, constants.sigma, generator, relu)
            if number == 0:
                report[2] = max(report[2], change / constants.mu_0)
            else:
                report[0] = max(report[0], change / (constants.kappa_theta * max(norm(h), 1.0)))
                report[1] = max(report[1], input_quotient(f, h, constants.sigma, generator, relu) / constants.mu)
            if correction:
                z = 3.0 * torch.randn(correction[0][0].shape[1], generator=generator, dtype=torch.float64)
                change = parameter_quotient(correction, z, constants.sigma, generator)
                report[3] = max(report[3], change / (constants.kappa_xi * max(norm(z), 1.0)))
    report[4] = max(max(norm(row), 1.0) for h in hidden[1:] for row in h) / constants.largest
    return ConditionReport(*report)


def check_transformer(network: TransformerNetwork, constants: Constants, trials: int = 3) -> ConditionReport:
    """All layers of a transformer at all passes of its run on an empty tape; hidden vectors are moved by at most
    sigma_h each."""
    generator = torch.Generator().manual_seed(0)
    tokens = network.tokens(None)
    hidden = network.hidden(tokens, network.options.steps + 1).detach().double()
    encoder = network.encode(tokens).detach().double()
    radius = min(constants.sigma_h, 0.25) / 2.0
    report = [0.0, 0.0, 1.0 / constants.mu_0, 0.0, 0.0]  # f_0 is E and h_0: a perturbation moves them by its own length
    for number, layer in enumerate(network.decoder_layers()):
        past, original = hidden[:, number], LayerMap(copy.deepcopy(layer).double())
        largest = max(1.0, float(past.norm(dim=1).max()))
        for _ in range(trials):
            own, inputs = original.quotients(past, encoder, constants.sigma, radius, generator)
            report[0] = max(report[0], own / (constants.kappa_theta * largest))
            report[1] = max(report[1], inputs / constants.mu)
            z = 3.0 * torch.randn(past.shape[1], generator=generator, dtype=torch.float64)
            change = parameter_quotient(correction_maps(original.layer), z, constants.sigma, generator)
            report[3] = max(report[3], change / (constants.kappa_xi * max(norm(z), 1.0)))
    report[4] = max(1.0, float(hidden.norm(dim=2).max())) / constants.largest
    return ConditionReport(*report)


class LayerMap(nn.Module):
    """f of a decoder layer at every pass: attentions and W_1, without the correction."""

    def __init__(self, layer: DecoderLayer) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, past: Tensor, encoder: Tensor) -> Tensor:
        layer, h = self.layer, past
        if layer.self_attention is not None:
            mask = torch.ones(len(past), len(past)).tril().bool()
            h = layer.self_attention(h, layer.self_attention.keys(past), layer.self_attention.values(past), mask)
        if layer.cross_attention is not None:
            h = layer.cross_attention(h, layer.cross_attention.keys(encoder), layer.cross_attention.values(encoder))
        return torch.relu(F.linear(h, layer.feedforward.W_1, layer.feedforward.b_1))

    def quotients(
        self, past: Tensor, encoder: Tensor, sigma: float, radius: float, generator: torch.Generator
    ) -> tuple[float, float]:
        """The largest changes found, over their causes: parameters moved by sigma together, then every vector by
        `radius`."""
        late = ("W_2", "b_2", "W_3", "b_3")
        base = {name: part.detach() for name, part in self.named_parameters() if not name.endswith(late)}

        def value(delta: Vectors, h: Tensor, enc: Tensor) -> Tensor:
            found: Tensor = functional_call(self, {name: base[name] + delta[name] for name in base}, (h, enc))
            return found

        def change(delta: Vectors) -> Tensor:
            return largest(value(delta, past, encoder) - true)

        def input_change(e: Vectors) -> Tensor:
            return largest(value(worst, past + e["past"], encoder + e["encoder"]) - moved)

        true = value({name: torch.zeros_like(part) for name, part in base.items()}, past, encoder)
        own, worst = steepest(change, base, sigma, generator)
        moved = value(worst, past, encoder)
        inputs, _ = steepest(input_change, {"past": past, "encoder": encoder}, radius, generator, by_row=True)
        return own / sigma, inputs / radius


def largest(rows: Tensor) -> Tensor:
    """The norm of the longest row."""
    found: Tensor = rows.norm(dim=1).max()
    return found


def steepest(
    change: Callable[[Vectors], Tensor],
    like: Vectors,
    length: float,
    generator: torch.Generator,
    by_row: bool = False,
) -> tuple[float, Vectors]:
    """The largest change found over perturbations of this length, and the perturbation: from a random one, again and
    again the gradient's direction (for linear maps a power iteration). `by_row`: the length of every row."""
    at = {n: torch.randn(part.shape, generator=generator, dtype=torch.float64) for n, part in like.items()}
    best, worst = 0.0, {name: torch.zeros_like(part) for name, part in at.items()}
    for _ in range(ROUNDS):
        at = rescale(at, length, by_row)
        leaves = {name: part.detach().requires_grad_() for name, part in at.items()}
        value = change(leaves)
        if float(value.detach()) > best:
            best, worst = float(value.detach()), at
        if not value.requires_grad:
            break
        slopes = torch.autograd.grad(value, list(leaves.values()), allow_unused=True)
        at = {n: torch.zeros_like(like[n]) if g is None else g for n, g in zip(leaves, slopes, strict=True)}
    return best, worst


def rescale(parts: Vectors, length: float, by_row: bool) -> Vectors:
    if by_row:
        return {n: part * (length / part.norm(dim=1, keepdim=True).clamp_min(1e-30)) for n, part in parts.items()}
    size = math.sqrt(sum(float(part.square().sum()) for part in parts.values()))
    return {name: part * (length / max(size, 1e-30)) for name, part in parts.items()}


def layer_maps(network: FeedforwardNetwork) -> list[tuple[Maps, Maps]]:
    """Each f and the correction after it, in float64."""
    found = []
    for group in network.layer_groups():
        maps = [(W.double(), b.double()) for W, b in (layer.dense() for layer in group.relu_layers())]
        found.append((maps[: len(group.f)], maps[len(group.f) :]))
    return found


def correction_maps(layer: DecoderLayer) -> Maps:
    part = layer.feedforward
    return [(part.W_2, part.b_2), (part.W_3, part.b_3)]


def through(maps: Maps, h: Tensor, relu: bool = True) -> Tensor:
    for weight, bias in maps:
        value: Tensor = F.linear(h, weight, bias)
        h = torch.relu(value) if relu else value
    return h


def parameter_quotient(maps: Maps, h: Tensor, sigma: float, generator: torch.Generator, relu: bool = True) -> float:
    """The largest change found of what the maps make of h, over the length sigma by which all of them move together."""
    return worst_move(maps, h, sigma, generator, relu)[0] / sigma


def worst_move(maps: Maps, h: Tensor, sigma: float, generator: torch.Generator, relu: bool) -> tuple[float, Vectors]:
    true = through(maps, h, relu)
    return steepest(lambda delta: (through(move(maps, delta), h, relu) - true).norm(), parts_of(maps), sigma, generator)


def input_quotient(maps: Maps, h: Tensor, sigma: float, generator: torch.Generator, relu: bool = True) -> float:
    """The same of a change of h by 1, the maps moved by sigma in their worst direction."""
    moved = move(maps, worst_move(maps, h, sigma, generator, relu)[1])
    true = through(moved, h, relu)
    return steepest(lambda e: (through(moved, h + e["h"], relu) - true).norm(), {"h": h}, 1.0, generator)[0]


def parts_of(maps: Maps) -> Vectors:
    return {f"{kind}{n}": part for n, pair in enumerate(maps) for kind, part in zip("Wb", pair, strict=True)}


def move(maps: Maps, delta: Vectors) -> Maps:
    return [(W + delta[f"W{n}"], b + delta[f"b{n}"]) for n, (W, b) in enumerate(maps)]


def one_of(rows: Tensor, generator: torch.Generator) -> Tensor:
    return rows[int(torch.randint(len(rows), (1,), generator=generator))]


def norm(vector: Tensor) -> float:
    return float(vector.norm())
