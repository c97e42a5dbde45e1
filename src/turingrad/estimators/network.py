"""One classifier for every learner and every construction that learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from turingrad._support.arrays import Array, Signs
from turingrad.constructions import construction
from turingrad.constructions.drive import learn
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.constructions.emulation.executors.trainers import CompiledTrainer
from turingrad.constructions.learning import LearnRun
from turingrad.errors import InputError
from turingrad.estimators.binary import BinaryClassifier
from turingrad.library import load_learner
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine
from turingrad.python import as_learner


class NetworkClassifier(BinaryClassifier):
    """Learns as `learner` does, inside a network of the construction `on`.

    `learner` is a Python class or object with `predict` and `update`, a name of the library, a machine file or program,
    `FILE.py:NAME` (which runs that file), or a machine: a `Learner`, a grid machine (`on="rcnn"`), a trainer (`on=
    "descent"`). Labels are any two classes; features are ±1 or 0/1, and with `binarise="median"` any numbers.

    `fit` trains the network (on the transformer there is nothing to train: the samples are its prompt) and `predict`
    runs it. On emulation `fit` is plain SGD over the samples and `partial_fit` continues it, one step per sample,
    for learners that update on errors. A learner without an answer on a row is taken to answer the second class;
    `unanswered_` counts such rows. `figures_` says how it was trained. `dtype`, `max_steps`, `threads` and the further
    `options` are those of learning with the construction.
    """

    def __init__(
        self,
        learner: Any = "perceptron",
        *,
        on: str = "emulation",
        executor: str | None = None,
        seed: int = 0,
        dtype: str | None = None,
        max_steps: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
        options: Mapping[str, Any] | None = None,
        binarise: str | None = None,
    ) -> None:
        self.learner = learner
        self.on = on
        self.executor = executor
        self.seed = seed
        self.dtype = dtype
        self.max_steps = max_steps
        self.threads = threads
        self.progress = progress
        self.options = options
        self.binarise = binarise

    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike) -> NetworkClassifier:
        """Learn from the samples, in their order."""
        self.X_, self.y_ = self.first_data(X, y)
        self.machine_ = machine_for(self.learner, self.on, self.X_, once=True)
        self.unanswered_, self.predictor_ = 0, None
        self.trainer_ = trainer_for(self.machine_) if self.is_plain_sgd() else None
        if self.trainer_ is not None:
            self.trainer_.train(self.trainer_.network.rows(self.X_, self.seed), self.y_)
        elif not (isinstance(self.machine_, TapeMachine) and self.on == "rcnn"):  # whose grid is as wide as its points
            found = self.learn_samples(self.X_[:0])
            self.figures_, self.predictor_ = found.details, found.predictor
        return self

    def is_plain_sgd(self) -> bool:
        """True if the options ask nothing of emulation that only a whole run offers."""
        return (
            self.on == "emulation" and self.executor in (None, "compiled") and self.dtype is None and not self.options
        )

    def learn_samples(self, points: Signs) -> LearnRun:
        return learn(
            self.machine_, self.X_, self.y_, points,
            on=self.on, executor=self.executor, dtype=self.dtype, max_steps=self.max_steps, threads=self.threads,
            seed=self.seed, progress=self.progress, **(self.options or {}),
        )  # fmt: skip

    def partial_fit(
        self, X: npt.ArrayLike, y: npt.ArrayLike, classes: npt.ArrayLike | None = None
    ) -> NetworkClassifier:
        """Continue learning: one SGD step per sample. The first call must name both classes, or have both in y."""
        first = not hasattr(self, "trainer_")
        rows, labels = self.first_data(X, y, classes) if first else self.further_data(X, y)
        if first:
            self.X_, self.y_ = rows[:0], labels[:0]
            self.machine_ = machine_for(self.learner, self.on, rows)
            self.unanswered_, self.predictor_ = 0, None
            self.trainer_ = trainer_for(self.machine_) if self.is_plain_sgd() else None
        if self.trainer_ is None:
            raise InputError(
                "partial_fit needs on='emulation' without a dtype, options or another executor, and a learner that "
                "updates only on errors"
            )
        self.trainer_.train(self.trainer_.network.rows(rows, self.seed), labels)
        self.X_, self.y_ = np.concatenate([self.X_, rows]), np.concatenate([self.y_, labels])
        return self

    def predict(self, X: npt.ArrayLike) -> Array:
        """The network's answers."""
        check_is_fitted(self)
        points = self.points(X)
        if self.trainer_ is not None:
            answers = self.trainer_.outputs(self.trainer_.network.rows(points, self.seed)).astype(np.int8)
        elif self.predictor_ is not None:
            answers = self.predictor_(points)
        else:
            found = self.learn_samples(points)
            answers, self.figures_ = found.predictions, found.details
        self.unanswered_ = int((answers == 0).sum())
        return self.labels_of(answers)


def machine_for(learner: Any, on: str, X: Array, once: bool = False) -> Any:
    """The learner in the form that the construction learns with; with `once`, it learns from each row at most once."""
    if isinstance(learner, str):
        return load_learner(learner, form=construction(on).learner_form, features=X.shape[1])
    return as_learner(learner, X, once=once)


def trainer_for(machine: Any) -> CompiledTrainer[EmulationNetwork] | None:
    """An emulation net to be trained step by step; None for a learner that must guess until it is done."""
    if not isinstance(machine, Learner):
        raise InputError(f"emulation trains a learner, not {describe_machine(machine)}")
    if not machine.on_error:
        return None
    network = compile_network(machine)
    return CompiledTrainer(network)
