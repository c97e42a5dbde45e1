"""The classifier of Goel et al.: `NetworkClassifier` on rcnn, with that construction's own choices."""

from __future__ import annotations

import numpy as np

from turingrad.arrays import Array, signs
from turingrad.estimators.network import NetworkClassifier
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Progress


class RCNNClassifier(NetworkClassifier):
    """Learns as well as the learner that its recurrent convolution rolls out: `NetworkClassifier(learner, on="rcnn")`.

    `learner` is a name of the library ("parity", "nearest-neighbour", ...), a `.tg` program or machine file, or a
    GridMachine. Labels are ±1. `fit` runs m + 1 steps of plain SGD on the memory layer (`training`), `predict` one
    forward pass a row. A machine that gets stuck on a row has no answer there, and `predict` gives +1, as the paper
    does for every learner that outputs no valid classifier; `unanswered_` counts such rows of the last `predict`.
    Without a `dtype` the first of float32 and float64 in which the network is exact is taken.
    """

    def __init__(
        self,
        learner: str | GridMachine = "parity",
        *,
        executor: str | None = None,
        dtype: str | None = None,
        training: str = "auto",
        max_steps: int | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(
            learner,
            on="rcnn",
            executor=executor,
            dtype=dtype,
            max_steps=max_steps,
            threads=threads,
            progress=progress,
            options={"training": training},
        )
        self.training = training

    def class_pair(self, labels: Array) -> Array:
        """-1 and +1, be there samples of both or not."""
        signs(labels, "the labels")
        return np.array([-1, 1])
