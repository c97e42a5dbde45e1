"""Learners that count: they stop after some samples (Theorem 4), or learn at perfect squares of errors (Remark 11)."""

from __future__ import annotations

from turingrad.errors import InputError
from turingrad.library.learners.words import add, equals, increment, select
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.learner import Learner
from turingrad.machine.learner.step import embed

MAX_SAMPLES = 1 << 40


def stop_after(learner: Learner, samples: int) -> Learner:
    """The same learner, done after it has learned from `samples` samples.

    Theorem 4's proof assumes "that the algorithm counts the samples it has received, learns from the designated number,
    and then stops": a net that guesses must know when to answer. Adds a counter to the memory.
    """
    if not 1 <= samples <= MAX_SAMPLES:
        raise InputError(f"the number of samples to learn from must be 1 to {MAX_SAMPLES}, not {samples}")
    bits, width = len(learner.memory), samples.bit_length()
    update = CircuitBuilder()
    b, clock = update.inputs("b", bits), update.inputs("clock", width)
    x, y, r = update.inputs("x", learner.features), update.input("y"), update.inputs("r", learner.random_bits)
    new = embed(update, learner.update, [*b, *x, y, *r])
    if learner.done is not None:
        (finished,) = embed(update, learner.done, b)
        new = select(update, finished, b, new)
    update.output_word("b", new)
    update.output_word("clock", increment(update, clock))
    done = CircuitBuilder()
    done.inputs("b", bits)
    done.output("done", equals(done, done.inputs("clock", width), samples))
    return Learner(
        (*learner.memory, *((0,) * width)),
        learner.features,
        ignore_extra_bits(learner, width),
        update.build("update"),
        done.build("done"),
        learner.random_bits,
        name=learner.name,
        doc=f"{learner.doc} Done after {samples} samples.".strip(),
    )


def at_squares(learner: Learner, width: int = 16) -> Learner:
    """Remark 11's schedule, for a learner that does not know how many samples it needs.

    "It keeps a count of exactly how many times it has been wrong. Whenever that number reaches a perfect square, it
    attempts to learn from the next sample; otherwise, it tries to compute the function." Memory: the learner's, the
    count of errors, and the root and the square of the next perfect square; each of `width` bits. Learning stops when
    they overflow.

    As a `Learner`: `on_error`, with `done` saying "not at a square". At a square the net guesses and, where the guess
    was wrong, learns; elsewhere it predicts and, where that was wrong, counts. Both count an error.
    """
    if not 2 <= width <= 40:
        raise InputError(f"the counter of errors must have 2 to 40 bits, not {width}")
    bits = len(learner.memory)
    update = CircuitBuilder()
    b = update.inputs("b", bits)
    errors, root, square = (update.inputs(name, width) for name in ("errors", "root", "square"))
    x, y, r = update.inputs("x", learner.features), update.input("y"), update.inputs("r", learner.random_bits)
    learning = update.equal(errors, square)
    new = embed(update, learner.update, [*b, *x, y, *r])
    if learner.done is not None:
        (finished,) = embed(update, learner.done, b)
        new = select(update, finished, b, new)
    update.output_word("b", select(update, learning, new, b))
    full = update.and_(*errors)
    update.output_word("errors", select(update, full, errors, increment(update, errors)))
    # (k + 1)^2 = k^2 + 2k + 1; where that overflows, the square stays below the errors, never to be met again.
    following = add(update, [*square, update.const(0)], [update.const(1), *root])
    onward = update.and_(learning, update.not_(following[-1]))
    update.output_word("root", select(update, onward, increment(update, root), root))
    update.output_word("square", select(update, onward, following[:-1], square))
    done = CircuitBuilder()
    done.inputs("b", bits)
    errors, _, square = (done.inputs(name, width) for name in ("errors", "root", "square"))
    done.output("done", done.not_(done.equal(errors, square)))
    return Learner(
        (*learner.memory, *((0,) * (3 * width))),
        learner.features,
        ignore_extra_bits(learner, 3 * width),
        update.build("update"),
        done.build("done"),
        learner.random_bits,
        on_error=True,
        name=f"{learner.name}-at-squares",
        doc=f"{learner.doc} Learns where the number of errors is a perfect square.".strip(),
    )


def ignore_extra_bits(learner: Learner, extra: int) -> Circuit:
    """The predict circuit over a memory with `extra` more bits after the learner's."""
    predict = CircuitBuilder()
    b = predict.inputs("b", len(learner.memory))
    predict.inputs("extra", extra)
    x = predict.inputs("x", learner.features)
    (prediction,) = embed(predict, learner.predict, [*b, *x])
    predict.output("prediction", prediction)
    return predict.build("predict")
