"""Instructions that each program of the corpus takes, and words of the images, for `test_at_once.py`.

    python -m tests.python.programs.costs [PART ...]

writes them anew, all or those of some parts, after a change that is meant to change them. What only makes programs
slower or larger (a guard that never holds, a loop that runs once too often) shows here alone.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.python.programs import (
    array_corners,
    array_expressions,
    array_functions,
    array_samples,
    constructs,
    corners,
    dates_and_decimals,
    edges,
    fast_paths,
    functions,
    inherited,
    learners,
    less_common,
    library_classes,
    library_corners,
    library_use,
    mathematics,
    members,
    more,
    more_members,
    plain,
    random_arrays,
    redefining,
    wider,
    wrong_arguments,
)
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.python.programs import CompiledFunction, compile_function

FILE = Path(__file__).parent / "instructions.txt"
CHUNK = 1 << 18  # instructions that are recorded at once
Cases = list[tuple[Any, tuple[Any, ...]]]
CHOSEN: Cases = []
# refused in one program with frozen dataclasses, with types.SimpleNamespace, and with classes that set the same names
APART = {"objects", "norms", "frozen"}
UNSTEADY = {"days", "live_values"}  # have live sets and dicts whose order or places differ from run to run
FAST = (edges, plain, functions, learners, more, constructs, less_common, fast_paths)
OTHERS = (
    corners,
    inherited,
    library_corners,
    members,
    more_members,
    array_corners,
    dates_and_decimals,
    wrong_arguments,
    library_classes,
    library_use,
)
SAMPLES: Cases = [(sample, given) for sample, cases in array_samples.CASES.items() for given in cases]
EXPRESSIONS: Cases = [(group, array_expressions.arguments(0)) for group in array_expressions.GROUPS]
CORPUS: dict[str, Cases] = {
    **{
        module.__name__.rpartition(".")[2]: [case for case in module.CASES if case[0].__name__ not in APART]
        for module in (*FAST, *OTHERS)
    },
    "mathematics": [(mathematics.edges_of_logarithms, ()), (mathematics.edges_of_powers, ())],
    "array_samples": SAMPLES,
    "array_expressions": EXPRESSIONS,
    "array_functions": array_functions.CASES,
    "random_arrays": random_arrays.CASES,
    "redefining": [(function, ()) for function in redefining.CASES if function.__name__ not in APART],
    "wider": [(function, ()) for function in wider.CASES],
}


def run_all() -> list[Any]:
    results: list[Any] = []
    for function, arguments in CHOSEN:
        try:
            results.append(function(*arguments))
        except Exception as error:
            results.append((type(error).__name__, str(error)))
    return results


@cache
def compiled(name: str) -> CompiledFunction:
    """One program that runs all cases of a part of the corpus, compared with CPython."""
    CHOSEN[:] = copy.deepcopy(CORPUS[name])
    return compile_function(run_all)


def instructions(program: CompiledFunction, count: int) -> list[int]:
    """How many each pass of the loop in `run_all` takes: it begins at the first address that is run `count` times."""
    run, found = CompiledProgram(program.program, program.given), []
    while len(effects := run.record(CHUNK)):
        found.append(effects.pcs.copy())
    pcs = np.concatenate(found)
    ((first, _),) = ((address, label) for label, address in program.program.symbols if label.endswith("run_all"))
    end = min(address for _, address in program.program.symbols if address > first)
    inside = np.flatnonzero((pcs >= first) & (pcs < end))
    places, times = np.unique(pcs[inside], return_counts=True)
    often = set(places[times == count].tolist())
    start = next(int(pcs[step]) for step in inside if int(pcs[step]) in often)
    passes = np.flatnonzero(pcs == start)
    return [*np.diff(passes).tolist(), len(pcs) - int(passes[-1])]


def rows(name: str) -> Iterator[str]:
    """One line per program and one for the image."""
    program, cases = compiled(name), CORPUS[name]
    yield f"{name}: {len(program.program.image) // 4} words"
    for (function, _), taken in zip(cases, instructions(program, len(cases)), strict=True):
        if function.__name__ not in UNSTEADY:
            yield f"{name} {function.__name__}: {taken} instructions"


def rows_of(name: str) -> list[str]:
    """What the file says of a part."""
    written = FILE.read_text(encoding="utf-8").splitlines()
    return [row for row in written if row.startswith((f"{name}:", f"{name} "))]


if __name__ == "__main__":
    found = [row for name in CORPUS for row in (rows if name in (sys.argv[1:] or CORPUS) else rows_of)(name)]
    FILE.write_text("".join(row + "\n" for row in found), encoding="utf-8")
