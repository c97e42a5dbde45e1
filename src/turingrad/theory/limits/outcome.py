"""What an experiment returns: for each data set, what each network made of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from turingrad._support.arrays import F64, Array, Signs
from turingrad._support.validation.values import whole
from turingrad.machine.run import Progress
from turingrad.theory.findings import collect_rows

MAX_SAMPLES = 1_000_000


def require_draws(train: int, test: int, seed: int) -> None:
    """Refuse, before any work, samples that could not be drawn."""
    whole(train, "the number of training samples", 1, MAX_SAMPLES)
    whole(test, "the number of test samples", 1, MAX_SAMPLES)
    whole(seed, "the seed")


@dataclass(frozen=True)
class DataSet:
    """Training and test samples with labels ±1, independent draws of one distribution."""

    X: Array
    y: Signs
    X_test: Array
    y_test: Signs

    @staticmethod
    def split(X: Array, y: Signs, train: int) -> DataSet:
        return DataSet(X[:train], y[:train], X[train:], y[train:])

    @property
    def chance(self) -> float:
        """The test error of the better of the two constant answers."""
        positive = float((self.y_test > 0).mean())
        return min(positive, 1 - positive)

    def first(self, samples: int) -> DataSet:
        """The same test set, and no more than the first `samples` training samples."""
        return DataSet(self.X[:samples], self.y[:samples], self.X_test, self.y_test)


@dataclass(frozen=True)
class Trained:
    """One network trained by plain SGD on one data set. Curves have one value per epoch, or per SGD step. `chance` is
    the error of the best constant answer; `interrupted`: Ctrl-C ended it, and the figures are of what was done."""

    network: str
    weights: int
    samples: int
    sgd_steps: int
    train_error: float
    test_error: float
    test_size: int
    curves: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)
    chance: float = 0.5
    interrupted: bool = False

    @property
    def at_chance(self) -> bool:
        """No better than a constant answer, up to three standard deviations."""
        return self.test_error >= self.chance - 3 * math.sqrt(self.chance * (1 - self.chance) / max(1, self.test_size))

    def as_json(self) -> dict[str, Any]:
        return {
            "network": self.network,
            "weights": self.weights,
            "samples": self.samples,
            "sgd_steps": self.sgd_steps,
            "train_error": self.train_error,
            "test_error": self.test_error,
            "chance": self.chance,
            "at_chance": self.at_chance,
            **self.figures,
            **({"interrupted": True} if self.interrupted else {}),
            "curves": {name: list(values) for name, values in self.curves.items()},
        }


@dataclass(frozen=True)
class Part:
    """One data set: what it is, and the networks trained on it."""

    title: str
    about: str
    trained: tuple[Trained, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)
    pictures: tuple[F64, ...] = ()
    interrupted: bool = False
    rows: tuple[Mapping[str, Any], ...] = ()  # a table, where the result is one

    def as_json(self) -> dict[str, Any]:
        networks = [each.as_json() for each in self.trained]
        fields: dict[str, Any] = {"title": self.title, "about": self.about, "figures": dict(self.figures)}
        fields["networks"] = networks
        if self.rows:
            fields["rows"] = [dict(row) for row in self.rows]
        return fields | ({"interrupted": True} if self.interrupted else {})


@dataclass(frozen=True)
class Experiment:
    """All parts of an experiment; `interrupted`: those that were done, whole or in part, when Ctrl-C came."""

    name: str
    seed: int
    parts: tuple[Part, ...]
    interrupted: bool = False

    def as_json(self) -> dict[str, Any]:
        fields = {"experiment": self.name, "seed": self.seed, "parts": [part.as_json() for part in self.parts]}
        return fields | ({"interrupted": True} if self.interrupted else {})


class Interruptible(Protocol):
    @property
    def interrupted(self) -> bool: ...


Done = TypeVar("Done", bound=Interruptible)
T = TypeVar("T")


def in_turn(makers: Iterable[Callable[[], Done]]) -> tuple[tuple[Done, ...], bool]:
    """What each maker makes. Ctrl-C ends it: with what was made by then, and True."""

    def done() -> Iterator[Done]:
        for make in makers:
            yield (made := make())
            if made.interrupted:
                raise KeyboardInterrupt

    found, interrupted = collect_rows(done())
    return tuple(found), interrupted


def rows_of(
    items: Sequence[T], row: Callable[[T], Mapping[str, Any]], label: str, progress: Progress
) -> tuple[tuple[Mapping[str, Any], ...], bool]:
    """A row for each item, and whether Ctrl-C left some of them out."""

    def done() -> Iterator[Mapping[str, Any]]:
        for number, item in enumerate(items, 1):
            yield row(item)
            progress(label, number, len(items))

    rows, interrupted = collect_rows(done())
    return tuple(rows), interrupted


def experiment(name: str, seed: int, makers: Iterable[Callable[[], Part]]) -> Experiment:
    """Parts in turn; Ctrl-C leaves those that were done."""
    parts, interrupted = in_turn(makers)
    return Experiment(name, seed, parts, interrupted)


def trained_part(part: Part, makers: Iterable[Callable[[], Trained]]) -> Part:
    """A part with the networks that the makers train in turn; Ctrl-C leaves those that were trained."""
    trained, interrupted = in_turn(makers)
    return replace(part, trained=trained, interrupted=interrupted)
