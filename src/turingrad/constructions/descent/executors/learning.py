"""Learning with descent: a trainer of the library, or any learner of circuits, writes a network's weights by gradient
descent."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache, partial
from itertools import product
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from turingrad.arrays import F64, Signs
from turingrad.constructions.construction import Learned, Lesson
from turingrad.constructions.descent import ExtendedNetwork, fit_batches
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.programs import learn_program
from turingrad.constructions.descent.executors.quantisers import Quantiser, quantisers, stated_rounding
from turingrad.constructions.descent.executors.training import Watch, answers, closed_form_fit, predicted, start_of
from turingrad.constructions.descent.fitting import Batch
from turingrad.constructions.descent.quantise import symbol_numbers
from turingrad.constructions.network import Network
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.exact import torch_dtype
from turingrad.library.trainers.layout import Sizes, Trainer
from turingrad.library.trainers.trainers import trainer_of
from turingrad.machine.learner import Learner
from turingrad.machine.tape import TapeMachine

SHORT_TRAINING = 2_000
DEFAULT_MAX_STEPS = 20_000_000
MAX_ENTRIES = 12  # signs of a data set whose every value has its computation on the simplex


@dataclass(frozen=True, eq=False)
class TrainerCells:
    """The two functions between numbers and the cells of a trainer's tapes, for some sizes."""

    trainer: Trainer
    sizes: Sizes

    @cached_property
    def quantisers(self) -> tuple[Quantiser, Quantiser]:
        return quantisers(self.trainer)

    def __getstate__(self) -> dict[str, Any]:
        return {"trainer": self.trainer, "sizes": self.sizes}  # quantisers are made anew

    def quantise(self, x: Tensor, z: Tensor) -> Tensor:
        features, labels = self.quantisers
        read = z if bool(z.any()) else torch.ones_like(z)  # before the labels are read nothing looks at them
        return encoded(self, features(x), labels(read))

    def dequantise(self, cells: Tensor) -> Tensor:
        text = "".join(self.trainer.machine.symbols[number] for number in cells.tolist())
        return torch.from_numpy(self.trainer.weights(self.sizes, text))


@lru_cache(maxsize=8)
def encoded(of: TrainerCells, x: bytes, z: bytes) -> Tensor:
    features, labels = of.quantisers
    X = np.frombuffer(x, features.kind).reshape(of.sizes.samples, of.sizes.features)
    return symbol_numbers(of.trainer.data(of.sizes, X, np.frombuffer(z, labels.kind)), of.trainer.machine)


def extended_network(
    trainer: Trainer,
    sizes: Sizes,
    *,
    hat: str = "directed",
    dtype: torch.dtype = torch.float32,
    loss: Literal["tape", "configurations"] = "tape",
) -> ExtendedNetwork:
    """The extended network of a trainer and its primary, for a number of samples and features.

    `loss="configurations"`: over the computations from every set of samples and labels -1 and +1.
    """
    inputs = sign_tables(trainer, sizes) if loss == "configurations" else ()
    cells = TrainerCells(trainer, sizes)
    network = ExtendedNetwork(
        trainer.primary(sizes),
        trainer.machine,
        cells.quantise,
        cells.dequantise,
        labels=(sizes.samples, 1),
        output_tape=trainer.output_tape,
        tapes=trainer.tapes(sizes),
        batch_states=(trainer.batch_state,) if sizes.batches > 1 else (),
        output_bound=trainer.output_bound,
        label_bound=trainer.label_bound,
        loss=loss,
        inputs=inputs,
        hat=hat,
        dtype=dtype,
    )
    network.made_from = {"trainer": trainer.name, **asdict(sizes), "hat": hat, "loss": loss}
    return network


def sign_tables(trainer: Trainer, sizes: Sizes) -> list[str]:
    """The data tapes of all samples and labels -1 and +1."""
    entries = sizes.samples * (sizes.features + 1)
    if trainer.takes_numbers or entries > MAX_ENTRIES:
        raise LimitError(f"2^{entries} data sets; the loss over configurations takes signs, {MAX_ENTRIES} at most")
    tables = np.array(list(product((-1, 1), repeat=entries)), np.int8).reshape(-1, sizes.samples, sizes.features + 1)
    return [trainer.data(sizes, table[:, :-1], table[:, -1]) for table in tables]


