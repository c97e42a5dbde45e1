"""A plain multilayer perceptron, trained by plain SGD: what the constructions are compared with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from turingrad._support.arrays import Signs
from turingrad.constructions.sgd import plain_sgd
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError

MAX_PARAMETERS = 20_000_000
RATE = 0.05
BATCH = 8


def hidden_width(features: int, parameters: int) -> int:
    """The width h of one hidden layer with about that many parameters: h (features + 2) + 1."""
    return max(1, round((parameters - 1) / (features + 2)))


def train_mlp(
    X: Signs,
    y: Signs,
    X_test: Signs,
    *,
    parameters: int,
    seed: int = 0,
    epochs: int = 200,
    progress: Callable[[str, int, int | None], None] | None = None,
) -> Signs:
    """The predictions (±1) on `X_test` of an MLP with one hidden ReLU layer and about `parameters` parameters.

    Plain SGD on the logistic loss, mini-batches of 8 in a new random order each epoch, all of it fixed by the seed.
    """
    if parameters < 1 or epochs < 1:
        raise InputError(f"an MLP needs at least one parameter and one epoch, not {parameters} and {epochs}")
    inputs, labels = torch.from_numpy(X).float(), torch.from_numpy(y).float()
    order = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        width = hidden_width(X.shape[1], min(parameters, MAX_PARAMETERS))
        network = nn.Sequential(nn.Linear(X.shape[1], width), nn.ReLU(), nn.Linear(width, 1))
    optimizer = plain_sgd(network.parameters(), RATE)
    with torch_threads(1):
        for epoch in range(epochs):
            shuffled = torch.randperm(len(inputs), generator=order)
            for first in range(0, len(inputs), BATCH):
                batch = shuffled[first : first + BATCH]
                optimizer.zero_grad()
                losses = F.softplus(-labels[batch] * network(inputs[batch]).squeeze(-1))
                losses.mean().backward()  # type: ignore[no-untyped-call]
                optimizer.step()
            if progress is not None:
                progress("MLP epochs", epoch + 1, epochs)
        with torch.no_grad():
            outputs = network(torch.from_numpy(X_test).float()).squeeze(-1)
    return np.where(outputs.numpy() > 0, 1, -1).astype(np.int8)
