"""What the package is given is looked at on entry: every argument of a public function, and every field of a machine,
is what its annotation says, or is refused in one line before anything is done.

`@validate_arguments` reads the annotations of a function once, at its first call. Annotations that say nothing at run
time (`Any`, type variables, names that are imported for the type checker only) are not checked here.
"""

from __future__ import annotations

import collections.abc as abc
import inspect
import numbers
import os
import sys
import types
import typing
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from functools import cache, wraps
from pathlib import PurePath
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

import numpy as np
import numpy.typing as npt

from turingrad._support.validation.values import as_whole, short_repr
from turingrad.errors import InputError, TuringradError

F = TypeVar("F", bound=Callable[..., Any])
EMPTY = inspect.Parameter.empty
VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
NUMERIC = "biuf"  # numpy's letters for flags, integers and floating point numbers


def validate_arguments(function: F) -> F:
    """The function, with its arguments checked against its annotations."""

    @wraps(function)
    def call_with_checks(*given: Any, **named: Any) -> Any:
        hints = hints_of(function)
        plain = tuple(coerce(value, hint, name) for value, (name, hint) in zip(given, hints.items(), strict=False))
        asked = {name: coerce(value, hints.get(name, Any), name) for name, value in named.items()}
        return function(*plain, *given[len(plain) :], **asked)

    return cast(F, call_with_checks)


def validate_fields(value: Any, error: type[TuringradError] = InputError) -> None:
    """Refuse a dataclass of which a field is not what its annotation says; for `__post_init__`."""
    kind: Any = type(value)
    for name, hint in field_hints(kind):
        require(getattr(value, name), hint, name, error)


def coerce_tuples(value: Any, names: tuple[str, ...], error: type[TuringradError]) -> None:
    """Keep whatever sequences a frozen dataclass was given as tuples; for `__post_init__`."""
    for name in names:
        given = getattr(value, name)
        if type(given) is not tuple:
            object.__setattr__(value, name, as_tuple(given, name, error))


def as_tuple(given: Any, what: str, error: type[TuringradError] = InputError) -> tuple[Any, ...]:
    """Any series of values as a tuple; what is none is refused."""
    try:
        return tuple(given)
    except (TypeError, ValueError):
        raise error(f"{what} must be a series of values, not {short_repr(given)}") from None


def coerce(value: Any, hint: Any, what: str) -> Any:
    """The value, checked; a number of numpy's, or a fraction, as the plain one that it stands for."""
    require(value, hint, what)
    if isinstance(value, Fraction) and float in (hint, *get_args(hint)):
        return float(value)
    whole_or_flag = isinstance(value, np.generic) and value.dtype.kind in NUMERIC
    return value.item() if whole_or_flag and hint is not Any and hint is not npt.ArrayLike else value


def require(value: Any, hint: Any, what: str, error: type[TuringradError] = InputError) -> None:
    if not fits(value, hint):
        raise error(f"{what} must be {describe(hint)}, not {short_repr(value)}")


@cache
def hints_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The names of a function's parameters with their annotations, in order."""
    parameters = inspect.signature(function).parameters.values()
    space = getattr(function, "__globals__", {})
    return {each.name: resolve_annotation(each.annotation, space) for each in parameters if each.kind not in VARIADIC}


@cache
def field_hints(kind: type) -> tuple[tuple[str, Any], ...]:
    found = []
    for each in fields(kind):
        owner = next(base for base in kind.__mro__ if each.name in vars(base).get("__annotations__", {}))
        found.append((each.name, resolve_annotation(each.type, vars(sys.modules[owner.__module__]))))
    return tuple(found)


def resolve_annotation(annotation: Any, space: dict[str, Any]) -> Any:
    """What an annotation stands for; Any where that is known to the type checker only."""
    if annotation is EMPTY:
        return Any
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, dict(space))
    except (NameError, AttributeError, TypeError):
        return Any


def fits(value: Any, hint: Any) -> bool:
    """Whether a value is what an annotation says. numpy's numbers are numbers, a flag is no number, and a list is as
    good as a tuple."""
    if hint is npt.ArrayLike:
        return numeric(value)
    if hint is None or hint is types.NoneType:
        return value is None
    if hint in SIMPLE:
        return SIMPLE[hint](value)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(fits(value, each) for each in inner)
    if origin is Literal:
        return isinstance(value, str) and value in inner
    if origin is np.ndarray:
        return numeric(value)
    if origin is abc.Callable:
        return callable(value) and not isinstance(value, type)
    if origin in (tuple, list, abc.Sequence):
        return series(value, inner)
    return instance(value, origin or hint)


def series(value: Any, inner: tuple[Any, ...]) -> bool:
    """A list of what is asked for, of any length or with one place for each."""
    listed = value.tolist() if isinstance(value, np.ndarray) and value.ndim else value
    if not isinstance(listed, abc.Sequence) or isinstance(listed, bytes | bytearray):
        return False
    if (len(inner) == 2 and inner[1] is ...) or len(inner) == 1:
        return all(type(each) is inner[0] or fits(each, inner[0]) for each in listed)
    return not inner or (len(listed) == len(inner) and all(map(fits, listed, inner)))


def instance(value: Any, kind: Any) -> bool:
    """An object of a class, or with what a protocol asks for."""
    if not isinstance(kind, type):
        return True
    if issubclass(kind, typing.IO):
        return hasattr(value, "read")
    if getattr(kind, "_is_protocol", False):
        asked = {*vars(kind), *vars(kind).get("__annotations__", {})}
        return all(hasattr(value, name) for name in asked if not name.startswith("_"))
    return isinstance(value, kind)


def numeric(value: Any) -> bool:
    """Numbers in any shape that numpy makes an array of."""
    try:
        return np.asarray(value).dtype.kind in NUMERIC
    except Exception:  # numpy asks the value itself, which may raise anything
        return False


def is_whole(value: Any) -> bool:
    return as_whole(value) is not None


def is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real | np.number) and not isinstance(value, bool | complex | np.complexfloating)


SIMPLE: dict[Any, Callable[[Any], bool]] = {
    Any: lambda _value: True,
    object: lambda _value: True,
    bool: lambda value: isinstance(value, bool | np.bool_),
    int: is_whole,
    float: is_number,
    str: lambda value: isinstance(value, str),
    bytes: lambda value: isinstance(value, bytes | bytearray),
    os.PathLike: lambda value: isinstance(value, os.PathLike),
}
WORDS: dict[Any, str] = {
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a string",
    bytes: "bytes",
    np.ndarray: "an array of numbers",
    abc.Callable: "a function",
    abc.Mapping: "a dict",
    typing.BinaryIO: "a stream of bytes",
    os.PathLike: "a path",
    types.NoneType: "None",
}


def describe(hint: Any) -> str:
    """An annotation in words, for messages."""
    if hint is npt.ArrayLike:
        return WORDS[np.ndarray]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(describe(each) for each in inner if not is_enum(each)))
    if origin is Literal:
        return f"one of {', '.join(map(str, inner))}"
    if origin in (tuple, list, abc.Sequence):
        return f"a list of {plural(inner[0]) if inner else 'values'}"
    kind = origin or hint
    if isinstance(kind, type) and issubclass(kind, PurePath):
        return WORDS[os.PathLike]
    name = getattr(kind, "__name__", str(kind))
    return WORDS.get(kind) or f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def is_enum(hint: Any) -> bool:
    """Values that stand for "not given": nothing to tell a user of."""
    return isinstance(hint, type) and issubclass(hint, Enum)


def plural(hint: Any) -> str:
    return describe(hint).partition(" ")[2] + "s"
