"""A seeded sample of mutants of the code that other code trusts, each run against the tests of its module.

    python -m tests.mutants.sample [--count 300] [--seed 0] [--workers 2] [--only PART ...]

The operators are cosmic-ray's. Its own runner is not used: it runs one command for all mutants, and here the whole
suite takes minutes where the tests of one module take seconds. Each mutant is a file in a copy of `src`; a child
process, forked after torch and numba are loaded, imports the package from that copy and runs pytest. The tests are a
module's quick ones, and for the compiler of Python programs some slow ones, those that reach the mutant's line: a
mutant that only other long runs would tell counts as a survivor. Mutants that differ only in annotations are left out.
`equivalent.txt` lists survivors that change nothing that can be observed.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import groupby, islice, zip_longest
from pathlib import Path
from typing import Any

from tests.exact.bounds import CASES
from tests.mutants.reach import SLOW, Reach, measured, reaching

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "turingrad"
SECONDS = 240  # of the processor; a mutant that takes more counts as killed, and is named: it loops for ever
PATIENCE = 10  # as many seconds of the clock for each: other processes may be busy

HOLD, CONSTRUCTIONS, MARGINS = "tests/exact/test_certificates_hold.py", "tests/constructions", "tests/theory/margins"


def pinned_tests(*constructions: str) -> tuple[str, ...]:
    """The tests of written bounds of some constructions: they are quick, and tell a bound that is loose as well."""
    return tuple(f"{PINNED}[{case}]" for case in CASES if case.partition(",")[0] in constructions)


FORMULAS = (  # of the tests of samples: those that run no network
    "the_surrogate_is_at_least_the_0_1_loss",
    "the_surrogate_is_linear_between_0_and_gamma",
    "proposition_2_2_is_five_epsilon_and_a_term_of_n",
    "the_rademacher_bound_is_dudleys_integral",
    "lemma_2_3_s_sample_complexity_is_enough_by_dudleys_integral_and_little_more",
    "the_order_is_lemma_2_3_without_constants",
    "the_order_grows_with_the_logarithm_of_the_parameters_only",
    "the_empirical_rademacher_complexity_is_below_the_bound",
    "one_function_has_no_rademacher_complexity",
    "corollary_a1_is_the_printed_sum",
    "an_error_outside_0_to_1_is_refused",
    "a_cover_of_the_1_norm_ball_has_the_printed_size",
    "corollary_a1_falls_with_samples_and_with_margins",
)
PINNED = "tests/exact/test_bounds.py::test_bounds_are_as_written"
FRONT_END = tuple(  # the quick ones first
    f"tests/python/test_{part}.py"
    for part in ("sizes", "programs", "odd_functions", "learners", "odd_learners", "oracle", "refusals")
)
PROGRAMS = "tests/python/programs"
RUN_TIME = (  # those that kill most per second first
    f"{PROGRAMS}/test_at_once.py",
    f"{SLOW}{PROGRAMS}/test_at_once.py",
    *(f"{SLOW}{PROGRAMS}/test_{part}.py" for part in ("tight_memory", "refused_at_run_time", "differential")),
    *(f"{PROGRAMS}/test_{part}.py" for part in ("mathematics", "compiler", "odd", "built_patterns")),
)
COMPILED = (
    *RUN_TIME,
    *(f"{PROGRAMS}/test_{part}.py" for part in ("refused", "floats", "less_common", "hooks", "metaclasses")),
    *(f"{PROGRAMS}/test_{part}.py" for part in ("arrays", "array_functions", "random_arrays", "wrong_arguments")),
    *(
        f"{SLOW}{PROGRAMS}/test_{part}.py::test_what_is_outside_is_refused_by_name"
        for part in ("arrays", "array_functions", "random_arrays")
    ),
    f"{SLOW}{PROGRAMS}/test_dates_and_decimals.py::test_the_rest_is_refused_by_name",
    f"{PROGRAMS}/test_wider.py::test_what_is_not_compiled_is_refused_with_a_cure",
    f"{PROGRAMS}/test_library_use.py::test_what_the_library_lacks_is_refused_with_a_cure",
    f"{PROGRAMS}/test_redefining.py::test_a_getattribute_of_the_users_is_refused",
    f"{PROGRAMS}/test_library_classes.py::test_a_function_whose_class_uses_its_variables_runs_once",
    f"{PROGRAMS}/test_library_classes.py::test_a_missing_attribute_of_the_users_class_is_a_difference_and_no_refusal",
    f"{PROGRAMS}/test_library_classes.py::test_a_class_body_that_uses_a_variable_is_refused",
)
TARGETS: dict[str, tuple[str, ...]] = {
    "exact/*.py": (
        *pinned_tests("feedforward", "rcnn"),
        "tests/exact/test_certificate.py",
        HOLD + "::test_feedforward",
        HOLD + "::test_rcnn_runs_a_machine",
    ),
    "check/*.py": tuple(  # the quick ones first
        f"tests/check/test_{part}.py" for part in ("lockstep", "inputs", "arguments", "recompute", "checking")
    ),
    "constructions/transformer/certificate.py": (
        *pinned_tests("transformer"),
        HOLD + "::test_transformer",
        f"{CONSTRUCTIONS}/transformer/test_certificate.py",
    ),
    "constructions/transformer/temperature.py": (
        f"{CONSTRUCTIONS}/transformer/test_softmax_bound.py",
        f"{CONSTRUCTIONS}/transformer/test_certificate.py",
    ),
    "constructions/feedforward/certificate.py": (
        *pinned_tests("feedforward"),
        f"{CONSTRUCTIONS}/feedforward/test_sums.py",
        HOLD + "::test_feedforward",
        f"{CONSTRUCTIONS}/feedforward/test_network.py",
    ),
    "constructions/rcnn/certificate.py": (
        *pinned_tests("rcnn"),
        f"{CONSTRUCTIONS}/rcnn/test_certificate.py",
        HOLD + "::test_rcnn_learns",
        HOLD + "::test_rcnn_runs_a_machine",
    ),
    "constructions/descent/certificate.py": (
        *pinned_tests("descent"),
        HOLD + "::test_descent",
        HOLD + "::test_descent_of_random_machines",
        f"{CONSTRUCTIONS}/descent/test_margin.py",
    ),
    "constructions/emulation/certificate.py": (
        *pinned_tests("emulation"),
        HOLD + "::test_emulation",
        f"{CONSTRUCTIONS}/emulation/test_certificate.py",
    ),
    "constructions/decoder/certificate.py": (
        *pinned_tests("decoder"),
        f"{CONSTRUCTIONS}/decoder/test_lead.py",
        f"{CONSTRUCTIONS}/decoder/test_certificate.py::test_lengths_and_formats",
        f"{CONSTRUCTIONS}/decoder/test_certificate.py::test_kernels_with_scores_in_half_precision_have_shorter_lengths",
    ),
    "theory/margins/bounds.py": (f"{MARGINS}/test_terms.py", f"{MARGINS}/test_largest.py"),
    "theory/margins/samples.py": tuple(f"{MARGINS}/test_samples.py::test_{name}" for name in FORMULAS),
    "theory/limits/bounds.py": ("tests/theory/limits/test_bounds.py", "tests/theory/limits/test_predictability.py"),
    "search/ranking.py": ("tests/search/test_ranking.py",),
    "python/[a-o]*.py": FRONT_END,  # arithmetic to oracle
    "python/[p-w]*.py": (*FRONT_END, "tests/python/test_straight_line.py"),
    "python/programs/*.py": COMPILED,
    "python/programs/runtime/*py": RUN_TIME,  # two dialects of Python, .rpy and .mpy
}


@dataclass(frozen=True)
class Mutant:
    path: Path
    operator: str
    line: int
    before: str
    after: str
    source: str
    tests: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"{self.path.relative_to(PACKAGE)}: {self.before} -> {self.after}"


def stripped_tree(source: str) -> str:
    """The syntax tree without annotations and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.arguments):  # the marks / and *: whether an argument may be named, not what it does
            node.args = [*node.posonlyargs, *node.args, *node.kwonlyargs]
            node.posonlyargs, node.kwonlyargs = [], []
            node.defaults, node.kw_defaults = [*node.defaults, *(each for each in node.kw_defaults if each)], []
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


