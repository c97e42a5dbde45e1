"""The compiler's promises: refusals with a line, errors with theirs, memory limits, the oracle, the collector."""

from __future__ import annotations

import ast
import io
import linecache
import math
import os
import pathlib
import threading
from collections import Counter
from typing import Any

import pytest

import turingrad as tg
from tests.python.programs import functions, fuzz, learners
from tests.python.programs.fuzz import batches
from tests.python.programs.fuzz.batches import compare_file
from turingrad.python.programs import (
    OutOfMemoryError,
    PythonProgramError,
    RefusedError,
    compile_function,
    compile_learner,
    runtime_files,
    world,
)
from turingrad.python.programs.compiler import compile_image
from turingrad.python.programs.layout import SET_ORDER_SEEDS
from turingrad.python.programs.sources import node_of
from turingrad.python.programs.verify import Outcome, compare, is_same, outcome


def shares_nothing(n):
    return sorted({str(k) for k in range(n)})


def shows_set_order(n):
    return list({str(k) for k in range(n)})


def raises_group(n):
    raise ExceptionGroup("several", [ValueError(n)])


def joins_paths(name):
    return [os.path.join(each, "b") for each in [name]]


def starts_thread():
    return threading.Thread(target=print)


def divides_path(name):
    return str(pathlib.Path(name) / "b")


def reads_a_file():
    return io.open("x")  # noqa: UP020


def takes_root(x):
    return math.cbrt(x)


def takes_id(x):
    return id(x)


def computes_attribute(x, name):
    return getattr(x, name)


NAMES = {f"a{i}": (i, f"x{i}") for i in range(30)}
PAIRS = {("q", i) for i in range(20)} | {"z", "y"}
NUMBERS = {1, 5, 300, 7}


def reads_tables(x):
    return next(iter(NAMES)), len(PAIRS), list(PAIRS)[:3], sorted(NUMBERS), len(x)


def fills(n):
    kept = []
    for i in range(n):
        kept.append([i] * 50)
    return len(kept)


def makes_garbage(n):
    total = 0
    for i in range(n):
        total += len([i, (i, [i]), str(i), {i: i}])
    return total


def divides(a, b):
    c = a + 1

    return c // b


