"""Small learners as circuits with memory bits: the form that the `emulation` construction takes.

`LEARNERS` maps a name to a builder by the number of features.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from turingrad.library.entry import Variant, variants_of
from turingrad.library.learners.circuits import checked_features
from turingrad.library.learners.programs import BUILDERS
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.learner import Learner


def last_label(features: int) -> Learner:
    """Predicts the label of the last sample; -1 before the first. One bit of memory."""
    checked_features("last-label", features)
    predict = CircuitBuilder()
    predict.output("prediction", predict.inputs("b", 1)[0])
    predict.inputs("x", features)
    update = CircuitBuilder()
    update.inputs("b", 1)
    update.inputs("x", features)
    update.output("b", update.input("y"))
    doc = "The label of the last sample."
    return Learner((0,), features, predict.build("predict"), update.build("update"), name="last-label", doc=doc)


def dictator(features: int) -> Learner:
    """Learns y = ±x_j by elimination: predicts with the first literal that was never wrong when the learner was.

    Memory: struck[k] for the literals x_1, ..., x_d, not x_1, ..., not x_d. An error strikes every literal that was
    wrong with it, the one that predicted included: on labels of one literal there are at most 2d - 1 errors, and on
    random samples each strikes about half of what is left. It updates on errors alone (Lemma 3). With all literals
    struck it predicts -1.
    """
    d = checked_features("dictator", features)

    def literals(make: CircuitBuilder, x: list[int]) -> list[int]:
        return x + [make.not_(bit) for bit in x]

    predict = CircuitBuilder()
    struck, x = predict.inputs("b", 2 * d), predict.inputs("x", d)
    votes, passed = [], predict.const(1)  # passed: all literals before this one are struck
    for gone, literal in zip(struck, literals(predict, x), strict=True):
        votes.append(predict.and_(passed, predict.not_(gone), literal))
        passed = predict.and_(passed, gone)
    predict.output("prediction", predict.or_(*votes))

    update = CircuitBuilder()
    struck, x, y = update.inputs("b", 2 * d), update.inputs("x", d), update.input("y")
    wrong = [update.xor(literal, y) for literal in literals(update, x)]
    update.output_word("b", [update.or_(gone, fault) for gone, fault in zip(struck, wrong, strict=True)])
    doc = "One feature or its negation, by elimination on errors."
    memory = (0,) * (2 * d)
    return Learner(memory, d, predict.build("predict"), update.build("update"), on_error=True, name="dictator", doc=doc)


LEARNERS: Mapping[str, Callable[[int], Learner]] = MappingProxyType(
    {
        "last-label": last_label,
        "dictator": dictator,
        **BUILDERS,
    }
)


def variants() -> tuple[Variant, ...]:
    return variants_of("learner", LEARNERS)
