"""A transformer under attack: a run on one input, all passes with the same parameters (Definition D.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import F64
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape.run import TapeInput
from turingrad.theory.margins.attack import Event, Parameters
from turingrad.theory.margins.surrogate import KINK, leaky_relu, leaky_rounding

Memory = tuple[Tensor, Tensor]  # keys and values

MAX_PARAMETERS = 10_000_000


class Place(NamedTuple):
    """Where in a run: the pass, the layer, and `self`, `cross` (attention) or `unit`."""

    step: int
    layer: int
    kind: str


class Watch(Protocol):
    """Looks on while the network runs."""

    @property
    def local(self) -> bool:
        """Whether gradients stop at each correction, and pass upwards at 0."""

    def scores(self, place: Place, scores: Tensor) -> None:
        """The scores of an attention, the null's last."""

    def units(self, place: Place, z: Tensor, h: Tensor) -> None:
        """W_1 h + b_1 before its ReLU, and h."""


@dataclass(frozen=True, eq=False)
class TransformerVictim:
    """A run of `passes` passes on one input.

    The label is the machine's answer. For a run without one (theta_cls is 0 on its state) it is the state in which the
    run ends, theta_cls taken as +1 on that state and -1 on the others: a margin of the configuration, not (2.1).
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

    @cached_property
    def end(self) -> Tensor:
        """o_T of the compiled network."""
        with torch.no_grad():
            return self.network.outputs(self.tokens, self.passes)[-1]

    @property
    def answers(self) -> bool:
        """Whether the run ends in an accepting or rejecting state: (2.1) is about such runs."""
        return float(self.end @ self.network.theta_cls) != 0.0

    def parameters(self) -> Parameters:
        found = {name: value.detach().clone() for name, value in self.network.named_parameters()}
        if not self.answers:
            states = self.network.coordinates.slice("st")
            found["theta_cls"][states] = torch.where(self.end[states] > 0.5, 1.0, -1.0).double()
        return found

    @cached_property
    def label(self) -> float:
        return float(torch.sign(self.end @ self.parameters()["theta_cls"]))

    @cached_property
    def places(self) -> Tensor:
        """beta(0), beta(1), ...: (passes, width)."""
        return self.network.positions(torch.arange(self.passes))

    def memories(self, p: Parameters) -> list[Memory | None]:
        """Keys and values of the encoded input in each layer's cross-attention; None if it has none."""
        encoded = p["E"][:, self.tokens].T + self.network.positions(self.network.vocabulary.cells(self.tokens))
        return [
            attention_memory(p, f"layers.{number}.cross_attention", encoded) for number in range(self.network.depth)
        ]

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        return self.value(parameters, leak) * self.label

    def value(self, p: Parameters, leak: float = 0.0, watch: Watch | None = None) -> Tensor:
        """theta_cls . o after the last pass."""

        def attention(place: Place, name: str, h: Tensor, memory: Memory) -> Tensor:
            scores = scores_of(p, name, h, memory[0])
            if watch is not None:
                watch.scores(place, scores)
            return self.attention_weights(scores) @ torch.cat([memory[1], p[f"{name}.V_0"][None]])

        def units(place: Place, name: str, h: Tensor) -> Tensor:
            z = affine(h, p[f"{name}.W_1"], p[f"{name}.b_1"])
            if watch is not None:
                watch.units(place, z, h)
            if watch is not None and watch.local:
                return correct_units(p, name, leaky_relu(z, KINK).detach(), KINK)
            return correct_units(p, name, leaky_relu(z, leak), leak)

        return self.through(p, p["h_0"], attention, units)

    def through(
        self,
        p: Parameters,
        h: Tensor,
        attention: Callable[[Place, str, Tensor, Memory], Tensor],
        units: Callable[[Place, str, Tensor], Tensor],
    ) -> Tensor:
        """theta_cls . o after all passes from h_0, or a batch of it: what attention adds to h and what the units make
        of h, by place, name and h, is the caller's."""
        memories = self.memories(p)
        kept: list[list[Memory]] = [[] for _ in memories]  # keys and values of each pass
        for i in range(self.passes):
            h = h + self.places[i]
            for number, cross in enumerate(memories):
                own = attention_memory(p, f"layers.{number}.self_attention", h)
                kept[number] += [] if own is None else [own]
                for kind, memory in (("self", join_memories(kept[number])), ("cross", cross)):
                    if memory is not None:
                        h = h + attention(Place(i, number, kind), f"layers.{number}.{kind}_attention", h, memory)
                h = units(Place(i, number, "unit"), f"layers.{number}.feedforward", h)
        return h @ p["theta_cls"]

    def attention_weights(self, scores: Tensor) -> Tensor:
        """The weights of hard-max attention, or of softmax."""
        beta = self.network.inverse_temperature
        if beta is not None:
            return torch.softmax(beta * scores, dim=-1)
        best = (scores.detach() == scores.detach().amax(dim=-1, keepdim=True)).double()
        return best / best.sum(dim=-1, keepdim=True)

    def groups(self) -> list[list[str]]:
        """theta_cls; each layer's attention and W_1 with the correction before it."""
        names = list(self.parameters())
        found = [["theta_cls"]]
        for number in range(self.network.depth):
            late = ("W_2", "b_2", "W_3", "b_3")
            own = [n for n in names if n.startswith(f"layers.{number}.") and not n.endswith(late)]
            before = [n for n in names if n.startswith(f"layers.{(number - 1) % self.network.depth}.feed")]
            found.append(own + [n for n in before if n.endswith(late)])
        return found

    def events(self) -> Iterator[Event]:
        """Scores that change places and units that cross their rounding: see transformer_events.py."""
        from turingrad.theory.margins.transformer_events import nearest_events

        yield from nearest_events(self)

    def confirms(self, parameters: Parameters) -> bool:
        """By numpy, pass by pass, from the definition of attention."""
        p = {name: value.detach().double().numpy() for name, value in parameters.items()}
        return bool(numpy_value(self, p) * self.label <= 0)


