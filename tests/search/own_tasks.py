"""Tasks as users write them: `turingrad census --task tests/search/own_tasks.py:ExclusiveOr`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


class ExclusiveOr:
    """y = s x_1 x_2: what `parity-2` is for two features."""

    name = "exclusive-or"

    def sample(self, rng: np.random.Generator, d: int, m: int) -> tuple[np.ndarray, np.ndarray]:
        X = rng.choice([-1, 1], (m, d))
        return X, rng.choice([-1, 1]) * X[:, 0] * X[:, 1]

    def concepts(self, d: int) -> list[Callable[[np.ndarray], np.ndarray]]:  # noqa: ARG002
        return [lambda X: X[:, 0] * X[:, 1], lambda X: -X[:, 0] * X[:, 1]]


class FirstFeature(ExclusiveOr):
    """No flip of the feature leads to another concept."""

    def concepts(self, d: int) -> list[Callable[[np.ndarray], np.ndarray]]:  # noqa: ARG002
        return [lambda X: X[:, 0]]


class Unlabelled(ExclusiveOr):
    def concepts(self, d: int) -> list[Callable[[np.ndarray], np.ndarray]]:  # noqa: ARG002
        return [lambda X: 0 * X[:, 0]]


class Broken(ExclusiveOr):
    def concepts(self, d: int) -> list[Callable[[np.ndarray], np.ndarray]]:
        raise ZeroDivisionError(f"{d} features")


class Drawn:
    """Can be drawn from, not enumerated."""

    name = "drawn"
    sample = ExclusiveOr.sample
