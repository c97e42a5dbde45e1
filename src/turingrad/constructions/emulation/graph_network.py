"""What the networks of emulation have in common: each is one graph of edges, and its shape is the graph's."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from turingrad._support.arrays import Signs
from turingrad.constructions.emulation.graph import Graph
from turingrad.constructions.emulation.levels import LevelledModule
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, InputError
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.learner import run as learner_run


class GraphNetwork(Network[Learner, LearnerConfiguration]):
    construction = "emulation"
    graph: Graph

    @property
    def depth(self) -> int:
        return self.graph.depth

    @property
    def width(self) -> int:
        return self.graph.width

    def rows(self, X: npt.ArrayLike, seed: int = 0) -> Signs:
        """Samples (m, features) of ±1 with the random bits, and where the net has that input the guesses, that the
        reference run with this seed consumes."""
        points = learner_run.point_bits(self.machine, X, "X")
        r, g = learner_run.coins(self.machine, seed, len(points))
        parts = [points, r, g[:, None]] if "guess" in self.graph.inputs else [points, r]
        rows: Signs = 2 * np.concatenate(parts, axis=1).astype(np.int8) - 1
        return rows

    def samples_of(self, given: Any, max_steps: int | None = None) -> tuple[Signs, Signs]:
        """The net's rows and the labels of `given` = (X, y) or (X, y, seed), at most `max_steps` of them."""
        X, y, seed = learner_run.samples_of(given)
        rows = self.rows(X, seed)
        _, labels = learner_run.sample_bits(self.machine, X, y)
        return rows[:max_steps], 2 * labels[:max_steps].astype(np.int8) - 1

    def decode_learner(self, memory: tuple[int, ...], step: int, output: int = 0) -> LearnerConfiguration:
        return LearnerConfiguration(step, memory, output, learner_run.finished(self.machine, memory))


class LevelledNetwork(GraphNetwork):
    """A net whose edges are one trainable vector, `weight`, for SGD with the one learning rate `gamma`."""

    trained_state = ("module.weight",)
    module: LevelledModule
    gamma: float

    @property
    def weight(self) -> torch.nn.Parameter:
        return self.module.weight

    def descend(self, optimizer: torch.optim.Optimizer, inputs: torch.Tensor, y: float) -> float:
        """One step of SGD on (output - y)^2; returns the output before it."""
        check_optimizer(optimizer, self.weight, self.gamma)
        optimizer.zero_grad()
        output = self.forward(inputs)[0]
        loss = (output - y) ** 2
        loss.backward()
        optimizer.step()
        return float(output.detach())


def require_sample(inputs: torch.Tensor, y: float) -> None:
    """Refuse everything but one sample, (1, inputs), with its label."""
    if inputs.ndim != 2 or len(inputs) != 1:
        raise InputError(f"emulation needs one sample at a time, not a batch of shape {tuple(inputs.shape)}")
    if y not in (1, -1):
        raise InputError(f"labels must be -1 or +1, not {y}")


def check_optimizer(optimizer: torch.optim.Optimizer, weight: torch.nn.Parameter, gamma: float) -> None:
    """Refuse everything but plain SGD on the net's weights at the computed learning rate."""
    for group in optimizer.param_groups:
        for forbidden in ("momentum", "weight_decay", "dampening", "nesterov", "maximize"):
            if group.get(forbidden):
                raise InputError(f"emulation needs plain SGD: {forbidden} is {group[forbidden]}, it must be 0")
        if "betas" in group or "alpha" in group:
            raise InputError(f"emulation needs plain SGD, not {type(optimizer).__name__}")
        if group["lr"] != gamma:
            raise InputError(f"the learning rate is {group['lr']}; signs flip only at the computed one, {gamma}")
        if len(group["params"]) != 1 or group["params"][0] is not weight:
            raise InputError("the optimizer must hold the net's weights and nothing else")


def require_eager() -> None:
    """Refuse to be exported or compiled, for nets whose numbers are mpmath's."""
    if torch.compiler.is_compiling():
        raise CertificateError("this net computes with mpmath's numbers, of many digits: no graph of torch holds them")
