"""Empirical risk minimisation for real: a family of networks trained by torch on samples that a machine labels, with
the all-layer margin loss (2.2) as training loss, and the all-layer margins of the weights that it finds.

(2.2) needs rho, which has no closed form for free weights. Its first-order value is

    rho_1(theta, x, y) = y F(x, theta) / |grad_theta F(x, theta)|_2      (y in {-1, +1})

the distance to the linearised boundary. Training minimises the mean of max(0, 1 - rho_1 / gamma): (2.2) at rho_1,
without its cut at 1, whose gradient is 0 where a sample is wrong. The first part of the steps minimises the logistic
loss of y F(x) instead (rho_1 of a random net tells little). After every step the weights are projected onto
|theta|_1 <= alpha: the family F_{w,d,alpha}. Adam finds what it finds: no claim is made that the minimiser of (2.2)
over the family is reached, and a training error above 0 says that it was not.

rho of the learned weights is then bracketed on every sample: attacked from above, certified from below (0 where the net
is wrong). So is the loss (2.2): at most that of the certificates, at least that of the attacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.func import grad, vmap

from turingrad._support.arrays import F64
from turingrad.errors import InputError
from turingrad.machine.run import Progress, with_progress
from turingrad.theory.margins.attack import AttackResult, attack
from turingrad.theory.margins.attack_search import Event, Parameters
from turingrad.theory.margins.samples import surrogate_loss
from turingrad.theory.margins.tasks import Task

RATE = 0.02  # of Adam at the first step; it falls linearly to a tenth
WARM = 0.5  # of the steps, by logistic loss


class Family(Protocol):
    """Networks of one architecture."""

    def initial(self, seed: int) -> Parameters:
        """Weights to start from."""

    def output(self, p: Parameters, x: Tensor, leak: float = 0.0) -> Tensor:
        """F(x) on one input."""

    def numpy_output(self, p: dict[str, F64], x: F64) -> float:
        """The same by another way."""

    def groups(self) -> list[list[str]]:
        """Parameters that belong to one layer."""

    def margin_bound(self, p: Parameters, x: Tensor, label: float) -> float:
        """A lower bound on rho, 0 where the prediction is wrong."""


def outputs(family: Family, p: Parameters, x: Tensor) -> Tensor:
    """F on rows of inputs."""
    found: Tensor = vmap(lambda row: family.output(p, row))(x)
    return found


def first_order_margins(family: Family, p: Parameters, x: Tensor, y: Tensor) -> Tensor:
    """rho_1 of every row."""
    slopes = vmap(grad(family.output), in_dims=(None, 0))(p, x)
    size = torch.stack([slope.flatten(1).square().sum(dim=1) for slope in slopes.values()]).sum(dim=0)
    return y * outputs(family, p, x) / torch.sqrt(size + 1e-12)


def project(p: Parameters, alpha: float) -> None:
    """The weights moved to the nearest point with |theta|_1 <= alpha, in place: soft thresholding of all entries."""
    sizes = torch.cat([part.detach().abs().reshape(-1) for part in p.values()])
    if float(sizes.sum()) <= alpha:
        return
    ordered = torch.sort(sizes, descending=True).values
    cut = (torch.cumsum(ordered, 0) - alpha) / torch.arange(1, len(ordered) + 1)
    threshold = float(cut[int((ordered > cut).nonzero()[-1])])
    with torch.no_grad():
        for part in p.values():
            part.copy_(torch.sign(part) * torch.relu(part.abs() - threshold))


def training_loss(family: Family, p: Parameters, x: Tensor, y: Tensor, gamma: float) -> Tensor:
    """The mean of max(0, 1 - rho_1 / gamma)."""
    return torch.relu(1.0 - first_order_margins(family, p, x, y) / gamma).mean()


@dataclass(frozen=True, slots=True)
class Training:
    """How a family is trained and looked at: gamma of (2.2), alpha, steps and starts of the training, and how many
    evaluations the attack on each sample may use."""

    gamma: float = 0.1
    alpha: float = 100.0
    steps: int = 400
    starts: int = 1
    budget: int = 60
    seed: int = 0


def fit(family: Family, x: Tensor, y: Tensor, how: Training) -> Parameters:
    """Weights of F_alpha after `steps` steps of Adam on all samples: of several starts the one with the smallest
    training loss."""
    if not (how.gamma > 0 and how.alpha > 0 and how.steps >= 1 and how.starts >= 1):
        raise InputError(
            "gamma and alpha must be positive, steps and starts at least 1, "
            f"not {how.gamma}, {how.alpha}, {how.steps}, {how.starts}"
        )
    found = [descend(family, x, y, how, how.seed + 1000 * start) for start in range(how.starts)]
    return min(found, key=lambda p: float(training_loss(family, p, x, y, how.gamma)))


def descend(family: Family, x: Tensor, y: Tensor, how: Training, seed: int) -> Parameters:
    weights = {name: value.requires_grad_() for name, value in family.initial(seed).items()}
    optimizer = torch.optim.Adam(weights.values(), lr=RATE)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, how.steps)
    for number in range(how.steps):
        optimizer.zero_grad()
        if number < WARM * how.steps:
            loss = F.softplus(-y * outputs(family, weights, x)).mean()
        else:
            loss = training_loss(family, weights, x, y, how.gamma)
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
        project(weights, how.alpha)
    return {name: value.detach() for name, value in weights.items()}


@dataclass(frozen=True, eq=False)
class LearnedVictim:
    """A learned net on one input with its true label in {-1, +1}; the margin is 0 where it is wrong."""

    family: Family
    weights: Parameters
    x: Tensor
    label: float

    def parameters(self) -> Parameters:
        return {name: value.clone() for name, value in self.weights.items()}

    def margin(self, parameters: Parameters, leak: float = 0.0) -> Tensor:
        return self.family.output(parameters, self.x, leak) * self.label

    def groups(self) -> list[list[str]]:
        return self.family.groups()

    def events(self) -> Iterator[Event]:
        yield from ()

    def confirms(self, parameters: Parameters) -> bool:
        p = {name: value.detach().numpy() for name, value in parameters.items()}
        return self.family.numpy_output(p, self.x.double().numpy()) * self.label <= 0

    def bracket(self, budget: int) -> tuple[float, AttackResult]:
        """rho from below and from above."""
        return self.family.margin_bound(self.weights, self.x, self.label), attack(self, budget=budget)


@dataclass(frozen=True, slots=True)
class RiskRow:
    """One network on n samples: errors, |theta|_1, and over every distinct sample (of a compiled network, every input)
    the smallest margins (0 where the net is wrong) and the mean of (2.2), from below and from above; `bracketed` is how
    many those are."""

    network: str
    samples: int
    train_error: float | None
    population_error: float
    norm1: float
    parameters: int
    certified: float
    attacked: float
    loss_from: float
    loss_to: float
    bracketed: int


def drawn_samples(task: Task, n: int, seed: int) -> Tensor:
    """n inputs drawn from P, by number."""
    if n < 1:
        raise InputError(f"a sample must have at least one input, not {n}")
    return torch.from_numpy(np.random.default_rng([seed, n]).choice(len(task.x), size=n, p=task.chance))


def learned_row(task: Task, family: Family, n: int, how: Training, progress: Progress | None = None) -> RiskRow:
    """Train on n samples of the task and bracket the margins of all of them."""
    drawn = drawn_samples(task, n, how.seed)
    weights = fit(family, task.x[drawn], task.y[drawn], how)
    with torch.no_grad():
        wrong = (outputs(family, weights, task.x) * task.y <= 0).double()
    brackets = [
        LearnedVictim(family, weights, task.x[i], float(task.y[i])).bracket(how.budget)
        for i in with_progress(torch.unique(drawn).tolist(), f"margins of {n} samples", progress)
    ]
    return RiskRow(
        "learned",
        n,
        float(wrong[drawn].mean()),
        float(wrong.numpy() @ task.chance),
        float(sum(float(value.abs().sum()) for value in weights.values())),
        sum(value.numel() for value in weights.values()),
        *margins_and_losses([(low, found.norm) for low, found in brackets], how.gamma),
    )


def margins_and_losses(
    brackets: Sequence[tuple[float, float | None]], gamma: float
) -> tuple[float, float, float, float, int]:
    """The smallest certificate and attack, the mean of (2.2) from below and from above, and of how many inputs."""
    low = [certified for certified, _ in brackets]
    high = [float("inf") if found is None else found for _, found in brackets]
    losses = float(surrogate_loss(high, gamma).mean()), float(surrogate_loss(low, gamma).mean())
    return min(low), min(high), *losses, len(brackets)


def sample_curve(
    task: Task,
    family: Family,
    samples: Sequence[int] = (4, 8, 16, 32, 64),
    how: Training | None = None,
    progress: Progress | None = None,
) -> Iterator[RiskRow]:
    """Train a family on samples: one row for each n, with the error on the population and the margins that were found.

    Args:
        task: The learning task.
        family: The nets that are trained.
        samples: The numbers n of samples.
        how: The settings of their training.
        progress: Called with a label, the work done and how much there is.

    Returns:
        One row per number of samples.

    Example:
        >>> from turingrad.theory import ReLUFamily, Training, circuit_task, sample_curve
        >>> task = circuit_task(tg.library.load("multiplier-2"), output=1)
        >>> rows = sample_curve(task, ReLUFamily(inputs=4, width=6, depth=2), (4,), Training(steps=5, budget=5))
        >>> [row.samples for row in rows]
        [4]
    """
    for n in with_progress(samples, "training", progress):
        yield learned_row(task, family, n, how or Training(), progress)
