"""Options of a construction as frozen dataclasses: what can be chosen, of which type, within which bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, field, fields
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from turingrad._support.text import name_alternatives
from turingrad._support.validation.values import choice, finite, flag, short_repr, whole
from turingrad.errors import InputError

Chosen = TypeVar("Chosen")


def option(default: Any, *, choices: Sequence[str] = (), least: float | None = None, most: float | None = None) -> Any:
    """A field of options with its choices or bounds."""
    return field(default=default, metadata={"choices": tuple(choices), "least": least, "most": most})


def parse_options(kind: type[Chosen], owner: str, given: Mapping[str, Any]) -> Chosen:
    """The options that these values stand for; an unknown one, or one of another type, is refused."""
    known = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]
    hints = get_type_hints(kind)
    for name in given:
        if name not in known:
            raise InputError(f"{owner} has no option {name!r}{name_alternatives(name, known)}")
    return kind(**{name: coerce_option(value, known[name], hints[name]) for name, value in given.items()})


def coerce_option(value: Any, field_: Field[Any], hint: Any) -> Any:
    """The value as the field's type."""
    kinds = get_args(hint) if get_origin(hint) is UnionType else (hint,)
    if value is None and NoneType in kinds:
        return None
    name, limits = field_.name, field_.metadata
    least, most = limits.get("least"), limits.get("most")
    if str in kinds and (isinstance(value, str) or len(kinds) == 1 + (NoneType in kinds)):
        choices = limits.get("choices")
        if choices:
            return choice(value, name, choices)
        if isinstance(value, str):
            return value
        raise InputError(f"{name} must be a string, not {short_repr(value)}")
    if bool in kinds:
        return flag(value, name)
    if int in kinds:
        return whole(value, name, 0 if least is None else int(least), None if most is None else int(most))
    if float in kinds:
        return finite(value, name, least, most)
    if not isinstance(value, list | tuple):
        raise InputError(f"{name} must be a list of whole numbers, not {short_repr(value)}")
    return tuple(whole(each, name) for each in value)
