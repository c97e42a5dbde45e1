"""Classes that redefine attributes, items and operators are CPython's."""

from __future__ import annotations

from typing import Any

import pytest

from tests.python.programs import redefining
from turingrad.python.programs import RefusedError, compile_function


@pytest.mark.parametrize("function", redefining.CASES, ids=lambda value: value.__name__)
def test_what_a_class_redefines_is_cpythons(function: Any) -> None:
    compile_function(function)  # which compares with CPython


class Every(dict):
    def __getattribute__(self, name: str) -> Any:
        return super().__getattribute__(name)


def test_a_getattribute_of_the_users_is_refused() -> None:
    def main() -> int:
        return len(Every(a=1))

    with pytest.raises(RefusedError, match="the class Every has a __getattribute__ of its own"):
        compile_function(main)
