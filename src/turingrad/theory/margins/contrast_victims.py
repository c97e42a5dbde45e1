"""Networks of `perez` and `siegelmann-sontag` under attack: a run on one input, all steps with the same parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import F64
from turingrad.constructions.perez import PerezNetwork
from turingrad.constructions.siegelmann_sontag import SiegelmannSontagNetwork
from turingrad.errors import InputError
from turingrad.machine.tape.run import TapeInput
from turingrad.theory.margins.attack import Event, Parameters
from turingrad.theory.margins.surrogate import leaky_relu
from turingrad.theory.margins.transformer_victim import affine, correct_units, require_size
from turingrad.theory.margins.victims import crossing

Place = tuple[int, int]  # step and layer; -1 and -2 are the attentions' scores
BEFORE = 2  # the layers before attention
WATCHED = {"perez": (3,), "siegelmann-sontag": (1,)}  # the layers whose binary units read fractions
MAX_PLACES, MAX_EVENTS = 400, 40


@dataclass(frozen=True, eq=False)
class RecurrentVictim:
    """A run of `steps` steps of either network, in float64; the label is the machine's answer."""

    network: PerezNetwork | SiegelmannSontagNetwork
    given: TapeInput
    steps: int

    def __post_init__(self) -> None:
        if self.network.dtype != torch.float64:
            raise InputError("compile the network in float64: the attack takes small steps")
        require_size(self.network.parameter_count())
        if not self.label:
            raise InputError(f"the machine gives no answer within {self.steps} steps: its margin (2.1) is 0")

    @cached_property
    def start(self) -> Tensor:
        if isinstance(self.network, SiegelmannSontagNetwork):
            return self.network.encode(self.given)
        return self.network.tokens(self.given)

    @property
    def count(self) -> int:
        """Steps, or passes: one more."""
        return self.steps + isinstance(self.network, PerezNetwork)

    @cached_property
    def label(self) -> float:
        with torch.no_grad():
            return float(torch.sign(self.network(self.start, self.count)))

    def parameters(self) -> Parameters:
        return {name: value.detach().clone() for name, value in self.network.named_parameters()}

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        return self.value(parameters, leak) * self.label

    def value(self, p: Parameters, leak: float = 0.0, seen: dict[Place, Tensor] | None = None) -> Tensor:
        """theta_cls . h at the end; `seen` receives what events are about: units before their rounding that read
        fractions, and scores."""
        network, h = self.network, self.start
        c = network.coordinates
        fields = [name for name in ("right symbol", "left symbol", "found") if name in c]
        watched = torch.tensor([i for name in fields for i in range(c.width)[c.slice(name)]])

        def layer(step: int, number: int, h: Tensor) -> Tensor:
            z = leaky_relu(affine(h, p[f"layers.{number}.W"], p[f"layers.{number}.b"]), leak)
            if seen is not None and number in WATCHED[network.construction]:
                seen[step, number] = z[watched]
            return correct_units(p, f"layers.{number}", z, leak)

        if isinstance(network, SiegelmannSontagNetwork):
            for step in range(self.count):
                for number in range(3):
                    h = layer(step, number, h)
            return h @ p["theta_cls"]
        places = network.place("cell", network.options.origin + torch.arange(len(self.start)))
        encoded, past, h = p["E"].T[self.start] + places, list[Tensor](), p["h_0"]
        for step in range(self.count):
            h = h + network.place("time", torch.tensor([step]))[0]
            for number in range(network.depth):
                if number == BEFORE:
                    past.append(h)
                    for place, vectors in enumerate((torch.stack(past), encoded)):
                        h = self.attend(p, ("self", "cross")[place], h, vectors, step, seen)
                h = layer(step, number, h)
        return h @ p["theta_cls"]

    def attend(
        self, p: Parameters, kind: str, h: Tensor, vectors: Tensor, step: int, seen: dict[Place, Tensor] | None
    ) -> Tensor:
        if not len(vectors):
            return h
        name = f"{kind}_attention"
        q = affine(h, p[f"{name}.W_Q"], p[f"{name}.b_Q"])
        scores = -(affine(vectors, p[f"{name}.W_K"], p[f"{name}.b_K"]) @ q).abs()
        best = scores.detach() == scores.detach().max()
        if seen is not None and not bool(best.all()):
            rivals = torch.where(best, -math.inf, scores.detach())
            first, second = int(best.nonzero()[0, 0]), int(rivals.argmax())
            seen[step, -1 - (kind == "cross")] = (scores[first] - scores[second])[None]
        return h + (vectors[best] @ p[f"{name}.W_V"].T).mean(dim=0)

    def groups(self) -> list[list[str]]:
        """Each layer or attention, and each vector."""
        found: dict[str, list[str]] = {}
        for name in self.parameters():
            found.setdefault(name.rpartition(".")[0] or name, []).append(name)
        return list(found.values())

    def events(self) -> Iterator[Event]:
        """With corrections: a unit that reads fractions crosses 1/2, or two scores change places; the nearest first, by
        their smallest changes to first order through the whole run. Without corrections gradients see it all."""
        if not self.network.options.corrections:
            return
        base = {name: value.requires_grad_(True) for name, value in self.parameters().items()}
        seen: dict[Place, Tensor] = {}
        self.value(base, seen=seen)
        found: list[tuple[float, Place, int, Parameters]] = []
        for place, values in list(seen.items())[:: max(1, len(seen) // MAX_PLACES)]:
            for unit in range(len(values)):
                step = crossing(base, values[unit] - (0.5 if place[1] >= 0 else 0.0))
                if step is not None:
                    found = sorted([*found, (step[0], place, unit, step[1])], key=lambda event: event[0])[:MAX_EVENTS]
        for _, place, unit, delta in found:
            yield Event(delta, self.distance(base, place, unit))

    def distance(self, base: Parameters, place: Place, unit: int) -> Callable[[Parameters], Tensor]:
        """How far an event is, positive where it has not happened."""

        def value(parameters: Parameters) -> Tensor:
            seen: dict[Place, Tensor] = {}
            self.value(parameters, seen=seen)
            if place not in seen:
                return torch.zeros(())
            return (seen[place][unit] - (0.5 if place[1] >= 0 else 0.0)) * side

        side = 1.0
        with torch.no_grad():
            side = math.copysign(1.0, float(value(base)))
        return value

    def confirms(self, parameters: Parameters) -> bool:
        """By numpy, step by step, from the definition."""
        p = {name: value.detach().double().numpy() for name, value in parameters.items()}
        numpy_value = perez_value if isinstance(self.network, PerezNetwork) else stack_value
        return bool(numpy_value(self, p) * self.label <= 0)


def relu_layers(p: dict[str, F64], numbers: range, h: F64) -> F64:
    for number in numbers:
        for level in ("", "_2", "_3"):
            if f"layers.{number}.W{level}" in p:
                h = np.maximum(p[f"layers.{number}.W{level}"] @ h + p[f"layers.{number}.b{level}"], 0.0)
    return h


def stack_value(victim: RecurrentVictim, p: dict[str, F64]) -> float:
    """theta_cls . h of the recurrent net."""
    h = victim.start.double().numpy()
    for _ in range(victim.count):
        h = relu_layers(p, range(3), h)
    return float(h @ p["theta_cls"])


def perez_value(victim: RecurrentVictim, p: dict[str, F64]) -> float:
    """theta_cls . o of the transformer with fractional positions."""
    net = victim.network
    assert isinstance(net, PerezNetwork)
    c, n, origin = net.coordinates, net.options.resolution, net.options.origin
    encoded = p["E"].T[victim.start.numpy()]
    encoded[:, c.at("cell", 0)] += (origin + np.arange(len(encoded))) / n
    h, past = p["h_0"], list[F64]()
    for step in range(victim.count):
        h = h.copy()
        h[c.at("time", 0)] += step / n
        h = relu_layers(p, range(2), h)
        past.append(h)
        for kind, seen in (("self", np.stack(past)), ("cross", encoded)):
            name = f"{kind}_attention"
            if len(seen):
                keys = seen @ p[f"{name}.W_K"].T + p[f"{name}.b_K"]
                scores = -np.abs(keys @ (p[f"{name}.W_Q"] @ h + p[f"{name}.b_Q"]))
                h = h + (seen[scores == scores.max()] @ p[f"{name}.W_V"].T).mean(axis=0)
        h = relu_layers(p, range(2, 6), h)
    return float(h @ p["theta_cls"])
