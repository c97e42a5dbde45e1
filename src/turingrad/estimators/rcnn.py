"""A classifier whose fit is Algorithm 1 of Goel et al. and whose predict is a forward pass of the trained network."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from turingrad.constructions.learning import signs
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.executors import EXECUTORS, Predictor, first_exact, sizes, trained
from turingrad.constructions.rcnn.learner_network import MAX_LAYERS
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.library import load_learner
from turingrad.machine.grid import GridMachine


class RCNNClassifier(ClassifierMixin, BaseEstimator):
    """Learns as well as the learner that its recurrent convolution rolls out.

    `learner` is a name of the library ("parity", "nearest-neighbour", ...), a `.tg` program or machine file, or a
    GridMachine. Features and labels are ±1. `fit` runs m + 1 steps of plain SGD on the memory layer, `predict` one
    forward pass a row. A machine that gets stuck on a row has no answer there, and `predict` gives +1, as the paper
    does for every learner that outputs no valid classifier; `unanswered_` counts such rows of the last `predict`.
    Without a `dtype` the first of float32 and float64 in which the network is exact is taken.
    """

    def __init__(
        self,
        learner: str | GridMachine = "parity",
        *,
        executor: str = "event",
        dtype: str | None = None,
        training: str = "autograd",
        max_steps: int | None = None,
        threads: int | None = None,
        progress: Callable[[str, int, int | None], None] | None = None,
    ) -> None:
        self.learner = learner
        self.executor = executor
        self.dtype = dtype
        self.training = training
        self.max_steps = max_steps
        self.threads = threads
        self.progress = progress

    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike) -> RCNNClassifier:
        """Memorise the samples by SGD."""
        features, labels = table(X, "the features"), signs(y, "the labels")
        if labels.shape != (len(features),):
            raise InputError(f"{len(features)} rows but labels of the shape {labels.shape}")
        if self.executor not in EXECUTORS:
            raise InputError(f"no executor {self.executor!r}; there are {', '.join(EXECUTORS)}")
        machine = self.learner if isinstance(self.learner, GridMachine) else load_learner(self.learner, form="grid")
        if not isinstance(machine, GridMachine):
            raise InputError(f"a learner for this classifier is a grid machine, not a {type(machine).__name__}")
        self.machine_ = machine
        build = partial(RCNN, machine, len(features), features.shape[1])
        self.network_ = first_exact(build) if self.dtype is None else build(dtype=torch_dtype(self.dtype))
        self.figures_ = sizes(self.network_) | trained(
            self.network_, features, labels, training=self.training, progress=self.progress
        )
        self.n_features_in_ = features.shape[1]
        self.classes_ = np.array([-1, 1])
        return self

    def predict(self, X: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """The network's answer on each row."""
        check_is_fitted(self)
        points = table(X, "the features")
        if points.shape[1] != self.n_features_in_:
            raise InputError(f"rows of {points.shape[1]} features; the network was fitted on {self.n_features_in_}")
        limit = MAX_LAYERS if self.max_steps is None else self.max_steps + 2
        predictor = Predictor(self.network_, self.executor, max_layers=limit, threads=self.threads)
        answers = np.zeros(len(points), np.int64)
        for i, prediction in enumerate(predictor.predictions(points)):
            answers[i] = prediction.answer
            if self.progress is not None:
                self.progress("predictions", i + 1, len(points))
        self.unanswered_ = int((answers == 0).sum())
        return np.where(answers == 0, 1, answers)


def table(X: npt.ArrayLike, what: str) -> npt.NDArray[np.int8]:
    """Rows of ±1 features."""
    rows = signs(X, what)
    if rows.ndim != 2 or rows.shape[1] < 1:
        raise InputError(f"{what} have the shape {rows.shape}; expected rows of at least one feature")
    return rows
