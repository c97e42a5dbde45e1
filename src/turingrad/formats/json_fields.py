"""The fields of a JSON object, checked one by one; what does not fit raises a BadValueError with its path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from turingrad.formats.json_places import BadValueError, Path
from turingrad.formats.source_text import shown


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object at a place in a document."""

    values: dict[str, Any]
    path: Path = ()

    @staticmethod
    def of(value: object, path: Path, allowed: Iterable[str]) -> Fields:
        if not isinstance(value, dict):
            raise BadValueError(path, f"{json_type(value)} where an object belongs", "{...}")
        for key in value:
            if key not in allowed:
                raise BadValueError((*path, key), f"unknown key {shown(str(key))}", "one of " + ", ".join(allowed))
        return Fields(value, path)

    def at(self, *parts: str | int) -> Path:
        return (*self.path, *parts)

    def required(self, key: str) -> Any:
        if key not in self.values:
            raise BadValueError(self.path, f"{key!r} is missing", f'"{key}": ...')
        return self.values[key]

    def text(self, key: str, default: str | None = None) -> str:
        if key not in self.values and default is not None:
            return default
        return as_text(self.required(key), self.at(key))

    def texts(self, key: str, required: bool = False) -> tuple[str, ...]:
        """A list of strings; an absent one is empty."""
        return as_texts(self.required(key), self.at(key)) if required or key in self.values else ()

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        if key not in self.values and default is not None:
            return default
        return as_integer(self.required(key), self.at(key), low, high)

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise BadValueError(self.at(key), f"{json_type(value)} where a flag belongs", "true or false")
        return value

    def bits(self, key: str) -> tuple[int, ...]:
        """A string of 0s and 1s."""
        text = self.text(key)
        if set(text) - {"0", "1"}:
            raise BadValueError(self.at(key), f"{shown(text)} is not a string of bits", 'such as "0110"')
        return tuple(map(int, text))

    def items(self, key: str, required: bool = True) -> Iterable[tuple[Path, Any]]:
        """The members of a list with their places."""
        members = as_list(self.required(key), self.at(key)) if required or key in self.values else []
        return ((self.at(key, i), item) for i, item in enumerate(members))


def as_text(value: object, path: Path) -> str:
    if not isinstance(value, str):
        raise BadValueError(path, f"{json_type(value)} where text belongs", "a string")
    if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
        raise BadValueError(path, "half a character (a lone surrogate)", "whole Unicode characters")
    return value


def as_texts(value: object, path: Path) -> tuple[str, ...]:
    return tuple(as_text(item, (*path, i)) for i, item in enumerate(as_list(value, path)))


def as_list(value: object, path: Path) -> list[Any]:
    if not isinstance(value, list):
        raise BadValueError(path, f"{json_type(value)} where a list belongs", "[...]")
    return value


def as_integer(value: object, path: Path, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadValueError(path, f"{json_type(value)} out of place", f"a whole number from {low} to {high}")
    return value


def one_of(value: str, known: Iterable[str], what: str, path: Path) -> str:
    if value not in known:
        names = list(known)
        listed = ", ".join(repr(name) for name in names[:12]) + (", ..." if len(names) > 12 else "")
        raise BadValueError(path, f"unknown {what} {shown(value)}", f"one of {listed}")
    return value


def json_type(value: object) -> str:
    """How an error names a value."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return f"the number {value:.6g}" if abs(value) < 1e15 else "a huge number"
    return "a string" if isinstance(value, str) else "a list" if isinstance(value, list) else "an object"
