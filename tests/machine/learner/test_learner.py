"""Learners are checked when they are made, and print as something to read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.generators_learner import learners
from turingrad.errors import MachineError
from turingrad.library.learners.small import dictator, last_label
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.learner import Learner, LearnerConfiguration


def constant(inputs: int, outputs: int) -> Circuit:
    names = tuple(f"i{i}" for i in range(inputs))
    return Circuit(names, (Gate("const0"),), tuple((f"o{i}", inputs) for i in range(outputs)))


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"memory": (0, 2)}, "the bits 0 and 1 only"),
        ({"features": 0}, "at least 1, not 0"),
        ({"random_bits": -1}, "at least 0, not -1"),
        ({"predict": constant(4, 1)}, "predict circuit has 4 inputs; it is given 2 memory bits and 3 features: 5"),
        ({"predict": constant(5, 2)}, "predict circuit has 2 outputs; it must have 1"),
        ({"update": constant(5, 2)}, "update circuit has 5 inputs; it is given 2 memory bits, 3 features, the label"),
        ({"update": constant(6, 1)}, "update circuit has 1 outputs; it must have 2"),
        ({"random_bits": 1}, "update circuit has 6 inputs"),
        ({"done": constant(3, 1)}, "done circuit has 3 inputs; it is given 2 memory bits: 2"),
    ],
)
def test_parts_that_do_not_fit_are_refused(fields: dict, says: str) -> None:
    parts = {"memory": (0, 1), "features": 3, "predict": constant(5, 1), "update": constant(6, 2), **fields}
    with pytest.raises(MachineError, match=says):
        Learner(**parts)


@given(learner=learners())
@settings(deadline=None, max_examples=30)
def test_equality_and_hash_ignore_name_and_doc(learner: Learner) -> None:
    fields = {name: getattr(learner, name) for name in Learner.__dataclass_fields__}
    renamed = Learner(**{**fields, "name": "other", "doc": "other"})
    assert renamed == learner
    assert hash(renamed) == hash(learner)


def test_learners_of_different_memory_differ() -> None:
    fields = {"features": 1, "predict": constant(2, 1), "update": constant(3, 1)}
    assert Learner(memory=(0,), **fields) != Learner(memory=(1,), **fields)


def test_repr_says_what_a_learner_needs() -> None:
    assert repr(last_label(3)) == "Learner('last-label', 1 memory bits, 3 features, 0 gates)"
    assert "updates on errors" in repr(dictator(2))


def test_html_lists_the_circuits_and_escapes_the_name() -> None:
    fields = {"features": 1, "predict": constant(2, 1), "update": constant(3, 1), "done": constant(1, 1)}
    shown = Learner(memory=(0,), name="<b>", **fields)._repr_html_()
    assert all(f"<td>{part}</td>" in shown for part in ("predict", "update", "done"))
    assert "<b>" not in shown


def test_a_configuration_prints_its_memory_and_its_answer() -> None:
    assert str(LearnerConfiguration(3, (0, 1, 1), -1, False)) == "step 3: 011, output -1"
