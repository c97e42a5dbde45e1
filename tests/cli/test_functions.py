"""`run FILE.py:NAME` and `compile FILE.py:NAME --explain`: Python functions on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.python.files import load_object

SOURCE = """import turingrad as tg
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


def late(n):
    print("before", n)
    print()
    return 1 // (n - n)


def endless(n):
    return endless(n + 1)


def fill(n):
    found = []
    for i in range(n):
        found.append([i, i])
    return len(found)


class Learner:
    pass


def limit(a: tg.Int(0, 200), b: tg.Int(0, 200)):
    if a > b:
        a = half(a) + 3 * b
    return min(a, 99)


def half(a):
    return a // 2 if a % 3 else a * a


class Perceptron:
    def __init__(self, features):
        self.w = [0] * features

    def predict(self, x):
        return 1 if sum(w * v for w, v in zip(self.w, x)) > 0 else -1

    def update(self, x, y):
        if self.predict(x) != y:
            for j, v in enumerate(x):
                self.w[j] += y * v
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
        (("compile", ":gcd", "-o", "x.json"), "`turingrad run` takes a function"),
        (("compile", ":gcd", "--explain", "--via", "circuit"), "no range of a is declared; annotate it, as in gcd(a:"),
        (("compile", ":gcd", "--explain", "--features", "3"), "--features and --data are for a learner"),
        (("compile", ":Learner", "--explain"), "is neither a function nor a learner"),
        (("compile", ":Perceptron", "--explain", "--input", "3"), "takes --features or --data"),
        (("compile", ":limit", "--via", "circuit", "-o", "x"), "are for --explain of Python code"),
    ],
)
def test_a_wrong_call_is_one_line(source: str, turingrad: Turingrad, words: tuple[str, ...], message: str) -> None:
    command, name, *rest = words
    outcome = turingrad(command, source + name, *rest)
    assert outcome.code == 2
    assert message in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


@pytest.mark.parametrize("on", ["reference", "decoder"])
def test_what_was_printed_before_an_error_is_shown(source: str, turingrad: Turingrad, on: str) -> None:
    found = turingrad("run", f"{source}:late", "--input", "4", "--on", on)
    assert (found.code, found.out) == (2, "before 4\n\n")
    assert "ZeroDivisionError" in found.err
    found = turingrad("run", f"{source}:late", "--input", "4", "--on", on, "--json")
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("before 4\n")


def test_endless_recursion_has_a_line_and_a_step(source: str, turingrad: Turingrad) -> None:
    found = turingrad("run", f"{source}:endless", "--input", "4", "--on", "decoder")
    assert (found.code, found.out) == (2, "")
    assert re.search(r"RecursionError: .*mine.py:29, in endless\), at step [\d,]+", found.err)


@pytest.mark.parametrize("on", ["reference", "decoder"])
def test_so_has_a_run_whose_memory_is_too_small(source: str, turingrad: Turingrad, on: str) -> None:
    found = turingrad("run", f"{source}:fill", "--input", "9000", "--ram", "65536", "--on", on)
    assert found.code == 2
    assert re.search(r"fill ran out of memory \(.*mine.py:3[45]\), at step [\d,]+: its code and data take", found.err)


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


def test_each_line_of_a_function_with_ranges_is_shown_with_its_gates(source: str, turingrad: Turingrad) -> None:
    shown = turingrad("compile", f"{source}:limit", "--explain").out
    assert "if a > b" in shown
    found = json.loads(turingrad("compile", f"{source}:limit", "--explain", "--json").out)
    by_text = {line["text"].strip(): line for line in found["lines"]}
    assert found["made"] == sum(line["made"] for line in found["lines"])
    assert found["kept"] == sum(line["kept"] for line in found["lines"])
    assert by_text["if a > b:"]["made"] > 0
    assert by_text["return a // 2 if a % 3 else a * a"]["made"] > 100 > by_text["a = half(a) + 3 * b"]["made"]
    (function,) = functions_of(source, "limit")
    made = tg.circuit(function, a=tg.Int(0, 200), b=tg.Int(0, 200))
    assert found["gates"] == {"limit": len(made.gates)}
    assert found["kept"] == binary_gates(made)
    program = turingrad("compile", f"{source}:limit", "--explain", "--input", "3, 4", "--json").json
    assert {"words", "lines"} == set(program)


def test_each_line_of_a_learner_is_shown_with_its_gates(source: str, turingrad: Turingrad) -> None:
    found = turingrad("compile", f"{source}:Perceptron", "--explain", "--features", "3", "--json").json
    (learner,) = functions_of(source, "Perceptron")
    made = tg.learner(learner, 3, samples=20)
    assert found["gates"] == {"predict": len(made.predict.gates), "update": len(made.update.gates)}
    assert found["made"] == sum(line["made"] for line in found["lines"])
    by_text = {line["text"].strip(): line for line in found["lines"]}
    assert "self.w[j] += y * v" in by_text
    assert "self.w = [0] * features" not in by_text
    scores = by_text["return 1 if sum(w * v for w, v in zip(self.w, x)) > 0 else -1"]
    assert scores["kept"] == binary_gates(made.predict)  # none of it is made again for `update`
    assert found["kept"] > scores["kept"]


def test_each_line_of_a_learner_is_shown_with_its_instructions(
    source: str, turingrad: Turingrad, tmp_path: Path
) -> None:
    drawn = turingrad("compile", f"{source}:Perceptron", "--explain", "--via", "program", "--json").json
    data = tmp_path / "d.csv"
    data.write_text("a,b,y\n1.5,2,1\n0.5,1,-1\n")
    read = turingrad("compile", f"{source}:Perceptron", "--explain", "--via", "program", "--data", data, "--json").json
    for found in (drawn, read):
        lines = [line for line in found["lines"] if line["text"].strip() == "self.w[j] += y * v"]
        assert len(lines) == 1
        assert lines[0]["instructions"]


def functions_of(source: str, *names: str) -> list[Any]:
    return [load_object(f"{source}:{name}") for name in names]


def binary_gates(made: Any) -> int:
    """How many ANDs, ORs and XORs of two inputs a circuit takes."""
    return sum(len(gate.inputs) - 1 for gate in made.gates if gate.kind in ("and", "or", "xor"))
