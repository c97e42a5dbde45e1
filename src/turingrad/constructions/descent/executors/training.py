"""What the variants of learning with descent share: the closed-form training, progress, answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import Array
from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.constructions.descent import ExtendedNetwork, Fit, fit_batches
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.recheck import RedoneInside, place
from turingrad.constructions.descent.executors.running import gradients_of
from turingrad.constructions.descent.fitting import Batch, Stream, check_primary
from turingrad.constructions.descent.variables import put
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress

CHUNK = 1_000_000


class Watch:
    """Keeps the number of gradient steps so far, and passes it on."""

    def __init__(self, progress: Progress) -> None:
        self.progress, self.steps = progress, 0

    def __call__(self, label: str, done: int, total: int | None) -> None:
        self.steps = done
        self.progress(label, done, total)


def exact_signs(values: Tensor, what: str) -> bytes:
    """±1 as int8; other numbers are refused: their signs are not them."""
    if not bool((values.abs() == 1).all()):
        raise InputError(f"{what} must be -1 or +1: this trainer reads signs, and real numbers need a quantiser")
    return values.to(torch.int8).contiguous().numpy().tobytes()


def closed_form_fit(
    network: ExtendedNetwork,
    batches: Sequence[Batch],
    *,
    max_steps: int,
    progress: Progress | None = None,
    seed: int = 0,
) -> Fit:
    """The same training with the gradients in closed form; the network ends with the same parameters.

    The first step reads the labels. After it the loss is l + 1/2 |y|^2, because u and y are orthogonal; at the halt it
    is the network's own. A step out of a batch state has the loss l + 1/2 |z - z_0|^2 + 1/2 |y|^2 and empties z; the
    next one reads the labels of the next batch (Remark 2.4).
    """
    stream = Stream(network, batches)
    x, y = stream.next()
    network.reset(max(len(network.data_numbers(*batch)) for batch in stream.batches))
    check_primary(network, x)
    redo = RedoneInside(network, x, y)
    asking = network.asking.numpy() > 0
    fast = ClosedForm(
        network.tracer, network.start(x, y), keep_losses=min(max_steps, CHUNK), redo=redo, pauses=asking, seed=seed
    )
    losses, recorded = [half(y - network.z_start)], 0
    while not fast.halted():
        if fast.steps + stream.taken > max_steps:
            raise LimitError(f"the machine has not halted within {max_steps:,} gradient steps")
        fast.advance(min(CHUNK, max_steps - fast.steps - stream.taken + 1))
        losses.extend((fast.kept[recorded : fast.recorded] + half(y)).tolist())
        recorded = fast.recorded
        if fast.paused():
            fast.step_over()
            emptied = half(y - network.z_start) + half(y)
            losses.extend((fast.kept[recorded : fast.recorded] + emptied).tolist())
            recorded = fast.recorded
            x, y = redo.x, redo.y = stream.next()
            losses.append(half(y - network.z_start))
            fast.write_data(network.data_numbers(x, y).tolist())
        if progress is not None:
            progress("gradient steps", fast.steps + stream.taken, None)
    stream.require_all_taken()
    place(network.tracer, fast)
    put(network.z, y)
    network.invariant.forget()
    with torch.no_grad():
        final = float(0.5 * (network(x) - y).square().sum())
    steps, reads = fast.steps + stream.taken, stream.taken
    return Fit((*losses, final), steps, reads, gradients=gradients_of(fast), backward_calls=fast.redone)


def half(y: Tensor) -> float:
    return float(0.5 * y.square().sum())


def train_and_predict(
    request: TrainingRequest,
    network: ExtendedNetwork,
    batches: Sequence[Batch],
    executor: str,
    max_steps: int,
    *,
    real: bool = False,
) -> tuple[Fit, Array] | TrainingResult:
    """The training of a training request and the answers on its test points; of an interrupted one, what is known of
    it."""
    watch = Watch(request.progress)
    try:
        with torch_threads(request.threads or 1):  # one step is too small for two threads
            if executor == "autograd":
                done = fit_batches(network, batches, max_steps=max_steps, progress=watch)
            else:
                done = closed_form_fit(network, batches, max_steps=max_steps, progress=watch, seed=request.seed)
            return done, predict(network, request.X_test, real=real)
    except KeyboardInterrupt:  # nothing is written yet: no answers
        none = np.zeros(len(request.X_test), np.int8)
        return TrainingResult(executor, none, watch.steps, {"reference_predictions": none}, interrupted=True)


def predict(network: ExtendedNetwork, points: Array, *, real: bool = False) -> Array:
    """The trained primary's answers."""
    return answers(network.predict(torch.from_numpy(points.copy())), real=real)


def answers(outputs: Tensor, *, real: bool = False) -> Array:
    """The sign of an output, +1 if it is 0; `real`: the output itself."""
    if real:
        return outputs[:, 0].double().numpy()
    return np.where(outputs[:, 0].numpy() >= 0, 1, -1).astype(np.int8)
