"""Mutations that cosmic-ray does not have: those that turn a bound into another bound.

A factor on what is returned, an exponent one larger, a term or a factor dropped, a comparison that loses its edge, a
loop that ends one earlier. Each is a change of the text between two places, so the rest of the file stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

FACTORS = ("2", "4", "10", "0.25")
NUMBERS = {"float", "int", "Fraction", "mpf", "float | int", "int | float", "Fraction | int"}
EDGES: dict[type[ast.cmpop], str] = {ast.LtE: "<", ast.GtE: ">", ast.Lt: "<=", ast.Gt: ">="}
ROOTS = {"sqrt", "isqrt", "log", "log2", "log10"}


@dataclass(frozen=True)
class Change:
    """The characters from `start` to `end` are replaced by `text`; all in the function that begins in `line`."""

    name: str
    line: int
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]


class Text:
    """A source text whose nodes are found by character."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines(keepends=True)
        self.source = source
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def place(self, line: int, column: int) -> int:
        """The number of the character at a line and a column in bytes, as `ast` counts."""
        within = self.lines[line - 1].encode()[:column].decode()
        return self.starts[line - 1] + len(within)

    def span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno, node.end_col_offset)

    def of(self, node: ast.expr) -> str:
        start, end = self.span(node)
        return self.source[start:end]

    def change(self, name: str, node: ast.expr, text: str) -> Change:
        return Change(name, node.lineno, *self.span(node), text)


def changes(source: str, first: int, last: int) -> list[Change]:
    """All changes in the functions that lie in the lines `first` to `last`, messages of errors left out."""
    text, found = Text(source), list[Change]()
    tree = ast.parse(source)
    skipped = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.Raise) for inner in ast.walk(node)}
    skipped |= {id(inner) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and first <= function.lineno <= last:
            found += returned_factors(text, function)
    for node in ast.walk(tree):
        if id(node) not in skipped and first <= getattr(node, "lineno", 0) <= last:
            found += of_node(text, node)
    return sorted(set(found), key=lambda one: (one.start, one.end, one.text))


def returned_factors(text: Text, function: ast.FunctionDef) -> Iterator[Change]:
    """`return x` as `return 4 * (x)`, in functions that return a number."""
    if function.returns is None or ast.unparse(function.returns) not in NUMBERS:
        return
    inner = {
        id(node)
        for other in ast.walk(function)
        if isinstance(other, ast.FunctionDef | ast.Lambda) and other is not function
        for node in ast.walk(other)
    }
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
    own = [node for node in returns if id(node) not in inner]
    for node in own:
        assert node.value is not None
        whole = "int" in ast.unparse(function.returns)
        for factor in FACTORS:
            if not (whole and factor == "0.25"):
                yield text.change(f"returned times {factor}", node.value, f"{factor} * ({text.of(node.value)})")
            else:
                yield text.change("returned divided by 4", node.value, f"({text.of(node.value)}) // 4")


def of_node(text: Text, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BinOp):
        yield from of_operation(text, node)
    elif isinstance(node, ast.Call):
        yield from of_call(text, node)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in EDGES:
        edge = EDGES[type(node.ops[0])]
        yield text.change("edge", node, f"{text.of(node.left)} {edge} {text.of(node.comparators[0])}")


def of_operation(text: Text, node: ast.BinOp) -> Iterator[Change]:
    left, right = text.of(node.left), text.of(node.right)
    if isinstance(node.op, ast.Pow):
        yield text.change("exponent plus 1", node, f"({left}) ** ({right} + 1)")
        yield text.change("exponent dropped", node, f"({left})")
    if isinstance(node.op, ast.Add | ast.Sub):
        yield text.change("term dropped", node, f"({left})")
        if isinstance(node.op, ast.Add):
            yield text.change("term dropped", node, f"({right})")
    if isinstance(node.op, ast.Mult | ast.Div):
        yield text.change("factor dropped", node, f"({left})")
        if isinstance(node.op, ast.Mult):
            yield text.change("factor dropped", node, f"({right})")


def of_call(text: Text, node: ast.Call) -> Iterator[Change]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ROOTS and node.args:
        yield text.change(f"{name} dropped", node, f"({text.of(node.args[0])})")
    if name == "range" and len(node.args) in (1, 2):
        *first, end = (text.of(argument) for argument in node.args)
        yield text.change("loop one shorter", node, f"range({', '.join([*first, f'({end}) - 1'])})")
