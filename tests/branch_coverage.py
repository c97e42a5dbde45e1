"""Statement and branch coverage of the package, cheap enough for each run: `python -m pytest -p tests.branch_coverage`.

Each module is compiled with a mark before every statement and in every branch: `__seen__[17] = 1`, an assignment to a
list, which takes some ten nanoseconds. A tracer (coverage.py, before Python 3.14) is called at every line and keeps the
interpreter off its fast paths: the tests that run machines in Python take three to four times as long with it.

Not marked, because it is not run as Python: kernels (numba compiles their bytecode), overloads, what only type checkers
read, constants as statements, abstract methods. Benchmarks are not tests. Other processes that tests start are not
measured.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "turingrad"
FLOOR = 94.5  # percent of statements and branches together that the fast tests reach
LEFT_OUT = {"njit", "intrinsic", "overload"}  # decorators
BENCHMARK = "bench"  # a file, or a folder of files
SEEN = "__seen__"
EXIT = 0  # the line after the last one of a function

Place = tuple[int, int | None]  # a statement's line; or a branch, from line to line


@dataclass
class Marks:
    """What one file has to be reached, and what of it was."""

    places: list[Place] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)

    def add(self, line: int, to: int | None = None) -> ast.stmt:
        """The mark, at the place where it stands."""
        self.places.append((line, to))
        self.seen.append(0)
        mark = ast.parse(f"{SEEN}[{len(self.seen) - 1}] = 1").body[0]
        for node in ast.walk(mark):
            if hasattr(node, "lineno"):
                node.lineno = node.end_lineno = line
        return mark

    def missed_places(self) -> list[Place]:
        return [place for place, seen in zip(self.places, self.seen, strict=True) if not seen]


class Marker:
    """Puts marks into a module."""

    def __init__(self, module: ast.Module) -> None:
        self.marks = Marks()
        module.body = self.block(module.body, EXIT)

    def block(self, body: Sequence[ast.stmt], after: int) -> list[ast.stmt]:
        """A mark before every statement of a block that `after` follows."""
        marked: list[ast.stmt] = []
        followers = [*(statement.lineno for statement in body[1:]), after]
        for statement, follower in zip(body, followers, strict=False):  # none, in an empty block
            if not (constant(statement) or future(statement) or abstract(statement)):
                marked.append(self.marks.add(statement.lineno))
            marked.append(self.inside(statement, follower))
        return marked

    def inside(self, node: ast.stmt, after: int) -> ast.stmt:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if not LEFT_OUT.intersection(map(name_of, node.decorator_list)):
                    node.body = self.block(node.body, EXIT)
            case ast.ClassDef():
                node.body = self.block(node.body, after)
            case ast.If() if type_checking(node.test):
                node.orelse = self.block(node.orelse, after)
            case ast.If():
                node.body = self.branch(node, node.body, after)
                node.orelse = self.branch(node, node.orelse, after)
            case ast.For() | ast.AsyncFor() | ast.While():
                node.body = self.branch(node, node.body, node.lineno)
                if not endless(node):
                    node.orelse = self.branch(node, node.orelse, after)
            case ast.Match():
                for case in node.cases:
                    case.body = self.branch(node, case.body, after)
                if not irrefutable(node.cases[-1]):
                    node.cases.append(ast.match_case(ast.MatchAs(), body=self.branch(node, [], after)))
            case ast.Try() | ast.TryStar():
                last = node.finalbody[0].lineno if node.finalbody else after
                node.body = self.block(node.body, node.orelse[0].lineno if node.orelse else last)
                node.orelse = self.block(node.orelse, last)
                for handler in node.handlers:
                    handler.body = self.block(handler.body, last)
                node.finalbody = self.block(node.finalbody, after)
            case ast.With() | ast.AsyncWith():
                node.body = self.block(node.body, after)
        return node

    def branch(self, node: ast.stmt, body: Sequence[ast.stmt], after: int) -> list[ast.stmt]:
        to = body[0].lineno if body else after
        return [self.marks.add(node.lineno, to), *self.block(body, after)]


def constant(node: ast.stmt) -> bool:
    """A docstring, or the body `...` of what is declared only."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def endless(node: ast.stmt) -> bool:
    return isinstance(node, ast.While) and isinstance(node.test, ast.Constant)


