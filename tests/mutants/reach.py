"""Which tests reach which lines of the compiler of Python programs, and of its run time.

A mutant is run against the tests that reach its line only: the others pass on it as they pass without. Lines of the
compiler are marked, as `tests.branch_coverage` does it; lines of the run time are those of the instructions that
programs run. Raw functions have no lines: each counts as a whole. What is measured is kept in the folder for temporary
files, for the next sample of the same sources.
"""

from __future__ import annotations

import ast
import multiprocessing
import pickle
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "src" / "turingrad" / "python" / "programs"
TESTS = ROOT / "tests" / "python" / "programs"
MOST_CHUNKS, CHUNK = 1000, 1 << 18  # of instructions whose lines are looked up in one run
SLOW = "slow "
ONE_BY_ONE = ("test_differential.py", "test_compiler.py")  # files whose tests are chosen one by one
BY_PARAMETER = "test_at_once.py"  # two tests that share a program
FIRST = (BY_PARAMETER, "test_tight_memory.py")

Lines = dict[str, frozenset[int]]  # by file
Reach = dict[tuple[str, ...], Lines]  # by tests that are run together


def measured(tests: Sequence[str], source: Path, begin: Any) -> Reach | None:
    """What tests reach, each in a process of its own, so that nothing is kept from others; None if one fails."""
    found: Reach | None = in_process(measure_all, tests, source, begin)
    return found


def kept_file(group: tuple[str, ...]) -> Path:
    """Where it is kept what some tests reach: another file for each state of the sources and of these tests."""
    file, _, test = group[0].removeprefix(SLOW).partition("::")
    corpus = TESTS / f"{test.partition('[')[2].rstrip(']')}.py"
    files = [*sorted(PROGRAMS.rglob("*.*py")), ROOT / file, corpus]
    parts = [*(each.encode() for each in group), *(each.read_bytes() for each in files if each.is_file())]
    folder = Path(tempfile.gettempdir()) / "turingrad-reach"
    folder.mkdir(exist_ok=True)
    return folder / f"{sha256(b''.join(sha256(part).digest() for part in parts)).hexdigest()[:20]}.pickle"


