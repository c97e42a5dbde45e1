"""`tg.run` and `tg.learn` of plain Python."""

from __future__ import annotations

import pytest

import turingrad as tg
from tests.python.programs import functions, learners
from turingrad.errors import InputError
from turingrad.python.programs import PythonProgramError


def test_run_of_a_function_returns_its_value_and_says_what_was_run() -> None:
    run = tg.run(functions.gcd, (1071, 462), on="reference")
    assert run.value == 21
    assert run.details["via"] == "program"
    assert run.details["words"] > 0
    assert run.steps > 0


def test_a_function_runs_in_the_universal_llama() -> None:
    run = tg.run(functions.gcd, (1071, 462), on="decoder")
    assert (run.value, run.on) == (21, "decoder")
    assert run.steps == tg.run(functions.gcd, (1071, 462), ram=1 << 16).steps


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
