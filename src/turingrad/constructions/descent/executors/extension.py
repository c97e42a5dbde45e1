"""`extend`: any torch module, any training function in Python; gradient descent leaves the function's own weights."""

from __future__ import annotations

import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor, nn

from turingrad._support.validation.values import finite, short_repr
from turingrad.constructions.descent import ExtendedNetwork, Fit, fit_batches
from turingrad.constructions.descent.executors.float_training import compile_float_training, run_with_floats
from turingrad.constructions.descent.executors.layers import describe_layers
from turingrad.constructions.descent.executors.program_training import ProgramTraining
from turingrad.constructions.descent.executors.samples import features_of, label_columns
from turingrad.constructions.descent.executors.training import closed_form_fit
from turingrad.constructions.descent.executors.word_cells import WordCells, facts_of, word_network
from turingrad.constructions.descent.primary import Primary
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import CertificateError, InputError
from turingrad.formats.programs.load import program as load_program
from turingrad.machine.program import Program
from turingrad.machine.run import Progress
from turingrad.python.training import NumberFormat, WordTraining, compile_training
from turingrad.python.training.compiler import Train, run_directly

OUTPUT_BOUND = 2.0**16  # of |f(x)|, if the module does not say it: B_stop is above 1/2 |f - y|^2 then
MAX_STEPS = 10_000_000_000


@dataclass(frozen=True)
class Figures:
    """What a fit took: gradient steps, of which the machine's, CPU seconds, and sizes."""

    gradient_steps: int
    machine_steps: int
    backward_calls: int
    gradients: str
    seconds: float
    program: int
    vertices: int
    parameters: int


