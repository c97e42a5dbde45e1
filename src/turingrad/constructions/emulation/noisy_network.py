"""The noise-tolerant net as a network: it memorises its samples under noisy SGD, then answers."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import mpmath
import torch

from turingrad.constructions.emulation.activation import Activation, Shape
from turingrad.constructions.emulation.graph_network import (
    LearnerNetwork,
    LevelledNetwork,
    require_eager,
    require_sample,
)
from turingrad.constructions.emulation.levels import LevelledModule
from turingrad.constructions.emulation.noise_proof import NoiseProof, proven_noise
from turingrad.constructions.emulation.noisy_graph import build_noise_tolerant
from turingrad.constructions.emulation.noisy_sgd import Noise, NoiseFunction, NoisySGD
from turingrad.constructions.emulation.numeric import NumericNet
from turingrad.constructions.emulation.write_once import BITS, Constants
from turingrad.errors import CertificateError, InputError
from turingrad.exact import Bound, Certificate, precision
from turingrad.machine.circuit.run import evaluate_python
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.learner.step import step_circuit


class NoiseTolerantNetwork(LevelledNetwork[Learner, LearnerConfiguration], LearnerNetwork):
    """Trained on exactly `samples` samples by SGD with or without noise, it then shows its learner's predictions.

    Nothing in it is exact, nor needs to be: what counts is that every vertex stays in its region. So its certificate
    holds in no dtype; float64 is right for the constants `redesigned` and `widened`, float32 for `redesigned` too, and
    `paper` computes in mpmath with `bits` bits.
    """

    def __init__(
        self,
        learner: Learner,
        *,
        samples: int,
        constants: Constants = "redesigned",
        kappa: float = 0.6,
        bits: int = BITS,
        dtype: torch.dtype = torch.float64,
    ) -> None:
        super().__init__()
        self.built = build_noise_tolerant(learner, samples, constants, kappa)
        self.machine = learner
        self.samples = samples
        self.constants = constants
        self.bits = bits
        design, graph = self.built.design, self.built.graph
        self.graph = graph
        self.gamma = float(design.gamma)
        self.certificate = Certificate((Bound("weights under noise", float("inf"), 0, float("inf")),))
        if dtype not in (torch.float64, torch.float32) or (dtype == torch.float32 and constants != "redesigned"):
            rest = (
                "they compute in mpmath and take float64 for what they show" if constants == "paper" else "take float64"
            )
            raise CertificateError(f"the {constants!r} constants do not work in {precision(dtype).name}; {rest}")
        shape = Shape(*design.shape.as_floats()[:4])
        self.module = LevelledModule(graph, Activation(shape, constants), dtype)
        self.net: NumericNet | None = None
        if constants == "paper":
            with mpmath.workprec(bits):
                weight = [+mpmath.mpf(w) for w in graph.weight]  # unary plus rounds to the working precision
                self.net = NumericNet(graph, design.shape, +design.gamma, weight)

    def extra_repr(self) -> str:
        return f"{self.built.graph}, {self.constants}, {self.samples} samples, gamma={self.gamma:.6g}"

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """The outputs, (rows,): near 1/2 while there are samples to memorise, near ±1 afterwards. A training loop of
        your own gets one warning if it takes the gradient of a batch."""
        return self.watch(self.show(inputs))

    def show(self, inputs: torch.Tensor) -> torch.Tensor:
        if inputs.ndim != 2 or inputs.shape[1] != len(self.built.graph.inputs):
            raise InputError(f"the net takes rows of {len(self.built.graph.inputs)} inputs, not {tuple(inputs.shape)}")
        if self.net is None:
            outputs: torch.Tensor = self.module(inputs)
            return outputs
        require_eager()
        with mpmath.workprec(self.bits):
            return torch.tensor(self.net.outputs(inputs.tolist()), dtype=torch.float64)

    def proven_noise(self) -> NoiseProof:
        """The largest total noise per edge that is proven to be tolerated, for this net's inputs and `kappa`, whatever
        its learner: `.total`, `.per_step(samples)`, and the condition that binds."""
        if self.constants != "redesigned":
            only = "a tolerated level of noise is proven only for the constants 'redesigned'"
            raise InputError(f"{only}, not for {self.constants!r}")
        return proven_noise(len(self.graph.inputs), self.built.design.kappa)

    def optimizer(self, noise: Noise | NoiseFunction | None = None, seed: int = 0) -> NoisySGD:
        """Plain SGD at the net's rate, with noise on every weight after each step."""
        return NoisySGD([self.weight], self.gamma, noise or Noise(0.0), seed)

    def train_step(self, optimizer: torch.optim.Optimizer, inputs: torch.Tensor, y: float) -> float:
        """One step of noisy SGD on one sample, (1, inputs); returns the output before it, near 1/2."""
        require_sample(inputs, y)
        if self.net is not None:
            if not isinstance(optimizer, NoisySGD):
                raise InputError("a net with the paper's constants must be trained by its own optimizer()")
            with mpmath.workprec(self.bits):
                shown = float(self.net.step([int(v) for v in inputs[0]], int(y)))
                self.net.weight = optimizer.sources[0].perturbed_numbers(self.net.weight)
            return shown
        return self.descend(optimizer, inputs, y)

    def require_reachable(self) -> None:
        """Finite weights, as compiled if they are mpmath numbers: no folder holds those once they are trained."""
        if not bool(torch.isfinite(self.weight.detach()).all()):
            raise InputError("a weight of the noise-tolerant net is not finite")
        if self.net is not None:
            with mpmath.workprec(self.bits):
                changed = any(
                    now != +mpmath.mpf(first) for now, first in zip(self.net.weight, self.graph.weight, strict=True)
                )
            if changed:
                raise InputError("weights trained with the paper's constants are mpmath numbers, which no folder holds")

    def weights(self) -> Any:
        """The current weights: mpmath numbers for the paper's constants, else a float64 array."""
        return self.net.weight if self.net is not None else self.weight.detach().double().numpy()

    def decode_samples(self, weight: Any = None) -> list[tuple[tuple[int, ...], int]]:
        """The samples that weights hold, as (inputs in ±1, label): the way back."""
        values = self.weights() if weight is None else weight
        label, found = self.built.design.label, []
        for edges in self.built.first_edges:  # (inputs, 2)
            signs = [(label(values[e0]), label(values[e1])) for e0, e1 in edges]
            if any((zero != 0) == (one != 0) for zero, one in signs):
                break  # not written, or not readable: the memory ends here
            found.append((tuple(1 if one else -1 for _, one in signs), signs[0][0] or signs[0][1]))
        return found

    def decode(self, activations: Any, at: int) -> LearnerConfiguration:
        """The learner's memory after the samples that these weights (None: the net's own) hold."""
        return self.decode_learner(self.decode_memory(activations), at)

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[LearnerConfiguration]:
        """Train a copy on (X, y) or (X, y, seed) without noise; each configuration is decoded from the weights."""
        rows, labels = self.samples_of(given, self.samples if max_steps is None else min(max_steps, self.samples))
        trained = copy.deepcopy(self)
        optimizer = trained.optimizer()
        yield trained.decode(None, 0)
        for step, (row, label) in enumerate(zip(torch.from_numpy(rows), labels.tolist(), strict=True), 1):
            trained.train_step(optimizer, row[None], label)
            yield trained.decode(None, step)

    def decode_memory(self, weight: Any) -> tuple[int, ...]:
        """The memory of the learner that saw the samples that these weights hold."""
        memory = tuple(self.machine.memory)
        d = self.machine.features
        circuit = step_circuit(self.machine)
        for inputs, label in self.decode_samples(weight):
            bits = [int(v > 0) for v in inputs]
            memory = tuple(evaluate_python(circuit, [*memory, *bits[:d], int(label > 0), *bits[d:]])[1:])
        return memory
