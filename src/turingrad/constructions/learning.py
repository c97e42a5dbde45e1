"""What a learning run returns, whoever learned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import Array, Reader, Signs, signs
from turingrad.errors import InputError, LimitError
from turingrad.machine.views import call_view

if TYPE_CHECKING:
    from turingrad.constructions.construction import Construction, TrainingRequest, TrainingResult

MAX_REPEATED = 1 << 28  # numbers of all passes over a data set


def repeat_samples(X: Signs, y: Signs, passes: int) -> tuple[Signs, Signs]:
    """The samples of some passes, one after the other; more than memory should hold are refused."""
    if passes * (X.size + y.size) > MAX_REPEATED:
        raise LimitError(f"{passes:,} passes over {len(y):,} samples are more than {MAX_REPEATED:,} numbers")
    return np.tile(X, (passes, 1)), np.tile(y, passes)


@dataclass(frozen=True)
class LearnRun:
    """Predictions on the test points (-1, +1, or 0 if no answer was reached), and what it took to get them. A trainer
    with `real` labels predicts numbers: the outputs of its network, as float64. A class that runs as a program predicts
    its own labels.

    `predict` runs the trained network on more points; nothing is trained again. `network` is the trained network,
    None if there is none.
    """

    learner: Any
    on: str
    executor: str
    predictions: Signs
    sgd_steps: int
    seconds: float
    details: Mapping[str, Any] = field(default_factory=dict)
    predictor: Callable[[Array], Signs] | None = field(default=None, compare=False, repr=False)
    network: Any = field(default=None, compare=False, repr=False)

    def predict(self, X: npt.ArrayLike) -> Signs:
        """The answers on more points (rows, features)."""
        if self.predictor is None:
            raise InputError(f"{self.on} keeps no trained network of a {type(self.learner).__name__}: learn again")
        read, _ = trainer_readers(self.learner)
        return self.predictor(read(X, "test features"))

    def plot(self, what: str = "losses", ax: Any = None) -> Any:
        """The losses of the training or, of emulation, the "memory" bits over its first steps, as matplotlib axes."""
        return call_view("learning_plot", self, what, ax)

    def _repr_html_(self) -> str:
        return str(call_view("learn_html", self))

    def accuracy(self, labels: Signs) -> float:
        """The share of predictions that are the labels; numbers are not right or wrong, and are refused."""
        if self.predictions.dtype.kind == "f":
            raise InputError("these predictions are numbers: compare them with the labels by their squared errors")
        return float(np.mean(self.predictions == labels)) if len(labels) else float("nan")


def readers(room: Construction, learner: Any) -> tuple[Reader, Reader]:
    """What checks features and labels: -1 and +1, or numbers if the construction takes trainers and this one them."""
    return trainer_readers(learner) if room.learner_form == "trainer" else (signs, signs)


def trainer_readers(learner: Any) -> tuple[Reader, Reader]:
    """The same for a trainer, its machine or a network of it; signs for anything else."""
    from turingrad.library.trainers.trainers import known_trainer  # it reads every trainer's program

    found = known_trainer(learner) or known_trainer(getattr(learner, "machine", None))
    return (signs, signs) if found is None else found.readers


def details_of(learner: Any, request: TrainingRequest, found: TrainingResult) -> dict[str, Any]:
    """What a construction reports of a training, and for a learner that was written in Python, how far its predictions
    are the object's."""
    if found.interrupted:
        return {**found.details, "interrupted": True}
    if getattr(learner, "program", None) is None:
        return dict(found.details)
    from turingrad.python.oracle import agreement

    taught = np.arange(len(request.X)) if found.taught is None else found.taught
    equal = agreement(learner, request.X, request.y, taught, request.X_test, found.predictions, request.seed)
    return {**found.details, "agreement_with_object": equal}