class Extension:
    """A module and its training algorithm; `fit` trains by gradient descent, see `extend`.

    `network` is the extended network of the last fit, an `ExtendedNetwork` for that number of samples; `figures` says
    what it took.
    """

    def __init__(self, module: nn.Module, train: Train | Program, form: NumberFormat | None, bound: float) -> None:
        self.module, self.train, self.output_bound = module, train, bound
        self.floats, self.format = form is None, form or NumberFormat()
        self.shapes = Primary(module).shapes
        self.weights = sum(torch.Size(shape).numel() for shape in self.shapes.values())
        self.network: ExtendedNetwork | None = None
        self.training: WordTraining | None = None
        self.figures: Figures | None = None

    def __repr__(self) -> str:
        trained = "not trained" if self.network is None else f"trained on {self.network.labels[0]} samples"
        name = getattr(self.train, "__name__", type(self.train).__name__)
        numbers = "floats" if self.floats else f"{self.format.bits} bits"
        return f"Extension({type(self.module).__name__}, {name}, {numbers}, {trained})"

    def parameters_of(self, X: Any, y: Any) -> Any:
        """What the training function returns for (X, y): the parameters, in the order of the module's."""
        assert not isinstance(self.train, Program)
        found = self.train(X, y)
        if not isinstance(found, dict):
            return found
        if found.keys() != self.shapes.keys():
            raise InputError(f"the training returns {sorted(found)}; the module's parameters are {list(self.shapes)}")
        return [found[name] for name in self.shapes]

    def record(self, x: Tensor, y: Tensor) -> WordTraining:
        """The recorded training for these numbers of samples, features and labels."""
        training = compile_training(self.parameters_of, self.format, len(x), x[0].numel(), y.shape[1])
        if len(training.outputs) != self.weights:
            raise InputError(f"the training returns {len(training.outputs)} numbers; the module has {self.weights}")
        return training

    def fit(
        self,
        X: Any,
        y: Any,
        *,
        executor: Literal["closed-form", "autograd"] = "closed-form",
        max_steps: int = MAX_STEPS,
        progress: Progress | None = None,
        threads: int = 1,
        seed: int = 0,
    ) -> Fit:
        """Train by gradient descent on plain least squares, and compare with the function run directly.

        Args:
            X: the samples, (n, ...); their numbers are rounded to the nearest unit of the format.
            y: labels, (n, outputs); or (n,), if the module has one output or the labels are classes 0, 1, 2, ...
            executor: "closed-form", gradients from tables of the network's weights, some steps re-done by autograd; or
                "autograd" for every step.
            max_steps: the most gradient steps.
            progress: called with the steps so far.
            threads: of torch.
            seed: which steps the closed form re-does.

        Returns:
            The losses and the number of steps.

        Raises:
            InputError: if the training leaves the range of the numbers, or branches on a number of the samples.
            CertificateError: if the weights differ from those of the function run directly.
        """
        if executor not in ("closed-form", "autograd"):
            raise InputError(f"no executor {executor!r}; known: closed-form, autograd")
        x, labels = self.tensors(X, y)
        started = time.process_time()
        expected = self.numbers_directly(x, labels)
        bound = max(1.0, float(labels.abs().max()))
        network, size = self.make_network(x, labels, bound, max_steps)
        with torch_threads(threads):
            if executor == "autograd":
                done = fit_batches(network, [(x, labels)], max_steps=max_steps, progress=progress)
            else:
                done = closed_form_fit(network, [(x, labels)], max_steps=max_steps, progress=progress, seed=seed)
        if done.losses[-1] > network.levels.b_stop:
            raise InputError(
                f"1/2 |f - y|^2 = {done.losses[-1]:g} is above B_stop = {network.levels.b_stop:g}: give output_bound "
                f"to `extend`, the largest output of the module"
            )
        found = network.dequantise(network.tracer.symbols_on(network.output_tape))
        if not torch.equal(found.view(torch.int64), expected.view(torch.int64)):
            raise CertificateError("gradient descent left other weights than the training function run directly")
        self.network = network
        self.figures = Figures(
            done.steps, done.machine_steps, done.backward_calls, done.gradients, time.process_time() - started,
            size, network.recipe.graph.vertices, sum(value.numel() for value in network.parameters()),
        )  # fmt: skip
        return done

    def trained_primary(self) -> nn.Module:
        """The module with the weights that gradient descent has left: an ordinary module, a copy."""
        return self.trained_network().trained_primary()

    def trained_network(self) -> ExtendedNetwork:
        """The extended network of the last fit."""
        if self.network is None:
            raise InputError("nothing is trained yet: call fit(X, y)")
        return self.network

    def predict(self, X: Any) -> Tensor:
        """The extended network's own outputs on any number of samples."""
        return self.trained_network().predict(features_of(X))

    def run_directly(self, X: Any, y: Any) -> nn.Module:
        """The module with the weights of the training function run in plain Python, without any network."""
        x, labels = self.tensors(X, y)
        primary = Primary(self.module)
        return primary.trained_copy(primary.theta(self.numbers_directly(x, labels)))

    def numbers_directly(self, x: Tensor, labels: Tensor) -> Tensor:
        """The parameters as float64, by the function in plain Python or the program on its interpreter."""
        sizes = self.sizes_of(x, labels)
        if isinstance(self.train, Program):
            units = ProgramTraining(self.train, sizes, self.weights).run_directly(x, labels)
        elif self.floats:
            found = run_with_floats(self.train, x, labels, tuple(self.shapes))
            return torch.tensor(found, dtype=torch.float64)
        else:
            rows = WordCells(sizes).rows(x, labels)
            X, y = rows[:, : sizes.features].tolist(), rows[:, sizes.features :].tolist()
            units = run_directly(self.parameters_of, X, y, self.format)
        return torch.tensor([number / 2**self.format.point for number in units], dtype=torch.float64)

    def sizes_of(self, x: Tensor, labels: Tensor) -> WordTraining:
        """The sizes of a training that is not recorded yet."""
        return WordTraining(self.format, len(x), x[0].numel(), labels.shape[1], "", 1, 1, ())

    def make_network(self, x: Tensor, labels: Tensor, bound: float, max_steps: int) -> tuple[ExtendedNetwork, int]:
        """The extended network for samples of these shapes, and the cells of its program."""
        if self.floats and not isinstance(self.train, Program):
            floats = compile_float_training(self.train, x, labels, tuple(self.shapes), self.weights)
            floats.require_steps(x, labels, max_steps)
            network = floats.network(self.module, self.output_bound, bound, *labels.shape)
            return network, len(network.start_tapes[0])
        if isinstance(self.train, Program):
            program = ProgramTraining(self.train, self.sizes_of(x, labels), self.weights)
            network = program.network(self.module, self.output_bound, bound)
            self.remember(network, program.facts(), bound)
            return network, len(network.start_tapes[0])
        self.training = training = self.record(x, labels)
        network = word_network(
            self.module, training, output_bound=self.output_bound, label_bound=bound, dtype=torch.float32
        )
        self.remember(network, facts_of(training), bound)
        return network, len(training.program)

    def remember(self, network: ExtendedNetwork, training: dict[str, Any], bound: float) -> None:
        """What a folder of the network says, if the module is a stack of torch's own layers."""
        layers = describe_layers(self.module)
        if layers is not None:
            bounds = {"output_bound": self.output_bound, "label_bound": bound}
            network.made_from = {"training": training, "primary": layers, **bounds}

    def tensors(self, X: Any, y: Any) -> tuple[Tensor, Tensor]:
        """Samples, and labels as columns: one per output of the module. A copy in eval mode makes the outputs:
        in train mode a BatchNorm refuses one row, and a pass changes its statistics."""
        x = features_of(X)
        with torch.no_grad():
            outputs = deepcopy(self.module).eval()(x[:1])
        if outputs.ndim != 2 or len(outputs) != 1:
            raise InputError(f"the module's output on one sample has shape {tuple(outputs.shape)}, not (1, outputs)")
        return x, label_columns(y, len(x), outputs.shape[1])


