"""What an experiment returns: for each data set, what each network made of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad.arrays import Signs


@dataclass(frozen=True)
class DataSet:
    """Training and test samples with labels ±1, independent draws of one distribution."""

    X: npt.NDArray[Any]
    y: Signs
    X_test: npt.NDArray[Any]
    y_test: Signs

    @staticmethod
    def split(X: npt.NDArray[Any], y: Signs, train: int) -> DataSet:
        return DataSet(X[:train], y[:train], X[train:], y[train:])

    def first(self, samples: int) -> DataSet:
        """The same test set, and no more than the first `samples` training samples."""
        return DataSet(self.X[:samples], self.y[:samples], self.X_test, self.y_test)


@dataclass(frozen=True)
class Trained:
    """One network trained by plain SGD on one data set. Curves have a value an epoch, or an SGD step."""

    network: str
    weights: int
    samples: int
    sgd_steps: int
    train_error: float
    test_error: float
    test_size: int
    curves: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)

    @property
    def at_chance(self) -> bool:
        """Within three standard deviations of a coin."""
        return abs(self.test_error - 0.5) <= 3 * math.sqrt(0.25 / max(1, self.test_size))

    def as_json(self) -> dict[str, Any]:
        return {
            "network": self.network,
            "weights": self.weights,
            "samples": self.samples,
            "sgd_steps": self.sgd_steps,
            "train_error": self.train_error,
            "test_error": self.test_error,
            "at_chance": self.at_chance,
            **self.figures,
            "curves": {name: list(values) for name, values in self.curves.items()},
        }


@dataclass(frozen=True)
class Part:
    """One data set: what it is, and the networks trained on it."""

    title: str
    about: str
    trained: tuple[Trained, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[npt.NDArray[np.float64], ...] = ()

    def as_json(self) -> dict[str, Any]:
        networks = [each.as_json() for each in self.trained]
        return {"title": self.title, "about": self.about, "figures": dict(self.figures), "networks": networks}


@dataclass(frozen=True)
class Experiment:
    """All parts of an experiment."""

    name: str
    seed: int
    parts: tuple[Part, ...]

    def as_json(self) -> dict[str, Any]:
        return {"experiment": self.name, "seed": self.seed, "parts": [part.as_json() for part in self.parts]}


def quiet(label: str, done: int, total: int | None) -> None:
    """Progress that nobody watches."""
