"""Local classes, enums and small classes of the library are CPython's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.python.programs import library_classes
from turingrad.python.programs import RefusedError, compile_function


@pytest.mark.parametrize(
    ("function", "arguments"), library_classes.CASES, ids=lambda value: getattr(value, "__name__", "with")
)
def test_classes_are_cpythons(function: Any, arguments: tuple[Any, ...]) -> None:
    compile_function(function, *arguments)  # which compares with CPython


def test_a_function_whose_class_uses_its_variables_runs_once() -> None:
    with pytest.raises(RefusedError, match="a function is called again whose class uses its variables"):
        compile_function(library_classes.two_adders)


def test_a_class_body_that_uses_a_variable_is_refused() -> None:
    def main() -> int:
        rate = 3

        class Tax:
            part = rate

        return Tax.part

    with pytest.raises(RefusedError, match="its body uses the variable rate"):
        compile_function(main)
