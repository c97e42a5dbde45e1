"""`learn` on the rcnn construction: Algorithm 1, then a forward pass for each test point."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from turingrad._support.text import name_alternatives
from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.constructions.network import Network
from turingrad.constructions.rcnn import RCNN, SGDStep, algorithm_1, compile_network
from turingrad.constructions.rcnn.algorithm import layers_are_recomputed
from turingrad.constructions.rcnn.executors.closed_form import closed_form
from turingrad.constructions.rcnn.executors.predicting import Predictor, collect_answers, coordinates_for, table_for
from turingrad.constructions.rcnn.learner_network import MAX_LAYERS
from turingrad.constructions.rcnn.options import TRAININGS, LearnOptions, accepts_learner, shape_of
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import CertificateError, InputError
from turingrad.exact import precision
from turingrad.machine.grid.learner import DEFAULT_MAX_STEPS, predictions
from turingrad.machine.learner import Learner
from turingrad.machine.lower.tape_learner import learner_for
from turingrad.machine.run import Progress
from turingrad.machine.tape import TapeMachine
from turingrad.python.grid import grid_learner

EXECUTORS = ("event", "dense", "table")
# Under this many numbers in a layer's widest tensor one thread is faster than several.
SMALL_LAYER = 1 << 21


def sgd_steps(
    network: RCNN,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    training: str = "auto",
    early_exit: bool = True,
    checkpoint: bool | None = None,
) -> Iterator[SGDStep]:
    """Algorithm 1 by autograd, or by the Jacobians of an event-driven pass (`event`, `table`): the same numbers."""
    chosen = choose_training(network, training, early_exit, checkpoint)
    if chosen == "autograd":
        return algorithm_1(network, X, y, early_exit=early_exit, checkpoint=checkpoint)
    made = coordinates_for(network)
    return closed_form(network, X, y, made, table_for(network, made) if chosen == "table" else None)


def choose_training(network: RCNN, training: str, early_exit: bool, checkpoint: bool | None) -> str:
    """`auto` is autograd, but for networks so large that it would compute every layer twice: those train by `event`."""
    if training not in TRAININGS:
        raise InputError(f"no training {training!r}{name_alternatives(training, TRAININGS)}")
    if training != "auto":
        return training
    own = not early_exit or checkpoint is not None or network.units != "integer"  # only autograd has these
    return "event" if layers_are_recomputed(network) and not own else "autograd"


def train_network(
    network: RCNN, X: npt.ArrayLike, y: npt.ArrayLike, *, progress: Progress | None = None, **options: Any
) -> dict[str, Any]:
    """Trains the network; what was computed and how: steps, layers, the memory flags, seconds."""
    cells = (network.samples + 1) * (network.features + 1 + network.work)
    small = cells * len(network.weights.knees) < SMALL_LAYER
    started, layers, redone = time.perf_counter(), [], 0
    options["training"] = choose_training(
        network, options.get("training", "auto"), options.get("early_exit", True), options.get("checkpoint")
    )
    last: SGDStep | None = None
    with torch_threads(1 if small else torch.get_num_threads()):
        for last in sgd_steps(network, X, y, **options):
            layers.append(last.layers)
            redone += last.redone
            if progress is not None:
                progress("SGD steps", last.step, network.samples + 1)
    assert last is not None
    return {
        "training": options["training"],
        "early_exit": last.early_exit,
        "checkpointed": last.checkpointed,
        "training_layers": max(layers),
        "redone_by_autograd": redone,
        "training_seconds": time.perf_counter() - started,
    }


def learn(request: TrainingRequest) -> TrainingResult:
    """A network for this data set, trained by SGD, then its predictions.

    `max_steps` limits the machine's steps. Without a dtype the first of float32 and float64 in which the network is
    exact is taken.
    """
    network, options = network_for(request)
    chosen = request.executor or ("dense" if network.units == "paper" else EXECUTORS[0])
    details, steps = sizes(network), network.samples + 1
    try:
        if bool(network.W.any()):  # trained before: Algorithm 1 writes W once
            details |= answers_of_full(network, request)
            steps = 0
        else:
            details |= train_network(
                network,
                request.X,
                request.y,
                progress=request.progress,
                training=options.training,
                early_exit=options.early_exit,
                checkpoint=options.checkpoint,
            )
    except KeyboardInterrupt:  # W is not full: no answers
        steps = len(network.decode_samples()[1])
        return TrainingResult(chosen, np.zeros(len(request.X_test), np.int8), steps, details, interrupted=True)
    limit = network.L if network.L is not None else MAX_LAYERS if request.max_steps is None else request.max_steps + 2
    predictor = Predictor(network, chosen, max_layers=limit, threads=request.threads)
    started = time.perf_counter()
    answers, layers, interrupted = collect_answers(
        predictor.predictions(request.X_test), len(request.X_test), request.progress
    )
    seconds = time.perf_counter() - started
    details |= {
        "prediction_seconds": seconds,
        "layers": int(layers.sum()),
        "layers_per_second": float(layers.sum() / seconds) if seconds else 0.0,
        "deepest": int(layers.max(initial=0)),
        "without_answer": int((answers == 0).sum()),
    }
    return TrainingResult(chosen, answers, steps, details, interrupted, predictor.answers, network)


def answers_of_full(network: RCNN, request: TrainingRequest) -> dict[str, Any]:
    """Of a network whose W is full: what its machine answers, with the samples in W."""
    X, y = network.holds()
    limit = DEFAULT_MAX_STEPS if request.max_steps is None else request.max_steps
    expected = predictions(network.machine, X, y, request.X_test, max_steps=limit, work=network.work)
    return {"trained_before": len(y), "reference_predictions": expected.answers}


def network_for(request: TrainingRequest) -> tuple[RCNN, LearnOptions]:
    """The network of a training request, W at 0: a copy of the one that was given, or one compiled for the data set."""
    samples, features = request.X.shape
    options: LearnOptions = request.options
    given = request.learner
    if isinstance(given, Network):
        if not isinstance(given, RCNN):
            raise InputError("this network was compiled without samples and features, so it does not learn")
        full = bool(given.W.any())  # then it learns nothing from these samples
        if given.features != features or (given.samples != samples and not full):
            wanted = f"{given.samples} samples of {given.features} features"
            raise InputError(f"this network was compiled for {wanted}, not for {samples} of {features}")
        if shape_of(options) != shape_of(LearnOptions()):
            raise InputError(
                "depth, layout, units, work and size belong to the compilation; this network is compiled already"
            )
        return copy.deepcopy(given), options
    shape = shape_of(options)
    if isinstance(given, TapeMachine):  # B.1.2: through the paper's reductions, with the room that the data ask for
        lowered = learner_for(given, request.X, request.y, request.X_test)
        if options.work is None:
            shape["work"] = lowered.columns(request.X, request.y, request.X_test)
        given = lowered.machine
    if isinstance(given, Learner):
        if given.features != features:
            raise InputError(f"the learner has {given.features} features, the samples {features}")
        given = grid_learner(given)
    accepts_learner(given)
    build: Callable[..., Any] = partial(compile_network, given, samples=samples, features=features, **shape)
    if request.dtype is not None:
        return build(dtype=precision(request.dtype).torch), options
    return (build(dtype=torch.float64) if options.units == "paper" else first_exact(build)), options


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
