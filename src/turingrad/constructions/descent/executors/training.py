"""What the ways of learning with descent share: the closed-form training, progress, answers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from turingrad.arrays import Signs
from turingrad.constructions.descent import ExtendedNetwork, Fit
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.recheck import RedoneInside
from turingrad.constructions.descent.executors.running import gradients_of
from turingrad.constructions.descent.fitting import check_data, check_primary
from turingrad.constructions.descent.variables import put
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress

CHUNK = 1_000_000


class Watch:
    """Keeps the number of gradient steps so far, and passes it on."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress, self.steps = progress, 0

    def __call__(self, label: str, done: int, total: int | None) -> None:
        self.steps = done
        if self.progress is not None:
            self.progress(label, done, total)


def exact_signs(values: Tensor, what: str) -> bytes:
    """±1 as int8; other numbers are refused: their signs are not them."""
    if not bool((values.abs() == 1).all()):
        raise InputError(f"{what} must be -1 or +1: this trainer reads signs, and real numbers need a quantiser")
    return values.to(torch.int8).contiguous().numpy().tobytes()


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


def predicted(network: ExtendedNetwork, points: Signs) -> Signs:
    """The trained primary's answers."""
    return answers(network.predict(torch.from_numpy(points.copy())))


def answers(outputs: Tensor) -> npt.NDArray[np.int8]:
    """The sign of an output, +1 where it is 0."""
    return np.where(outputs[:, 0].numpy() >= 0, 1, -1).astype(np.int8)
