"""What the marks of coverage say is what ran."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import branch_coverage
from tests.branch_coverage import SEEN, MarkingFinder, Marks, Place, mark_branches, percent

SOURCE = '''"""A module."""
from __future__ import annotations

def sign(x):
    """-1, 0 or 1."""
    if x > 0:
        return 1
    for _ in range(x, 0):
        return -1
    return 0

@njit(cache=True)
def kernel(x):
    return x

def tried(text):
    try:
        value = int(text)
    except ValueError:
        value = None
    else:
        value += 1
    return value

def matched(value):
    match value:
        case 1:
            return "one"
        case [_, *_]:
            return "several"

def forever(steps):
    while True:
        steps -= 1
        if steps < 0:
            break
'''


def run(*calls: str) -> tuple[Marks, dict[str, Any]]:
    code, marks = mark_branches(SOURCE, "module.py")
    names: dict[str, Any] = {SEEN: marks.seen, "njit": lambda **_: lambda function: function}
    exec(code, names)
    for call in calls:
        eval(call, names)
    return marks, names


@pytest.mark.parametrize(
    ("calls", "missed"),
    [
        (["sign(3)"], {(8, None), (8, 9), (9, None), (8, 10), (10, None), (6, 8)}),
        (["sign(-3)"], {(6, 7), (7, None), (8, 10), (10, None)}),
        (["sign(0)"], {(6, 7), (7, None), (8, 9), (9, None)}),
        (["sign(3)", "sign(-3)", "sign(0)"], set()),
    ],
)
def test_what_no_call_has_reached(calls: list[str], missed: set[Place]) -> None:
    marks, _ = run(*calls)
    assert {place for place in marks.missed_places() if 4 < place[0] < 11} == missed


def test_every_kind_of_branch() -> None:
    marks, names = run("tried('7')", "matched(1)", "matched(2)", "forever(2)")
    assert [place for place in marks.missed_places() if place[0] > 11] == [(20, None), (26, 30), (30, None)]
    assert (26, 0) in marks.places
    assert (33, 0) not in marks.places
    assert names["tried"]("seven") is None
    assert names["matched"]([5]) == "several"
    assert not [place for place in marks.missed_places() if place[0] > 11]


def test_kernels_and_docstrings_have_no_marks() -> None:
    marks, names = run()
    assert not {1, 2, 5, 14} & {line for line, _ in marks.places}
    assert SEEN not in names["kernel"].__code__.co_names
    assert SEEN in names["sign"].__code__.co_names


def test_statements_stay_on_their_lines() -> None:
    with pytest.raises(TypeError) as error:
        run("tried([])")
    assert error.traceback[-1].lineno + 1 == 18


def test_a_module_is_marked_when_it_is_imported_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "marked_package").mkdir()
    file = tmp_path / "marked_package" / "__init__.py"
    file.write_text("def half(x):\n    if x % 2:\n        return None\n    return x // 2\n")
    finder = MarkingFinder()
    monkeypatch.setattr(branch_coverage, "PACKAGE", tmp_path / "marked_package")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    monkeypatch.delitem(sys.modules, "marked_package", raising=False)
    assert importlib.import_module("marked_package").half(4) == 2
    marks = finder.marks[str(file)]
    assert marks.missed_places() == [(2, 3), (3, None)]
    assert (percent([marks]), percent([marks], branches=True)) == (100 * 4 / 6, 50)
    assert importlib.reload(sys.modules["marked_package"]).half(3) is None
    assert not marks.missed_places()
    assert percent([marks]) == 100
