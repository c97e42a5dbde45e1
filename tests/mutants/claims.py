"""Mutants of the code that claims name, each run against its claim alone, and against the fast tests if it survives.

    python -m tests.mutants.claims [--count 400] [--seed 0] [--workers 2] [--paper NAME ...] [--claim TEXT] [--write]

A mutant changes one place in a function that a claim's `code` names; of a class, in a method that the check calls. Half
of the sample are changes by cosmic-ray's operators, half are ours (`tests/mutants/operators.py`). Every claim is given
as many as the others. First the claim's check runs on the changed package: any error, and any status but the recorded
one, kills the mutant. What survives is run against those fast tests of the same part that name the function.
`--write` stores the scores in `src/turingrad/claims/scores.json` and the survivors in `docs/claim-mutants.md`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tests.mutants.operators import changes
from tests.mutants.report import BY_CLAIM, BY_TESTS, EQUIVALENT, SURVIVED, Scored, print_table, write
from tests.mutants.sample import (
    PACKAGE,
    ROOT,
    Mutant,
    Place,
    difference,
    equivalents,
    from_copy,
    mutant_at,
    passes_on_a_copy,
    places_in,
    run_tests,
    stripped_tree,
)

EQUIVALENTS = "claim_equivalent.txt"
OURS = "ours"


@dataclass(frozen=True)
class Function:
    """A function that a claim names and its check calls: its file and lines."""

    name: str
    path: Path
    first: int
    last: int


@dataclass(frozen=True)
class Target:
    """A claim, what it names, and the seconds that its check takes on the package as it is."""

    paper: str
    number: str
    functions: tuple[Function, ...]
    seconds: float

    @property
    def name(self) -> str:
        return f"{self.paper} {self.number}"


# ---- the claims: run once as they are, in a process that is not the one which starts the mutants ------------------


def targets_of(wanted: Sequence[tuple[str | None, str | None]], workers: int) -> list[Target]:
    """The claims as they are: every check must keep its status, and call what it names."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        shares = list(pool.map(lambda part: measured_share(wanted, part, workers, Path(folder)), range(workers)))
    found = [one for share in shares for one in share]
    return sorted(found, key=lambda target: target.name)


def measured_share(
    wanted: Sequence[tuple[str | None, str | None]], part: int, parts: int, folder: Path
) -> list[Target]:
    answer = folder / f"{part}.json"
    child = multiprocessing.get_context("fork").Process(target=measure, args=(wanted, part, parts, answer))
    child.start()
    child.join()
    if child.exitcode != 0:
        raise SystemExit("the claims cannot be run as they are")
    rows = json.loads(answer.read_text(encoding="utf-8"))
    broken = [row["name"] for row in rows if row["problem"]]
    if broken:
        raise SystemExit("; ".join(f"{row['name']}: {row['problem']}" for row in rows if row["problem"]))
    return [
        Target(
            row["paper"],
            row["number"],
            tuple(Function(name, PACKAGE / path, first, last) for name, path, first, last in row["functions"]),
            row["seconds"],
        )
        for row in rows
    ]


def measure(wanted: Sequence[tuple[str | None, str | None]], part: int, parts: int, answer: Path) -> None:
    """In the child: each check once, its calls recorded."""
    sys.path.insert(0, str(PACKAGE.parent))
    from tests.mutants.calls import record_calls
    from turingrad.claims import find
    from turingrad.claims.run import run_one

    chosen = {claim.name: claim for paper, number in wanted for claim in find(paper, number) if not claim.thorough}
    rows = []
    for claim in list(chosen.values())[part::parts]:
        with record_calls(claim.code) as calls:
            outcome = run_one(claim)
        missing = calls.functions_not_called(claim.code)
        problem = outcome.reason or (f"does not call {', '.join(missing)}" if missing else "")
        functions = [place for path in claim.code for place in lines_of(path, calls.methods(path))]
        own = {"paper": claim.paper, "number": claim.number, "name": claim.name}
        rows.append(own | {"functions": functions, "seconds": outcome.seconds, "problem": problem})
    answer.write_text(json.dumps(rows), encoding="utf-8")
    os._exit(0)


