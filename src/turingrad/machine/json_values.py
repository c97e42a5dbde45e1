"""What the JSON forms of all kinds of machines share: values that do not fit their place, and the parts of machines
with states and rules."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from typing import Any

from turingrad.machine.states import StateMachine

Path = tuple[str | int, ...]
Object = dict[str, Any]
"""A JSON object that fits the schema: what is left to check is what a schema cannot say."""

STATE_LISTS = ("states", "symbols", "halting", "accept", "reject")
MAX_QUOTED = 40


class BadValueError(Exception):
    """A value that does not fit its place in a document. `path` leads to it: ("rules", 3, "next")."""

    def __init__(self, path: Path, message: str, expected: str | None = None) -> None:
        self.path = path
        self.message = message
        self.expected = expected
        super().__init__(self.one_line())

    def one_line(self) -> str:
        return f"{path_text(self.path)}: {self.message}" if self.path else self.message


def path_text(path: Path) -> str:
    """`rules[3].next`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def json_type(value: object) -> str:
    """How an error names a value."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (int, float)):
        return f"the number {value:.6g}" if abs(value) < 1e15 else "a huge number"
    return "a string" if isinstance(value, str) else "a list" if isinstance(value, list) else "an object"


def quote(text: str) -> str:
    """A piece of a file for an error message: quoted, and cut if it is long."""
    return repr(text) if len(text) <= MAX_QUOTED else repr(text[:MAX_QUOTED]) + "..."


def parse_shared(value: Object) -> dict[str, Any]:
    """What machines with states have in common, without the rules."""
    lists = {key: whole_texts(value.get(key, ()), (key,)) for key in STATE_LISTS}
    return {**lists, "blank": value["blank"], "start": value["start"], **words_of(value)}


def dump_shared(machine: StateMachine) -> dict[str, Any]:
    """The way back of `parse_shared`, without name and doc."""
    lists = {key: list(getattr(machine, key)) for key in STATE_LISTS}
    return {**lists, "blank": machine.blank, "start": machine.start}


def words_of(value: Object, path: Path = ()) -> dict[str, str]:
    """The name and doc of a machine."""
    return {key: whole_text(value.get(key, ""), (*path, key)) for key in ("name", "doc")}


def whole_texts(values: Iterable[str], path: Path) -> tuple[str, ...]:
    return tuple(whole_text(text, (*path, k)) for k, text in enumerate(values))


def whole_text(text: str, path: Path) -> str:
    """The text; half a character is refused: JSON can escape what no text file can carry."""
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        raise BadValueError(path, "half a character (a lone surrogate)", "whole Unicode characters")
    return text


def refuse_states(rule: Object, known: Collection[str], path: Path) -> None:
    for key in ("state", "next"):
        require_known(rule[key], known, "state", (*path, key))


def refuse_symbols(rule: Object, known: Collection[str], path: Path) -> None:
    for key in ("read", "write"):
        if isinstance(rule[key], str):
            require_known(rule[key], known, "symbol", (*path, key))
        else:
            for i, entry in enumerate(rule[key]):
                require_known(entry, known, "symbol", (*path, key, i))


def require_known(name: str, known: Collection[str], what: str, path: Path) -> None:
    if name not in known:
        listed = ", ".join(map(repr, sorted(known)[:12])) + (", ..." if len(known) > 12 else "")
        raise BadValueError(path, f"unknown {what} {quote(name)}", f"one of {listed}")


def refuse_second(rules: Container[object], place: object, path: Path) -> None:
    if place in rules:
        raise BadValueError(path, "a second rule for the same state and symbol", "one rule")
