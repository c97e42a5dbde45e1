"""The network of Figure 5: three hidden layers of 128 ReLU units, SGD with step size 0.1 on binary cross entropy."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from turingrad._support.interrupts import defer_interrupts
from turingrad._support.validation.arguments import validate_fields
from turingrad.constructions.sgd import plain_sgd
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.outcome import DataSet, Trained

MAX_WORK = 1 << 36  # epochs times samples times weights


@dataclass(frozen=True)
class ReluNet:
    """6.1's settings, with the uniform initialisation of [HZRS15]. The paper leaves the batch size open."""

    layers: int = 3
    width: int = 128
    rate: float = 0.1
    batch: int = 32
    epochs: int = 80

    def __post_init__(self) -> None:
        validate_fields(self)
        for what in ("layers", "width", "batch", "epochs"):
            if getattr(self, what) < 1:
                raise InputError(f"{what} is {getattr(self, what)}; it must be at least 1")

    def weights(self, features: int) -> int:
        """The number E of trainable numbers, biases included."""
        return (features + 1) * self.width + (self.layers - 1) * (self.width + 1) * self.width + self.width + 1

    def network(self, features: int, seed: int) -> nn.Sequential:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            widths = [features] + [self.width] * self.layers
            hidden = [layer for a, b in itertools.pairwise(widths) for layer in (nn.Linear(a, b), nn.ReLU())]
            network = nn.Sequential(*hidden, nn.Linear(self.width, 1))
            for layer in network:
                if isinstance(layer, nn.Linear):
                    nn.init.kaiming_uniform_(layer.weight, nonlinearity="relu")
                    nn.init.zeros_(layer.bias)
            return network

    def train(self, data: DataSet, *, seed: int = 0, progress: Progress = quiet, label: str = "ReLU net") -> Trained:
        """Plain SGD, the samples in a new random order each epoch; the errors are measured after each epoch."""
        # Batches of 32 are too small to share between threads; one thread also fixes the order of the sums.
        with torch_threads(1):
            return self._train(data, seed, progress, label)

    def _train(self, data: DataSet, seed: int, progress: Progress, label: str) -> Trained:
        if not len(data.X) or not len(data.X_test):
            raise InputError("the net needs at least one training and one test sample")
        features = data.X.shape[1]
        if self.epochs * len(data.X) * self.weights(features) > MAX_WORK:
            raise LimitError(
                f"{self.epochs} epochs of {len(data.X)} samples on {self.weights(features):,} weights are more than "
                "this experiment is for"
            )
        network = self.network(features, seed)
        optimizer = plain_sgd(network.parameters(), self.rate)
        order = torch.Generator().manual_seed(seed)
        X, X_test = torch.from_numpy(data.X).float(), torch.from_numpy(data.X_test).float()
        y, y_test = (torch.from_numpy((labels > 0).astype(np.float32)) for labels in (data.y, data.y_test))
        curves: dict[str, list[float]] = {"training loss": [], "training error": [], "test error": []}
        interrupted = False
        try:
            for epoch in range(self.epochs):
                self._epoch(network, optimizer, X, y, torch.randperm(len(X), generator=order))
                measured = (*losses(network, X, y), losses(network, X_test, y_test)[1])
                with defer_interrupts():
                    for curve, value in zip(curves.values(), measured, strict=True):
                        curve.append(value)
                progress(f"{label}: epochs", epoch + 1, self.epochs)
        except KeyboardInterrupt:
            if not curves["test error"]:
                raise
            interrupted = True
        done = len(curves["test error"])
        fitted = next((e + 1 for e, error in enumerate(curves["training error"]) if error == 0), None)
        return Trained(
            network=f"ReLU net {self.layers} x {self.width}",
            weights=self.weights(features),
            samples=len(X),
            sgd_steps=done * -(-len(X) // self.batch),
            train_error=curves["training error"][-1],
            test_error=curves["test error"][-1],
            test_size=len(X_test),
            curves={name: tuple(values) for name, values in curves.items()},
            figures={"epochs": done, "batch": self.batch, "rate": self.rate, "fits_after_epochs": fitted},
            chance=data.chance,
            interrupted=interrupted,
        )

    def _epoch(
        self, network: nn.Module, optimizer: torch.optim.Optimizer, X: Tensor, y: Tensor, shuffled: Tensor
    ) -> None:
        for first in range(0, len(X), self.batch):
            batch = shuffled[first : first + self.batch]
            optimizer.zero_grad()
            loss = F.binary_cross_entropy_with_logits(network(X[batch]).squeeze(-1), y[batch])
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()


@torch.no_grad()
def losses(network: nn.Module, X: Tensor, y: Tensor) -> tuple[float, float]:
    """The mean loss and the part of wrong answers."""
    outputs = network(X).squeeze(-1)
    loss = F.binary_cross_entropy_with_logits(outputs, y)
    return float(loss), float(((outputs > 0) != (y > 0)).double().mean())
