"""Ordinary programs, compiled and compared with CPython: value, output, error and line. A few are fast."""

from __future__ import annotations

from typing import Any

import pytest

from tests.python.programs import constructs, functions, learners, more
from turingrad.python.programs import compile_function

FAST = {
    *(
        "gcd",
        "quicksort",
        "n_queens",
        "dijkstra",
        "calculator",
        "errors",
        "huffman",
        "online",
        "vectors",
        "colors",
        "edges",
    ),
    # chosen by what they reach of the compiler that no other fast test does
    *("diamond", "describe", "cfg", "points", "local_import", "call_games", "del_stuff", "chained", "seeded"),
    *("assign_attr_dynamic", "typed", "queue_games", "knapsack", "shapes", "unpacking", "cards", "repeat_print"),
    *("generators", "exceptions_in_loops", "bump", "unbound", "changed_while_iterating", "endless"),
}
CASES = [*functions.CASES, *learners.CASES, *more.CASES, *constructs.CASES]


def marked(index: int, function: Any, arguments: Any) -> Any:
    first = next(at for at, (each, _) in enumerate(CASES) if each is function)
    marks = [] if function.__name__ in FAST and first == index else [pytest.mark.slow]
    return pytest.param(function, arguments, id=f"{function.__name__}-{index}", marks=marks)


@pytest.mark.parametrize(("function", "arguments"), [marked(index, *case) for index, case in enumerate(CASES)])
def test_a_program_gives_what_cpython_gives(function: Any, arguments: tuple[Any, ...]) -> None:
    compile_function(function, *arguments)