@pytest.mark.parametrize("seed", SET_ORDER_SEEDS)
def test_another_order_of_sets_is_the_program_compiled_anew_with_it(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    given = ({"k": {"a", "b", (1, "c")}, 3.5: "long text", (1, "t"): [{"w"}], **{str(i): i for i in range(20)}},)
    image = compile_image(reads_tables, given, 1 << 20, {})
    monkeypatch.setattr(world, "SET_ORDER_SEEDS", (seed,))
    anew = compile_image(reads_tables, given, 1 << 20, {})
    other = image.with_order(seed)
    assert other.program.image == anew.program.image
    assert other.input_bytes() == anew.input_bytes()
    assert (other.program.image == image.program.image) is (seed == SET_ORDER_SEEDS[0])


@pytest.mark.parametrize(
    ("function", "arguments", "what"),
    [
        (reads_a_file, (), "open"),
        (takes_root, (1.0,), "cbrt"),
        (takes_id, (1,), "id"),
        (computes_attribute, (1, "x"), "getattr"),
        (raises_group, (1,), "refused: ExceptionGroup, a group of exceptions; raise one exception"),
        (joins_paths, ("x",), "refused: os.path.join is not in the compiled language, because of <frozen posixpath>:"),
        (starts_thread, (), "refused: threading.Thread.__init__ is not in the compiled language, because of "),
        (divides_path, ("x",), "refused: pathlib.PurePath.__truediv__ is not in the compiled language, because of "),
    ],
)
def test_what_is_outside_is_refused_by_name_and_line(function, arguments, what) -> None:
    with pytest.raises(RefusedError) as error:
        compile_function(function, *arguments)
    assert what in str(error.value)
    assert error.value.line == function.__code__.co_firstlineno + 1
    assert "test_compiler.py" in str(error.value)


def test_a_cleared_linecache_leaves_the_compiler_its_own_sources() -> None:
    code = runtime_files.managed_namespace()["builtin_next"].__code__
    linecache.clearcache()
    assert getattr(node_of(code), "name", "") == "builtin_next"
    assert compile_function(functions.word_count, "a b a").run().value == functions.word_count("a b a")


def letters_from(n):
    return chr(n) + "-" + chr(n + 1), [chr(each) for each in range(n, n + 3)], {chr(n): n}


@pytest.mark.parametrize("on", ["reference", "decoder"])
def test_wide_characters_that_only_the_run_makes_have_room(on: str) -> None:
    assert tg.run(letters_from, (953,), on=on).value == letters_from(953)


def test_an_error_ends_the_run_with_its_line() -> None:
    failure = compile_function(divides, 3, 0).run().failure
    assert failure is not None
    assert isinstance(failure.error, ZeroDivisionError)
    assert str(failure.error) == "integer division or modulo by zero"
    assert failure.line == divides.__code__.co_firstlineno + 3
    assert failure.function == "divides"


def test_a_set_of_texts_may_be_used_but_must_not_show_its_order() -> None:
    assert compile_function(shares_nothing, 30).run().value == shares_nothing(30)
    with pytest.raises(PythonProgramError, match="order of a set"):
        compile_function(shows_set_order, 30)


def test_memory_that_does_not_suffice_is_reported_with_its_size() -> None:
    with pytest.raises(OutOfMemoryError, match="524,288 bytes"):
        compile_function(fills, 2000, ram=1 << 19)
    with pytest.raises(OutOfMemoryError, match=r'more than 131,072 bytes .* less data, or run it with on="reference"'):
        tg.run(fills, (2000,), on="decoder")
    assert compile_function(fills, 2000).run().value == 2000


def test_the_collector_runs_and_keeps_what_is_used() -> None:
    compiled = compile_function(makes_garbage, 3000, ram=1 << 19)
    done = compiled.run()
    assert done.collections > 0
    assert done.value == makes_garbage(3000)


def test_the_collector_at_every_safepoint_changes_nothing() -> None:
    done = compile_function(makes_garbage, 60, STRESS=1).run()
    assert done.collections > 60
    assert done.value == makes_garbage(60)


def test_live_objects_are_as_before_after_verification() -> None:
    class_log = learners.Resource.log
    before = list(class_log)
    compile_function(learners.contexts)
    assert learners.Resource.log is class_log
    assert class_log == before


class Counting:
    made = 0


class Inheriting(Counting):
    pass


COUNTED = 0


def counts_in_names():
    global COUNTED
    COUNTED += 1
    Counting.made += 2
    Inheriting.made += 3
    return COUNTED, Counting.made, Inheriting.made


def test_names_of_modules_and_classes_are_as_before_after_verification() -> None:
    for _ in range(2):
        assert compile_function(counts_in_names, trim=True, ram=1 << 16).run().value == (1, 2, 5)
    assert (COUNTED, Counting.made, "made" in vars(Inheriting)) == (0, 0, False)


def test_the_oracle_sees_a_wrong_value_a_wrong_line_and_a_wrong_type() -> None:
    with pytest.raises(PythonProgramError, match="CPython gives 1"):
        compare("f", Outcome(1, None, 0, ""), 2, "", None)
    with pytest.raises(PythonProgramError, match="prints"):
        compare("f", Outcome(1, None, 0, "a"), 1, "b", None)
    assert not is_same(1, 1.0)
    assert not is_same(0.0, -0.0)
    assert not is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert is_same([1, (2.5, "x")], [1, (2.5, "x")])


def test_a_learner_of_either_style_predicts_what_cpython_predicts() -> None:
    one = compile_learner(learners.Perceptron, learners.X, learners.Y, learners.X)
    model = learners.Perceptron()
    for x, y in zip(learners.X, learners.Y, strict=True):
        model.update(x, y)
    assert one.run() == [model.predict(x) for x in learners.X]
    two = compile_learner(learners.KNN, learners.X, ["a", "b", "a", "b", "c"], learners.X, 1)
    assert two.run() == ["a", "b", "a", "b", "c"]


class WithRanking:
    """Its predict gives more answers than rows, and none for one row."""

    def fit(self, X, _y):
        self.names = sorted({name for pair in X for name in pair})

    def predict(self, X):
        return [int(a < b) for a, b in X] + self.names


def test_a_learner_may_give_more_answers_than_rows() -> None:
    found = compile_learner(WithRanking, [("a", "b"), ("b", "c")], [1, 1], [("a", "c")])
    assert found.run() == [1, "a", "b", "c"]


@pytest.mark.parametrize("seed", [0, 3])
def test_random_programs_agree(seed: int) -> None:
    found, lines = compare_file(seed, fuzz.Shape("batch", 20))
    assert found == {"same": 20}, lines


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1020))  # about 2,000 programs, in all ways
def test_many_random_programs_agree(seed: int) -> None:
    found, lines = compare_file(seed, fuzz.shape_of(seed))
    assert not found["differs"], lines
    assert found["same"] or found.total() == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2000, 2003))
def test_random_programs_agree_with_the_collector_at_every_safepoint(seed: int) -> None:
    found, lines = compare_file(seed, fuzz.Shape("stress", 4))
    assert not found["differs"], lines


FAILING = [
    "import os",
    *(
        f"def f{k}(x):\n    {line}\n"
        for k, line in enumerate(("return x + 1", "return [x]", "while x: x += 1", "return os.getcwd()", "print(x)"))
    ),
]


def test_random_programs_that_fail_are_counted_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that differs, one that does not end, one that is refused: the others are compared all the same."""

    def other_outcome(function: Any, arguments: tuple[Any, ...]) -> Outcome:
        found = outcome(function, arguments)
        found.value[1] = [2]
        return found

    monkeypatch.setattr(fuzz, "functions", lambda _seed, count: (FAILING, ["(1,)"] * count))
    monkeypatch.setattr(fuzz, "MOST_STEPS", 200_000)
    monkeypatch.setattr(batches, "outcome", other_outcome)
    found, lines = compare_file(5, fuzz.Shape("batch", 5))
    assert found == {"same": 2, "differs": 1, "long": 1, "refused": 1}
    assert sorted(line.split(": ")[0] for line in lines) == ["5:1", "5:2", "5:3"]


def test_no_two_managed_functions_of_the_run_time_have_one_name() -> None:
    names = Counter(
        node.name
        for _, text in runtime_files.texts(".mpy")
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    )
    assert len(names) > 1000
    assert [name for name, count in names.items() if count > 1] == []
