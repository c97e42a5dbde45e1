"""Learners, for everything that works on all kinds of machines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import Signs
from turingrad._support.text import shorten
from turingrad.errors import InputError
from turingrad.machine.kind import InputRequest, JsonForm, Kind, Taught
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.learner.draws import draw_machine
from turingrad.machine.learner.json_form import from_object, to_object
from turingrad.machine.learner.run import predict, run, samples_of, stepper, trace
from turingrad.machine.run import StartedRun

DRAWN_SAMPLES = 20


def parse_input(learner: Learner, request: InputRequest) -> tuple[Any, Any]:
    """The samples of a data file."""
    if request.samples is None or request.text is not None:
        raise InputError("a learner needs --data FILE and no --input (or use `turingrad learn`)")
    features = request.samples[0].shape[1]
    if features != learner.features:
        raise InputError(
            f"the learner has {learner.features} features, the samples {features}; `turingrad learn` makes a learner "
            "for its samples"
        )
    return request.samples


def draw_input(learner: Learner, _max_length: int, rng: np.random.Generator) -> tuple[Signs, Signs]:
    """Samples that teach whatever they teach."""
    signs = rng.choice(np.array([-1, 1], np.int8), size=(DRAWN_SAMPLES, learner.features + 1))
    return signs[:, :-1], signs[:, -1]


def begin(learner: Learner, given: Any, executor: str) -> StartedRun[LearnerConfiguration]:
    """On samples (X, y) or (X, y, seed)."""
    X, y, seed = samples_of(given)
    return StartedRun(stepper(learner, X, y, executor=executor, seed=seed))


def guessing_trace(learner: Learner, given: Any, max_steps: int | None) -> Iterator[LearnerConfiguration]:
    """The training phase of Theorem 4 of Abbe and Sandon, which their networks reproduce."""
    X, y, seed = samples_of(given)
    return trace(learner, X, y, seed=seed, guess=True, max_steps=max_steps)


def learn(
    learner: Learner,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    X_test: npt.ArrayLike,
    *,
    executor: str,
    max_steps: int | None,
    seed: int,
) -> Taught:
    """A learner streams over the samples, one per step."""
    if max_steps is not None:
        raise InputError("a Learner takes one step per sample: there is no step limit to set")
    memory = run(learner, X, y, executor=executor, seed=seed).configuration.memory
    predictor = partial(predict, learner, memory)
    return Taught(predictor(X_test), {"memory": "".join(map(str, memory))}, predictor)


def fields(configuration: LearnerConfiguration) -> dict[str, Any]:
    memory = "".join(map(str, configuration.memory))
    return {"memory": memory, "output": configuration.output, "done": configuration.done}


KIND = Kind(
    name="learner",
    title="learner",
    plural="learners",
    order=40,
    machine_type=Learner,
    configuration_type=LearnerConfiguration,
    json=JsonForm(from_object, to_object),
    default_construction="emulation",
    parse_input=parse_input,
    input_options=("data",),
    draw_input=draw_input,
    begin=begin,
    trace=guessing_trace,
    learn=learn,
    learner_form="learner",
    bounded_by_input=True,
    fields=fields,
    summary=lambda configuration: [f"memory: {shorten(''.join(map(str, configuration.memory)))}"],
    draw_machine=draw_machine,
)
