"""Run every program of the corpus in CPython: none may raise, differ between two runs, or be slow.

A file defines CASES and either `main` (each case is a tuple of its arguments) or `Learner` (each case is
(X, y, X_test)). Run as `python -m tests.python.corpus_check [--opcodes] [name ...]` from the root of the repository.
"""

import contextlib
import copy
import importlib.util
import inspect
import io
import sys
import time
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

HERE = Path(__file__).parent
FOLDERS = {"corpus": 100, "held_out": 40}
SECONDS = 0.1  # of the process's own time; the fastest of two runs counts
OPCODES = 250_000


def load(path: Path) -> ModuleType:
    name = f"tests.python.{path.parent.name}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def run_learner(cls: Any, X: Any, y: Any, X_test: Any) -> Any:
    parameters = inspect.signature(cls).parameters.values()
    needed = [p for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    learner = cls(len(X[0])) if needed else cls()
    if hasattr(learner, "fit"):
        learner.fit(X, y)
        return learner.predict(X_test)
    for x, label in zip(X, y, strict=True):
        learner.update(x, label)
    return [learner.predict(x) for x in X_test]


def run(module: ModuleType, case: Any) -> tuple[str, str]:
    """The printed form of the result, and what was printed."""
    arguments = copy.deepcopy(case)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        result = module.main(*arguments) if hasattr(module, "main") else run_learner(module.Learner, *arguments)
    return repr(result), out.getvalue()


def opcodes(module: ModuleType, case: Any) -> int:
    """How many bytecodes the program itself executes on a case."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if frame.f_code.co_filename != module.__file__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run(module, case)
    finally:
        sys.settrace(before)
    return count


def check(path: Path, count_opcodes: bool) -> list[str]:
    try:
        first, second = load(path), load(path)
    except Exception as error:
        return [f"import raises {error!r}"]
    wrong = []
    if hasattr(first, "main") == hasattr(first, "Learner"):
        return ["needs either main or Learner"]
    if not (first.__doc__ or "").strip() or "\n" in (first.__doc__ or "").strip():
        wrong.append("needs a docstring in one line")
    if hasattr(first, "main") and not 6 <= len(first.CASES) <= 12:
        wrong.append(f"has {len(first.CASES)} cases")
    if hasattr(first, "Learner") and not first.CASES:
        wrong.append("has no cases")
    for number, case in enumerate(first.CASES):
        results, seconds = [], []
        for module in (first, second):
            start = time.process_time()
            try:
                results.append(run(module, module.CASES[number]))
            except Exception as error:
                wrong.append(f"case {number} raises {error!r}")
                break
            seconds.append(time.process_time() - start)
        if len(results) < 2:
            continue
        if results[0] != results[1]:
            wrong.append(f"case {number} differs between two runs")
        if " at 0x" in results[0][0]:
            wrong.append(f"case {number} returns an object without a value")
        if min(seconds) > SECONDS:
            wrong.append(f"case {number} takes {min(seconds):.3f} s")
        if count_opcodes and (executed := opcodes(first, case)) > OPCODES:
            wrong.append(f"case {number} executes {executed} bytecodes")
    return wrong


def main(arguments: list[str]) -> int:
    count_opcodes = "--opcodes" in arguments
    names = {a for a in arguments if not a.startswith("--")}
    failed = 0
    for folder, expected in FOLDERS.items():
        paths = sorted((HERE / folder).glob("*.py"))
        paths = [p for p in paths if p.stem != "__init__"]
        if not names and len(paths) != expected:
            print(f"{folder}: {len(paths)} programs, not {expected}")
            failed += 1
        chosen = [p for p in paths if not names or p.stem in names]
        passed = 0
        for path in chosen:
            wrong = check(path, count_opcodes)
            passed += not wrong
            for message in wrong:
                print(f"{folder}/{path.name}: {message}")
        failed += len(chosen) - passed
        print(f"{folder}: {passed} of {len(chosen)} programs pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
