"""What the networks of emulation have in common: each is one graph of edges, and its shape is the graph's."""

from __future__ import annotations

import warnings
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import torch

from turingrad._support.arrays import Signs
from turingrad.constructions.emulation.graph import Graph
from turingrad.constructions.emulation.levels import LevelledModule
from turingrad.constructions.emulation.noise_proof import NoiseProof
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, InputError, TuringradWarning
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.learner import run as learner_run

M = TypeVar("M")
C = TypeVar("C")


class GraphNetwork(Network[M, C]):
    construction = "emulation"
    graph: Graph

    @property
    def depth(self) -> int:
        return self.graph.depth

    @property
    def width(self) -> int:
        return self.graph.width


class LearnerNetwork(GraphNetwork[Learner, LearnerConfiguration]):
    """A net whose machine is a learner: samples in, memory out."""

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


class LevelledNetwork(GraphNetwork[M, C]):
    """A net whose edges are one trainable vector, `weight`, for SGD with the one learning rate `gamma`."""

    trained_state = ("module.weight",)
    module: LevelledModule
    gamma: float
    warned = False  # a foreign training loop is warned once

    @property
    def weight(self) -> torch.nn.Parameter:
        return self.module.weight

    def show(self, inputs: torch.Tensor) -> torch.Tensor:
        """The outputs for rows of inputs, of a training loop that is known to be right."""
        raise NotImplementedError

    def proven_noise(self) -> NoiseProof:
        """The noise on every edge that this net is proven to tolerate.

        Raises:
            InputError: nothing is proven of this variant.
        """
        raise InputError(
            "nothing is proven about a memory that is rewritten under noise; compile with variant='noise-tolerant'"
        )

    def watch(self, outputs: torch.Tensor) -> torch.Tensor:
        """The outputs, in a graph that warns once if a training loop which is not ours takes a gradient of a batch."""
        if self.warned or not outputs.requires_grad or len(outputs) < 2 or is_traced():
            return outputs

        def notice(gradient: torch.Tensor) -> None:
            rows = int((gradient != 0).sum())
            if rows > 1:
                self.warn(f"a gradient of {rows} samples at once: the net learns from one sample per step")

        outputs.register_hook(notice)  # type: ignore[no-untyped-call]
        return outputs

    def warn(self, what: str) -> None:
        """Warn of a training that does not run the learner, once."""
        if not self.warned:
            self.warned = True
            plain = f"plain SGD at the rate {self.gamma:g}, without momentum or weight decay"
            warnings.warn(f"{what}; it needs {plain} (`train_step` refuses all else)", TuringradWarning, stacklevel=3)

    def descend(self, optimizer: torch.optim.Optimizer, inputs: torch.Tensor, y: float) -> float:
        """One step of SGD on (output - y)^2; returns the output before it."""
        check_optimizer(optimizer, self.weight, self.gamma)
        optimizer.zero_grad()
        output = self.show(inputs)[0]
        loss = (output - y) ** 2
        loss.backward()  # type: ignore[no-untyped-call]
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
                raise InputError(f"emulation needs plain SGD: {forbidden} is {group[forbidden]}; it must be 0")
        if "betas" in group or "alpha" in group:
            raise InputError(f"emulation needs plain SGD, not {type(optimizer).__name__}")
        if group["lr"] != gamma:
            raise InputError(f"the learning rate is {group['lr']}; signs flip only at the computed one, {gamma}")
        if len(group["params"]) != 1 or group["params"][0] is not weight:
            raise InputError("the optimizer must hold the net's weights and nothing else")


def is_traced() -> bool:
    """Whether torch is making a graph of the net, to compile or to export it."""
    return torch.compiler.is_compiling() or bool(torch._C._get_tracing_state())


def require_eager() -> None:
    """Refuse to be exported or compiled, for nets whose numbers are mpmath's."""
    if torch.compiler.is_compiling():
        raise CertificateError(
            "this net computes with mpmath numbers, which torch graphs cannot hold; use an exact variant"
        )
