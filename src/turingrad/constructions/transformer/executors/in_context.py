"""Learning in context: program, samples and query are the prompt, the weights are fixed, the decoder does the rest.

The machine is the straight-line machine, the same for every learner, so one network serves all learners, samples and
queries within its bounds: its weights know the micro-operations and nothing else. The answer is the state in which
decoding halts, and every decoding step is a step of the learner's own program, to be read back by `decode`.
"""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import Signs
from turingrad.constructions.construction import TrainingRequest, TrainingResult
from turingrad.constructions.network import Network
from turingrad.constructions.transformer import TransformerNetwork, compile_network
from turingrad.constructions.transformer.executors.running import new_run
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run
from turingrad.machine.tape import run as tape_run
from turingrad.python.straight_line import straight_line_machine
from turingrad.python.tapes import LearnerTapes, learner_tapes

DEFAULT_EXECUTOR = "packed"
CHUNK = 100_000


def prompt_network(tapes: LearnerTapes, request: TrainingRequest) -> TransformerNetwork:
    """The transformer for prompts of this size. Straight-line programs take the same steps whatever the data."""
    machine = straight_line_machine(query=True)
    point = request.X_test[0] if len(request.X_test) else request.X[0]
    given = tapes.machine_input(request.X, request.y, request.seed, point)
    steps = tape_run.run(machine, given).steps
    if request.max_steps is not None and steps > request.max_steps:
        raise LimitError(f"one prediction takes {steps:,} decoding steps, past the limit of {request.max_steps:,}")
    return compile_network(machine, steps=steps, input_length=max(map(len, given)))


def learn(request: TrainingRequest) -> TrainingResult:
    """One decoding a test point: all samples are learned from in it."""
    learner = request.learner
    if isinstance(learner, Network):
        raise InputError(
            "learning in context takes a learner, not the network of a folder: one network runs all of them"
        )
    if not isinstance(learner, Learner):
        raise MachineError(f"the transformer learns in context with a learner, not with {describe_machine(learner)}")
    if request.X.shape[1] != learner.features:
        raise InputError(f"the learner has {learner.features} features, the samples {request.X.shape[1]}")
    if not len(request.X):
        raise InputError("learning in context needs at least one sample")
    tapes = learner_tapes(learner)
    network = prompt_network(tapes, request)
    executor = request.executor or DEFAULT_EXECUTOR
    predictions = np.zeros(len(request.X_test), np.int8)
    reference = learner_run.run(learner, request.X, request.y, seed=request.seed).configuration
    memories, answered, interrupted = [], 0, False
    try:
        for number, point in enumerate(request.X_test):
            predictions[number], memory = answer(network, tapes, request, executor, point)
            memories.append(memory)
            answered = number + 1
            request.progress("predictions", answered, len(predictions))
    except KeyboardInterrupt:
        interrupted = True
    details = {
        "reference_predictions": learner_run.predict(learner, reference.memory, request.X_test)[:answered],
        "memory": "".join(map(str, memories[-1])) if memories else "",
        "memory_equal": all(memory == reference.memory for memory in memories),
        "decoding_steps": network.options.steps,
        "prompt_tokens": sum(map(len, tapes.machine_input(request.X, request.y, request.seed, request.X[0]))),
        "memory_bits": len(learner.memory),
        "depth": network.depth,
        "width": network.width,
        "parameters": network.parameter_count(),
    }

    def predict(points: Signs) -> Signs:
        return np.array([answer(network, tapes, request, executor, point)[0] for point in points], np.int8)

    shown = predictions[:answered] if interrupted else predictions
    return TrainingResult(executor, shown, 0, details, interrupted, predict)


def answer(
    network: TransformerNetwork, tapes: LearnerTapes, request: TrainingRequest, executor: str, point: Signs
) -> tuple[int, tuple[int, ...]]:
    """One decoding: the prediction on a point (0 where the learner is not done) and the memory that it comes from."""
    going = new_run(network, tapes.machine_input(request.X, request.y, request.seed, point), executor)
    while not going.halted():
        going.advance(CHUNK)
    last = going.configuration()
    memory = tapes.memory_in(last)
    done = learner_run.finished(tapes.learner, memory)
    return (network.machine.answer(last.state) or 0) if done else 0, memory
