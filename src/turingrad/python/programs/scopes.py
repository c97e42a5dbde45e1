"""Which names of a function are its own, which are cells, and which come from outside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from turingrad.python.programs.sources import FunctionNode, all_arguments, walk


@dataclass(frozen=True)
class Scope:
    """The names of one function after comprehensions were renamed."""

    node: ast.AST
    parameters: list[str]
    parent: Scope | None = None
    local: set[str] = field(default_factory=set)
    cells: set[str] = field(default_factory=set)  # own names that inner functions use
    free: list[str] = field(default_factory=list)  # names of enclosing functions, in the order of the closure
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    inner: dict[int, Scope] = field(default_factory=dict)  # by id of the node
    marks: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)

    @property
    def is_generator(self) -> bool:
        return "yield" in self.marks

    @cached_property
    def stored_globals(self) -> frozenset[str]:
        """Names declared global that this function assigns; kept, since each pass asks for them."""
        if not self.globals:
            return frozenset()
        found = set()
        for each in walk(self.node):
            if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
                found.add(each.id)
            elif isinstance(each, ast.FunctionDef):
                found.add(each.name)
        return frozenset(found & self.globals)

    @cached_property
    def imports(self) -> tuple[ast.Import | ast.ImportFrom, ...]:
        return tuple(each for each in walk(self.node) if isinstance(each, ast.Import | ast.ImportFrom))

    @cached_property
    def class_statements(self) -> tuple[ast.ClassDef, ...]:
        """The class statements of the function, without those of functions and classes inside it."""
        return tuple(class_statements(self.node))

    @cached_property
    def stored_names(self) -> frozenset[str]:
        """Names that are assigned or deleted in the function or inside it."""
        names = (each for each in walk(self.node) if isinstance(each, ast.Name))
        return frozenset(each.id for each in names if not isinstance(each.ctx, ast.Load))

    def needs(self, name: str) -> None:
        """`name` is free here; find the function that owns it."""
        if name in self.free:
            return
        scope = self.parent
        while scope is not None and not (name in scope.local or name in scope.free):
            scope = scope.parent
        if scope is None:
            return
        self.free.append(name)
        if self.parent is not None:
            if name in self.parent.local:
                self.parent.cells.add(name)
            else:
                self.parent.needs(name)


def class_statements(node: ast.AST) -> Iterator[ast.ClassDef]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ClassDef):
            yield each
        elif isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(each, FunctionNode):
            yield from class_statements(each)


def scope_of(node: ast.AST, parent: Scope | None, outer: tuple[str, ...] = ()) -> Scope:
    """The scope of a function, lambda or kept generator expression, with those inside it."""
    if isinstance(node, FunctionNode):
        scope = Scope(node, [each.arg for each in all_arguments(node.args)], parent)
        body = node.body if isinstance(node.body, list) else [node.body]
    else:
        scope = Scope(node, [".0"], parent, marks={"yield"})
        body = [node]  # type: ignore[assignment]
    scope.local.update(scope.parameters)
    if parent is None:
        scope.free.extend(outer)
    collector = Collector(scope, node)
    for each in body:
        collector.visit(each)
    scope.local.difference_update(scope.globals, scope.nonlocals)
    if parent is None:
        close(scope)
    return scope


def close(scope: Scope) -> None:
    """Settle free names from the outermost function inwards, once all locals are known."""
    for name in sorted(scope.used - scope.local - scope.globals):
        scope.needs(name)
    for inner in scope.inner.values():
        close(inner)


class Collector(ast.NodeVisitor):
    """Binds and uses of names in one function."""

    def __init__(self, scope: Scope, top: ast.AST) -> None:
        self.scope, self.top = scope, top

    def visit_Name(self, node: ast.Name) -> None:
        self.scope.used.add(node.id)
        if not isinstance(node.ctx, ast.Load):
            self.scope.local.add(node.id)

    def visit_Global(self, node: ast.Global) -> None:
        self.scope.globals.update(node.names)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.scope.nonlocals.update(node.names)
        self.scope.used.update(node.names)

    def visit_Yield(self, node: ast.Yield | ast.YieldFrom) -> None:
        self.scope.marks.add("yield")
        self.generic_visit(node)

    visit_YieldFrom = visit_Yield  # noqa: N815

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.scope.local.add(node.name)
        for each in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(each)
        self.scope.inner[id(node)] = scope_of(node, self.scope)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for each in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(each)
        self.scope.inner[id(node)] = scope_of(node, self.scope)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.local.add(node.name)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.scope.local.add(node.name)
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self.scope.local.add((alias.asname or alias.name).split(".")[0])

    visit_ImportFrom = visit_Import  # noqa: N815

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        if node.name:
            self.scope.local.add(node.name)
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs  # noqa: N815

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        if node.rest:
            self.scope.local.add(node.rest)
        self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        if node is self.top or getattr(node, "in_place", False):
            if node is self.top:
                self.visit_kept(node)
            else:
                self.generic_visit(node)
            return
        self.visit(node.generators[0].iter)
        self.scope.inner[id(node)] = scope_of(node, self.scope)

    def visit_kept(self, node: ast.GeneratorExp) -> None:
        first = node.generators[0]
        self.visit(first.target)
        for each in first.ifs:
            self.visit(each)
        for generator in node.generators[1:]:
            self.visit(generator)
        self.visit(node.elt)
