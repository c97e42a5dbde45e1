"""The executors of exact nets: each trains one by plain SGD, with the same numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

import numpy as np
import torch

from turingrad._support.arrays import F64, I64, Bits, Signs
from turingrad.constructions.emulation.executors.compiled import CompiledNet
from turingrad.constructions.emulation.executors.event import EventNet
from turingrad.constructions.emulation.network import ExactNetwork, require_sign

N = TypeVar("N", bound=ExactNetwork[Any, Any])
NOTHING = np.zeros(0, np.int64)


class Trainer(ABC, Generic[N]):
    """A training in progress: the weights of a net, and how one executor runs SGD on them."""

    def __init__(self, network: N) -> None:
        self.network = network

    @abstractmethod
    def watch(self, rows: Signs, labels: Signs, edges: I64) -> tuple[F64, Bits]:
        """SGD on the rows in order: the outputs before each step, and the signs of these edges (1 if negative) after
        each."""

    @abstractmethod
    def weights(self) -> F64:
        """The weights as they are now."""

    @abstractmethod
    def outputs(self, rows: Signs) -> F64:
        """The outputs for rows of inputs; nothing is learned."""

    def train(self, rows: Signs, labels: Signs) -> list[float]:
        """SGD on the rows in order; the outputs before each step."""
        found: list[float] = self.watch(rows, labels, NOTHING)[0].tolist()
        return found

    def memory(self) -> tuple[int, ...]:
        """The memory bits that the weights hold now."""
        return self.network.memory(self.weights())

    def trained_network(self) -> N:
        """The net with the weights as they are now."""
        with torch.no_grad():
            self.network.weight.copy_(torch.from_numpy(self.weights()))
        return self.network


class CompiledTrainer(Trainer[N]):
    """The compiled kernel; the weights are the torch network's, in float64."""

    def __init__(self, network: N) -> None:
        super().__init__(network)
        emulation = network.emulation
        self.net = CompiledNet(emulation.graph, emulation.design.activation(), network.gamma)
        self.net.weight = network.weight.detach().double().numpy().copy()

    def watch(self, rows: Signs, labels: Signs, edges: I64) -> tuple[F64, Bits]:
        outputs, signs = self.net.train(rows, labels, edges, keep=len(edges) > 0)
        require_sign(float(outputs[-1]) if len(outputs) else 1.0)
        return outputs, signs[1:] if len(edges) else np.zeros((len(outputs), 0), np.uint8)

    def weights(self) -> F64:
        return self.net.weight

    def outputs(self, rows: Signs) -> F64:
        return self.net.outputs(rows)


class EventTrainer(Trainer[N]):
    """The kernel that follows changes."""

    def __init__(self, network: N) -> None:
        super().__init__(network)
        emulation = network.emulation
        weights = network.weight.detach().double().numpy()
        self.net = EventNet(emulation.graph, emulation.design.activation(), network.gamma, weights)

    def watch(self, rows: Signs, labels: Signs, edges: I64) -> tuple[F64, Bits]:
        outputs, signs = self.net.train(rows, labels, edges)
        require_sign(float(outputs[-1]) if len(outputs) else 1.0)
        return outputs, signs

    def weights(self) -> F64:
        return self.net.weight

    def outputs(self, rows: Signs) -> F64:
        outputs, _ = self.net.train(rows, np.ones(len(rows)), NOTHING, learn=False)
        return outputs


class TorchTrainer(Trainer[N]):
    """torch autograd and torch.optim.SGD, step by step."""

    def __init__(self, network: N) -> None:
        super().__init__(network)
        self.optimizer = network.optimizer()

    def watch(self, rows: Signs, labels: Signs, edges: I64) -> tuple[F64, Bits]:
        inputs = torch.from_numpy(rows)
        watched = torch.from_numpy(edges)
        outputs, signs = np.zeros(len(rows)), np.zeros((len(rows), len(edges)), np.uint8)
        for t, label in enumerate(labels):
            outputs[t] = self.network.train_step(self.optimizer, inputs[t : t + 1], int(label))
            signs[t] = (self.network.weight.detach()[watched] < 0).numpy()
        return outputs, signs

    def weights(self) -> F64:
        return self.network.numbers()

    def outputs(self, rows: Signs) -> F64:
        with torch.no_grad():
            shown: F64 = self.network.show(torch.from_numpy(rows)).double().numpy()
        return shown


TRAINERS: dict[str, type[Trainer[Any]]] = {"compiled": CompiledTrainer, "event": EventTrainer, "torch": TorchTrainer}
