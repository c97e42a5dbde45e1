"""Steps of a closed-form run re-done by autograd on the network itself.

The closed form looks the gradient up in tables of the network's weights. At the first step of each run, at one drawn at
random in each span from 2^k to 2^(k+1), in each step that asks for a batch, and at the halt, the network gets the run's
parameters, autograd computes the gradient, and everything is compared: every entry of the gradient in s (of a run on
the loss alone), and s, T and H after the step, bit for bit. A difference is an error. How many steps were re-done is
part of what a run reports.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import torch

from turingrad.constructions.descent.extended import ExtendedNetwork
from turingrad.constructions.descent.invariant import off
from turingrad.constructions.descent.network import TapeDescent
from turingrad.errors import CertificateError

if TYPE_CHECKING:
    from torch import Tensor

    from turingrad.constructions.descent.executors.closed_form import ClosedForm

Compare = Callable[["ClosedForm"], None]
Redo = Callable[["ClosedForm"], Compare]
"""Takes one step by autograd from the closed form's present parameters; what it returns compares it with its next."""


class Redone:
    """Re-does steps on the loss alone."""

    def __init__(self, network: TapeDescent) -> None:
        self.network = copy.deepcopy(network)  # it is moved from step to step

    def __call__(self, fast: ClosedForm) -> Compare:
        network = self.network
        place(network, fast)
        network().backward()
        gradient = network.s.grad
        if gradient is None or not np.array_equal(gradient.double().numpy(), fast.control_gradient()):
            raise CertificateError(f"step {fast.steps}: autograd's gradient in s is not the closed form's")
        network.optimizer().step()
        return lambda after: compare(network, after)


class RedoneInside:
    """Re-does steps on 1/2 |F(x) - y|^2 of a whole extended network: switches, square root and f_perp included."""

    def __init__(self, network: ExtendedNetwork, x: Tensor, y: Tensor) -> None:
        self.network, self.x, self.y = network, x, y  # of the present batch

    def __call__(self, fast: ClosedForm) -> Compare:
        network = self.network
        place(network.tracer, fast)
        with torch.no_grad():
            network.z.copy_(self.y)
        network.invariant.forget()
        optimizer = network.optimizer()
        optimizer.zero_grad()
        (0.5 * (network(self.x) - self.y).square().sum()).backward()
        optimizer.step()
        left = network.z_start if fast.paused() else self.y  # a step that asks for a batch empties z
        if off(network.z.detach(), left) > network.label_error(self.y) * off(self.y, left):
            raise CertificateError(f"step {fast.steps}: autograd's z is not the closed form's")
        return lambda after: compare(network.tracer, after)


def place(network: TapeDescent, fast: ClosedForm) -> None:
    """The closed form's parameters become the network's."""
    fast.make_room()
    content = fast.recipe.encoding.symbols(fast.T.transpose(1, 0, 2), exact=True)
    network.assign(fast.vertex, torch.from_numpy(content), torch.from_numpy(fast.heads.copy()))
    network.origin = fast.origin


def compare(network: TapeDescent, fast: ClosedForm) -> None:
    """s, T and H, bit for bit; within 1/4 where the labels' gradient rounds (then T and H are rounded, see there)."""
    tapes, H = network.tapes().detach(), network.H.detach()
    if network.loss.rounded:
        tapes, H = tapes.round(), H.round()
    same = (
        np.array_equal(network.s.detach().double().numpy(), fast.control())
        and np.array_equal(tapes.double().numpy().transpose(2, 0, 1), fast.T)
        and np.array_equal(H.double().numpy(), fast.head_variable())
    )
    if not same:
        raise CertificateError(f"step {fast.steps}: autograd's parameters are not the closed form's")
