"""Our operators change what they say, and nothing else."""

from __future__ import annotations

import ast

import pytest

from tests.mutants.operators import changes
from tests.mutants.report import BY_CLAIM, BY_TESTS, EQUIVALENT, SURVIVED, Scored, rows_of

SOURCE = """
def bound(x: float, n: int) -> float:
    if x <= 0:
        raise ValueError(f"{x + 1} <= 0")
    total = 0.0
    for k in range(n):
        total += x**2 + k
    return math.sqrt(total) / n
"""


def results() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for change in changes(SOURCE, 1, 9):
        mutated = change.apply(SOURCE)
        ast.parse(mutated)
        (line,) = [b for a, b in zip(SOURCE.splitlines(), mutated.splitlines(), strict=True) if a != b]
        found.setdefault(change.name, set()).add(line.strip())
    return found


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("returned times 4", "return 4 * (math.sqrt(total) / n)"),
        ("returned times 0.25", "return 0.25 * (math.sqrt(total) / n)"),
        ("exponent plus 1", "total += (x) ** (2 + 1) + k"),
        ("exponent dropped", "total += (x) + k"),
        ("term dropped", "total += (x**2)"),
        ("term dropped", "total += (k)"),
        ("factor dropped", "return (math.sqrt(total))"),
        ("sqrt dropped", "return (total) / n"),
        ("edge", "if x < 0:"),
        ("loop one shorter", "for k in range((n) - 1):"),
    ],
)
def test_an_operator_changes_one_line(name: str, line: str) -> None:
    assert line in results()[name]


def test_messages_of_errors_are_left_alone() -> None:
    assert not any("raise" in line for lines in results().values() for line in lines)


def test_only_the_lines_asked_for_are_changed() -> None:
    assert {change.line for change in changes(SOURCE, 3, 3)} == {3}


def test_equivalent_mutants_do_not_count_in_the_shares() -> None:
    ends = [BY_CLAIM, BY_CLAIM, BY_TESTS, SURVIVED, EQUIVALENT]
    found = [Scored("wei", "Lemma 1", end, "", "", "", "") for end in ends]
    assert rows_of(found)[-1] == ("all", "2", "1", "1", "1", "50 %", "75 %")
