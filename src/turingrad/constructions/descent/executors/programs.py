"""Learning with descent by any learner of circuits: the straight-line machine runs its update as gradient steps.

Program and start memory are constant tapes of the extended network, the samples its read-only tape. The primary network
is the feedforward net of `predict`; its parameters theta are the memory bits, left on the data tape.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from turingrad import formats
from turingrad._support.arrays import Signs
from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.training import exact_signs, predict, train_and_predict
from turingrad.constructions.learning import repeat_samples
from turingrad.constructions.registry import construction
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.tape import TapeMachine
from turingrad.python.straight_line import straight_line_machine
from turingrad.python.tapes import DATA_TAPE, LearnerTapes, learner_tapes

DEFAULT_MAX_STEPS = 200_000_000
PROGRAM_SIZES = ("samples", "passes", "seed")


class Predictor(nn.Module):
    """The net of a learner's `predict`, its memory bits being the only parameters."""

    output_bound = 1.0

    def __init__(self, learner: Learner, dtype: torch.dtype) -> None:
        super().__init__()
        make = construction("feedforward").compile
        assert make is not None
        self.net = make(learner.predict, dtype=dtype)
        self.memory = nn.Parameter(torch.tensor(learner.memory, dtype=dtype))

    def forward(self, x: Tensor) -> Tensor:
        memory = self.memory.expand(len(x), -1)
        found: Tensor = self.net(torch.cat([memory, (x + 1) / 2], dim=1))
        return found


@dataclass(frozen=True, eq=False)
class ProgramCells:
    """The two functions between numbers and the cells of a learner's tapes, for some samples and passes."""

    tapes: LearnerTapes
    machine: TapeMachine
    samples: int
    passes: int
    seed: int

    def quantise(self, x: Tensor, z: Tensor) -> str:
        read = z if bool(z.any()) else torch.ones_like(z)  # before the labels are read nothing looks at them
        rows = np.frombuffer(exact_signs(x, "features"), np.int8).reshape(self.samples, self.tapes.learner.features)
        labels = np.frombuffer(exact_signs(read, "labels"), np.int8)
        return self.tapes.samples(*repeat_samples(rows, labels, self.passes), self.seed)

    def dequantise(self, cells: Tensor) -> Tensor:
        symbols = [self.machine.symbols[number] for number in cells[: self.tapes.length].tolist()]
        return torch.tensor(self.tapes.memory(symbols), dtype=torch.float64)


def program_network(
    tapes: LearnerTapes, samples: int, passes: int = 1, seed: int = 0, *, hat: str = "directed",
    dtype: torch.dtype = torch.float32,
) -> ExtendedNetwork:  # fmt: skip
    """The extended network that trains a learner's predictor on a number of samples."""
    learner, machine = tapes.learner, straight_line_machine()
    cells = ProgramCells(tapes, machine, samples, passes, seed)
    network = ExtendedNetwork(
        Predictor(learner, dtype),
        machine,
        cells.quantise,
        cells.dequantise,
        labels=(samples, 1),
        label_step=1.0,
        output_tape=DATA_TAPE,
        tapes=(tapes.data(), tapes.program()),
        hat=hat,
        dtype=dtype,
    )
    sizes = dict(zip(PROGRAM_SIZES, (samples, passes, seed), strict=True))
    network.features = learner.features
    network.made_from = {"learner": formats.to_object(learner), **sizes, "hat": hat}
    return network


def learn_program(request: TrainingRequest, learner: Learner) -> TrainingResult:
    """Gradient descent runs `update` over all samples and leaves `predict` as a trained module."""
    X, y, passes = request.X, request.y, request.options.passes or 1
    if X.shape[1] != learner.features:
        raise InputError(f"the learner has {learner.features} features, the samples {X.shape[1]}")
    if request.options.batches not in (None, 1):
        raise InputError("a learner of circuits takes all samples at once: batches need a trainer with a batch state")
    if not learner.memory:
        raise InputError("the learner has no memory: there is nothing to train")
    tapes = learner_tapes(learner)
    dtype = torch_dtype(request.dtype or "float32")
    network = program_network(tapes, len(X), passes, request.seed, hat=request.options.hat, dtype=dtype)
    x, labels = torch.from_numpy(X.copy()), torch.from_numpy(y.copy()).unsqueeze(1)
    limit = DEFAULT_MAX_STEPS if request.max_steps is None else request.max_steps
    executor = request.executor or "closed-form"
    found = train_and_predict(request, network, [(x, labels)], executor, limit)
    if isinstance(found, TrainingResult):
        return found
    done, predictions = found
    memory = tuple(int(bit) for bit in network.theta()["memory"].tolist())
    reference = learner_run.run(learner, *repeat_samples(X, y, passes), seed=request.seed).configuration
    predictor: Callable[[Signs], Signs] = partial(predict, network)
    if not learner_run.finished(learner, memory):
        predictor = no_answers
        predictions = no_answers(request.X_test)
    details = {
        "reference_predictions": learner_run.predict(learner, reference.memory, request.X_test),
        "memory": "".join(map(str, memory)),
        "memory_equal": memory == reference.memory,
        "done": reference.done,
        "losses": list(done.losses),
        **({"losses_left_out": done.losses_left_out} if done.losses_left_out else {}),
        "gradients": done.gradients,
        "backward_calls": done.backward_calls,
        "machine_steps": done.machine_steps,
        "program": len(tapes.program()),
        "memory_bits": len(memory),
        "vertices": network.recipe.graph.vertices,
        "cells": network.tracer.cells,
        "gamma": network.recipe.constants.gamma,
        "parameters": sum(value.numel() for value in network.parameters()),
        **({"passes": passes} if passes > 1 else {}),
    }
    taught = np.arange(passes * len(X))
    return TrainingResult(
        executor, predictions, done.steps, details, predictor=predictor, network=network, taught=taught
    )


def no_answers(points: Signs) -> Signs:
    """What a learner says before it is done."""
    return np.zeros(len(points), np.int8)
