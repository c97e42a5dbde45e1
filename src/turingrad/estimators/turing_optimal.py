"""A classifier that searches for the learning algorithm that it then uses (Goel et al., sections 3 and 4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted, check_random_state

from turingrad._support.arrays import Array
from turingrad._support.validation.arguments import require
from turingrad.errors import InputError
from turingrad.estimators.binary import BinaryClassifier
from turingrad.machine.grid.learner import predictions
from turingrad.search import Settings, measure_best, search, split_rows
from turingrad.search.problems import time_limit
from turingrad.search.ranking import library_machine, library_tables


class TuringOptimalClassifier(BinaryClassifier):
    """Looks for a grid-machine learner of at most `states` states for a data set of two classes.

    Features are ±1 or 0/1, and with `binarise="median"` any numbers. The machine sees the first class as -1.

    The name is the paper's goal; the result is the best of the machines that were tried, and `epsilon_` says what
    Corollary 2 makes of that (from 1 on it says nothing). Only `proved_best_`, after an enumeration that came to its
    end, means that no machine of the size has a larger validation accuracy.

    `fit` splits the rows as Algorithm 2 does: the learner is given the first part (`max_rows` rows at most) and chosen
    by its accuracy on all others, at least a fraction `validation` of all and at most 10,000 (`unused_` are left over).
    `budget` counts the machines that are tried. The library's hand-written
    machines compete, whatever their size; `library="fitting"` lets only those of at most `states` states compete,
    "none" none. `n_jobs` processes search, with the same result for any number of them; `engine="ray"` searches on a
    Ray cluster at `address`. If the machine gives no answer, `predict` gives the second class, as the paper does.

    After `fit`: `machine_`, its `origin_` ("search" or a name of the library), `validation_accuracy_`, `X_train_` and
    `y_train_` (what the machine is given), `outcome_` (all incumbents and figures of the search).
    """

    def __init__(
        self,
        states: int = 2,
        *,
        budget: int = 80_000,
        validation: float = 0.25,
        library: str = "all",
        strategy: str = "auto",
        instances: int = 300,
        max_rows: int = 64,
        exponent: int = 2,
        seconds: float | None = None,
        engine: str = "local",
        address: str | None = None,
        n_jobs: int | None = 1,
        random_state: Any = 0,
        binarise: str | None = None,
    ) -> None:
        self.states = states
        self.budget = budget
        self.validation = validation
        self.library = library
        self.strategy = strategy
        self.instances = instances
        self.max_rows = max_rows
        self.exponent = exponent
        self.seconds = seconds
        self.engine = engine
        self.address = address
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.binarise = binarise

    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike) -> TuringOptimalClassifier:
        """Search for the learner."""
        rows, labels = self.first_data(X, y)
        seed = (
            int(self.random_state) if isinstance(self.random_state, int | np.integer) else draw_seed(self.random_state)
        )
        problems = split_rows(rows, labels, validation=self.validation, max_rows=self.max_rows, seed=seed)
        settings = self.settings(seed)
        require(self.n_jobs, int | None, "n_jobs")
        workers = None if self.n_jobs == -1 else self.n_jobs or 1
        outcome = search(
            problems, settings, engine=self.engine, workers=workers, address=self.address, seconds=self.seconds
        )  # fmt: skip
        result = measure_best(outcome)
        self.machine_, self.origin_, self.outcome_ = result.machine, result.origin, outcome
        self.X_train_, self.y_train_ = problems.X, problems.y
        self.X_validation_, self.y_validation_ = problems.X_validation, problems.y_validation
        self.validation_accuracy_ = result.train_accuracy
        self.epsilon_, self.proved_best_ = result.epsilon(), result.proved_best
        self.unused_ = problems.unused
        return self

    def settings(self, seed: int) -> Settings:
        return Settings(
            states=self.states,
            budget=self.budget,
            seed=seed,
            strategy=self.strategy,
            library=self.library,
            instances=self.instances,
            exponent=self.exponent,
        )

    def predict(self, X: npt.ArrayLike) -> Array:
        """The machine's answers."""
        check_is_fitted(self)
        points = self.points(X)
        limit = time_limit(points.shape[1], len(self.y_train_), self.exponent)
        answers = predictions(self.machine_, self.X_train_, self.y_train_, points, max_steps=limit).answers
        return self.labels_of(answers)

    def library_accuracies(self) -> dict[str, float]:
        """The validation accuracy of each machine of the library that competed."""
        check_is_fitted(self)
        limit = time_limit(self.X_train_.shape[1], len(self.y_train_), self.exponent)
        given = (self.X_train_, self.y_train_, self.X_validation_)
        return {
            name: float(
                np.mean(predictions(library_machine(name), *given, max_steps=limit).answers == self.y_validation_)
            )
            for name in library_tables(self.outcome_.settings)
        }


def draw_seed(random_state: Any) -> int:
    """A seed from a RandomState, or from numpy's own where None."""
    try:
        return int(check_random_state(random_state).randint(2**31 - 1))
    except RecursionError:  # of the value that scikit-learn wants to show
        raise InputError("random_state must be a whole number, a RandomState or None") from None
