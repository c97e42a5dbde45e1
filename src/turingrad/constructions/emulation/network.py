"""An emulation net as a torch module: plain SGD on it, one sample at a time, runs its learner."""

from __future__ import annotations

import copy
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Self, TypeVar

import numpy as np
import torch

from turingrad._support.arrays import F64, Array, Bits, Signs
from turingrad.constructions.emulation.activation import Activation
from turingrad.constructions.emulation.build import Emulation
from turingrad.constructions.emulation.certificate import certify
from turingrad.constructions.emulation.graph_network import LearnerNetwork, LevelledNetwork, is_traced, require_sample
from turingrad.constructions.emulation.levels import LevelledModule
from turingrad.constructions.emulation.scheme import describe_mode
from turingrad.constructions.emulation.sessions import SampleSession, Session
from turingrad.constructions.sgd import plain_sgd
from turingrad.constructions.tensors import require_tensor
from turingrad.errors import InputError
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.learner import run as learner_run

M = TypeVar("M")
C = TypeVar("C")


class ExactNetwork(LevelledNetwork[M, C]):
    """Trained by `torch.optim.SGD` with the learning rate `gamma` on (output - y)^2, it outputs what its learner
    outputs and remembers what its learner remembers, bit for bit, at every step.

    All edges are one trainable vector, `weight`. The memory is in the signs of the weights of `emulation.bit_edges`.
    """

    def __init__(self, emulation: Emulation, machine: M, dtype: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.machine = machine
        self.emulation = emulation
        self.graph = emulation.graph
        self.certificate = certify(emulation)
        self.certificate.require(dtype)
        self.module = LevelledModule(emulation.graph, Activation(emulation.design.activation(), "dyadic"), dtype)
        self.gamma = float(emulation.design.gamma)
        self.sizes = torch.tensor([abs(float(w)) for w in emulation.graph.weight], dtype=torch.float64)  # (edges,)

    def extra_repr(self) -> str:
        design = self.emulation.design
        sizes = f"{self.emulation.graph}, {design.shape}, s={design.s}, m0={design.m0}, gamma={self.gamma}"
        return f"{sizes}, {describe_mode(self.emulation.learner)}"

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """The outputs, (rows,), for rows of ±1: features, random bits, guess. See `rows`.

        In a training loop of one's own it warns once, as a `TuringradWarning`, of what the net does not survive: a
        batch, or weights that another rate, momentum or weight decay left."""
        outputs = self.show(inputs)
        if outputs.requires_grad and not self.warned and not is_traced():
            edge = self.first_wrong_weight()
            if edge is not None:
                self.warn(
                    f"weight {edge} is {float(self.weight.detach()[edge])}, which no step of this net's SGD leaves"
                )
        return self.watch(outputs)

    def show(self, inputs: torch.Tensor) -> torch.Tensor:
        wanted = len(self.emulation.graph.inputs)
        require_tensor(
            inputs,
            f"a batch of rows of {wanted} inputs {self.emulation.graph.inputs}",
            (None, wanted),
            like=self.weight,
        )
        outputs: torch.Tensor = self.module(inputs)
        return outputs

    def optimizer(self) -> torch.optim.SGD:
        """Plain SGD with the one learning rate that works."""
        return plain_sgd([self.weight], self.gamma)

    def train_step(self, optimizer: torch.optim.Optimizer, inputs: torch.Tensor, y: float) -> float:
        """One step of SGD on one sample, (1, inputs); returns the output before it, exactly 1 or -1."""
        require_sample(inputs, y)
        shown = self.descend(optimizer, inputs, y)
        require_sign(shown)
        return shown

    def require_reachable(self) -> None:
        """SGD changes the signs of weights, and nothing else."""
        edge = self.first_wrong_weight()
        if edge is not None:
            found, first = float(self.weight.detach()[edge]), abs(float(self.emulation.graph.weight[edge]))
            raise InputError(f"weight {edge} is {found}, not ±{first} as SGD leaves it")

    def first_wrong_weight(self) -> int | None:
        """The first edge whose weight is not the compiled one up to its sign."""
        wrong = (self.weight.detach().double().cpu().abs() != self.sizes).nonzero()
        return int(wrong[0]) if len(wrong) else None

    def memory(self, weight: torch.Tensor | Array | None = None) -> tuple[int, ...]:
        """The memory bits that these weights (default: the net's own) hold."""
        found: tuple[int, ...] = tuple(self.bits(weight).tolist())
        return found

    def bits(self, weight: torch.Tensor | Array | None = None) -> Bits:
        """The same as an array."""
        values = self.weight if weight is None else weight
        if not isinstance(values, np.ndarray):
            require_tensor(values, "the weights")
        array = values.detach().cpu().double().numpy() if isinstance(values, torch.Tensor) else values
        if array.shape != (self.emulation.graph.edges,):
            raise InputError(f"the net has {self.emulation.graph.edges} weights, not {array.shape}")
        return self.emulation.bits(array)

    def run_figures(self) -> dict[str, Any]:
        """What a run reports of the net, besides its size and its learning rate."""
        return {}

    @abstractmethod
    def session(self, given: Any) -> Session[C]:
        """What SGD is given for an input of the machine, and how it is read."""

    def start_copy(self, given: Any) -> Self:  # noqa: ARG002
        """A copy of the net, to be trained on a session of this input."""
        return copy.deepcopy(self)

    def with_memory(self, memory: Sequence[int]) -> Self:
        """A copy of the net that holds this memory: SGD's own flip, applied to the bits that differ."""
        made = copy.deepcopy(self)
        differ = np.flatnonzero(np.array(memory, np.uint8) != np.array(self.memory(), np.uint8))
        edges = self.emulation.path_edges[differ].ravel()
        with torch.no_grad():
            made.weight[torch.from_numpy(edges[edges >= 0])] *= -1
        return made

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[C]:
        """Train a copy sample by sample, and yield what output and weights say."""
        session, trained = self.session(given), self.start_copy(given)
        optimizer, watched = trained.optimizer(), torch.from_numpy(session.watched)
        yield session.configuration(trained.numbers())
        while session.step != session.ticks and session.step != max_steps:
            row, label = session.samples(session.step, 1)
            output = trained.train_step(optimizer, torch.from_numpy(row), int(label[0]))
            signs = (trained.weight.detach()[watched] < 0).numpy().astype(np.uint8)
            if not session.observe(np.array([output]), signs[None]):
                return
            yield session.configuration(trained.numbers())

    def numbers(self) -> F64:
        """The weights in float64."""
        found: F64 = self.weight.detach().cpu().double().numpy()
        return found


class EmulationNetwork(ExactNetwork[Learner, LearnerConfiguration], LearnerNetwork):
    """The exact net of a learner: `train_step` on its rows, with the labels of the samples."""

    def current_learner(self) -> Learner:
        """The learner with the memory that the net holds now: a trained net goes on from there."""
        return replace(self.machine, memory=self.memory())

    def reference(self, given: Any, max_steps: int | None) -> Iterator[LearnerConfiguration]:
        """The learner's own run from the net's memory."""
        X, y, seed = learner_run.samples_of(given)
        return learner_run.trace(self.current_learner(), X, y, seed=seed, guess=True, max_steps=max_steps)

    def decode(self, activations: torch.Tensor, at: int) -> LearnerConfiguration:
        """The memory in a vector of weights, after `at` samples."""
        return self.decode_learner(self.memory(activations), at)

    def session(self, given: Any) -> Session[LearnerConfiguration]:
        """Of `given` = (X, y) or (X, y, seed)."""
        return LearnerSession(self, *self.samples_of(given))


class LearnerSession(SampleSession[LearnerConfiguration]):
    """The samples of a learner."""

    def __init__(self, network: EmulationNetwork, rows: Signs, labels: Signs) -> None:
        super().__init__(rows, labels)
        self.network = network

    def configuration(self, weights: F64) -> LearnerConfiguration:
        return self.network.decode_learner(self.network.memory(weights), self.step, self.output)


def require_sign(output: float) -> None:
    """The net's one invariant: its output is exactly ±1."""
    if abs(output) != 1:
        raise InputError(
            f"the output is {output}, not ±1: the weights were changed by something other than plain SGD, "
            "or two memory bits of one group flipped at once"
        )
