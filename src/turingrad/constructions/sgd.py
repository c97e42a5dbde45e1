"""Plain SGD, as the papers print it: theta - eta * gradient, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable

import torch

from turingrad.errors import InputError


def plain_sgd(parameters: Iterable[torch.nn.Parameter], rate: float) -> torch.optim.SGD:
    """torch's own SGD without momentum, weight decay or dampening, on parameters that can be trained."""
    trained = list(parameters)
    if not trained or not all(parameter.requires_grad for parameter in trained):
        raise InputError("plain SGD needs at least one parameter, and all of them trainable")
    if not (math.isfinite(rate) and rate > 0):
        raise InputError(f"the learning rate is {rate}; it must be positive and finite")
    return torch.optim.SGD(trained, lr=rate, momentum=0.0, weight_decay=0.0, dampening=0.0, nesterov=False)
