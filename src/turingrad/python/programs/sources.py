"""From a live function to its syntax tree, with comprehension variables renamed so that they are locals."""

from __future__ import annotations

import ast
import os
import sys
from functools import lru_cache
from types import CodeType, FunctionType

from turingrad.python.programs.refusals import RefusedError
from turingrad.python.programs.texts import read_lines

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def walk(node: ast.AST) -> list[ast.AST]:
    """A node and all nodes below it, as `ast.walk` finds them, in a third of the time; not their contexts."""
    found = [node]
    for each in found:
        values = each.__dict__
        for name in each._fields:
            value = values.get(name)
            if type(value) is list:
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                found.append(value)
    return found


@lru_cache(maxsize=256)
def parse_functions(text: str) -> dict[int, list[FunctionNode]]:
    """The functions of a file by their first line (that of the first decorator)."""
    found: dict[int, list[FunctionNode]] = {}
    for node in walk(ast.parse(text)):
        if isinstance(node, FunctionNode):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            found.setdefault(first, []).append(node)
    return found


def node_of(code: CodeType) -> FunctionNode:
    """The syntax tree of a code object's function."""
    text = "".join(read_lines(file_of(code.co_filename)))
    if not text:
        raise RefusedError(
            f"the source of {code.co_name} cannot be read", "put the function into a file", code.co_filename
        )
    try:
        candidates = parse_functions(text).get(code.co_firstlineno, [])
    except SyntaxError as error:
        raise RefusedError(f"the file no longer parses: {error.msg}", "import it again", code.co_filename) from None
    named = [each for each in candidates if getattr(each, "name", "<lambda>") == code.co_name]
    if len(named) > 1:
        named = [each for each in named if positions_match(each, code)] or named
    if len(named) > 1 and len({ast.dump(each) for each in named}) > 1:
        raise RefusedError(
            "two functions like this begin on one line", "write one per line", code.co_filename, code.co_firstlineno
        )
    if not named:
        raise RefusedError(
            f"{code.co_name} is not in its file",
            "import the file again after changes",
            code.co_filename,
            code.co_firstlineno,
        )
    return named[0]


def file_of(path: str) -> str:
    """Where the source of a code object is; that of a module of Python's own that is frozen is in its library."""
    return f"{os.path.dirname(os.__file__)}/{path[8:-1]}.py" if path.startswith("<frozen ") else path


def positions_match(node: FunctionNode, code: CodeType) -> bool:
    """Whether the code's instructions come from within the node, as those of one of two lambdas on a line do."""
    body = node.body if isinstance(node, ast.Lambda) else node.body[0]
    places = {(line, column) for line, _, column, _ in code.co_positions() if column is not None}
    return (body.lineno, body.col_offset) in places and all(
        node.col_offset <= (column or 0) for line, column in places if line == node.lineno and column
    )


def filename(function: FunctionType) -> str:
    return function.__code__.co_filename


COMPREHENSIONS_ARE_FUNCTIONS = sys.version_info < (3, 12)


class Renamer(ast.NodeTransformer):
    """Gives the variables of each comprehension a name of their own, `x.1`, so that it can run inside its function."""

    def __init__(self) -> None:
        self.count = 0
        self.renamed: list[dict[str, str]] = []

    def visit_Name(self, node: ast.Name) -> ast.Name:
        in_comprehension = bool(self.renamed) and any(self.renamed[-1].values())
        node.is_free = in_comprehension and COMPREHENSIONS_ARE_FUNCTIONS  # type: ignore[attr-defined]
        for scope in reversed(self.renamed):
            if node.id in scope:
                if scope[node.id]:
                    return ast.copy_location(ast.Name(scope[node.id], node.ctx), node)
                return node
        return node

    def comprehension(self, node: ast.expr) -> ast.expr:
        generators: list[ast.comprehension] = node.generators  # type: ignore[attr-defined]
        self.count += 1
        names = {
            each.id: f"{each.id}.{self.count}"
            for generator in generators
            for each in walk(generator.target)
            if isinstance(each, ast.Name)
        }
        first = self.visit(generators[0].iter)
        self.renamed.append(names)
        for index, generator in enumerate(generators):
            generator.target = self.visit(generator.target)
            generator.iter = self.visit(generator.iter) if index else first
            generator.ifs = [self.visit(each) for each in generator.ifs]
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        self.renamed.pop()
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension  # noqa: N815

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.NamedExpr:
        node.value = self.visit(node.value)
        return node

    def nested_node(self, node: FunctionNode) -> FunctionNode:
        arguments = node.args
        arguments.defaults = [self.visit(each) for each in arguments.defaults]
        arguments.kw_defaults = [each and self.visit(each) for each in arguments.kw_defaults]
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [self.visit(each) for each in node.decorator_list]
        own = {each.arg: "" for each in all_arguments(arguments)}
        body = node.body if isinstance(node.body, list) else [node.body]
        for each in body:
            own.update(dict.fromkeys(assigned_names(each), ""))
        self.renamed.append(own)
        if isinstance(node.body, list):
            node.body = [self.visit(each) for each in node.body]
        else:
            node.body = self.visit(node.body)
        self.renamed.pop()
        return node

    visit_FunctionDef = visit_Lambda = nested_node  # noqa: N815


def all_arguments(arguments: ast.arguments) -> list[ast.arg]:
    """All parameters, in the order in which they lie in a frame: that of `inspect.signature`."""
    stars, names = [[each] if each else [] for each in (arguments.vararg, arguments.kwarg)]
    return [*arguments.posonlyargs, *arguments.args, *stars, *arguments.kwonlyargs, *names]


def assigned_names(node: ast.AST) -> set[str]:
    """Names that a statement binds in its own scope; those of comprehensions are renamed later, and are not it."""
    found: set[str] = set()
    stack: list[ast.AST] = [node]
    while stack:
        each = stack.pop()
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            found.add(each.id)
        elif isinstance(each, ast.FunctionDef | ast.ClassDef):
            found.add(each.name)
            stack += each.decorator_list
            continue
        elif isinstance(each, ast.Lambda):
            continue
        elif isinstance(each, ast.ExceptHandler) and each.name:
            found.add(each.name)
        elif isinstance(each, ast.alias):
            found.add((each.asname or each.name).split(".")[0])
        elif isinstance(each, ast.MatchAs | ast.MatchStar) and each.name:
            found.add(each.name)
        elif isinstance(each, ast.MatchMapping) and each.rest:
            found.add(each.rest)
        elif isinstance(each, COMPREHENSIONS):
            found |= {inner.target.id for inner in walk(each) if isinstance(inner, ast.NamedExpr)}
            stack.append(each.generators[0].iter)
            continue
        stack += ast.iter_child_nodes(each)
    return found