def in_process(function: Any, *given: Any) -> Any:
    """What a function returns in a child; None if the child fails."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=lambda: there.send_bytes(pickle.dumps(function(*given))))
    child.start()
    there.close()
    try:
        return pickle.loads(here.recv_bytes())
    except EOFError:
        return None
    finally:
        child.join()


def measure_all(tests: Sequence[str], source: Path, begin: Any) -> Reach | None:
    begin(source)
    finder = import_module("tests.branch_coverage").MarkingFinder()
    everywhere = finder.find_spec
    finder.find_spec = lambda name, *rest: everywhere(name, *rest) if ".programs" in name else None
    sys.meta_path.insert(0, finder)
    import_module("turingrad.python.programs.explain")  # and by it nearly all; its lines count for all tests
    found: Reach = {}
    for group in in_process(collected, tests):
        kept = kept_file(group)
        if not kept.exists():
            lines = in_process(lines_of, group, finder)
            if lines is None:
                return None
            kept.write_bytes(pickle.dumps(lines))
        found[group] = pickle.loads(kept.read_bytes())
    return found


def collected(tests: Sequence[str]) -> list[tuple[str, ...]]:
    """The names of all tests, together those that are run together; each with its mark if it is slow."""
    import pytest

    class Collector:
        names: tuple[str, ...] = ()

        def pytest_collection_finish(self, session: Any) -> None:
            self.names = tuple(each.nodeid for each in session.items)

    found: dict[tuple[str, ...], list[str]] = {}
    for test in tests:
        one = Collector()
        path = test.removeprefix(SLOW)
        pytest.main(["-q", "--collect-only", "-m", "slow" if path != test else "not slow", path], [one])
        for name in one.names:
            file, _, rest = name.rpartition("/")[2].partition("::")
            key = rest if file in ONE_BY_ONE else rest.partition("[")[2] if file == BY_PARAMETER else ""
            found.setdefault((test, key), []).append((SLOW if path != test else "") + name)
    return [tuple(names) for names in found.values()]


def lines_of(group: tuple[str, ...], finder: Any) -> Lines:
    """What these tests reach; they pass."""
    import pytest

    compiler: Any = import_module("turingrad.python.programs.compiler")
    entered: set[tuple[str, int, str]] = set()
    run = compiler.CompiledFunction.run

    def noted_run(compiled: Any, **options: Any) -> Any:
        note_places(compiled, entered)
        return run(compiled, **options)

    compiler.CompiledFunction.run = noted_run
    assert not pytest.main(["-q", "-x", "-p", "no:cacheprovider", *(each.removeprefix(SLOW) for each in group)])
    found: dict[str, set[int]] = {}
    for path, marks in finder.marks.items():
        seen = {line for (line, _), each in zip(marks.places, marks.seen, strict=True) if each}
        found[relative(Path(path))] = seen
    for file, line, name in entered:
        if file.startswith("<run time>/"):
            found.setdefault(f"runtime/{file.partition('/')[2]}", set()).add(line)
        elif not file and name in raw_places():
            path, first, last = raw_places()[name]
            found.setdefault(path, set()).update(range(first, last + 1))
    return {path: frozenset(lines) for path, lines in found.items()}


def relative(path: Path) -> str:
    return str(path).rpartition("/programs/")[2]


@cache
def raw_places() -> dict[str, tuple[str, int, int]]:
    """File and lines of each raw function."""
    return {
        node.name: (f"runtime/{path.name}", node.lineno, node.end_lineno or node.lineno)
        for path in sorted((PROGRAMS / "runtime").glob("*.rpy"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }


def note_places(compiled: Any, entered: set[tuple[str, int, str]]) -> None:
    """The places of a program's instructions that its run comes to, at most so many."""
    import numpy as np

    from turingrad.machine.program.compiled import CompiledProgram

    run, seen = CompiledProgram(compiled.program, compiled.given), np.zeros(len(compiled.program.words), dtype=bool)
    for _ in range(MOST_CHUNKS):
        effects = run.record(CHUNK)
        if not len(effects):
            break
        seen[effects.pcs >> 2] = True
    marks = sorted(compiled.image.lines, key=lambda each: each[0])
    starts = np.array([address for address, _ in marks])
    at = np.unique(np.searchsorted(starts, np.flatnonzero(seen) << 2, side="right") - 1)
    entered.update(marks[place][1] for place in at.tolist() if place >= 0)


def reaching(reach: Reach, path: Path, source: str, line: int) -> tuple[str, ...]:
    """The tests that reach a line; those that reach its function, if the line has no code of its own; maybe none.

    What all whole programs reach is left to them, and to a nearly full heap: all others take three times as long.
    """
    file = relative(path)
    for first, last in spans(source, line):
        chosen = [group for group, lines in reach.items() if meets(lines.get(file, frozenset()), first, last)]
        if chosen:
            whole = [group for group in chosen if BY_PARAMETER in group[0]]
            enough = len(whole) == sum(BY_PARAMETER in group[0] for group in reach)
            return tuple(
                each for group in chosen if not enough or group[0].partition("::")[0].endswith(FIRST) for each in group
            )
    return ()


def meets(lines: Iterable[int], first: int, last: int) -> bool:
    return any(first <= line <= last for line in lines)


def spans(source: str, line: int) -> list[tuple[int, int]]:
    """First and last line of a line's statement, without its body; then those of its function, or of the file."""
    inner, outer, function = (line, line), 0, (1, len(source.splitlines()))
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
            continue
        if isinstance(node, ast.FunctionDef):
            function = node.body[0].lineno, node.end_lineno or node.lineno  # its first line is run where it is defined
        body = getattr(node, "body", None)
        last = max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno
        if line <= last and node.lineno >= outer:
            inner, outer = (node.lineno, last), node.lineno
            if isinstance(node, ast.FunctionDef):  # a default value, which is part of its calls
                inner = function
    return [inner, function]
