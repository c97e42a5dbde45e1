"""The whole corpus in a few programs: quick, and what one function leaves behind is seen by the next.

The tests of single programs are slow ones, but for a few; a fault of the compiler or of the run time shows here first.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.python.programs.costs import CORPUS, FAST, compiled, rows, rows_of

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore::SyntaxWarning", "ignore::UserWarning")
QUICK = {module.__name__.rpartition(".")[2] for module in FAST}


def part(name: str) -> Any:
    return pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow])


@pytest.mark.parametrize("name", [part(each) for each in CORPUS])
def test_all_programs_of_a_part_give_what_cpython_gives(name: str) -> None:
    assert len(compiled(name).run().value) == len(CORPUS[name])


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11) or sys.platform != "linux", reason="other syntax trees, other library"
)
@pytest.mark.parametrize("name", [part(each) for each in CORPUS])
def test_programs_take_as_many_instructions_as_written(name: str) -> None:
    assert list(rows(name)) == rows_of(name), "if it is meant: python -m tests.python.programs.costs"