def lines_of(path: str, methods: Sequence[str]) -> list[tuple[str, str, int, int]]:
    """Where the functions are that an import path names: name, file in the package, first and last line."""
    from tests.mutants.calls import functions_of

    found, named = [], functions_of(path)
    for method in methods:
        code = named[method].__code__
        file = Path(code.co_filename)
        if file.is_relative_to(PACKAGE):  # not what `dataclass` writes
            last = max(line for inner in with_inner(code) for *_, line in inner.co_lines() if line is not None)
            place = file.relative_to(PACKAGE).as_posix()
            found.append((path.rpartition(".")[2], place, code.co_firstlineno, last))
    return found


def with_inner(code: Any) -> Iterator[Any]:
    """A function's code, and that of the functions inside it."""
    yield code
    for one in code.co_consts:
        if hasattr(one, "co_lines"):
            yield from with_inner(one)


# ---- the mutants --------------------------------------------------------------------------------------------------


@cache
def places(path: Path) -> tuple[Place, ...]:
    return tuple(places_in(path, ()))


def mutants_of(target: Target, seed: int) -> Iterator[tuple[Mutant, Function]]:
    """All mutants of a claim by lot, one of cosmic-ray's operators and one of ours in turn, none twice; which of the
    two comes first is drawn by lot, too."""

    def lot(*where: object) -> bytes:
        return sha256(f"{seed} {target.name} {where}".encode()).digest()

    theirs = [
        (lot(function.path.relative_to(PACKAGE), place.operator, place.occurrence), place, function)
        for function in target.functions
        for place in places(function.path)
        if function.first <= place.line <= function.last
    ]
    own = []
    for function in target.functions:
        source = function.path.read_text(encoding="utf-8")
        for change in changes(source, function.first, function.last):
            key = lot(function.path.relative_to(PACKAGE), change.name, source[change.start : change.end], change.text)
            own.append((key, change, function))
    seen = set[str]()
    ours_first = lot("which kind is first")[0] % 2 == 0  # one mutant per claim would else be never ours
    for pair in zip_longest(sorted(theirs, key=lambda one: one[0]), sorted(own, key=lambda one: one[0])):
        for one in reversed(pair) if ours_first else pair:
            if one is not None:
                _, found, function = one
                mutant = mutant_at(found) if isinstance(found, Place) else own_mutant(found, function)
                if mutant is not None and mutant.source not in seen and not mutant.before.startswith("raise "):
                    seen.add(mutant.source)
                    yield mutant, function


def own_mutant(change: Any, function: Function) -> Mutant | None:
    source = function.path.read_text(encoding="utf-8")
    mutated = change.apply(source)
    try:
        if stripped_tree(mutated) == stripped_tree(source):
            return None
    except SyntaxError:
        return None
    return difference(Place(function.path, f"{OURS}/{change.name}", 0, change.line, ()), source, mutated)


def sampled(targets: Sequence[Target], count: int, seed: int) -> list[tuple[Target, Mutant, Function]]:
    """As many mutants of each claim as of the others, as long as it has some; which claim is first is drawn by lot."""
    order = sorted(targets, key=lambda one: sha256(f"{seed} {one.name}".encode()).digest())
    rows = zip_longest(*(with_target(target, seed) for target in order))
    found: list[tuple[Target, Mutant, Function]] = []
    for row in rows:
        found += [one for one in row if one is not None]
        if len(found) >= count:
            break
    return sorted(found[:count], key=lambda one: one[0].name)


def with_target(target: Target, seed: int) -> Iterator[tuple[Target, Mutant, Function]]:
    for mutant, function in mutants_of(target, seed):
        yield target, mutant, function


# ---- one mutant ---------------------------------------------------------------------------------------------------


