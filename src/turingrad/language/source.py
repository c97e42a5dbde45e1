"""The text of a program: its header, its syntax tree, and places in it for error messages."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from dataclasses import dataclass
from typing import Literal

from turingrad.errors import FormatError
from turingrad.machine.grid import TERNARY, WALL

MAX_CHARACTERS = 200_000
MAX_DEPTH = 100  # of the syntax tree: statements inside statements inside expressions
MAX_TAPES = 8
MAX_SYMBOLS = 256
MAX_READS = 10_000  # symbols to the power of tapes: the rules that one state may have
HEADER_SHAPE = 'machine grid(work=1) or machine tape(tapes=2, symbols="01_", blank="_")'

Dialect = Literal["grid", "tape"]


@dataclass(frozen=True)
class Place:
    """A line and a column of the source, both from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Source:
    """The program's name and lines, for messages that point at them."""

    name: str
    lines: tuple[str, ...]

    def place(self, node: ast.stmt | ast.expr | ast.arg | ast.keyword) -> Place:
        """Where the node starts; `ast` counts columns in UTF-8 bytes, we in characters."""
        text = self.lines[node.lineno - 1] if node.lineno <= len(self.lines) else ""
        before = text.encode("utf-8")[: node.col_offset].decode("utf-8", errors="replace")
        return Place(node.lineno, len(before) + 1)

    def error(self, message: str, place: Place, expected: str | None = None) -> FormatError:
        text = self.lines[place.line - 1] if 0 < place.line <= len(self.lines) else ""
        return FormatError(
            message, source=self.name, line=place.line, column=place.column, text=text, expected=expected
        )


@dataclass(frozen=True)
class Header:
    """What the first line says about the machine."""

    dialect: Dialect
    symbols: tuple[str, ...]
    blank: str
    work: int = 1
    tapes: int = 1
    input: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Program:
    """A program that has been read: header, statements, docstrings (by subroutine, "" at top) and comments by line."""

    source: Source
    header: Header
    body: tuple[ast.stmt, ...]
    docs: dict[str, str]
    comments: dict[int, str]

    @property
    def doc(self) -> str:
        return self.docs[""]


