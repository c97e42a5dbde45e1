"""A learner's `predict` with a fixed memory: a function of x alone, for feedforward nets and circuit files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from turingrad.errors import InputError
from turingrad.machine.learner import Learner
from turingrad.python.emit import emit_parts
from turingrad.python.functions import FunctionCircuit
from turingrad.python.learners import learner
from turingrad.python.logic import Graph
from turingrad.python.passes import SIGN
from turingrad.python.tapes import literals


def predictor(thing: Any, memory: str | Iterable[int] | None = None, *, features: int | None = None) -> FunctionCircuit:
    """Compile `predict` of a learner with a fixed memory to a circuit.

    Args:
        thing: An object with `predict`, whose state is the memory, or a learner.
        memory: For a learner: its memory bits, such as a `LearnRun`'s `details["memory"]`.
        features: For an object: how many features a sample has.

    Returns:
        A circuit of one argument, the tuple x of -1 and +1, whose value is -1 or +1.

    Example:
        >>> X, y, X_test, _ = tg.tasks.draw(tg.tasks.get("majority-3"), seed=1, d=3, train=8, test=1)
        >>> found = tg.learn(tg.library.Perceptron, X, y, X_test, on="emulation")
        >>> fixed = tg.predictor(found.learner, found.details["memory"])
        >>> tg.run(fixed, ((1, 1, 1),), on="feedforward").configuration.value in (-1, 1)
        True
    """
    fixed = 1 if memory is None else None  # an object's own memory stays as it is
    made = thing if isinstance(thing, Learner) else learner(thing, features, samples=fixed)
    bits = made.memory if memory is None else checked_bits(memory)[: len(made.memory)]
    if len(bits) != len(made.memory):
        raise InputError(f"a memory of {len(bits)} bits for a learner of {len(made.memory)}")
    graph = Graph()
    x = graph.variables(made.features)
    (answer,) = literals(graph, made.predict, [*bits, *x])
    inputs = [(f"x[{i}]", literal) for i, literal in enumerate(x)]
    return FunctionCircuit(
        *emit_parts(graph, inputs, [("prediction", answer)]),
        name=f"{made.name or 'learner'} predict",
        doc=made.doc,
        arguments=(("x", ("tuple", (SIGN,) * made.features)),),
        result=SIGN,
    )


def checked_bits(memory: str | Iterable[int]) -> tuple[int, ...]:
    """Bits, refused where one is neither 0 nor 1. A net that counts samples has more after the learner's own."""
    found = tuple(memory)
    if any(bit not in (0, 1, "0", "1") for bit in found):
        raise InputError("a memory must be a string or list of the bits 0 and 1")
    return tuple(int(str(bit)) for bit in found)