def learner_training(learner: Any) -> Train:
    """One pass of a learner over the samples, from its start; what it returns are its parameters."""

    def train(X: Any, y: Any) -> Any:
        going = learner() if isinstance(learner, type) else deepcopy(learner)
        for x, t in zip(X, y, strict=True):
            going.update(x, t)
        return going.parameters()

    return train


def extend(
    module: nn.Module,
    train: Train | Program | str | Path,
    *,
    bits: int = 20,
    point: int = 10,
    floats: bool = False,
    output_bound: float | None = None,
) -> Extension:
    """Train any torch module by any algorithm, by gradient descent alone (Welper).

    `train(X, y)` is ordinary Python on lists of numbers in fixed point: it goes through the samples in order, as often
    as it likes, and returns the module's parameters, nested lists in their order or a dict by name. It is followed once
    and becomes the program of a Turing machine; every step of gradient descent on the extended network is one step of
    that machine. What depends on the samples is chosen by `turingrad.where`, not by `if`.

    Args:
        module: the network whose weights are wanted, outputs (n, m).
        train: the training function; or a learner, a class or object with `update(x, y)` and `parameters()`, which
            is updated with each sample in turn; or a program that reads the samples and writes the parameters, such
            as a C file: its input is a sequence of 32-bit words (the numbers of samples, features and labels, then the
            samples in units of 2^-point), and it writes each parameter as such a word.
        bits: bits of a number, in two's complement.
        point: how many of them are after the point.
        floats: compute in Python's floats instead, bit for bit. `train` is then compiled to RV32I with soft floats: any
            control flow, but some 2,000 gradient steps per instruction, so for few samples.
        output_bound: the largest absolute output of the trained module; only the stopping rule depends on it.

    Returns:
        An `Extension` with `fit(X, y)` and `trained_primary()`.

    Example:
        >>> def train(X, y):
        ...     w = 0.0
        ...     for x, t in zip(X, y):
        ...         w = w + x[0] * t
        ...     return [[w]]
        >>> import torch, turingrad as tg
        >>> net = tg.extend(torch.nn.Linear(1, 1, bias=False), train)
        >>> net.fit([[1.0], [0.5]], [0.25, 1.0]).machine_steps > 0
        True
        >>> net.trained_primary().weight.item()
        0.75
    """
    if not isinstance(module, nn.Module):
        raise InputError(f"only a torch.nn.Module can be extended, not {short_repr(module)}")
    if isinstance(train, str | Path):
        train = load_program(train)
    elif hasattr(train, "update") and hasattr(train, "parameters"):
        train = learner_training(train)
    if not callable(train) and not isinstance(train, Program):
        raise InputError(f"train must be a function train(X, y) or a C file, not {short_repr(train)}")
    bound = OUTPUT_BOUND if output_bound is None else finite(output_bound, "output_bound", 0)
    if floats and isinstance(train, Program):
        raise InputError("floats=True is for a function in Python; a program reads and writes words of bits and point")
    return Extension(module, train, None if floats else NumberFormat(bits, point), bound)
