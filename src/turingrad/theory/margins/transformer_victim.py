"""A transformer under attack: a run on one input, all passes with the same parameters (Definition D.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from turingrad.arrays import F64
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.errors import InputError, LimitError
from turingrad.machine.tape.run import TapeInput
from turingrad.theory.margins.attack import OVERSHOOT, Parameters
from turingrad.theory.margins.surrogate import leaky_relu, seen_through

MAX_PARAMETERS = 10_000_000
TRIED_UNITS = 3  # a layer and a direction


@dataclass
class Gaps:
    """The smallest difference between the best score and another one, by layer and kind of attention, over passes."""

    smallest: dict[tuple[int, str], list[Tensor]] = field(default_factory=dict)

    def see(self, layer: int, kind: str, scores: Tensor) -> None:
        top = scores.max()
        others = scores[scores < top]
        if len(others):
            self.smallest.setdefault((layer, kind), []).append(top - others.max())


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
        if network.options.attention != "hard":
            raise InputError("the attack is on hard-max attention; softmax has no certified margin to compare with")
        if network.parameter_count() > MAX_PARAMETERS:
            raise LimitError(
                f"the attack would perturb {network.parameter_count():,} weights, above {MAX_PARAMETERS:,} "
                "(budget 0 leaves it out)"
            )
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

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        return self.value(parameters, leak) * self.label

    def value(self, p: Parameters, leak: float = 0.0, gaps: Gaps | None = None) -> Tensor:
        """theta_cls . o after the last pass."""
        encoded = p["E"][:, self.tokens].T + self.network.positions(self.network.vocabulary.cells(self.tokens))
        depth = self.network.depth
        keys: list[list[Tensor]] = [[] for _ in range(depth)]
        values: list[list[Tensor]] = [[] for _ in range(depth)]
        memories = [
            attended(p, f"layers.{number}.cross_attention", encoded) for number in range(depth)
        ]  # (keys, values) or None
        h = p["h_0"]
        for i in range(self.passes):
            h = h + self.places[i]
            for number in range(depth):
                name = f"layers.{number}"
                own = attended(p, f"{name}.self_attention", h)
                if own is not None:
                    keys[number].append(own[0])
                    values[number].append(own[1])
                    stacked = torch.stack(keys[number]), torch.stack(values[number])
                    h = h + answer(p, f"{name}.self_attention", h, stacked, gaps, number)
                memory = memories[number]
                if memory is not None:
                    h = h + answer(p, f"{name}.cross_attention", h, memory, gaps, number)
                h = feedforward(p, f"{name}.feedforward", h, leak)
        return h @ p["theta_cls"]

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

    def events(self) -> Iterator[Parameters]:
        """Scores that change places, each layer's closest ones in the first and in the last pass that has them; and
        single units of W_1 that the prediction hangs on."""
        base = {name: value.requires_grad_(True) for name, value in self.parameters().items()}
        names = list(base)
        gaps = Gaps()
        value = self.value(base, 1.0, gaps) * self.label
        for seen in gaps.smallest.values():
            sizes = [float(gap.detach()) for gap in seen]
            closest = min(sizes)
            close = [gap for gap, size in zip(seen, sizes, strict=True) if size <= closest + 1e-9]
            for gap in (close[0], close[-1])[: len(close)]:
                slopes = torch.autograd.grad(gap, [base[n] for n in names], retain_graph=True, allow_unused=True)
                size = sum(float(slope.square().sum()) for slope in slopes if slope is not None)
                if 0 < size < float("inf"):
                    step = -OVERSHOOT * closest / size
                    pairs = zip(names, slopes, strict=True)
                    yield {name: slope * step for name, slope in pairs if slope is not None}
        slopes = torch.autograd.grad(value, [base[n] for n in names], allow_unused=True)
        yield from self.units(dict(zip(names, slopes, strict=True)))

    def units(self, slopes: dict[str, Tensor | None]) -> Iterator[Parameters]:
        """The rows of W_1 with the largest gradients, each alone, at the length that moves it by 1/2 at its vectors."""
        for number in range(self.network.depth):
            weight, bias = (f"layers.{number}.feedforward.{kind}_1" for kind in "Wb")
            matrix, shifts = slopes[weight], slopes[bias]
            if matrix is None or shifts is None:
                continue
            sizes = torch.sqrt(matrix.square().sum(dim=1) + shifts.square())
            for unit in sizes.topk(min(TRIED_UNITS, len(sizes))).indices.tolist():
                if 0 < float(sizes[unit]) < float("inf"):
                    mask = torch.zeros_like(shifts)
                    mask[unit] = -0.25 / sizes[unit]
                    yield {weight: matrix * mask[:, None], bias: shifts * mask}

    def confirms(self, parameters: Parameters) -> bool:
        """By numpy, pass by pass, from the definition of hard-max attention."""
        p = {name: value.detach().double().numpy() for name, value in parameters.items()}
        return bool(numpy_value(self, p) * self.label <= 0)


def attended(p: Parameters, name: str, h: Tensor) -> tuple[Tensor, Tensor] | None:
    """Keys and values of vectors, None where the layer has no such attention."""
    if f"{name}.W_K" not in p:
        return None
    keys = F.linear(h, p[f"{name}.W_K"], p[f"{name}.b_K"])
    return keys, F.linear(h, p[f"{name}.W_V"], p[f"{name}.b_V"])


def answer(p: Parameters, name: str, h: Tensor, memory: tuple[Tensor, Tensor], gaps: Gaps | None, layer: int) -> Tensor:
    """Hard-max attention of one vector; the null is the last key."""
    q = F.linear(h, p[f"{name}.W_Q"], p[f"{name}.b_Q"])
    scores = torch.cat([memory[0] @ q, (p[f"{name}.K_0"] @ q)[None]])
    if gaps is not None:
        gaps.see(layer, name, scores)
    chosen = (scores.detach() == scores.detach().max()).double()
    return (chosen / chosen.sum()) @ torch.cat([memory[1], p[f"{name}.V_0"][None]])


def feedforward(p: Parameters, name: str, h: Tensor, leak: float) -> Tensor:
    z = leaky_relu(F.linear(h, p[f"{name}.W_1"], p[f"{name}.b_1"]), leak)
    if f"{name}.W_2" not in p:
        return z
    inner = leaky_relu(F.linear(z, p[f"{name}.W_2"], p[f"{name}.b_2"]), leak)
    return seen_through(leaky_relu(F.linear(inner, p[f"{name}.W_3"], p[f"{name}.b_3"]), leak), z, leak)


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
                    h = h + numpy_attention(p, f"{name}.{kind}_attention", h, seen)
            for level in (1, 2, 3):
                if f"{name}.feedforward.W_{level}" in p:
                    weight, bias = p[f"{name}.feedforward.W_{level}"], p[f"{name}.feedforward.b_{level}"]
                    h = np.maximum(weight @ h + bias, 0.0)
    return float(h @ p["theta_cls"])


def numpy_attention(p: dict[str, F64], name: str, h: F64, seen: F64) -> F64:
    q = p[f"{name}.W_Q"] @ h + p[f"{name}.b_Q"]
    keys = np.concatenate([seen @ p[f"{name}.W_K"].T + p[f"{name}.b_K"], p[f"{name}.K_0"][None]])
    values = np.concatenate([seen @ p[f"{name}.W_V"].T + p[f"{name}.b_V"], p[f"{name}.V_0"][None]])
    scores = keys @ q
    mean: F64 = values[scores == scores.max()].mean(axis=0)
    return mean
