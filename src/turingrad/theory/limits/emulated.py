"""The emulation network beside it: plain SGD as well, on the same samples, and it learns.

It is trained one sample at a time on (output - y)^2 at its computed learning rate, in one pass. Before its learner is
done, its outputs are guesses, wrong half of the time; each wrong one is a sample learned from.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from turingrad import execute
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.machine.learner import Learner
from turingrad.theory.limits.outcome import DataSet, Progress, Signs, Trained, quiet

MAX_BITS = 100  # the net of a parity of n bits has about 27 n^2 weights, and takes minutes to compile beyond this
WINDOW = 16


def emulate(learner: Learner, data: DataSet, *, name: str, seed: int = 0, progress: Progress = quiet) -> Trained:
    """One pass of SGD over the training samples, then the test points."""

    def tell(_: str, done: int, total: int | None) -> None:
        progress(f"{name}: SGD steps", done, total)

    tell("", 0, len(data.X))
    run = execute.learn(learner, data.X, data.y, data.X_test, on="emulation", seed=seed, passes=1, progress=tell)
    losses = np.array(run.details["losses"])
    wrong = losses > 0
    return Trained(
        network=f"emulation net, {name}",
        weights=run.details["parameters"],
        samples=len(data.X),
        sgd_steps=run.sgd_steps,
        train_error=float(wrong[-WINDOW:].mean()),
        test_error=1 - run.accuracy(data.y_test),
        test_size=len(data.y_test),
        curves={"loss by SGD step": tuple(float(loss) for loss in losses)},
        figures={
            "last_error_at_step": int(np.flatnonzero(wrong)[-1]) + 1 if wrong.any() else 0,
            "learned_from": run.details["learned_from"],
            "memory_bits": run.details["memory_bits"],
            "memory_equals_reference": run.details["memory_equal"],
            "rate": run.details["learning_rate"],
        },
    )


def emulate_parity(data: DataSet, *, seed: int = 0, progress: Progress = quiet) -> Trained:
    """Parity by elimination, from the first 4n training samples (about 2n are needed)."""
    features = data.X.shape[1]
    if features > MAX_BITS:
        raise InputError(f"the emulation net beside it is for parities of up to {MAX_BITS} bits, not {features}")
    learner = load_learner("parity", form="learner", features=features)
    assert isinstance(learner, Learner)
    return emulate(learner, data.first(4 * features), name="parity by elimination", seed=seed, progress=progress)


def with_constant(X: Signs) -> Signs:
    """A further column of -1, the bit 1: a parity with a sign is a parity that may use it."""
    constant: npt.NDArray[np.int8] = np.full((len(X), 1), -1, np.int8)
    return np.hstack([X, constant])