def abstract(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Raise)
        and statement.exc is not None
        and name_of(statement.exc) == "NotImplementedError"
    )


def type_checking(test: ast.expr) -> bool:
    return name_of(test) == "TYPE_CHECKING"


def irrefutable(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def name_of(node: ast.expr) -> str:
    """The last name of a decorator or of a test."""
    target = node.func if isinstance(node, ast.Call) else node
    return target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")


def mark_branches(source: bytes | str, path: str) -> tuple[CodeType, Marks]:
    tree = ast.parse(source)
    marks = Marker(tree).marks
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True), marks


class MarkingLoader(SourceFileLoader):
    """Loads a module with marks in it; loaded again, it goes on with those that it has."""

    def __init__(self, name: str, path: str, all_marks: dict[str, Marks]) -> None:
        super().__init__(name, path)
        self.all_marks = all_marks

    def exec_module(self, module: ModuleType) -> None:
        code, marks = mark_branches(self.get_data(self.path), self.path)
        module.__dict__[SEEN] = self.all_marks.setdefault(self.path, marks).seen
        exec(code, module.__dict__)


class MarkingFinder:
    """Stands before Python's own finders for the modules of the package."""

    def __init__(self) -> None:
        self.marks: dict[str, Marks] = {}

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.partition(".")[0] != PACKAGE.name:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = MarkingLoader(name, spec.origin, self.marks)
        return spec


# -- what pytest calls: in each worker the modules are marked; the process that began them adds up what they have seen

finder = MarkingFinder()
total: dict[str, Marks] = {}


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Before anything imports the package."""
    sys.meta_path.insert(0, finder)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--uncovered", action="store_true", help="list the lines and branches that no test has reached")


def pytest_sessionfinish(session: pytest.Session) -> None:
    here = {path: marks.seen for path, marks in finder.marks.items()}
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["seen"] = here
    else:
        add_up(here)
        add_up({str(path): [] for path in sorted(PACKAGE.rglob("*.py"))})
        if percent(total.values()) < FLOOR and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    add_up(getattr(node, "workeroutput", {}).get("seen", {}))


def add_up(seen: dict[str, list[int]]) -> None:
    for path, values in seen.items():
        if PACKAGE not in Path(path).parents or BENCHMARK in Path(path).with_suffix("").parts:
            continue
        if path not in total:
            total[path] = mark_branches(Path(path).read_bytes(), path)[1]
        marks = total[path]
        marks.seen[:] = map(max, marks.seen, values or marks.seen)


def percent(files: Iterable[Marks], *, branches: bool | None = None) -> float:
    """Of statements and branches; or of one of them."""
    counted = [
        seen
        for marks in files
        for (_, to), seen in zip(marks.places, marks.seen, strict=True)
        if branches is None or branches == (to is not None)
    ]
    return 100 * sum(counted) / len(counted) if counted else 100.0


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    files = list(total.values())
    reached = percent(files)
    if config.getoption("uncovered"):
        terminalreporter.section("not reached")
        for line in uncovered_lines():
            terminalreporter.line(line)
    lines, branches = percent(files, branches=False), percent(files, branches=True)
    text = f"{reached:.2f} % of statements and branches ({lines:.1f} % and {branches:.1f} %), floor {FLOOR:g} %"
    terminalreporter.section("coverage")
    terminalreporter.line(text, red=reached < FLOOR, green=reached >= FLOOR)


def uncovered_lines() -> Iterator[str]:
    for path, marks in sorted(total.items()):
        if missed := marks.missed_places():
            places = [str(line) if to is None else f"{line}->{to or 'exit'}" for line, to in missed]
            yield f"{Path(path).relative_to(PACKAGE.parent)} {percent([marks]):.0f} %: {', '.join(places)}"