def claimed(source: Path, claim: tuple[str, str]) -> None:
    """In the child: exit 0 where the claim does not notice."""
    from_copy(source)
    from turingrad.claims import find
    from turingrad.claims.run import run_one

    paper, number = claim
    (found,) = (one for one in find(paper) if one.number == number)
    os._exit(0 if run_one(found).status == found.status else 1)


def tests_of(function: Function) -> tuple[str, ...]:
    """The test files of the same part that name the function, those of its own module first."""
    inside = function.path.relative_to(PACKAGE).parent
    folder = next(
        (
            ROOT / "tests" / part
            for part in (inside, *inside.parents)
            if part.parts and (ROOT / "tests" / part).is_dir()
        ),
        ROOT / "tests",
    )
    word = re.compile(rf"\b{re.escape(function.name)}\b")
    files = sorted(folder.rglob("test_*.py"))
    own = [file for file in files if file.stem == f"test_{function.path.stem}"]
    naming = [file for file in files if word.search(file.read_text(encoding="utf-8"))]
    return tuple(file.relative_to(ROOT).as_posix() for file in dict.fromkeys([*own, *naming]))


@cache
def seconds_of(tests: tuple[str, ...]) -> float | None:
    """How long tests take on the package as it is; None if they fail."""
    started = time.perf_counter()
    child = multiprocessing.get_context("fork").Process(target=run_tests, args=(PACKAGE.parent, tests))
    child.start()
    child.join()
    return time.perf_counter() - started if child.exitcode == 0 else None


def fate(target: Target, mutant: Mutant, function: Function, copies: Path, known: dict[str, str]) -> str:
    """What becomes of a mutant: killed by its claim, by tests only, known to change nothing, or a survivor."""
    if not passes_on_a_copy(mutant, copies, claimed, (target.paper, target.number), 60 + 8 * target.seconds):
        return BY_CLAIM
    if mutant.key in known:
        return EQUIVALENT
    tests = tests_of(function)
    usual = seconds_of(tests) if tests else None
    if usual is not None and not passes_on_a_copy(mutant, copies, run_tests, tests, 60 + 4 * usual):
        return BY_TESTS
    return SURVIVED


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutants of the code that claims name, each against its claim.")
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--paper", nargs="*", help="of these papers only")
    parser.add_argument("--claim", help="one claim, or those whose number has this text")
    parser.add_argument("--write", action="store_true", help="store the scores and the list of survivors")
    given = parser.parse_args()
    import hypothesis  # noqa: F401
    import numba  # noqa: F401
    import pytest  # noqa: F401
    import torch

    torch.set_num_threads(1)
    os.chdir(ROOT)
    os.environ["OMP_NUM_THREADS"] = "1"
    started = time.perf_counter()
    targets = targets_of([(paper, given.claim) for paper in given.paper or (None,)], given.workers)
    sample, known = sampled(targets, given.count, given.seed), equivalents(EQUIVALENTS)
    found: list[Scored] = []
    with tempfile.TemporaryDirectory() as copies, ThreadPoolExecutor(given.workers) as pool:
        fates = pool.map(lambda one: fate(*one, Path(copies), known), sample)
        for (target, mutant, function), end in zip(sample, fates, strict=True):
            place = f"{mutant.path.relative_to(PACKAGE)}:{mutant.line}"
            found.append(Scored(target.paper, target.number, end, mutant.operator, place, mutant.key, function.name))
            if end not in (BY_CLAIM, EQUIVALENT):
                print(f"{end}: {target.name}  {place} {mutant.operator}\n    {mutant.key}", flush=True)
    spent = time.perf_counter() - started
    print_table(found)
    said = {"mutants": len(found), "seed": given.seed, "seconds": round(spent), "workers": given.workers}
    print(", ".join(f"{name} {value}" for name, value in said.items()))
    if given.write:
        write(found, said)
    ends = Counter(one.end for one in found)
    counted = max(1, len(found) - ends[EQUIVALENT])
    return 0 if ends[BY_CLAIM] / counted >= 0.8 and ends[SURVIVED] / counted <= 0.05 else 1


if __name__ == "__main__":
    sys.exit(main())
