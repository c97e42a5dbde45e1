"""Ordinary Python that is easily got wrong: every learner is what its object is, or is refused in one line."""

from __future__ import annotations

import linecache
from itertools import count
from random import Random
from textwrap import indent
from typing import Any

import numpy as np
import pytest

import turingrad as tg
from tests.python.odd_learners import LEARNERS, PRELUDE
from turingrad.errors import FormatError, TuringradError

SERIAL = count()
D = 2
REFUSED = {
    "pocket without a copy", "the same list in two attributes after an update", "one list that parts",
    "a row put twice", "a list becomes a tuple", "a tuple becomes a list", "a list in the class",
    "a global list that is written", "memory and global are one list",
    "a nested global written inside", "a mutable default", "a global list becomes memory", "numpy weights",
    "a numpy constant", "small numpy numbers", "a numpy bool", "an int with an operator of its own",
    "a list with an operator of its own", "an object that is false", "an own __setattr__", "predict on the object",
    "a method kept in an attribute", "a float", "a dict", "None at the start", "is True of what may be an int",
    "an attribute that does not exist",
    "an any whose items write", "an object compared with itself",
    "a local before its assignment", "a local without a value on a path",
}  # fmt: skip


def learner_class(name: str) -> Any:
    """The class, from source text that `inspect` can read back."""
    start, predict, update = LEARNERS[name]
    own = (
        "\n    def __setattr__(self, name, value):\n        object.__setattr__(self, name, 0)\n"
        if "own setattr" in update
        else ""
    )
    prop = (
        "\n    @property\n    def doubled(self):\n        return 2 * self._n\n\n    @doubled.setter\n"
        "    def doubled(self, v):\n        self._n = v\n"
        if "doubled" in update
        else ""
    )
    text = f"""{PRELUDE}
class Odd:
    shared = [0, 1]
{own}{prop}
    def __init__(self, d):
        {start}

    def predict(self, x):
{indent(predict, " " * 8)}

    def update(self, x, y):
{indent(update.replace("d0", str(D)), " " * 8)}
"""
    file = f"<odd learner {next(SERIAL)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "odd"}
    exec(compile(text, file, "exec"), names)
    return names["Odd"]


def drawn(seed: int, samples: int = 12) -> tuple[list[tuple[int, ...]], list[int], list[tuple[int, ...]]]:
    rng = Random(seed)
    rows = [tuple(rng.choice((-1, 1)) for _ in range(D)) for _ in range(samples + 4)]
    return rows[:samples], [rng.choice((-1, 1)) for _ in range(samples)], rows[samples:]


def taught(kind: Any, X: list[tuple[int, ...]], y: list[int]) -> Any:
    program = kind(D)
    for row, label in zip(X, y, strict=True):
        program.update(row, label)
    return program


@pytest.mark.parametrize("name", LEARNERS)
def test_a_learner_is_its_object_or_is_refused(name: str) -> None:
    kind = learner_class(name)
    if name in REFUSED:
        with pytest.raises(TuringradError) as refused:
            tg.learner(kind, D)
        assert str(refused.value).count("\n") <= 2  # the line of the source, and a caret
        assert "mistake of the compiler" not in str(refused.value)
        return
    made = tg.learner(learner_class(name), D)
    for seed in (1, 2):
        X, y, X_test = drawn(seed)
        found = tg.learn(made, np.array(X), np.array(y), np.array(X_test), on="reference")
        plain = taught(learner_class(name), X, y)
        assert found.predictions.tolist() == [plain.predict(row) for row in X_test]


def test_objects_are_named_by_their_class() -> None:
    with pytest.raises(FormatError, match="an object of the class Odd cannot be compared"):
        tg.learner(learner_class("an object compared with itself"), D)


def test_an_attribute_that_does_not_exist_is_named() -> None:
    with pytest.raises(FormatError, match="Odd has no attribute 'missing'"):
        tg.learner(learner_class("an attribute that does not exist"), D, verify=False)
