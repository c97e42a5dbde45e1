"""The whole corpus in a few programs: quick, and what one function leaves behind is seen by the next.

The tests of single programs are slow ones, but for a few; a fault of the compiler or of the run time shows here first.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.python.programs import constructs, edges, fast_paths, functions, learners, less_common, more
from turingrad.python.programs import compile_function

MODULES = (functions, learners, more, constructs, less_common, fast_paths, edges)
CHOSEN: list[tuple[Any, tuple[Any, ...]]] = []


def run_all() -> list[Any]:
    results: list[Any] = []
    for function, arguments in CHOSEN:
        try:
            results.append(function(*arguments))
        except Exception as error:
            results.append((type(error).__name__, str(error)))
    return results


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_all_programs_of_a_file_give_what_cpython_gives(module: Any) -> None:
    CHOSEN[:] = copy.deepcopy(module.CASES)
    compiled = compile_function(run_all)
    assert len(compiled.run().value) == len(module.CASES)
