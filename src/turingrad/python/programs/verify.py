"""The object is the oracle: CPython runs beside the compiled program, and every difference is an error."""

from __future__ import annotations

import contextlib
import decimal
import io
import struct
import traceback
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from turingrad.python.programs import random_tables
from turingrad.python.programs.arrays import is_same_array
from turingrad.python.programs.classes import base_value, boxed_base
from turingrad.python.programs.refusals import PythonProgramError

UNSET = object()


@dataclass(frozen=True)
class Outcome:
    """What a call gave: a value or an error with its line, and what it printed."""

    value: Any
    error: BaseException | None
    line: int
    output: str


def outcome(function: Any, arguments: tuple[Any, ...]) -> Outcome:
    """Call a function in CPython."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        try:
            value, error, line = function(*arguments), None, 0
        except Exception as raised:
            frames = [each for each in traceback.extract_tb(raised.__traceback__) if is_own(each.filename)]
            value, error, line = None, raised, (frames[-1].lineno or 0) if frames else 0
    return Outcome(value, error, line, written.getvalue())


def is_own(path: str) -> bool:
    """A frame of the user's: not of the standard library, nor of this file."""
    return path != __file__ and "/lib/python3" not in path and not path.startswith("<")


@contextlib.contextmanager
def restore_after(objects: list[Any]) -> Iterator[None]:
    """Give live objects back their contents after a run of CPython."""
    saved = [(each, contents(each)) for each in objects]
    try:
        yield
    finally:
        for each, content in saved:
            put_back(each, content)


@contextlib.contextmanager
def restore_names(classes: list[type], attributes: set[str], names: list[tuple[dict[str, Any], str]]) -> Iterator[None]:
    """Give classes the attributes back that a program stores in classes, and modules their globals, after a run of
    CPython."""
    saved = [(cls, name, vars(cls).get(name, UNSET)) for cls in classes for name in attributes]
    before = [(namespace, name, namespace.get(name, UNSET)) for namespace, name in names]
    try:
        yield
    finally:
        for cls, name, value in saved:
            if value is UNSET and name in vars(cls):
                delattr(cls, name)
            elif value is not UNSET and vars(cls).get(name, UNSET) is not value:
                setattr(cls, name, value)
        for namespace, name, value in before:
            if value is UNSET:
                namespace.pop(name, None)
            else:
                namespace[name] = value


def contents(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, list | dict | set | bytearray):
        boxed = boxed_base(type(value)) is not None
        return base_value(value) if boxed else value.copy(), dict(getattr(value, "__dict__", {}))
    if random_tables.is_generator(value):
        return random_tables.state_of(value)
    if isinstance(value, decimal.Context):
        return value.copy()
    if isinstance(value, types.CellType):
        return (value.cell_contents,) if has_contents(value) else ()
    if hasattr(value, "getstate") and hasattr(value, "setstate"):
        return value.getstate()
    if hasattr(value, "__dict__") and not isinstance(value, type | types.FunctionType):
        return dict(value.__dict__)
    if hasattr(value, "popleft"):
        return list(value)
    slots = [name for base in type(value).__mro__ for name in vars(base).get("__slots__", ())]
    return [(name, getattr(value, name)) for name in slots if name != "__weakref__" and hasattr(value, name)]


