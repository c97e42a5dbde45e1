"""Learning with an emulation net: plain SGD on the exact variants, noisy SGD on the noise-tolerant one."""

from __future__ import annotations

import copy
from functools import partial
from typing import Any

import numpy as np

from turingrad._support.arrays import Signs
from turingrad._support.interrupts import defer_interrupts
from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.constructions.emulation.executors.noisy import learn_under_noise
from turingrad.constructions.emulation.executors.trainers import TRAINERS, Trainer
from turingrad.constructions.emulation.options import LearnOptions, accepts_learner
from turingrad.constructions.emulation.scheme import describe_mode
from turingrad.constructions.learning import repeat_samples
from turingrad.constructions.network import Network
from turingrad.constructions.torch_state import torch_threads
from turingrad.errors import InputError
from turingrad.exact import torch_dtype
from turingrad.library.learners.counted import stop_after
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run

DEFAULT_PASSES, MAX_ROWS = 20, 2_000_000
CHUNK, COMPILED_CHUNK = 4096, 256
KEPT_MEMORIES = 400  # steps after which the memory is kept, for pictures
EXACT_OPTIONS = ("variant", "passes")
NOISE_OPTIONS = ("noise_kind", "relative", "constants", "kappa", "budgets")


def learn(request: TrainingRequest) -> TrainingResult:
    """Train a net for this learner on the samples, one at a time, then predict the test points.

    Without noise the samples are gone through until the learner is done, at most `passes` times (a learner that updates
    on errors: once). With a noise level the noise-tolerant net memorises each sample once.
    """
    given = request.learner
    learner = given.machine if isinstance(given, Network) else given
    accepts_learner(learner)
    if request.X.shape[1] != learner.features:
        raise InputError(f"the learner has {learner.features} features, the samples {request.X.shape[1]}")
    require_own(request.options, request.noise)
    if request.noise is not None:
        return learn_under_noise(request, learner, request.noise)
    return learn_exactly(request, learner)


def require_own(options: LearnOptions, noise: Any) -> None:
    """Refuse options that only the other variant of learning has, or that a noise function decides itself."""
    plain, when = LearnOptions(), "without noise" if noise is None else "under noise"
    others: tuple[str, ...] = NOISE_OPTIONS if noise is None else EXACT_OPTIONS
    if callable(noise):
        when, others = "under a noise function", (*EXACT_OPTIONS, "noise_kind", "relative")
    for name in others:
        if getattr(options, name) != getattr(plain, name):
            raise InputError(f"learning with emulation {when} takes no {name}")


def learn_exactly(request: TrainingRequest, learner: Learner) -> TrainingResult:
    """Theorem 4 (guess until done) or Lemma 3 (learn from errors), on an exact net."""
    options, seed = request.options, request.seed
    samples = len(request.X)
    network = network_for(request, learner)
    ran = network.current_learner()
    most = options.passes or (1 if ran.on_error else max(1, min(DEFAULT_PASSES, MAX_ROWS // max(1, samples))))
    executor = request.executor or next(iter(TRAINERS))
    trainer: Trainer[EmulationNetwork] = TRAINERS[executor](network)
    points, labels = repeat_samples(request.X, request.y, most)
    rows = network.rows(points, seed)
    look = min(CHUNK, max(1, samples))  # rows between two looks at whether the learner is done, on every executor
    chunk = min(look, 1 if executor == "torch" else COMPILED_CHUNK)
    outputs: list[float] = []
    memories = ["".join(map(str, trainer.memory()))]
    interrupted = False
    try:
        with torch_threads(request.threads or 1):
            while len(outputs) < len(rows):
                taken = len(outputs)
                if taken and taken % look == 0 and ran.done and not ran.on_error and _done(ran, trainer):
                    break
                step = 1 if taken < KEPT_MEMORIES else chunk
                upto = min(len(rows), taken + step, (taken // look + 1) * look)
                with defer_interrupts():
                    outputs += trainer.train(rows[taken:upto], labels[taken:upto])
                    if len(outputs) <= KEPT_MEMORIES:
                        memories.append("".join(map(str, trainer.memory())))
                request.progress("SGD steps", len(outputs), len(rows))
    except KeyboardInterrupt:
        interrupted = True
    steps = len(outputs)
    memory = trainer.memory()
    is_done = _done(ran, trainer)
    predictor = partial(predict, trainer if is_done else None, network, seed)
    predictions = predictor(request.X_test)
    reference = learner_run.run(ran, points[:steps], labels[:steps], seed=seed, guess=True).configuration
    wrong = np.array(outputs) != labels[:steps]
    details = {
        "reference_predictions": learner_run.predict(ran, reference.memory, request.X_test),
        "memory_equal": memory == reference.memory,
        "memory": "".join(map(str, memory)),
        "done": is_done,
        "passes": -(-steps // samples) if samples else 0,
        "learned_from": int(wrong.sum()),
        "mode": describe_mode(learner),
        **net_figures(network),
        "losses": [float(loss) for loss in 4.0 * wrong],
        "memories": memories,
    }
    taught = None
    if getattr(learner, "program", None) is not None:
        taught = learner_run.updates(ran, points[:steps], labels[:steps], seed)
    return TrainingResult(
        executor, predictions, steps, details, interrupted, predictor, trainer.trained_network(), taught
    )


def predict(trainer: Trainer[EmulationNetwork] | None, network: EmulationNetwork, seed: int, points: Signs) -> Signs:
    """The trained net's answers; 0, no answer, of a learner that is not done (None)."""
    if trainer is None or not len(points):
        return np.zeros(len(points), np.int8)
    return trainer.outputs(network.rows(points, seed)).astype(np.int8)


def net_figures(network: EmulationNetwork) -> dict[str, Any]:
    """The sizes of a net, as a learning run tells them."""
    return {
        "variant": network.emulation.design.shape,
        "parameters": network.emulation.graph.edges,
        "vertices": network.emulation.graph.vertices,
        "depth": network.depth,
        "memory_bits": len(network.machine.memory),
        "m0": network.emulation.design.m0,
        "learning_rate": network.gamma,
    }


def network_for(request: TrainingRequest, learner: Learner) -> EmulationNetwork:
    """A copy of the compiled net that was given, or one for the learner; a learner that is never done is counted."""
    given, never_done = request.learner, learner.done is None and not learner.on_error
    if isinstance(given, Network):
        if not isinstance(given, EmulationNetwork):
            raise InputError(f"a {type(given).__name__} is not an exact net; trace it, or learn under noise")
        if never_done:
            raise InputError("this net's learner is never done, so it guesses forever; learn with the learner itself")
        return copy.deepcopy(given)
    # A net that guesses must know when to answer: half of the samples are learned from in one pass.
    ran = stop_after(learner, max(1, len(request.X) // 2)) if never_done else learner
    dtype = None if request.dtype is None else torch_dtype(request.dtype)
    network: EmulationNetwork = compile_network(ran, variant=request.options.variant, dtype=dtype)
    return network


def _done(learner: Learner, trainer: Trainer[EmulationNetwork]) -> bool:
    return learner_run.finished(learner, trainer.memory())