def read_program(text: str, name: str) -> Program:
    """Parses the text. The header line is blanked out for `ast`, so that line numbers stay right."""
    lines = tuple(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")))
    source = Source(name, lines)
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"the program has {len(text)} characters; at most {MAX_CHARACTERS} are read", source=name)
    number = next((i for i, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")), None)
    if number is None:
        raise source.error("the program is empty", Place(1, 1), expected=HEADER_SHAPE)
    header = read_header(source, number)
    blanked = "\n".join((*lines[: number - 1], "", *lines[number:])) + "\n"
    tree = parse_module(source, blanked)
    require_shallow(source, tree)
    body = tree.body
    docs = {"": ast.get_docstring(tree) or ""}
    if docs[""]:
        body = body[1:]
    if not body:
        raise source.error("the program has no statements", Place(number, 1))
    docs.update((node.name, ast.get_docstring(node) or "") for node in body if isinstance(node, ast.FunctionDef))
    return Program(source, header, tuple(body), docs, comments_of(blanked))


def parse_module(source: Source, text: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # escapes such as "\d" warn on standard error
            return ast.parse(text)
    except SyntaxError as error:
        place = Place(min(error.lineno or 1, len(source.lines)), max(error.offset or 1, 1))
        raise source.error(f"not Python syntax: {error.msg}", place) from None
    except (RecursionError, MemoryError):
        raise source.error("the program is nested too deeply", Place(1, 1)) from None
    except ValueError as error:  # null characters, lone surrogates, integers of thousands of digits
        raise source.error(f"not Python syntax: {error}", Place(1, 1)) from None


def require_shallow(source: Source, tree: ast.Module) -> None:
    """Refuses deep nesting, so that the passes after this one may recurse over the tree."""
    level: list[ast.AST] = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return
    deep = next((node for node in level if isinstance(node, ast.stmt | ast.expr)), None)
    place = source.place(deep) if deep is not None else Place(1, 1)
    raise source.error(f"the program is nested more than {MAX_DEPTH} levels deep", place)


def comments_of(text: str) -> dict[int, str]:
    """The comment on each line that has one. Text that `ast` accepts and `tokenize` does not has none."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return {}
    return {t.start[0]: t.string.lstrip("#").strip() for t in tokens if t.type == tokenize.COMMENT}


def read_header(source: Source, number: int) -> Header:
    line = source.lines[number - 1]
    match = re.match(r"\s*machine\s+(?=\w)", line)
    if match is None:
        raise source.error("the first line does not name a machine", Place(number, 1), expected=HEADER_SHAPE)
    start = match.end()
    try:
        call = parsed_expression(line[start:])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise source.error("the machine's options cannot be read", Place(number, start + 1), HEADER_SHAPE) from None
    named = call.func if isinstance(call, ast.Call) else call
    if not isinstance(named, ast.Name) or named.id not in ("grid", "tape"):
        raise source.error("a machine is a grid or a tape machine", Place(number, start + 1), expected=HEADER_SHAPE)
    options = HeaderOptions(source, number, start)
    if isinstance(call, ast.Call):
        options.read(call)
    return options.grid() if named.id == "grid" else options.tape()


def parsed_expression(text: str) -> ast.expr:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text.strip(), mode="eval").body


class HeaderOptions:
    """The options of the header line, each taken out by name; one left over is refused."""

    def __init__(self, source: Source, number: int, start: int) -> None:
        self.source, self.number, self.start = source, number, start
        self.given: dict[str, tuple[object, Place]] = {}

    def read(self, call: ast.Call) -> None:
        for option in call.keywords:
            place = Place(self.number, self.start + option.col_offset + 1)
            try:
                value = ast.literal_eval(option.value)
            except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                raise self.source.error(f"option {option.arg} is not a constant", place) from None
            self.given[str(option.arg)] = (value, place)
        if call.args:
            place = Place(self.number, self.start + call.args[0].col_offset + 1)
            raise self.source.error("the machine's options have names", place, expected=HEADER_SHAPE)

    def count(self, name: str, default: int, least: int, most: int) -> int:
        value, place = self.given.pop(name, (default, Place(self.number, 1)))
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.source.error(f"{name} is not a whole number from {least} to {most}", place)
        return value

    def symbols(self, default: tuple[str, ...] | None) -> tuple[str, ...]:
        value, place = self.given.pop("symbols", (default, Place(self.number, 1)))
        if value is None:
            raise self.source.error("the machine's symbols are not given", place, expected='symbols="01_"')
        symbols = tuple(value) if isinstance(value, str | list | tuple) else ()
        if not symbols or not all(isinstance(symbol, str) and symbol for symbol in symbols):
            raise self.source.error("symbols is not a string or a list of strings", place)
        if len(symbols) > MAX_SYMBOLS or len(set(symbols)) < len(symbols):
            raise self.source.error(f"symbols are at most {MAX_SYMBOLS} and differ from each other", place)
        return symbols

    def blank(self, default: str, symbols: tuple[str, ...]) -> str:
        value, place = self.given.pop("blank", (default, Place(self.number, 1)))
        if not isinstance(value, str) or value not in symbols:
            raise self.source.error(f"the blank {value!r} is not one of the symbols", place)
        return str(value)

    def input(self, tapes: int, symbols: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        value, place = self.given.pop("input", ("", Place(self.number, 1)))
        rows = (value,) if isinstance(value, str) else value if isinstance(value, list | tuple) else None
        known = set(symbols)
        if (
            rows is None
            or len(rows) > tapes
            or not all(
                isinstance(row, str | list | tuple)
                and all(isinstance(symbol, str) and symbol in known for symbol in row)
                for row in rows
            )
        ):
            raise self.source.error("the input is not a string of the machine's symbols, or a list of them", place)
        return tuple(tuple(row) for row in rows)

    def finish(self, header: Header) -> Header:
        for name, (_, place) in self.given.items():
            raise self.source.error(f"a {header.dialect} machine has no option {name!r}", place, expected=HEADER_SHAPE)
        return header

    def grid(self) -> Header:
        place = self.given.get("symbols", (None, Place(self.number, 1)))[1]
        symbols = self.symbols(TERNARY)
        if WALL in symbols:
            raise self.source.error(f"{WALL!r} is what a grid machine reads at a wall, not a symbol", place)
        blank = self.blank("0", symbols)
        return self.finish(Header("grid", symbols, blank, work=self.count("work", 1, 0, 1000)))

    def tape(self) -> Header:
        symbols = self.symbols(None)
        blank, tapes = self.blank("_", symbols), self.count("tapes", 1, 1, MAX_TAPES)
        if len(symbols) ** tapes > MAX_READS:
            message = f"{len(symbols)} symbols on {tapes} tapes give each state more than {MAX_READS} reads"
            raise self.source.error(message, Place(self.number, 1))
        return self.finish(Header("tape", symbols, blank, tapes=tapes, input=self.input(tapes, symbols)))
