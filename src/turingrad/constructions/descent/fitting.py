"""Training an extended network: gradient descent on plain least squares until the stopping rule (4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from turingrad.errors import InputError, LimitError, TuringradError
from turingrad.machine.run import Progress

if TYPE_CHECKING:
    from turingrad.constructions.descent.extended import ExtendedNetwork


Batch = tuple[Tensor, Tensor]
Disturb = Callable[["ExtendedNetwork"], None]


@dataclass(frozen=True)
class Fit:
    """A finished training: the loss before each gradient step and at the end, and the number of gradient steps.

    `reads` of the steps read labels, one for each batch; each of the others is a step of the machine. `gradients` says
    how they were had, `backward_calls` how often autograd went backward. Of a closed form's long training only the
    first million of losses and the last are kept.
    """

    losses: tuple[float, ...]
    steps: int
    reads: int = 1
    gradients: str = "autograd"
    backward_calls: int = 0

    @property
    def machine_steps(self) -> int:
        return self.steps - self.reads

    @property
    def losses_left_out(self) -> int:
        """How many losses lie between the last two that are kept."""
        return self.steps + 1 - len(self.losses)


class Stream:
    """Batches (x, y) of one shape, handed out one by one as the machine asks for them."""

    def __init__(self, network: ExtendedNetwork, batches: Sequence[Batch]) -> None:
        if not batches:
            raise InputError("there is no batch to train on")
        kind = network.dtype
        self.batches = [(torch.as_tensor(x).to(kind), torch.as_tensor(y).to(kind)) for x, y in batches]
        for x, y in self.batches:
            check_data(network, x, y)
        self.taken = 0

    def next(self) -> Batch:
        if self.taken == len(self.batches):
            raise InputError(f"the machine requests another batch after the {self.taken} that there are")
        self.taken += 1
        return self.batches[self.taken - 1]

    def require_all_taken(self) -> None:
        if self.taken < len(self.batches):
            raise InputError(f"the machine has halted after {self.taken} of {len(self.batches)} batches")


def training_losses(
    network: ExtendedNetwork, batches: Sequence[Batch], disturb: Disturb | None = None
) -> Iterator[Tensor]:
    """The loss before each gradient step, and at last the one that meets (4); the step is taken when the next is asked.

    While s_init is open the step reads labels, and (4) is not asked: the loss is then that of z = 0.
    """
    stream = Stream(network, batches)
    network.reset(max(len(network.data_numbers(x, y)) for x, y in stream.batches))
    x, y = stream.batches[0]
    check_primary(network, x)
    optimizer = network.optimizer()
    while True:
        reading = network.reading
        if reading:
            x, y = stream.next()
        elif network.at_edge():
            network.grow(optimizer)
        loss = 0.5 * (network(x) - y).square().sum()
        yield loss.detach()
        if not reading and float(loss.detach()) <= network.levels.b_stop:
            stream.require_all_taken()
            return
        if not reading and network.machine_loss < network.levels.lower:
            raise InputError(
                f"the machine has halted but 1/2 |f - y|^2 = {float(loss.detach()):g} is above B_stop = "
                f"{network.levels.b_stop:g}: the primary's outputs exceed output_bound"
            )
        optimizer.zero_grad()
        loss.backward()
        if disturb is not None:
            disturb(network)
        optimizer.step()


def check_data(network: ExtendedNetwork, x: Tensor, y: Tensor) -> None:
    if len(x) != network.labels[0]:
        raise InputError(f"{len(x)} samples; this network was built for {network.labels[0]}")
    if not bool(torch.isfinite(x).all()):
        raise InputError("a feature is not finite")
    network.check_labels(y)


def check_primary(network: ExtendedNetwork, x: Tensor) -> None:
    """A trial run, of which no running mean or other buffer of the primary learns."""
    buffers = {name: value.clone() for name, value in network.primary.named_buffers()}
    with torch.no_grad():
        found = tuple(network.f({**network.theta(), **buffers}, x).shape)
    if found != network.labels:
        raise InputError(f"the primary network's outputs have shape {found}, the labels {network.labels}")


def fit(
    network: ExtendedNetwork,
    x: Tensor,
    y: Tensor,
    *,
    max_steps: int = 100_000,
    progress: Progress | None = None,
    disturb: Disturb | None = None,
) -> Fit:
    """Train an extended network to the stopping rule. On an error the parameters are left as they were.

    Args:
        network: The extended network.
        x: The samples.
        y: Their labels.
        max_steps: Gradient steps at most.
        progress: Called with a label, the work done and how much there is.
        disturb: Called between each backward pass and its step; it may change the gradients.

    Returns:
        The gradient steps, the machine's steps, and the loss before each step.

    Raises:
        LimitError: The machine does not halt within the steps.
        InputError: The data do not fit the network.

    Example:
        >>> from turingrad.constructions.descent import extended_network, fit
        >>> from turingrad.library.trainers import BY_NAME
        >>> hebb = BY_NAME["hebb"]
        >>> network = extended_network(hebb, hebb.sizes(samples=4, features=1))
        >>> x = torch.tensor([[-1.0], [1.0], [1.0], [1.0]])
        >>> done = fit(network, x, x)
        >>> done.steps == done.machine_steps + 1
        True
    """
    return fit_batches(network, [(x, y)], max_steps=max_steps, progress=progress, disturb=disturb)


def fit_batches(
    network: ExtendedNetwork,
    batches: Sequence[Batch],
    *,
    max_steps: int = 100_000,
    progress: Progress | None = None,
    disturb: Disturb | None = None,
) -> Fit:
    """Train over a stream of batches (Remark 2.4), each handed over when the gradient has emptied z for it.

    The machine says how many batches it takes: one that asks for more, or halts before the last, is an error.

    Args:
        network: The extended network.
        batches: (x, y) each.
        max_steps: Gradient steps at most.
        progress: Called with a label, the work done and how much there is.
        disturb: Called between each backward pass and its step; it may change the gradients.

    Returns:
        As `fit`; `reads` counts the batches.

    Raises:
        LimitError: The machine does not halt within the steps.
        InputError: The data do not fit the network.

    Example:
        >>> from turingrad.constructions.descent import extended_network, fit_batches
        >>> from turingrad.library.trainers import BY_NAME
        >>> hebb = BY_NAME["hebb"]
        >>> network = extended_network(hebb, hebb.sizes(samples=2, features=1, batches=2))
        >>> x = torch.tensor([[-1.0], [1.0]])
        >>> fit_batches(network, [(x, x), (x, x)]).reads
        2
    """
    before = {name: value.detach().clone() for name, value in network.state_dict().items()}
    losses: list[float] = []
    reads = 0
    try:
        for loss in training_losses(network, batches, disturb):
            reads += network.reading
            losses.append(float(loss))
            if progress is not None and len(losses) % 100 == 0:
                progress("gradient steps", len(losses), None)
            if len(losses) > max_steps + 1:  # the last loss follows the last step
                raise LimitError(f"the machine has not halted within {max_steps:,} gradient steps")
    except (TuringradError, KeyboardInterrupt):
        network.load_state_dict(before)
        raise
    return Fit(tuple(losses), len(losses) - 1, reads, backward_calls=len(losses) - 1)
