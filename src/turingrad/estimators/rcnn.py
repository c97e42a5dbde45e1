"""The classifier of Goel et al.: `NetworkClassifier` on rcnn, with that construction's own choices."""

from __future__ import annotations

from turingrad.estimators.network import NetworkClassifier
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Progress


class RCNNClassifier(NetworkClassifier):
    """Learns as well as the learner that its recurrent convolution rolls out: `NetworkClassifier(learner, on="rcnn")`.

    `learner` is a name of the library ("parity", "nearest-neighbour", ...), a `.tg` program or machine file, or a
    GridMachine. Labels are any two classes; of labels ±1 one may be missing. `fit` runs m + 1 steps of plain SGD on the
    memory layer (`training`), `predict` one forward pass per row. A machine that gets stuck on a row has no answer
    there, and `predict` gives the second class, as the paper does for every learner that outputs no valid classifier;
    `unanswered_` counts such rows of the last `predict`. Without a `dtype` it takes the first of float32 and float64 in
    which the network is exact.
    """

    learns_one_class = True

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
        binarise: str | None = None,
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
            binarise=binarise,
        )
        self.training = training
