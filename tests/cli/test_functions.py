"""`run FILE.py:NAME` and `compile FILE.py:NAME --explain`: Python functions on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import Turingrad

SOURCE = """
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def greet(name):
    print("hello", name)
    return {"name": name, "letters": (len(name), 0.5)}


def forever(n):
    while True:
        n += 1


def item(xs, i):
    return xs[i]


class Learner:
    pass
"""


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(SOURCE)
    return str(path)


@pytest.mark.parametrize("on", ["reference", "decoder"])
def test_a_function_runs_with_arguments_as_in_python(source: str, turingrad: Turingrad, on: str) -> None:
    found = json.loads(turingrad("run", f"{source}:gcd", "--input", "1071, 462", "--on", on, "--json").out)
    assert (found["value"], found["on"], found["function"]) == (21, on, "gcd")
    assert found["steps"] > 0


def test_what_a_function_prints_comes_before_what_it_returns(source: str, turingrad: Turingrad) -> None:
    outcome = turingrad("run", f"{source}:greet", "--input", "'Ada'")
    assert outcome.out.splitlines() == ["hello Ada", "{'name': 'Ada', 'letters': (3, 0.5)}"]
    fields = json.loads(turingrad("run", f"{source}:greet", "--input", "'Ada'", "--json").out)
    assert fields["value"] == {"name": "Ada", "letters": [3, 0.5]}
    assert fields["printed"] == "hello Ada\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", ":gcd", "--input", "1, x"), "cannot read the arguments '1, x': write them as in a call"),
        (("run", ":gcd", "--input", "1,,"), "cannot read the arguments '1,,'"),
        (("run", ":gcd", "--input", "(" * 5000), "write them as in a call"),
        (
            ("run", ":forever", "--input", "1", "--max-steps", "1000"),
            "did not finish within 1,000 steps, the limit that max_steps sets (try --max-steps N)",
        ),
        (("run", ":gcd", "--input", "9" * 1_000_001), "1,000,001 characters"),
        (("run", ":gcd", "--input", "1, 2", "--vectors", "x.txt"), "--vectors does not apply to a Python function"),
        (("run", ":gdc", "--input", "1, 2"), "no class, function or object 'gdc'; did you mean gcd?"),
        (("run", ":Learner"), "for a class that learns: turingrad learn"),
        (("run", ":item", "--input", "[1, 2], 5"), "IndexError: list index out of range"),
        (("run", ":gcd", "--input", "1"), "gcd() missing 1 required positional argument: 'b', at step"),
        (("compile", ":gcd", "-o", "x.json"), "runs a function"),
    ],
)
def test_a_wrong_call_is_one_line(source: str, turingrad: Turingrad, words: tuple[str, ...], message: str) -> None:
    command, name, *rest = words
    outcome = turingrad(command, source + name, *rest)
    assert outcome.code == 2
    assert message in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


def test_each_line_is_shown_with_the_code_that_it_became(source: str, turingrad: Turingrad) -> None:
    shown = turingrad("compile", f"{source}:gcd", "--explain", "--input", "1071, 462").out
    assert "a, b = b, a % b" in shown
    found = json.loads(turingrad("compile", f"{source}:gcd", "--explain", "--input", "1071, 462", "--json").out)
    by_line = {line["line"]: line for line in found["lines"]}
    assert set(by_line) == {2, 3, 4, 5}
    assert ["mod", 1] in by_line[4]["calls"]
    assert by_line[4]["text"].strip() == "a, b = b, a % b"
    assert all(line["instructions"] for line in found["lines"])
    assert found["words"] > sum(len(line["instructions"]) for line in found["lines"])