def learn(lesson: Lesson) -> Learned:
    """Train the extended network of a trainer on (X, y) by gradient descent and predict X_test with it.

    `details` has the loss before every gradient step, the weights, and whether they are those of the direct
    computation. Nothing is random but which steps of a closed form are re-done by autograd.
    """
    learner, options, y = lesson.learner, lesson.options, lesson.y
    if isinstance(learner, Network):
        raise InputError("descent learns with a trainer and its primary network: give the trainer, not a network")
    if isinstance(learner, Learner):
        return learn_program(lesson, learner)
    if not isinstance(learner, TapeMachine | Trainer):
        raise MachineError(
            f"descent trains with a learner, or a tape machine that writes weights, not a {type(learner).__name__}"
        )
    trainer = learner if isinstance(learner, Trainer) else trainer_of(learner)
    samples, features = lesson.X.shape
    sizes = trainer.sizes(batch_size(samples, options.batches), features, options.passes, batches=options.batches or 1)
    limit = DEFAULT_MAX_STEPS if lesson.max_steps is None else lesson.max_steps
    dtype = torch_dtype(lesson.dtype or "float32")
    X = torch.from_numpy(lesson.X.copy()).to(dtype).double().numpy()  # as the network sees them
    direct = trainer.expected(sizes, quantisers(trainer)[0].numbers(X), y, limit)
    network = extended_network(trainer, sizes, hat=options.hat, dtype=dtype)
    stream = batches_of(X, y, sizes)
    watch = Watch(lesson.progress)
    chosen = lesson.executor or default_executor(network, stream[0])
    try:
        with torch_threads(lesson.threads or 1):  # one step is too small for two threads
            if chosen == "autograd":
                done = fit_batches(network, stream, max_steps=limit, progress=watch)
            else:
                done = closed_form_fit(network, stream, max_steps=limit, progress=watch, seed=lesson.seed)
            test = torch.from_numpy(lesson.X_test.copy())
            predictions = answers(network.predict(test))
    except KeyboardInterrupt:  # no weights yet: no answers
        none = np.zeros(len(lesson.X_test), np.int8)
        return Learned(chosen, none, watch.steps, {"reference_predictions": none}, interrupted=True)
    written = torch.cat([part.flatten() for part in network.theta().values()]).double().numpy()
    details = {
        "losses": list(done.losses),
        "gradients": done.gradients,
        "backward_calls": done.backward_calls,
        "machine_steps": done.machine_steps,
        "weights": written.tolist(),
        "equals_direct_computation": bool(np.array_equal(written, direct)),
        "reference_predictions": direct_predictions(network, direct, test),
        "vertices": network.recipe.graph.vertices,
        "edges": network.recipe.graph.edges,
        "cells": network.tracer.cells,
        "gamma": network.recipe.constants.gamma,
        "parameters": sum(value.numel() for value in network.parameters()),
        **({"passes": sizes.passes} if trainer.default_passes > 1 else {}),
        **({"batches": sizes.batches} if sizes.batches > 1 else {}),
        **stated_rounding(trainer, X),
    }
    return Learned(chosen, predictions, done.steps, details, predictor=partial(predicted, network))


def batch_size(samples: int, batches: int | None) -> int:
    """Samples of one batch: all are of one size."""
    if samples % (batches or 1):
        raise InputError(f"{samples} samples do not make {batches} batches of one size")
    return samples // (batches or 1)


def batches_of(X: Any, y: Signs, sizes: Sizes) -> list[Batch]:
    """The samples in the order in which the machine asks for them: all batches, once for each pass. One batch is read
    again by the machine itself."""
    x, labels = torch.from_numpy(X.copy()), torch.from_numpy(y.copy()).unsqueeze(1)
    n = sizes.samples
    once = [(x[n * i : n * (i + 1)], labels[n * i : n * (i + 1)]) for i in range(sizes.batches)]
    return once * (sizes.passes if sizes.batches > 1 else 1)


def default_executor(network: ExtendedNetwork, batch: Batch) -> str:
    """Autograd where the training on the first batch alone is short."""
    x, y = (values.to(network.dtype) for values in batch)
    ahead = ClosedForm(network.tracer, start_of(network, x, y))
    ahead.advance(SHORT_TRAINING)
    return "autograd" if ahead.halted() else "closed-form"


def direct_predictions(network: ExtendedNetwork, weights: F64, x: Tensor) -> npt.NDArray[np.int8]:
    """What the primary network answers with directly computed weights."""
    with torch.no_grad():
        return answers(network.f(network.f.theta(torch.from_numpy(weights).to(network.dtype)), x.to(network.dtype)))