@dataclass(frozen=True)
class Place:
    """Where an operator applies: the occurrence-th time in the file."""

    path: Path
    operator: str
    occurrence: int
    line: int
    tests: tuple[str, ...]


def places_in(path: Path, tests: tuple[str, ...]) -> list[Place]:
    import parso.python.tree  # noqa: F401  (cosmic-ray's operators import it in a circle)
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    nodes, found = list(ast_nodes(get_ast(path.read_text(encoding="utf-8")))), []
    for name in operator_names():
        operator_class = get_operator(name)
        if not operator_class.arguments():
            operator = operator_class()
            starts = [start for node in nodes for start, _ in operator.mutation_positions(node)]
            found += [Place(path, name, number, start[0], tests) for number, start in enumerate(starts)]
    return found


def mutant_at(place: Place) -> Mutant | None:
    """The mutant, or None where it is no program or means the same."""
    from cosmic_ray.mutating import MutationVisitor
    from cosmic_ray.plugins import get_operator

    source = place.path.read_text(encoding="utf-8")
    mutated = MutationVisitor.mutate_code(source, get_operator(place.operator)(), place.occurrence)
    try:
        if mutated is None or stripped_tree(mutated) == stripped_tree(source):
            return None
    except SyntaxError:
        return None
    # a class without slots behaves the same; that data classes are frozen is a rule of tests/test_layers.py
    if mutated.replace("slots=False", "slots=True").replace("frozen=False", "frozen=True") == source:
        return None
    return difference(place, source, mutated)


