"""Options that need no reading are not read, and help texts are short.

typer loads pydantic for any option, even for those that are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from turingrad._support.text import name_alternatives
from turingrad.errors import InputError

ORDER = ("demo", "run", "view", "check", "learn", "search", "margin", "limits", "compile", "convert", "library")
"""Commands in the order of a user's day; the others follow by name."""
DEFAULTS = {"margin": "network"}  # what `turingrad GROUP ...` runs if no command of the group is named
STYLE = re.compile(r"(?<!\\)\[(?=[a-z#/@])")
LINE_END = re.compile(r"(?<!\n)\n(?!\n)")  # inside a paragraph
DIGITS = 15  # of whole numbers that are read here
WHAT = {int: "a whole number", float: "a number"}


class AsGiven:
    """Passes on what is left out, text, defaults and plain whole numbers; typer's `reader` sees to the rest."""

    def __init__(self, reader: Callable[[], Any]) -> None:
        self.reader = reader

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        kind, about = param.type_descriptor.annotation, param.type_descriptor.parameter_info
        if param.multiple or param.nargs != 1 or about.parser is not None or not isinstance(kind, type):
            return self.reader().coerce(value, param=param, ctx=ctx)
        if value is None or (value is param.default and isinstance(value, kind)) or (kind is str is type(value)):
            return value
        if kind is int and type(value) is str and value.isascii() and value.isdigit() and len(value) <= DIGITS:
            whole = int(value)
            if (about.min is None or whole >= about.min) and (about.max is None or whole <= about.max):
                return whole
        try:
            return self.reader().coerce(value, param=param, ctx=ctx)
        except BadParameter as error:
            if kind in WHAT and isinstance(value, str):
                raise BadParameter(f"{value!r} is not {WHAT[kind]}{range_of(about)}", ctx, param) from None
            raise error


def range_of(about: Any) -> str:
    """` from 1 to 8`, as far as a number is bounded."""
    if about.min is None:
        return "" if about.max is None else f" of at most {about.max}"
    return f" of at least {about.min}" if about.max is None else f" from {about.min} to {about.max}"


class Around:
    """Lets the options of a command go around their readers. An older typer has none."""

    def parse_args(self: Any, ctx: Any, args: list[str]) -> list[str]:
        for each in self.get_params(ctx):
            reader = getattr(each, "get_runtime_param", None)
            if reader is not None:
                each.__dict__["get_runtime_param"] = partial(AsGiven, reader)
        return super().parse_args(ctx, args)  # type: ignore[misc, no-any-return]


METAVARS = {int: "N", float: "X", str: "TEXT", Path: "PATH"}


def shorten_help(param: Any) -> None:
    """Make a parameter's help fit 80 columns: flags take no value, numbers are N, and of two spellings of a flag only
    the one that changes its default is shown.

    `[the first]` in a help text is a default in words, not the name of a style, for which rich would take it.
    """
    about = param.__dict__
    if about.get("help"):
        about["help"] = STYLE.sub(r"\\[", about["help"])
    if param.param_type_name != "option":
        return
    kind: Any = getattr(getattr(param, "type_descriptor", None), "annotation", None)
    kind = next(iter(get_args(kind)), kind)  # of a list, its items
    if param.is_flag:
        about["opts"] = param.secondary_opts if param.default is True and param.secondary_opts else param.opts
        about["secondary_opts"], about["show_default"] = [], False
    if param.metavar is None:
        about["metavar"] = "" if param.is_flag else METAVARS.get(kind)
    about["_get_number_range_help_str"] = lambda: None  # a number that is out of range is refused with the range


class Short(Around):
    """A command or a group whose help fits 80 columns, wrapped anew within each of its paragraphs."""

    def format_help(self: Any, ctx: Any, formatter: Any) -> None:
        self.__dict__["help"] = LINE_END.sub(" ", cleandoc(self.help or ""))
        for each in self.get_params(ctx):
            shorten_help(each)
        super().format_help(ctx, formatter)  # type: ignore[misc]


class Command(Short, TyperCommand):
    pass


class Group(Short, TyperGroup):
    default: str | None = None  # the command that is meant if none is named
    known: tuple[str, ...] = ()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = next((word for word in args if word in self.known), None)
        if self.default is None and named not in (None, *args[:1]) and args[0].startswith("-"):
            raise InputError(f"the command comes before its options: {ctx.command_path} {named} {args[0]} ...")
        if self.default is not None and args and args[0] not in self.known:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if self.known and args[0] not in self.commands:
            others = name_alternatives(args[0], self.list_commands(ctx))
            raise InputError(f"`{ctx.command_path}` has no command {args[0]!r}{others}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return sorted(self.commands, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
