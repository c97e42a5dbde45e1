"""Equal functions are proven equal, different ones refuted; mistake-driven learners are detected by that proof."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import turingrad as tg
from turingrad.constructions.emulation import compile_network
from turingrad.constructions.emulation.plan import plan
from turingrad.python import learner as learner_of
from turingrad.python.equality import assignments, compare_literals
from turingrad.python.logic import Graph


class Table:
    """The label of every address that was seen."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.t = [False] * (1 << bits)

    def address(self, x):  # type: ignore[no-untyped-def]
        at = 0
        for i in range(self.bits):
            if x[i] > 0:
                at = at + (1 << i)
        return at

    def predict(self, x):  # type: ignore[no-untyped-def]
        return 1 if self.t[self.address(x)] else -1

    def update(self, x, y):  # type: ignore[no-untyped-def]
        self.t[self.address(x)] = y > 0


class SearchedTable(Table):
    """The same, by a search for the address: the gates do not say that at most one cell changes."""

    def update(self, x, y):  # type: ignore[no-untyped-def]
        for i in range(len(self.t)):
            if self.address(x) == i:
                self.t[i] = y > 0


class LastLabel(Table):
    """The last label, wherever it was: right answers change its memory, too."""

    def update(self, x, y):  # type: ignore[no-untyped-def]
        self.t[self.address(x)] = y > 0
        self.t[0] = y > 0


@pytest.mark.parametrize(
    ("kind", "bits", "how"),
    [
        (Table, 2, "by structure"),
        (Table, 4, "by structure"),
        (SearchedTable, 2, "by all 64 assignments"),
        (SearchedTable, 4, "by cases of the inputs"),
    ],
)
def test_a_table_learner_updates_on_errors_only(kind: type[Table], bits: int, how: str) -> None:
    """`t[address(x)] = y > 0` changes nothing where the prediction is the label."""
    found = learner_of(kind(bits), bits)
    assert found.on_error
    assert found.mode == f"updates on errors only, proven {how}"
    assert len(plan(found, "pair4").groups) == 1  # one bit flips per step, found for one-hot writes
    rng = np.random.default_rng(0)
    X = rng.choice([-1, 1], (40, bits)).astype(np.int8)
    y = rng.choice([-1, 1], 40).astype(np.int8)
    run = tg.learn(found, X, y, X[:1], on="emulation")
    assert run.details["memory_equal"]
    assert run.details["mode"] == f"learns from its errors (Lemma 3); the learner updates on errors only, proven {how}"
    assert "learns from its errors" in repr(compile_network(found))


def test_what_learns_from_right_answers_guesses() -> None:
    found = learner_of(LastLabel(2), 2)
    assert not found.on_error
    assert found.mode == "updates on right answers, too"


def test_without_sat_the_question_is_open_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aigverse", None)
    monkeypatch.setattr("turingrad.python.equality.MAX_CASE_NODES", 10)
    found = learner_of(SearchedTable(4), 4)
    assert not found.on_error
    assert found.mode.startswith("whether it updates on errors only is open (20 bits need SAT")


def test_literals_are_compared_by_structure_points_assignments_and_sat(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = Graph()
    a, b, c = graph.variables(3)
    either = graph.and_(a ^ 1, b ^ 1) ^ 1
    same = graph.xor(graph.xor(a, b), graph.and_(b, a))
    assert compare_literals(graph, [a], [a]).how == "by structure"
    assert compare_literals(graph, [a], [b]).equal is False
    assert compare_literals(graph, [either, c], [same, c]).equal is True
    monkeypatch.setattr("turingrad.python.equality.POINTS", 0)
    assert compare_literals(graph, [either], [graph.xor(a, b)]).how == "by a counterexample"
    monkeypatch.setattr("turingrad.python.equality.MAX_VARIABLES", 0)
    assert compare_literals(graph, [either], [graph.xor(a, b)]).equal is False
    deep = [graph.xor(graph.and_(a, b), graph.and_(a, c)), graph.and_(a, graph.xor(b, c))]
    assert compare_literals(graph, deep[:1], deep[1:]).equal is True
    assert compare_literals(graph, [either], [graph.xor(a, b)], [a, b, c]).equal is False
    monkeypatch.setattr("turingrad.python.equality.MAX_SAT_NODES", 0)
    assert compare_literals(graph, deep[:1], deep[1:]).equal in (None, True)
    assert compare_literals(graph, [either], [graph.xor(a, b)]).how.endswith("too many to be proven equal")


def test_the_columns_of_all_assignments_count_in_binary() -> None:
    columns = [assignments(k, 8) for k in range(3)]
    rows = [tuple(column >> row & 1 for column in columns) for row in range(8)]
    assert rows == [tuple(row >> k & 1 for k in range(3)) for row in range(8)]