def difference(place: Place, source: str, mutated: str) -> Mutant:
    """A mutant with the first line in which it differs."""
    lines, changed = source.splitlines(), mutated.splitlines()
    line = next((i for i, (a, b) in enumerate(zip(lines, changed, strict=False)) if a != b), len(lines) - 1)
    after = changed[line].strip() if line < len(changed) else ""
    name = place.operator.rpartition("/")[2]
    return Mutant(place.path, name, place.line, lines[line].strip(), after, mutated, place.tests)


def sample_mutants(places: list[Place], count: int, seed: int) -> Iterator[Mutant]:
    """As many of each target as of the others, as long as it has some, each by a hash of where it is.

    So a change of one file leaves the mutants of the others in the sample.
    """

    def lot(place: Place) -> bytes:
        where = f"{seed} {place.path.relative_to(PACKAGE)} {place.operator} {place.occurrence}"
        return sha256(where.encode()).digest()

    targets: dict[tuple[str, ...], list[Place]] = {}
    for place in sorted(places, key=lot):
        targets.setdefault(place.tests, []).append(place)
    found = [filter(None, map(mutant_at, targets[tests])) for tests in sorted(targets)]
    rounds = zip_longest(*found)
    return islice((mutant for one_of_each in rounds for mutant in one_of_each if mutant is not None), count)


def link(source: str, target: str) -> None:
    """A hard link: what Python and numba compile they write to a new file, never into one that is there."""
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy2(source, target)


def survives(mutant: Mutant, copies: Path) -> bool:
    """Whether the tests pass on a copy of the package with this one change; those of an equivalent one take long."""
    if of_programs(mutant) and mutant.key in equivalents():
        return True
    return passes_on_a_copy(mutant, copies, run_tests, mutant.tests, SECONDS)


