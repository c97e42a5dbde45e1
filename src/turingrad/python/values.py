"""What an expression can be while a program is followed: Python's own objects where known, else one of these."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any, TypeAlias

from turingrad.python.numbers import Num
from turingrad.python.source import Source

Item: TypeAlias = Any
"""int, bool, None, str, a tuple of items, a function, or one of the classes below."""


@dataclass(frozen=True, slots=True)
class Bit:
    """A truth value that depends on the inputs."""

    literal: int


@dataclass(frozen=True, slots=True)
class Ref:
    """A list: its cells are in the store under its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several lists, by conditions of which exactly one is 1."""

    options: tuple[tuple[int, int], ...]  # (literal, number of the list)


@dataclass(frozen=True, slots=True)
class Clash:
    """What is no value: a variable that is missing or of another kind on some path. Using it is an error."""

    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Instance:
    """An object of a class: its attributes are in the store under its number."""

    number: int
    object: Any


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A function with the object that it is called on."""

    function: FunctionType
    owner: Instance


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function or lambda defined inside of another: it reads the variables of the frame that it was made in."""

    node: ast.FunctionDef | ast.Lambda
    source: Source
    frame: int
    defaults: tuple[Item, ...]
    globals: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ListMethod:
    """A method of a list, dict or set, before its call."""

    owner: Ref | Choice | Mapped
    name: str


@dataclass(frozen=True, slots=True)
class NumberMethod:
    """A method of an integer, before its call."""

    owner: Item
    name: str


@dataclass(frozen=True, slots=True)
class BoundedRange:
    """range(start, stop) with a stop that depends on the inputs."""

    start: int
    stop: Num


@dataclass(frozen=True, slots=True, eq=False)
class Lazy:
    """An iterator, such as zip gives: it reads lists as it goes, and can be gone through once."""

    steps: Iterator[Item]


@dataclass(frozen=True, slots=True, eq=False)
class Guarded:
    """Items of which each counts where its literal is 1, in no order: the values of a dict."""

    pairs: tuple[tuple[int, Item], ...]


@dataclass(frozen=True, slots=True)
class Mapped:
    """A dict or set: for each key that it may have, cells in the store say whether it has it, and its value."""

    number: int


def is_number(value: Item) -> bool:
    return isinstance(value, int | Num | Bit)  # bool is an int


def kind_of(value: Item) -> str:
    """What a value is called in a message."""
    if isinstance(value, Bit | bool):
        return "a bool"
    if isinstance(value, Num | int):
        return "an int"
    if isinstance(value, Ref | Choice):
        return "a list"
    if isinstance(value, Method | Closure | FunctionType):
        return "a function"
    if isinstance(value, BoundedRange):
        return "a range that depends on the inputs"
    if isinstance(value, Lazy):
        return "an iterator"
    if isinstance(value, Mapped | Guarded):
        return "a dict or set" if isinstance(value, Mapped) else "the values of a dict"
    if isinstance(value, Instance):
        return f"an object of the class {type(value.object).__name__}"
    return "None" if value is None else f"a {type(value).__name__}"


def same(a: Item, b: Item) -> bool:
    """True if two values are known to be the same one."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, Num):
        return a.const == b.const and a.terms == b.terms and (a.lo, a.hi) == (b.lo, b.hi)
    return bool(a == b) if isinstance(a, int | str | Bit | Ref | Choice | Mapped) else False