def has_contents(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def put_back(value: Any, content: Any) -> None:
    if isinstance(value, np.ndarray):
        value[...] = content
    elif random_tables.is_generator(value):
        random_tables.set_state(value, content)
    elif isinstance(value, bytearray):
        value[:] = content[0]
    elif isinstance(value, decimal.Context):
        value.prec, value.rounding = content.prec, content.rounding
    elif isinstance(value, list):
        list.__setitem__(value, slice(None), content[0])
    elif isinstance(value, dict):
        dict.clear(value)
        dict.update(value, content[0])
    elif isinstance(value, set):
        set.clear(value)
        set.update(value, content[0])
    elif isinstance(value, types.CellType):
        if content:
            value.cell_contents = content[0]
    elif hasattr(value, "getstate") and hasattr(value, "setstate"):
        value.setstate(content)
    elif hasattr(value, "__dict__") and not isinstance(value, type | types.FunctionType):
        value.__dict__.clear()
        value.__dict__.update(content)
    elif hasattr(value, "popleft"):
        value.clear()
        value.extend(content)
    else:
        for name, each in content:
            object.__setattr__(value, name, each)


def is_same(one: Any, two: Any, seen: set[tuple[int, int]] | None = None) -> bool:
    """Equal in type and contents, floats bit by bit, order of dicts and lists included."""
    seen = set() if seen is None else seen
    if (id(one), id(two)) in seen:
        return True
    if type(one) is not type(two) and not is_same_local(type(one), type(two)):
        return False
    if boxed_base(type(one)) is not None:
        held, other = (getattr(each, "__dict__", {}) for each in (one, two))
        return is_same(base_value(one), base_value(two), seen) and is_same(held, other, seen)
    if isinstance(one, np.ndarray):
        return is_same_array(one, two)
    if random_tables.is_generator(one):
        return bool(random_tables.state_of(one) == random_tables.state_of(two))
    if isinstance(one, float):
        return struct.pack("<d", one) == struct.pack("<d", two) or (one != one and two != two)
    if isinstance(one, complex):
        return is_same(one.real, two.real) and is_same(one.imag, two.imag)
    if isinstance(one, decimal.Decimal):
        return str(one) == str(two)  # 1.0 equals 1
    if one is two or isinstance(one, int | str | type(None) | type | types.FunctionType):
        return bool(one == two)
    seen.add((id(one), id(two)))
    if isinstance(one, dict):
        return len(one) == len(two) and all(
            is_same(a, b, seen) and is_same(one[a], two[b], seen) for a, b in zip(one, two, strict=True)
        )
    if isinstance(one, list | tuple) or hasattr(one, "popleft"):
        return len(one) == len(two) and all(is_same(a, b, seen) for a, b in zip(one, two, strict=True))
    if isinstance(one, set | frozenset):
        return bool(one == two)
    if isinstance(one, BaseException):
        return is_same(one.args, two.args, seen)
    if hasattr(one, "__dict__"):
        return is_same(dict(sorted(one.__dict__.items())), dict(sorted(two.__dict__.items())), seen)
    names = [name for base in type(one).__mro__ for name in vars(base).get("__slots__", ())]
    if names:
        missing = object()
        return all(is_same(getattr(one, name, missing), getattr(two, name, missing), seen) for name in names)
    return bool(one == two)


def is_same_local(one: type, two: type) -> bool:
    """Whether two classes come from one class statement or named tuple inside a function."""
    if hasattr(one, "_fields") and one.__bases__ == (tuple,):
        return (one.__name__, one._fields) == (two.__name__, getattr(two, "_fields", ()))
    return "<locals>" in one.__qualname__ and (one.__module__, one.__qualname__) == (two.__module__, two.__qualname__)


REPORT = "report this program"


def short_value(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:160]} ... {text[-30:]}"


def compare(name: str, expected: Outcome, value: Any, output: str, failure: Any) -> None:
    """Raise if a run of the program differs from CPython's."""
    if expected.error is not None or failure is not None:
        compare_errors(name, expected, failure, value)
    elif not is_same(value, expected.value):
        raise PythonProgramError(
            f"{name} differs: CPython gives {short_value(expected.value)}, the program {short_value(value)}; {REPORT}"
        )
    if output != expected.output:
        raise PythonProgramError(
            f"{name} prints something else: CPython {short_value(expected.output)}, "
            f"the program {short_value(output)}; {REPORT}"
        )


def compare_errors(name: str, expected: Outcome, failure: Any, value: Any) -> None:
    if failure is None:
        raise PythonProgramError(
            f"{name} differs: CPython raises {expected.error!r}, the program gives {short_value(value)}; {REPORT}"
        )
    if expected.error is None:
        raise PythonProgramError(
            f"{name} differs: CPython gives {short_value(expected.value)}, the program raises {failure}; {REPORT}"
        )
    one, two = expected.error, failure.error
    alike = type(one) is type(two) and (str(one) == str(two) or isinstance(one, RecursionError))
    if not alike or (expected.line and failure.line != expected.line and not isinstance(one, RecursionError)):
        raise PythonProgramError(
            f"{name} differs: CPython raises {one!r} in line {expected.line}, the program {failure}; {REPORT}"
        )
