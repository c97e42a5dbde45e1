"""`tg.run` and `tg.learn` of plain Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import turingrad as tg
from tests.python.programs import functions, learners
from turingrad.constructions import drive
from turingrad.errors import InputError
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.python.programs import CompiledFunction, PythonProgramError, compile_function
from turingrad.python.programs.compiler import compile_image
from turingrad.python.programs.linker import Facts
from turingrad.python.programs.trimming import survey


def test_run_of_a_function_returns_its_value_and_says_what_was_run() -> None:
    run = tg.run(functions.gcd, (1071, 462), on="reference")
    assert run.value == 21
    assert run.details["via"] == "program"
    assert run.details["words"] > 0
    assert run.steps > 0


def test_a_function_runs_in_the_universal_llama() -> None:
    run = tg.run(functions.gcd, (1071, 462), on="decoder")
    assert (run.value, run.on) == (21, "decoder")
    assert tg.run(functions.gcd, (1071, 462), ram=1 << 16).value == 21


def test_a_program_with_objects_fits_into_the_llama_and_refuses_other_inputs_by_name() -> None:
    """Only what a trial run enters of the run time is linked; an input that needs more ends the run with its name."""
    small = compile_function(functions.quicksort, [3, 1, 2], ram=1 << 16, trim=True)
    whole = compile_function(functions.quicksort, [3, 1, 2])
    assert small.run().value == whole.run().value == [1, 2, 3]
    assert 3 * len(small.program.image) < len(whole.program.image)
    assert drive.run(small.program, small.given, on="decoder").configuration.exit_code == 0
    entered = survey(whole.image, whole.given, None).entered
    other = compile_image(functions.quicksort, ([3, 1 << 40, 2],), 1 << 16, {}, Facts({"HANDLER_COUNT": 0}, entered))
    with pytest.raises(PythonProgramError, match=r"linked for other arguments: these need \w+ of the run time"):
        CompiledFunction(other, other.input_bytes(), "quicksort").run()


def test_a_survey_names_what_of_the_run_time_a_run_enters() -> None:
    whole = compile_function(functions.quicksort, [3, 1, 2])
    pcs = set(CompiledProgram(whole.program, whole.given).record(whole.run().steps).pcs.tolist())
    reached = {label for label, address in whole.program.symbols if address in pcs}
    found = survey(whole.image, whole.given, None)
    assert {f"raw.{name}" for name in found.entered if ":" not in name} == {x for x in reached if x.startswith("raw.")}
    assert 1280 < found.stack < 4096


def rotated(text: str) -> str:
    order = sorted(range(len(text)), key=lambda i: text[i:] + text[:i])
    return "".join(text[i - 1] for i in order)


def test_a_text_joins_a_generator_over_a_variable_that_a_lambda_shares() -> None:
    assert tg.run(rotated, ("banana",)).value == rotated("banana")


def test_run_ends_with_the_function_s_error_its_line_and_the_step() -> None:
    with pytest.raises(PythonProgramError, match=r"ValueError: graph has a cycle .*functions.py:\d+.*at step") as error:
        tg.run(functions.topological_sort, ([(1, 2), (2, 1)],))
    assert isinstance(error.value.__cause__, ValueError)


def test_learn_takes_any_labels_and_either_way() -> None:
    labels = ["a", "b", "a", "b", "c"]
    learned = tg.learn(learners.KNN, learners.X, labels, learners.X, on="reference", arguments=(1,))
    assert list(learned.predictions) == labels
    assert learned.details["via"] == "program"
    with pytest.raises(InputError, match="circuit"):
        tg.learn(learners.KNN, learners.X, labels, learners.X, on="reference", via="tape")


def three(a: int, b: int, c: int) -> int:
    return a + b + c


def none() -> int:
    return 0


def one(a: int) -> int:
    return a


def endless(n: int) -> int:
    while True:
        n += 1


@pytest.mark.parametrize(
    ("function", "given"),
    [(three, (1, 2)), (three, (1,)), (three, ()), (three, (1, 2, 3, 4)), (one, (1, 2)), (none, (1,))],
)
def test_a_wrong_number_of_arguments_is_what_cpython_says(function: Callable[..., int], given: tuple[int, ...]) -> None:
    with pytest.raises(TypeError) as expected:
        function(*given)
    with pytest.raises(PythonProgramError) as found:
        tg.run(function, given)
    assert f"TypeError: {expected.value}, at step" in str(found.value)


def test_the_step_limit_holds_for_the_comparison_with_cpython_too() -> None:
    """An earlier version compared for two billion steps first."""
    with pytest.raises(PythonProgramError, match="endless did not finish within 5,000 steps"):
        tg.run(endless, (0,), max_steps=5_000)
    with pytest.raises(InputError, match="max_steps must be a whole number"):
        tg.run(three, (1, 2, 3), max_steps=-1)
