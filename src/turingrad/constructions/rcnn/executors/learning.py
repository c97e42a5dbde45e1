"""`learn` on the rcnn construction: Algorithm 1, then a forward pass for each test point."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from turingrad.constructions.learning import LearnRun
from turingrad.constructions.rcnn import RCNN, SGDStep, algorithm_1
from turingrad.constructions.rcnn.executors.closed_form import closed_form
from turingrad.constructions.rcnn.executors.machine_run import EXECUTORS
from turingrad.constructions.rcnn.executors.predicting import Predictor, collected, made_for, table_for
from turingrad.constructions.rcnn.learner_network import MAX_LAYERS
from turingrad.constructions.threads import torch_threads
from turingrad.errors import CertificateError, InputError
from turingrad.exact import precision
from turingrad.machine.grid import GridMachine
from turingrad.machine.run import Progress

TRAININGS = ("autograd", "event", "table")
# Under this many numbers in a layer's widest tensor one thread is faster than several.
SMALL_LAYER = 1 << 21


def sgd_steps(
    network: RCNN,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    training: str = "autograd",
    early_exit: bool = True,
    checkpoint: bool | None = None,
) -> Iterator[SGDStep]:
    """Algorithm 1 by autograd, or by the Jacobians of an event-driven pass (`event`, `table`): the same numbers."""
    if training not in TRAININGS:
        raise InputError(f"no training {training!r}; there are {', '.join(TRAININGS)}")
    if training == "autograd":
        return algorithm_1(network, X, y, early_exit=early_exit, checkpoint=checkpoint)
    made = made_for(network)
    return closed_form(network, X, y, made, table_for(network, made) if training == "table" else None)


def trained(
    network: RCNN, X: npt.ArrayLike, y: npt.ArrayLike, *, progress: Progress | None = None, **options: Any
) -> dict[str, Any]:
    """Trains the network; what was computed and how: steps, layers, the memory flags, seconds."""
    cells = (network.samples + 1) * (network.features + 1 + network.work)
    small = cells * len(network.weights.knees) < SMALL_LAYER
    started, layers = time.perf_counter(), []
    last: SGDStep | None = None
    with torch_threads(1 if small else torch.get_num_threads()):
        for last in sgd_steps(network, X, y, **options):
            layers.append(last.layers)
            if progress is not None:
                progress("SGD steps", last.step, network.samples + 1)
    assert last is not None
    return {
        "training": options.get("training", "autograd"),
        "early_exit": last.early_exit,
        "checkpointed": last.checkpointed,
        "training_layers": max(layers),
        "training_seconds": time.perf_counter() - started,
    }


def learn(
    learner: GridMachine,
    X: npt.NDArray[np.int8],
    y: npt.NDArray[np.int8],
    X_test: npt.NDArray[np.int8],
    *,
    executor: str | None = None,
    progress: Progress | None = None,
    seed: int = 0,  # noqa: ARG001 - nothing here is left to chance
    dtype: str | None = None,
    threads: int | None = None,
    max_steps: int | None = None,
    depth: int | None = None,
    training: str = "autograd",
    early_exit: bool = True,
    checkpoint: bool | None = None,
    layout: str = "compact",
    units: str = "integer",
    work: int | None = None,
    size: int | None = None,
) -> LearnRun:
    """A network for this data set, trained by SGD, then its predictions.

    `max_steps` limits the machine's steps, `depth` fixes the number of layers L, `work` the work columns l, `size` the
    architecture's s. Without a dtype the first of float32
    and float64 in which the network is exact is taken.
    """
    if not isinstance(learner, GridMachine):
        raise InputError(f"rcnn learns with a grid machine, not with a {type(learner).__name__}")
    chosen = executor or ("dense" if units == "paper" else EXECUTORS[0])
    if chosen not in EXECUTORS:
        raise InputError(f"no executor {chosen!r} on 'rcnn'; there are {', '.join(EXECUTORS)}")
    started = time.perf_counter()
    build = partial(RCNN, learner, len(X), X.shape[1], layout=layout, units=units, depth=depth, work=work, size=size)
    network = build(dtype=precision(dtype).torch) if dtype is not None else first_exact(build)
    details = sizes(network)
    details |= trained(
        network, X, y, progress=progress, training=training, early_exit=early_exit, checkpoint=checkpoint
    )
    limit = depth if depth is not None else MAX_LAYERS if max_steps is None else max_steps + 2
    predictor = Predictor(network, chosen, max_layers=limit, threads=threads)
    begun = time.perf_counter()
    answers, layers, interrupted = collected(predictor.predictions(X_test), len(X_test), progress)
    seconds = time.perf_counter() - begun
    details |= {
        "prediction_seconds": seconds,
        "layers": int(layers.sum()),
        "layers_per_second": float(layers.sum() / seconds) if seconds else 0.0,
        "deepest": int(layers.max(initial=0)),
        "without_answer": int((answers == 0).sum()),
        "interrupted": interrupted,
    }
    return LearnRun(learner, "rcnn", chosen, answers, network.samples + 1, time.perf_counter() - started, details)


def first_exact(build: Callable[..., RCNN]) -> RCNN:
    """The network in float32 if its arithmetic is exact there, else in float64."""
    try:
        return build(dtype=torch.float32)
    except CertificateError:
        return build(dtype=torch.float64)


def sizes(network: RCNN) -> dict[str, Any]:
    """The sizes that reports show."""
    return {
        "states": len(network.machine.working_states),
        "rules": len(network.machine.rules),
        "lowered_states": len(network.table.states),
        "size": network.size,
        "work": network.work,
        "width": len(network.weights.knees),
        "units": len(network.weights.units),
        "trained_parameters": network.W.numel(),
        "parameters": network.parameter_count(),
        "K": network.cells.K,
        "dtype": str(network.W.dtype).removeprefix("torch."),
    }
