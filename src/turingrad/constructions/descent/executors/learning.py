"""Learning with descent: a trainer of the library writes its primary network's weights by gradient descent."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from turingrad.arrays import F64, Signs
from turingrad.constructions.construction import Learned, Lesson
from turingrad.constructions.descent import ExtendedNetwork, Fit, fit
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.recheck import RedoneInside
from turingrad.constructions.descent.executors.running import gradients_of
from turingrad.constructions.descent.fitting import check_data, check_primary
from turingrad.constructions.descent.quantise import symbol_numbers
from turingrad.constructions.descent.variables import put
from turingrad.constructions.network import Network
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.exact import torch_dtype
from turingrad.library.trainers.layout import Sizes, Trainer
from turingrad.library.trainers.trainers import trainer_of
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine

SHORT_TRAINING = 2_000
DEFAULT_MAX_STEPS = 20_000_000
CHUNK = 1_000_000


class Watch:
    """Keeps the number of gradient steps so far, and passes it on."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress, self.steps = progress, 0

    def __call__(self, label: str, done: int, total: int | None) -> None:
        self.steps = done
        if self.progress is not None:
            self.progress(label, done, total)


def extended_network(
    trainer: Trainer, sizes: Sizes, *, hat: str = "directed", dtype: torch.dtype = torch.float32
) -> ExtendedNetwork:
    """The extended network of a trainer and its primary, for a number of samples and features."""
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
        hat=hat,
        dtype=dtype,
    )


def exact_signs(values: Tensor, what: str) -> bytes:
    """±1 as int8; other numbers are refused: their signs are not them."""
    if not bool((values.abs() == 1).all()):
        raise InputError(f"{what} must be -1 or +1: this trainer reads signs, and real numbers need a quantiser")
    return values.to(torch.int8).contiguous().numpy().tobytes()


def learn(lesson: Lesson) -> Learned:
    """Train the extended network of a trainer on (X, y) by gradient descent and predict X_test with it.

    `details` has the loss before every gradient step, the weights, and whether they are those of the direct
    computation. Nothing is random: the seed changes nothing.
    """
    learner, options, X, y = lesson.learner, lesson.options, lesson.X, lesson.y
    if isinstance(learner, Network):
        raise InputError("descent learns with a trainer and its primary network: give the trainer, not a network")
    if not isinstance(learner, TapeMachine | Trainer):
        raise MachineError(
            f"descent trains with a tape machine that writes weights, not with a {type(learner).__name__}"
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
    return Learned(chosen, predictions, done.steps, details)


def default_executor(network: ExtendedNetwork, trainer: Trainer, sizes: Sizes, X: Signs, y: Signs) -> str:
    ahead = ClosedForm(network.recipe, trainer.given(sizes, X, y))
    ahead.advance(SHORT_TRAINING)
    return "autograd" if ahead.halted() else "closed-form"


def closed_form_fit(
    network: ExtendedNetwork,
    given: tuple[tuple[str, ...], ...],
    x: Tensor,
    y: Tensor,
    *,
    max_steps: int,
    progress: Progress | None = None,
) -> Fit:
    """The same training with the gradients in closed form; the network ends with the same parameters.

    The first step reads the labels. After it the loss is l + 1/2 |y|^2, because u and y are orthogonal; at the halt it
    is the network's own.
    """
    x, y = x.to(network.dtype), y.to(network.dtype)
    check_data(network, x, y)
    network.reset(len(network.data_numbers(x, y)))
    check_primary(network, x)
    redo = RedoneInside(network, x, y)
    fast = ClosedForm(network.recipe, given, keep_losses=min(max_steps, CHUNK), redo=redo)
    while not fast.halted():
        if fast.steps >= max_steps:
            raise LimitError(f"the machine has not halted within {max_steps:,} gradient steps")
        fast.advance(min(CHUNK, max_steps - fast.steps))
        if progress is not None:
            progress("gradient steps", fast.steps, None)
    content = network.recipe.encoding.symbols(fast.T.transpose(1, 0, 2), exact=True)
    network.tracer.assign(fast.vertex, torch.from_numpy(content), torch.from_numpy(fast.heads.copy()))
    network.tracer.origin = fast.origin
    put(network.z, y)
    with torch.no_grad():
        final = float(0.5 * (network(x) - y).square().sum())
    half = float(0.5 * y.square().sum())
    running = (fast.kept[: fast.recorded] + half).tolist()
    return Fit((half, *running, final), fast.steps + 1, gradients=gradients_of(fast), backward_calls=fast.redone)


def answers(outputs: Tensor) -> npt.NDArray[np.int8]:
    """The sign of an output, +1 where it is 0."""
    return np.where(outputs[:, 0].numpy() >= 0, 1, -1).astype(np.int8)


def direct_predictions(network: ExtendedNetwork, weights: F64, x: Tensor) -> npt.NDArray[np.int8]:
    """What the primary network answers with directly computed weights."""
    with torch.no_grad():
        return answers(network.f(network.f.theta(torch.from_numpy(weights).to(network.dtype)), x.to(network.dtype)))
