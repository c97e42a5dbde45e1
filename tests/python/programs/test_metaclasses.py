"""A metaclass whose work is done when its classes are made is no matter; others are refused."""

from __future__ import annotations

from typing import Any

import pytest

from turingrad.python.programs import RefusedError, compile_function


class Registry(type):
    known: dict[str, Any] = {}  # noqa: RUF012

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        made = super().__new__(cls, name, bases, body)
        if bases:
            cls.known[name.lower()] = made
        return made


class Plugin(metaclass=Registry):
    def run(self) -> str:
        return "plain"


class First(Plugin):
    def run(self) -> str:
        return "first"


class Second(Plugin):
    pass


class Single(type):
    def __call__(cls) -> Any:
        return 3


class One(metaclass=Single):
    pass


def plugins() -> Any:
    return [(name, made().run()) for name, made in Registry.known.items()], isinstance(First(), Plugin)


def single() -> Any:
    return One()


def opened() -> Any:
    return open("x").read()


def test_a_metaclass_that_makes_classes_is_no_matter() -> None:
    assert compile_function(plugins).run().value == plugins()


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (single, "the class One has a metaclass with methods; use __init_subclass__ or class methods"),
        (opened, r"open\(\) is not in the compiled language; pass the contents as an argument"),
    ],
)
def test_other_things_are_refused_in_a_sentence(function: Any, what: str) -> None:
    with pytest.raises(RefusedError, match=what):
        compile_function(function)