def require_size(parameters: int) -> None:
    if parameters > MAX_PARAMETERS:
        raise LimitError(
            f"the attack would perturb {parameters:,} weights, above {MAX_PARAMETERS:,} (budget 0 leaves it out)"
        )


def affine(h: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """W h + b of a vector, or of rows; `linear` is slow for single vectors."""
    return torch.addmv(bias, weight, h) if h.dim() == 1 else torch.nn.functional.linear(h, weight, bias)


def attention_memory(p: Parameters, name: str, h: Tensor) -> Memory | None:
    """Keys and values of vectors, None if the layer has no such attention."""
    if f"{name}.W_K" not in p:
        return None
    keys = affine(h, p[f"{name}.W_K"], p[f"{name}.b_K"])
    return keys, affine(h, p[f"{name}.W_V"], p[f"{name}.b_V"])


def join_memories(kept: list[Memory]) -> Memory | None:
    """Keys and values of all passes so far: (..., passes, size)."""
    if not kept:
        return None
    return torch.stack([keys for keys, _ in kept], dim=-2), torch.stack([values for _, values in kept], dim=-2)


def scores_of(p: Parameters, name: str, h: Tensor, keys: Tensor) -> Tensor:
    """The scores of one vector, or of a row of vectors with keys of their own; the null's is the last."""
    q = affine(h, p[f"{name}.W_Q"], p[f"{name}.b_Q"])
    return torch.cat([(keys @ q[..., None])[..., 0], (q @ p[f"{name}.K_0"])[..., None]], dim=-1)


def correct_units(p: Parameters, name: str, z: Tensor, leak: float) -> Tensor:
    """What a layer's units become: rounded, where it has a correction."""
    if f"{name}.W_2" not in p:
        return z
    inner = leaky_relu(affine(z, p[f"{name}.W_2"], p[f"{name}.b_2"]), leak)
    return leaky_rounding(leaky_relu(affine(inner, p[f"{name}.W_3"], p[f"{name}.b_3"]), leak), z, leak)


def numpy_value(victim: TransformerVictim, p: dict[str, F64]) -> float:
    network = victim.network
    encoded = p["E"][:, victim.tokens.numpy()].T
    encoded = encoded + network.positions(network.vocabulary.cells(victim.tokens)).double().numpy()
    history: list[list[F64]] = [[] for _ in range(network.depth)]
    h = p["h_0"]
    for place in victim.places.double().numpy():
        h = h + place
        for number in range(network.depth):
            name = f"layers.{number}"
            history[number].append(h)
            for kind, seen in (("self", np.stack(history[number])), ("cross", encoded)):
                if f"{name}.{kind}_attention.W_Q" in p:
                    h = h + numpy_attention(p, f"{name}.{kind}_attention", h, seen, network.inverse_temperature)
            for level in (1, 2, 3):
                if f"{name}.feedforward.W_{level}" in p:
                    weight, bias = p[f"{name}.feedforward.W_{level}"], p[f"{name}.feedforward.b_{level}"]
                    h = np.maximum(weight @ h + bias, 0.0)
    return float(h @ p["theta_cls"])


def numpy_attention(p: dict[str, F64], name: str, h: F64, seen: F64, inverse_temperature: float | None) -> F64:
    q = p[f"{name}.W_Q"] @ h + p[f"{name}.b_Q"]
    keys = np.concatenate([seen @ p[f"{name}.W_K"].T + p[f"{name}.b_K"], p[f"{name}.K_0"][None]])
    values = np.concatenate([seen @ p[f"{name}.W_V"].T + p[f"{name}.b_V"], p[f"{name}.V_0"][None]])
    scores = keys @ q
    mean: F64
    if inverse_temperature is not None:
        weights = np.exp(inverse_temperature * (scores - scores.max()))
        mean = weights @ values / weights.sum()
    else:
        mean = values[scores == scores.max()].mean(axis=0)
    return mean
