"""Code that stands twice: six lines or more of two functions that are alike, whatever their names and numbers are."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import turingrad

ROOT = Path(turingrad.__file__).parent
LINES, MOST = 6, 14
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
WORDS = re.compile(
    r"""(?P<text>"[^"]*"|'[^']*')|(?P<keyword>\b(?:and|as|assert|break|continue|elif|else|except|for|from|if|in|is|lambda"""
    r"""|not|or|raise|return|try|while|with|yield|None|True|False)\b)|(?P<name>\b[A-Za-z_]\w*)|(?P<number>\b\d[\w.]*)"""
)
THIN = re.compile(  # lists of arguments, keys and fields, one a line: they say what there is, not how it is done
    r"[\w.*\[\]]+,|\*{0,2}\w+ ?= ?[\w.]+,?|\"\w+\": ?[^()]*,|self\.\w+ = \w+|\"[^\"]*\",?|[\W_]*|else:|try:|return"
)


def shape(line: str) -> str:
    """A line with `n` for each name, `0` for each number and `""` for each text."""
    stands_for = {"text": '""', "name": "n", "number": "0"}
    return WORDS.sub(lambda found: stands_for.get(str(found.lastgroup), found[0]), line)


def functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The outermost functions and methods."""
    for node in body:
        if isinstance(node, FUNCTIONS):
            yield node
        elif isinstance(node, ast.ClassDef | ast.If):
            yield from functions(node.body)


def blocks(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[int]:
    """The numbers of a function's lines without its signature, docstring and imports, and those of inner functions."""
    stack: list[ast.stmt] = [function]
    left_out: set[int] = set()
    while stack:
        node = stack.pop()
        if isinstance(node, FUNCTIONS):
            left_out.update(range(node.lineno, node.body[0].lineno))
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if text or isinstance(node, ast.Import | ast.ImportFrom):
            left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            stack += getattr(node, part, ())
    last = function.end_lineno or function.lineno
    return (number for number in range(function.lineno, last + 1) if number not in left_out)


def code(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Each function of a file and its lines, without comments and thin lines."""
    source = path.read_text(encoding="utf-8")
    lines = [line.partition("  # ")[0].strip() for line in source.splitlines()]
    for function in functions(ast.parse(source).body):
        body = (lines[number - 1] for number in blocks(function))
        name = f"{path.relative_to(ROOT).with_suffix('').as_posix()}:{function.name}"
        yield name, [line for line in body if not line.startswith("#") and not THIN.fullmatch(line)]


def alike(bodies: list[tuple[str, list[str]]]) -> set[tuple[str, str]]:
    """Pairs of functions that share `LINES` lines in a row by shape."""
    places: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for name, lines in bodies:
        shapes = [shape(line) for line in lines]
        for start in range(len(shapes) - LINES + 1):
            places[tuple(shapes[start : start + LINES])].add(name)
    return {(a, b) for names in places.values() if len(names) > 1 for a in names for b in names if a < b}


def test_hardly_any_code_stands_twice() -> None:
    pairs = alike([body for path in sorted(ROOT.rglob("*.py")) for body in code(path)])
    assert len(pairs) <= MOST, "\n".join(f"{a} ~ {b}" for a, b in sorted(pairs))


def test_code_with_other_names_and_numbers_is_found() -> None:
    first = [f"a{i} = f({i}, b) + c.d({i})" for i in range(LINES)]
    second = [f"x{i} = g({7 * i}, y) + z.w({i})" for i in range(LINES)]
    assert alike([("first", first), ("second", second)]) == {("first", "second")}
    assert not alike([("first", first), ("second", [*second[:-1], "return x"])])