def passes_on_a_copy(
    mutant: Mutant, copies: Path, check: Callable[[Path, Any], None], given: Any, seconds: float
) -> bool:
    """Whether `check(folder, given)` exits with 0 in a process of its own, on a copy of the package with this one."""
    folder = Path(tempfile.mkdtemp(dir=copies))
    shutil.copytree(PACKAGE, folder / "turingrad", copy_function=link)
    changed = folder / "turingrad" / mutant.path.relative_to(PACKAGE)
    changed.unlink()
    changed.write_text(mutant.source, encoding="utf-8")
    child = multiprocessing.get_context("fork").Process(target=check_within, args=(seconds, check, folder, given))
    child.start()
    child.join(PATIENCE * seconds)
    if child.is_alive():
        child.kill()
        child.join()
    if child.exitcode in (-signal.SIGKILL, -signal.SIGXCPU):
        print(f"stopped after {seconds:.0f} s: {mutant.key}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    return child.exitcode == 0


def check_within(seconds: float, check: Callable[[Path, Any], None], folder: Path, given: Any) -> None:
    """Check, and be stopped after so much time of the processor."""
    resource.setrlimit(resource.RLIMIT_CPU, (round(seconds), round(seconds) + 5))
    check(folder, given)


def unchanged_pass(tests: tuple[str, ...]) -> bool:
    """Whether the tests pass on the package as it is; what they compile is kept there, and copied with it."""
    child = multiprocessing.get_context("fork").Process(target=run_tests, args=(PACKAGE.parent, tests))
    child.start()
    child.join()
    return child.exitcode == 0


def run_tests(source: Path, tests: tuple[str, ...]) -> None:
    import pytest

    from_copy(source)
    options = ["-q", "-x", "-p", "no:cacheprovider"]
    for slow, named in groupby(tests, key=lambda each: each.startswith(SLOW)):
        paths = [each.removeprefix(SLOW) for each in named]
        if failed := pytest.main([*options, "-m", "slow" if slow else "not slow", *paths]):
            os._exit(failed)
    os._exit(0)


def from_copy(source: Path) -> None:
    """This process, which has not imported the package yet, will import it from a folder, and prints nothing."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    sys.path.insert(0, str(source))
    os.environ.update(PYTHONPATH=str(source), OMP_NUM_THREADS="1", CI="1")


def equivalents(name: str = "equivalent.txt") -> dict[str, str]:
    """Known equivalent mutants: `path: before -> after` followed by an indented line with the reason."""
    rows = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return {rows[i]: rows[i + 1].strip() for i in range(len(rows) - 1) if rows[i + 1].startswith("    ")}


def of_programs(mutant: Mutant) -> bool:
    """Whether it is of the compiler of Python programs, whose tests take minutes: only those that reach it are run."""
    return PACKAGE / "python" / "programs" in mutant.path.parents


def chosen(mutant: Mutant, reach: Reach) -> Mutant:
    source = mutant.path.read_text(encoding="utf-8")
    return replace(mutant, tests=reaching(reach, mutant.path, source, mutant.line))


def main() -> int:
    parser = argparse.ArgumentParser(description="A seeded sample of mutants, each against the tests of its module.")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="a sample of paths with one of these parts")
    parser.add_argument("--again", type=Path, help="only those that survived in this output of an earlier call")
    given = parser.parse_args()
    import hypothesis  # noqa: F401
    import numba  # noqa: F401
    import pytest  # noqa: F401
    import torch

    torch.set_num_threads(1)
    os.chdir(ROOT)
    files = [(path, tests) for shape, tests in TARGETS.items() for path in sorted(PACKAGE.glob(shape))]
    files = [(path, tests) for path, tests in files if any(part in str(path) for part in given.only or ("",))]
    places = [one for path, tests in files for one in places_in(path, tests)]
    known, sample = equivalents(), list(sample_mutants(places, given.count, given.seed))
    sample.sort(key=lambda mutant: mutant.path)  # one part after the other: its score is known before the end
    if given.again:
        rows = given.again.read_text(encoding="utf-8").splitlines()
        sample = [mutant for mutant in sample if f"    {mutant.key}" in rows]
    for tests in dict.fromkeys(COMPILED if of_programs(mutant) else mutant.tests for mutant in sample):
        reach = measured(tests, PACKAGE.parent, from_copy) if tests is COMPILED else {}
        if reach is None or not (reach or unchanged_pass(tests)):
            parser.error(f"these tests fail without a mutant: {' '.join(tests)}")
        if reach:
            sample = [chosen(mutant, reach) if of_programs(mutant) else mutant for mutant in sample]
    started, killed, excused, survivors = time.perf_counter(), 0, 0, []
    with tempfile.TemporaryDirectory() as copies, ThreadPoolExecutor(given.workers) as pool:
        found = zip(sample, pool.map(lambda one: survives(one, Path(copies)), sample), strict=True)
        for path, of_path in groupby(found, key=lambda pair: pair[0].path):
            before = killed, excused, len(survivors)
            for mutant, alive in of_path:
                killed += not alive
                excused += alive and mutant.key in known
                if alive and mutant.key not in known:
                    survivors.append(mutant)
                    print(f"survived  {path.relative_to(PACKAGE)}:{mutant.line} {mutant.operator}", flush=True)
                    print(f"    {mutant.key}", flush=True)
            here = (now - then for now, then in zip((killed, excused, len(survivors)), before, strict=True))
            print("{}: killed {}, equivalent {}, survived {}".format(path.relative_to(PACKAGE), *here), flush=True)
    counted = len(sample) - excused
    score = killed / counted if counted else 1.0
    print(f"{len(sample)} of about {len(places)} mutants, seed {given.seed}, {time.perf_counter() - started:.0f} s")
    print(f"killed {killed}, equivalent {excused}, survived {len(survivors)}: score {100 * score:.1f} %")
    return 0 if score >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
