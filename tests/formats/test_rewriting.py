"""Rewriting with aigverse: the same function with no more gates, names and all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from tests.equivalence import equivalent
from turingrad.formats.rewriting import gate_count
from turingrad.library.learners.programs import Winnow
from turingrad.machine.circuit import Circuit, Gate

WASTEFUL = Circuit(
    ("a", "b", "c"),
    (
        Gate("and", (0, 1)),
        Gate("and", (0, 2)),
        Gate("or", (3, 4)),  # a and (b or c), in three gates
        Gate("not", (0,)),
        Gate("or", (6, 5)),
    ),
    (("first", 5), ("second", 7)),
    name="wasteful",
)


def test_the_same_function_with_fewer_gates_under_the_same_names() -> None:
    found = tg.rewrite(WASTEFUL)
    assert gate_count(found) < gate_count(WASTEFUL)
    assert (found.inputs, found.output_names, found.name) == (WASTEFUL.inputs, WASTEFUL.output_names, "wasteful")
    assert equivalent(found, WASTEFUL)


def test_a_learner_keeps_its_object_and_learns_the_same() -> None:
    made = tg.learner(Winnow, 4)
    found = tg.rewrite(made)
    assert gate_count(found.update) < gate_count(made.update)
    assert equivalent(found.update, made.update)
    assert found.bits_of(found.program) == made.memory


def test_what_cannot_be_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tg.InputError, match="not a tape machine"):
        tg.rewrite(tg.library.load("palindrome"))
    monkeypatch.setitem(sys.modules, "aigverse", None)
    with pytest.raises(tg.InputError, match=r"needs aigverse: pip install 'turingrad\[circuits\]'"):
        tg.rewrite(WASTEFUL)


def test_the_command_line_rewrites(turingrad: Turingrad, tmp_path: Path) -> None:
    tg.write(WASTEFUL, tmp_path / "a.blif")
    assert turingrad("convert", tmp_path / "a.blif", tmp_path / "b.blif", "--rewrite").code == 0
    assert gate_count(tg.read(tmp_path / "b.blif")) < gate_count(WASTEFUL)
