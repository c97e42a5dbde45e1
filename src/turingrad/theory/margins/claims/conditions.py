"""Checkers for Definition D.2 and Conditions D.3 and D.4: are the constants of a compiled network true?

Constants are derived (feedforward.py, transformer.py); here they are tried: random perturbations of
parameters and of hidden vectors, of the largest sizes that the conditions speak of, at true hidden vectors of given
inputs. Each figure is the largest quotient of a left side by its right side; a condition that holds keeps it at 1 or
below. Random trials cannot prove a constant, but they refute a wrong one.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from turingrad.constructions.feedforward import FeedforwardNetwork
from turingrad.constructions.transformer import DecoderLayer, TransformerNetwork
from turingrad.errors import InputError
from turingrad.theory.margins.bounds import Constants

Maps = list[tuple[Tensor, Tensor]]


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
    with torch.no_grad():
        hidden = [h.double() for h in network.hidden(torch.as_tensor(np.asarray(inputs)))]
        chains = layer_maps(network)
        weight, bias = network.output.dense()
        report = [0.0] * 5
        for _ in range(trials):
            for number, (f, correction) in enumerate(chains):
                h = one_of(hidden[number], generator)
                moved = perturb(f, constants.sigma, generator)
                change = norm(through(f, h) - through(moved, h)) / constants.sigma
                if number == 0:
                    report[2] = max(report[2], change / constants.mu_0)
                else:
                    report[0] = max(report[0], change / (constants.kappa_theta * max(norm(h), 1.0)))
                    report[1] = max(report[1], input_quotient(moved, h, generator) / constants.mu)
                z = 3.0 * torch.randn(correction[0][0].shape[1], generator=generator, dtype=torch.float64)
                other = perturb(correction, constants.sigma, generator)
                change = norm(through(correction, z) - through(other, z)) / constants.sigma
                report[3] = max(report[3], change / (constants.kappa_xi * max(norm(z), 1.0)))
            h = one_of(hidden[-1], generator)
            row = [(weight.double()[:1], bias.double()[:1])]
            moved = perturb(row, constants.sigma, generator)
            change = norm(through(row, h, relu=False) - through(moved, h, relu=False)) / constants.sigma
            report[0] = max(report[0], change / (constants.kappa_theta * max(norm(h), 1.0)))
            report[1] = max(report[1], input_quotient(moved, h, generator, relu=False) / constants.mu)
        report[4] = max(max(norm(row), 1.0) for h in hidden[1:] for row in h) / constants.largest
    return ConditionReport(*report)


def check_transformer(network: TransformerNetwork, constants: Constants, trials: int = 3) -> ConditionReport:
    """All layers of a transformer at all passes of its run on an empty tape; hidden vectors are moved by at most
    sigma_h together."""
    generator = torch.Generator().manual_seed(0)
    tokens = network.tokens(None)
    report = [0.0] * 5
    with torch.no_grad():
        hidden = network.hidden(tokens, network.options.steps + 1).double()
        encoder = network.encode(tokens).double()
        radius = min(constants.sigma_h, 0.25) / 2.0
        for number, layer in enumerate(network.decoder_layers()):
            original = copy.deepcopy(layer).double()
            past = hidden[:, number]
            true = layer_map(original, past, encoder)
            largest = max(1.0, float(past.norm(dim=1).max()))
            for _ in range(trials):
                moved = perturbed_layer(original, constants.sigma, generator)
                change = float((layer_map(moved, past, encoder) - true).norm(dim=1).max()) / constants.sigma
                report[0] = max(report[0], change / (constants.kappa_theta * largest))
                shift, encoder_shift = ball(past, radius, generator), ball(encoder, radius, generator)
                other = layer_map(moved, past + shift, encoder + encoder_shift)
                change = float((other - layer_map(moved, past, encoder)).norm(dim=1).max()) / radius
                report[1] = max(report[1], change / constants.mu)
                z = 3.0 * torch.randn(past.shape[1], generator=generator, dtype=torch.float64)
                maps = correction_maps(original)
                off = perturb(maps, constants.sigma, generator)
                change = norm(through(maps, z) - through(off, z)) / constants.sigma
                report[3] = max(report[3], change / (constants.kappa_xi * max(norm(z), 1.0)))
        # f_0 is E and h_0 themselves: a perturbation moves them by its own length
        report[2] = 1.0 / constants.mu_0
        report[4] = max(1.0, float(hidden.norm(dim=2).max())) / constants.largest
    return ConditionReport(*report)


def layer_maps(network: FeedforwardNetwork) -> list[tuple[Maps, Maps]]:
    """Each f and the correction after it, in float64."""
    found = []
    for group in network.layer_groups():
        maps = [(W.double(), b.double()) for W, b in (layer.dense() for layer in group.relu_layers())]
        found.append((maps[: len(group.f)], maps[len(group.f) :]))
    return found


def layer_map(layer: DecoderLayer, past: Tensor, encoder: Tensor) -> Tensor:
    """f of a decoder layer at every pass: attentions and W_1, without the correction."""
    h = past
    if layer.self_attention is not None:
        mask = torch.ones(len(past), len(past)).tril().bool()
        h = layer.self_attention(h, layer.self_attention.keys(past), layer.self_attention.values(past), mask)
    if layer.cross_attention is not None:
        h = layer.cross_attention(h, layer.cross_attention.keys(encoder), layer.cross_attention.values(encoder))
    return torch.relu(F.linear(h, layer.feedforward.W_1, layer.feedforward.b_1))


def correction_maps(layer: DecoderLayer) -> Maps:
    part = layer.feedforward
    return [(part.W_2, part.b_2), (part.W_3, part.b_3)]


def perturbed_layer(layer: DecoderLayer, length: float, generator: torch.Generator) -> DecoderLayer:
    """theta_j moved by exactly `length`; the correction's parameters stay."""
    other = copy.deepcopy(layer)
    names = [name for name, _ in other.named_parameters() if name.split(".")[-1] not in ("W_2", "b_2", "W_3", "b_3")]
    values: dict[str, nn.Parameter] = dict(other.named_parameters())
    noise = {name: torch.randn(values[name].shape, generator=generator, dtype=torch.float64) for name in names}
    scale = length / math.sqrt(sum(float(part.square().sum()) for part in noise.values()))
    for name in names:
        values[name].data.add_(scale * noise[name])
    return other


