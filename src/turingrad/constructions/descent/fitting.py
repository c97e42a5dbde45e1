"""Training an extended network: gradient descent on plain least squares until the stopping rule (4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from turingrad.errors import InputError, LimitError, TuringradError
from turingrad.machine.run import Progress

if TYPE_CHECKING:
    from turingrad.constructions.descent.extended import ExtendedNetwork


@dataclass(frozen=True)
class Fit:
    """A finished training: the loss before each gradient step and at the end, and the number of gradient steps."""

    losses: tuple[float, ...]
    steps: int

    @property
    def machine_steps(self) -> int:
        """All steps but the first, which reads the labels."""
        return self.steps - 1


def training(network: ExtendedNetwork, x: Tensor, y: Tensor, *, keep_tapes: bool = False) -> Iterator[Tensor]:
    """The loss before each gradient step, and at last the one that meets (4); the step is taken when the next is asked.

    `keep_tapes`: the writable tapes stay as they are, for a further batch of labels.
    """
    x, y = x.to(network.dtype), y.to(network.dtype)
    check_data(network, x, y)
    if keep_tapes:
        rewind(network)
    else:
        network.reset(len(network.quantise(x, y)))
    check_primary(network, x)
    optimizer, step = network.optimizer(), 0
    while True:
        loss = 0.5 * (network(x) - y).square().sum()
        yield loss.detach()
        if step and float(loss.detach()) <= network.recipe.constants.b_stop:
            return
        if step and network.machine_loss < network.recipe.constants.lower:
            raise InputError(
                f"the machine has halted but 1/2 |f - y|^2 = {float(loss.detach()):g} is above B_stop = "
                f"{network.recipe.constants.b_stop:g}: the primary's outputs exceed output_bound"
            )
        if step and network.tracer.at_edge():
            network.tracer.grow()
            optimizer = network.optimizer()
            loss = 0.5 * (network(x) - y).square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1


def check_data(network: ExtendedNetwork, x: Tensor, y: Tensor) -> None:
    if len(x) != network.labels[0]:
        raise InputError(f"{len(x)} samples; this network was built for {network.labels[0]}")
    if not bool(torch.isfinite(x).all()):
        raise InputError("a feature is not finite")
    network.check_labels(y)


def check_primary(network: ExtendedNetwork, x: Tensor) -> None:
    found = tuple(network.primary_output(x).shape)
    if found != network.labels:
        raise InputError(f"the primary network's outputs have shape {found}, the labels {network.labels}")


def rewind(network: ExtendedNetwork) -> None:
    """z, s and H as at the start, the tapes as they are."""
    tracer, tapes, origin = network.tracer, network.tracer.tapes().detach().clone(), network.tracer.origin
    s, H = torch.zeros_like(tracer.s), torch.zeros_like(tracer.H)
    blank = (network.recipe.blank,)
    s[network.recipe.start([blank] * network.machine.tapes)] = 1
    H[:, origin] = 1
    tracer.keep(s, tapes, H)
    network.z = torch.nn.Parameter(torch.zeros_like(network.z))


def fit(
    network: ExtendedNetwork,
    x: Tensor,
    y: Tensor,
    *,
    max_steps: int = 100_000,
    progress: Progress | None = None,
    keep_tapes: bool = False,
) -> Fit:
    """Train to the stopping rule. On an error the parameters are left as they were."""
    before = saved(network)
    losses: list[float] = []
    try:
        for loss in training(network, x, y, keep_tapes=keep_tapes):
            losses.append(float(loss))
            if progress is not None and len(losses) % 100 == 0:
                progress("gradient steps", len(losses), None)
            if len(losses) > max_steps:
                raise LimitError(f"the machine has not halted within {max_steps:,} gradient steps")
    except (TuringradError, KeyboardInterrupt):
        restore(network, before)
        raise
    return Fit(tuple(losses), len(losses) - 1)


def fit_batches(
    network: ExtendedNetwork, batches: Sequence[tuple[Tensor, Tensor]], *, max_steps: int = 100_000
) -> list[Fit]:
    """Remark 2.4: batches of labels, read one after the other into a z of the batch's size.

    For each batch z, s and H start anew and the tapes stay, so the machine goes on from the weights that it wrote.
    """
    before = saved(network)
    try:
        return [fit(network, x, y, max_steps=max_steps, keep_tapes=number > 0) for number, (x, y) in enumerate(batches)]
    except (TuringradError, KeyboardInterrupt):
        restore(network, before)
        raise


Saved = tuple[Tensor, Tensor, Tensor, Tensor, int]


def saved(network: ExtendedNetwork) -> Saved:
    tracer = network.tracer
    values = (tracer.s, tracer.tapes(), tracer.H, network.z)
    s, tapes, H, z = (value.detach().clone() for value in values)
    return s, tapes, H, z, tracer.origin


def restore(network: ExtendedNetwork, before: Saved) -> None:
    s, tapes, H, z, origin = before
    network.tracer.keep(s, tapes, H)
    network.tracer.origin = origin
    network.z = torch.nn.Parameter(z)
