"""Local classes, enums and small classes of the library are CPython's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.python.programs import inherited, library_classes
from turingrad.python.programs import PythonProgramError, RefusedError, compile_function
from turingrad.python.programs.decode import is_library_attribute


@pytest.mark.parametrize(
    ("function", "arguments"),
    [*library_classes.CASES, *inherited.CASES],
    ids=lambda value: getattr(value, "__name__", "with"),
)
def test_classes_are_cpythons(function: Any, arguments: tuple[Any, ...]) -> None:
    compile_function(function, *arguments)  # which compares with CPython


def test_objects_with_hidden_state_are_neither_returned_nor_made_before() -> None:
    with pytest.raises(PythonProgramError, match="the result holds an object of class Window"):
        compile_function(inherited.returned)
    with pytest.raises(RefusedError, match="class Window, a kind of deque, exists before the program starts"):
        compile_function(inherited.used)


def test_a_function_whose_class_uses_its_variables_runs_once() -> None:
    with pytest.raises(RefusedError, match="a function is called again whose class uses its variables"):
        compile_function(library_classes.two_adders)


def test_a_missing_attribute_of_the_users_class_is_a_difference_and_no_refusal() -> None:
    image = compile_function(library_classes.attributes).image
    assert not is_library_attribute(image, AttributeError("'Plain' object has no attribute 'z'"))
    assert is_library_attribute(image, AttributeError("'str' object has no attribute 'z'"))
    assert not is_library_attribute(image, TypeError("'str' object has no attribute 'z'"))


def test_a_class_body_that_uses_a_variable_is_refused() -> None:
    def main() -> int:
        rate = 3

        class Tax:
            part = rate

        return Tax.part

    with pytest.raises(RefusedError, match="its body uses the variable rate"):
        compile_function(main)
