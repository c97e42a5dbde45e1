"""The emulation network beside it: plain SGD as well, on the same samples, and it learns.

It is trained one sample at a time on (output - y)^2 at its computed learning rate, in one pass. Before its learner is
done, its outputs are guesses, wrong half of the time; each wrong one is a sample learned from. Where the samples did
not suffice, it gives no answers, which count as errors.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import Signs
from turingrad.constructions import drive
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.machine.learner import Learner
from turingrad.machine.run import Progress, quiet
from turingrad.theory.limits.outcome import DataSet, Trained


def emulate(learner: Learner, data: DataSet, *, name: str, seed: int = 0, progress: Progress = quiet) -> Trained:
    """One pass of SGD over the training samples, then the test points."""

    def tell(_: str, done: int, total: int | None) -> None:
        progress(f"{name}: SGD steps", done, total)

    if not len(data.X) or not len(data.X_test):
        raise InputError("the net needs at least one training and one test sample")
    tell("", 0, len(data.X))
    asked = np.concatenate([data.X_test, data.X])
    run = drive.learn(learner, data.X, data.y, asked, on="emulation", seed=seed, passes=1, progress=tell)
    correct = run.predictions == np.concatenate([data.y_test, data.y])
    tests = len(data.y_test)
    losses = np.array(run.details["losses"])
    wrong = np.flatnonzero(losses)
    return Trained(
        network=f"emulation of {name}",
        weights=run.details["parameters"],
        samples=len(data.X),
        sgd_steps=run.sgd_steps,
        train_error=1 - float(correct[tests:].mean()),
        test_error=1 - float(correct[:tests].mean()),
        test_size=tests,
        curves={"loss by SGD step": tuple(float(loss) for loss in losses)},
        figures={
            "done": run.details["done"],
            "last_error_at_step": int(wrong[-1]) + 1 if len(wrong) else 0,
            "learned_from": run.details["learned_from"],
            "memory_bits": run.details["memory_bits"],
            "memory_equals_reference": run.details["memory_equal"],
            "rate": run.details["learning_rate"],
        },
        chance=data.chance,
        interrupted=bool(run.details.get("interrupted")),
    )


def emulate_parity(data: DataSet, *, seed: int = 0, progress: Progress = quiet) -> Trained:
    """Parity by elimination, from the first 4n training samples (about 2n are needed)."""
    features = data.X.shape[1]
    progress(f"compiling the parity of {features} bits", 0, 1)
    learner = load_learner("parity", form="learner", features=features)
    return emulate(learner, data.first(4 * features), name="parity", seed=seed, progress=progress)


def with_constant(X: Signs) -> Signs:
    """A further column of -1, the bit 1: a parity with a sign is a parity that may use it."""
    constant: Signs = np.full((len(X), 1), -1, np.int8)
    return np.hstack([X, constant])
