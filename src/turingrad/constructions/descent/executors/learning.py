"""Learning with descent: a trainer of the library, or any learner of circuits, writes a network's weights by gradient
descent."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import product
from typing import Literal

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from turingrad.arrays import F64, Signs
from turingrad.constructions.construction import Learned, Lesson
from turingrad.constructions.descent import ExtendedNetwork, fit
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.programs import learn_program
from turingrad.constructions.descent.executors.training import Watch, answers, closed_form_fit, exact_signs, predicted
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
    kind = np.float64 if trainer.real else np.int8

    @lru_cache(maxsize=4)
    def encoded(x: bytes, z: bytes) -> Tensor:
        X, labels = np.frombuffer(x, kind).reshape(sizes.samples, sizes.features), np.frombuffer(z, kind)
        return symbol_numbers(trainer.data(sizes, X, labels), trainer.machine)

    def quantise(x: Tensor, z: Tensor) -> Tensor:
        read = z if bool(z.any()) else torch.ones_like(z)  # before the labels are read nothing looks at them
        if trainer.real:
            return encoded(*(values.double().contiguous().numpy().tobytes() for values in (x, read)))
        return encoded(*(exact_signs(values, what) for values, what in ((x, "features"), (read, "labels"))))

    def dequantise(cells: Tensor) -> Tensor:
        text = "".join(trainer.machine.symbols[number] for number in cells.tolist())
        return torch.from_numpy(trainer.weights(sizes, text))

    return ExtendedNetwork(
        trainer.primary(sizes),
        trainer.machine,
        quantise,
        dequantise,
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


def sign_tables(trainer: Trainer, sizes: Sizes) -> list[str]:
    """The data tapes of all samples and labels -1 and +1."""
    entries = sizes.samples * (sizes.features + 1)
    if trainer.real or entries > MAX_ENTRIES:
        raise LimitError(f"2^{entries} data sets; the loss over configurations takes signs, {MAX_ENTRIES} at most")
    tables = np.array(list(product((-1, 1), repeat=entries)), np.int8).reshape(-1, sizes.samples, sizes.features + 1)
    return [trainer.data(sizes, table[:, :-1], table[:, -1]) for table in tables]


def learn(lesson: Lesson) -> Learned:
    """Train the extended network of a trainer on (X, y) by gradient descent and predict X_test with it.

    `details` has the loss before every gradient step, the weights, and whether they are those of the direct
    computation. Nothing is random: the seed changes nothing.
    """
    learner, options, X, y = lesson.learner, lesson.options, lesson.X, lesson.y
    if isinstance(learner, Network):
        raise InputError("descent learns with a trainer and its primary network: give the trainer, not a network")
    if isinstance(learner, Learner):
        return learn_program(lesson, learner)
    if not isinstance(learner, TapeMachine | Trainer):
        raise MachineError(
            f"descent trains with a learner, or a tape machine that writes weights, not a {type(learner).__name__}"
        )
    trainer = learner if isinstance(learner, Trainer) else trainer_of(learner)
    sizes = trainer.sizes(len(X), X.shape[1], options.passes)
    limit = DEFAULT_MAX_STEPS if lesson.max_steps is None else lesson.max_steps
    direct = trainer.expected(sizes, X, y, limit)
    network = extended_network(trainer, sizes, hat=options.hat, dtype=torch_dtype(lesson.dtype or "float32"))
    x, labels = torch.from_numpy(X.copy()), torch.from_numpy(y.copy()).unsqueeze(1)
    watch = Watch(lesson.progress)
    chosen = lesson.executor or default_executor(network, trainer, sizes, X, y)
    try:
        with torch_threads(lesson.threads or 1):  # one step is too small for two threads
            if chosen == "autograd":
                done = fit(network, x, labels, max_steps=limit, progress=watch)
            else:
                given = trainer.given(sizes, X, y)
                done = closed_form_fit(network, given, x, labels, max_steps=limit, progress=watch)
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
    }
    return Learned(chosen, predictions, done.steps, details, predictor=partial(predicted, network))


def default_executor(network: ExtendedNetwork, trainer: Trainer, sizes: Sizes, X: Signs, y: Signs) -> str:
    ahead = ClosedForm(network.recipe, trainer.given(sizes, X, y))
    ahead.advance(SHORT_TRAINING)
    return "autograd" if ahead.halted() else "closed-form"


def direct_predictions(network: ExtendedNetwork, weights: F64, x: Tensor) -> npt.NDArray[np.int8]:
    """What the primary network answers with directly computed weights."""
    with torch.no_grad():
        return answers(network.f(network.f.theta(torch.from_numpy(weights).to(network.dtype)), x.to(network.dtype)))
