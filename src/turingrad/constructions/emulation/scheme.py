"""From a learner to the function r(x, b) of Lemma 3: what the net outputs, and which memory bits it tries to flip.

A net trained by SGD changes only where its output was wrong, so it knows the label of every sample that it learns from:
the opposite of its output.

- Lemma 3 (`on_error=True`): the output is the prediction, and an update is attempted at every step.
- Theorem 4: until the learner is done, the output is the random bit r' (the *guess*), so half of the samples are
  learned from, whatever they are; once it is done, the output is the prediction and the memory stays as it is.
- Remark 11 (`on_error=True` and a `done` circuit): the guess where `done` says no, the prediction where it says yes,
  and an update attempted in both cases.
"""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.constructions.emulation.logic import FALSE, TRUE, Logic
from turingrad.machine.learner import Learner


def guesses(learner: Learner) -> bool:
    """Whether the net needs the random guess r' as an input."""
    return not learner.on_error or learner.done is not None


def describe_mode(learner: Learner) -> str:
    """From which samples the net learns, and why, in words."""
    known = str(getattr(learner, "mode", "")) or ("updates on errors only, as declared" if learner.on_error else "")
    if not learner.on_error:
        mode = "guesses until it is done (Theorem 4)"
    elif learner.done is None:
        mode = "learns from its errors (Lemma 3)"
    else:
        mode = "learns from its errors, guesses while it is not done (Remark 11)"
    return f"{mode}; the learner {known}" if known else mode


def input_names(learner: Learner) -> tuple[str, ...]:
    """The inputs of the net: the sample, the learner's random bits, the guess."""
    names = [f"x[{i}]" for i in range(learner.features)]
    names += [f"r[{i}]" for i in range(learner.random_bits)]
    return (*names, "guess") if guesses(learner) else tuple(names)


def intention(
    logic: Logic, learner: Learner, b: Sequence[int], x: Sequence[int], r: Sequence[int], guess: int
) -> tuple[int, list[int]]:
    """The literals of the output and of each memory bit's attempted flip, which happens if the output is wrong."""
    finished = logic.circuit(learner.done, b)[0] if learner.done is not None else TRUE if learner.on_error else FALSE
    predicted = logic.circuit(learner.predict, [*b, *x])[0]
    output = logic.mux(finished, predicted, guess)
    attempted = TRUE if learner.on_error else finished ^ 1
    # While a Theorem 4 learner learns, its output is the guess: the simpler literal is the same bit.
    label = (output if learner.on_error else guess) ^ 1
    new = logic.circuit(learner.update, [*b, *x, label, *r])
    return output, [logic.and_(attempted, logic.xor(old, changed)) for old, changed in zip(b, new, strict=True)]