def perturb(maps: Maps, length: float, generator: torch.Generator) -> Maps:
    """All (W, b) moved by exactly `length`."""
    noise = [
        (
            torch.randn(W.shape, generator=generator, dtype=W.dtype),
            torch.randn(b.shape, generator=generator, dtype=b.dtype),
        )
        for W, b in maps
    ]
    scale = length / math.sqrt(sum(float(W.square().sum() + b.square().sum()) for W, b in noise))
    return [(W + scale * dW, b + scale * db) for (W, b), (dW, db) in zip(maps, noise, strict=True)]


def through(maps: Maps, h: Tensor, relu: bool = True) -> Tensor:
    for weight, bias in maps:
        value: Tensor = F.linear(h, weight, bias)
        h = torch.relu(value) if relu else value
    return h


def input_quotient(maps: Maps, h: Tensor, generator: torch.Generator, relu: bool = True) -> float:
    step = torch.randn(h.shape, generator=generator, dtype=h.dtype)
    return norm(through(maps, h + step, relu) - through(maps, h, relu)) / norm(step)


def ball(rows: Tensor, radius: float, generator: torch.Generator) -> Tensor:
    """A shift of length `radius` for each row."""
    step = torch.randn(rows.shape, generator=generator, dtype=rows.dtype)
    lengths: Tensor = step.norm(dim=1, keepdim=True).clamp_min(1e-30)
    return step * (radius / lengths)


def one_of(rows: Tensor, generator: torch.Generator) -> Tensor:
    return rows[int(torch.randint(len(rows), (1,), generator=generator))]


def norm(vector: Tensor) -> float:
    return float(vector.norm())
