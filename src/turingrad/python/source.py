"""The source of a Python function as a syntax tree, and errors that point into it."""

from __future__ import annotations

import ast
import inspect
import linecache
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from turingrad.errors import FormatError
from turingrad.python.arithmetic import SubsetError

Node = ast.FunctionDef | ast.Lambda
MAX_CHARACTERS = 200_000
WHOLE = (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)  # decide what the whole function is


@dataclass(frozen=True, eq=False)
class Source:
    """Where a function's text stands: line 1 of `lines` is line `first` of the file."""

    file: str
    first: int
    lines: tuple[str, ...]

    def error(self, node: Any, message: str, expected: str | None = None) -> FormatError:
        """An error at a node of the tree, with its line and a caret."""
        line = getattr(node, "lineno", None)
        if line is None:
            return FormatError(message, source=self.file, line=self.first, expected=expected)
        text = self.lines[line - 1] if line <= len(self.lines) else None
        column = len((text or "").encode()[: node.col_offset].decode(errors="replace")) + 1
        return FormatError(
            message, source=self.file, line=self.first + line - 1, column=column, text=text, expected=expected
        )


def function_tree(function: FunctionType) -> tuple[Node, Source]:
    """The tree of a function or lambda, and its source."""
    name = getattr(function, "__qualname__", repr(function))
    if hasattr(function, "__wrapped__"):
        raise FormatError(f"{name} is decorated: its source is not what runs", expected="the function without it")
    return code_tree(function.__code__, function.__code__.co_filename, name)


@lru_cache(maxsize=512)  # by the code that runs: equal code in one file has one text
def code_tree(code: CodeType, _file: str, name: str) -> tuple[Node, Source]:
    file, first = code.co_filename, code.co_firstlineno
    linecache.checkcache(file)
    lines = inspect.getblock(linecache.getlines(file)[first - 1 :])  # `inspect` itself asks every module for its file
    if not lines:
        raise FormatError(f"the source of {name} cannot be read", expected="a function from a Python file")
    text = "".join(lines)
    source = Source(file, max(first, 1), tuple(text.splitlines()))
    if len(text) > MAX_CHARACTERS:
        raise source.error(None, f"{name} is longer than {MAX_CHARACTERS:,} characters")
    nodes = [node for node in ast.walk(parse_function(text, source, name)) if matches(node, code)]
    if len(nodes) != 1:
        what = (
            f"{len(nodes)} functions are defined where {name} is"
            if nodes
            else f"{name} cannot be identified in its source"
        )
        raise source.error(None, what, expected="a function of its own, by `def`")
    return nodes[0], source  # type: ignore[return-value]


def parse_function(text: str, source: Source, name: str) -> ast.AST:
    """The tree; a method's indented text is parsed as the body of an `if`, which keeps its columns."""
    indented = text[:1] in (" ", "\t")
    try:
        tree = ast.parse("if 1:\n" + text if indented else text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        if text.lstrip().startswith(("def ", "@")):
            raise source.error(None, f"{name} cannot be parsed") from None
        raise source.error(None, f"{name} cannot be identified in its source", expected="a function by `def`") from None
    if indented:
        ast.increment_lineno(tree, -1)
    return tree


def matches(node: ast.AST, code: CodeType) -> bool:
    """True of the definition of this very function, by its name and its arguments."""
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        return False
    name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
    given = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return name == code.co_name and argument_names(node) == list(given)


def argument_names(node: Node) -> list[str]:
    return [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


@lru_cache(maxsize=4096)  # a function's tree is asked for its names at every call
def local_names(node: Node) -> frozenset[str]:
    """The local names of a function: its arguments, and what its body binds outside of inner functions.

    Raises:
        SubsetError: a `yield`, `global` or `nonlocal` in it, reached or not: it changes what the whole function is.
    """
    arguments = [*argument_names(node), *(a.arg for a in (node.args.vararg, node.args.kwarg) if a is not None)]
    found, waiting = set(arguments), list[ast.AST]([node.body] if isinstance(node, ast.Lambda) else node.body)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.FunctionDef):
            found.add(part.name)
            continue
        if isinstance(part, ast.Lambda):
            continue
        if isinstance(part, ast.ListComp | ast.GeneratorExp):  # its targets are its own; a walrus in it is not
            found |= {inner.target.id for inner in ast.walk(part) if isinstance(inner, ast.NamedExpr)}
            continue
        if isinstance(part, WHOLE):
            raise SubsetError(f"{type(part).__name__.lower()} is not supported in circuits, reached or not")
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            found.add(part.id)
        if isinstance(part, ast.ClassDef | ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and part.name:
            found.add(part.name)
        if isinstance(part, ast.alias):
            found.add((part.asname or part.name).split(".")[0])
        waiting += ast.iter_child_nodes(part)
    return frozenset(found)
