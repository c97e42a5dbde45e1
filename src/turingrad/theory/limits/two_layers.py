"""A net of one hidden layer, plain SGD on fresh samples, from a Rademacher or a Gaussian start.

    out(x) = sum over j of a_j relu(w_j x + b_j) + c

with w_j ~ ±1/sqrt(d) or N(0, 1/d), a_j ~ ±1/sqrt(width) or N(0, 1/width), b = c = 0: equal variances, so that the two
starts differ in the shape of the distribution alone. Hinge loss, no momentum, no weight decay, every sample seen once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from torch import Tensor, nn

from turingrad.constructions.sgd import plain_sgd
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError, LimitError
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.function_classes import Function, Points, cube_points
from turingrad.theory.limits.outcome import Trained

Start = Literal["Rademacher", "Gaussian"]
STARTS: tuple[Start, ...] = ("Rademacher", "Gaussian")
MAX_WORK = 1 << 42  # steps times batch times weights
MEASUREMENTS = 20
TEST = 2000


@dataclass(frozen=True)
class TwoLayers:
    """A net of one hidden layer, and the plain SGD that trains it."""

    width: int = 512
    rate: float = 0.05
    batch: int = 64
    steps: int = 4000

    def __post_init__(self) -> None:
        for what in ("width", "batch", "steps"):
            if getattr(self, what) < 1:
                raise InputError(f"{what} is {getattr(self, what)}; it must be at least 1")

    def weights(self, features: int) -> int:
        return self.width * (features + 2) + 1

    def network(self, features: int, start: Start, generator: torch.Generator) -> nn.Sequential:
        def draw(*shape: int) -> Tensor:
            if start == "Rademacher":
                return 2.0 * torch.randint(0, 2, shape, generator=generator) - 1
            return torch.randn(shape, generator=generator)

        hidden, output = nn.Linear(features, self.width), nn.Linear(self.width, 1)
        with torch.no_grad():
            hidden.weight.copy_(draw(self.width, features) / features**0.5)
            output.weight.copy_(draw(1, self.width) / self.width**0.5)
            hidden.bias.zero_()
            output.bias.zero_()
        return nn.Sequential(hidden, nn.ReLU(), output)

    def train(
        self, F: Function, features: int, start: Start, *, name: str = "", seed: int = 0, progress: Progress = quiet
    ) -> Trained:
        """Fresh samples at each step, until `steps` or until no test point is wrong. Ctrl-C: what was measured."""
        if self.steps * self.batch * self.weights(features) > MAX_WORK:
            raise LimitError(
                f"{self.steps} steps of {self.batch} samples on {self.weights(features):,} weights are more than this "
                "experiment is for"
            )
        if start not in STARTS:
            raise InputError(f"no start {start!r}; known: {', '.join(STARTS)}")
        generator = torch.Generator().manual_seed(seed)
        rng = np.random.default_rng([seed, features])
        X_test = cube_points(rng, TEST, features)
        y_test = F(X_test)
        network = self.network(features, start, generator)
        optimizer = plain_sgd(network.parameters(), self.rate)
        label = f"{name}, {start} start" if name else f"{start} start"
        every = max(1, self.steps // MEASUREMENTS)
        curve: list[float] = []
        done, interrupted = 0, False
        try:
            with torch_threads(1):
                for step in range(1, self.steps + 1):
                    self._step(network, optimizer, F, cube_points(rng, self.batch, features))
                    if step % every == 0 or step == self.steps:
                        error = error_on(network, X_test, y_test)
                        curve, done = [*curve, error], step
                        progress(f"{label}: SGD steps", step, self.steps)
                        if error == 0:
                            break
        except KeyboardInterrupt:
            if not curve:
                raise
            interrupted = True
        return Trained(
            network=label,
            weights=self.weights(features),
            samples=done * self.batch,
            sgd_steps=done,
            train_error=curve[-1],  # fresh samples: training and test samples are of one kind
            test_error=curve[-1],
            test_size=TEST,
            curves={"test error": tuple(curve)},
            figures={"start": start, "batch": self.batch, "rate": self.rate, "steps_a_measurement": every},
            interrupted=interrupted,
        )

    def _step(self, network: nn.Module, optimizer: torch.optim.Optimizer, F: Function, X: Points) -> None:
        y = torch.from_numpy(np.asarray(F(X), dtype=np.float32))
        optimizer.zero_grad()
        loss = torch.relu(1 - y * network(torch.from_numpy(X).float()).squeeze(-1)).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()


@torch.no_grad()
def error_on(network: nn.Module, X: Points, y: Points) -> float:
    shown = network(torch.from_numpy(X).float()).squeeze(-1).numpy()
    return float(np.mean(np.where(shown > 0, 1, -1) != y))
