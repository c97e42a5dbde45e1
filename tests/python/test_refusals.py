"""What is not supported in circuits is refused in one line that says where, and hostile sources in bounded work."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pytest

from tests.generators_python import function_of
from turingrad.errors import FormatError, TuringradError
from turingrad.python import Int, circuit, functions, interpreter, learner, logic
from turingrad.python.files import load_object

OUTSIDE = {
    "return a / b": ("`/` gives a float", 8 + 4),
    "return [a] @ [b]": ("write sum(a * b", 12),
    "return a * 0.5": ("is a float", None),
    "return {a: 1}[b]": ("the key may be missing; use .get(key, default)", 12),
    "for k in {1: a}:\n        return k": ("a loop over a dict or set", 5),
    "return [a].pop(0, 1)": (".pop() does not take 2 arguments here", 12),
    "return [a].remove(a)": ("expected a new list without the item", 12),
    "return {1: a}.popitem()": (".popitem() of a dict is not supported", 12),
    "return frozenset((a, b))": ("expected a set", 12),
    "return [1, 2][a]": ("the index may be 7", 12),
    "return a // b": ("the divisor may be 0", 12),
    "return open('x')": ("cannot be called", 12),
    "return __import__('os')": ("cannot be called", 12),
    "return missing": ("'missing' is not defined", 12),
    "import os\n    return a": ("Import is not supported", 5),
    "try:\n        return a\n    except E:\n        return b": ("Try is not supported", 5),
    "if a > b:\n        c = 1\n    return c": ("has no value on some path", 12),
    "return sorted([v for v in (a, b) if v > 0])": ("the length of this list depends on the inputs", 12),
    "return max([v for v in (a, b) if v > 0])": ("there may be no items here; give default=", 12),
    "return (1, 2)[:a]": ("a slice whose bounds depend", 12),
    "return 'x' if a else 1": ("is a str on one path", None),
    "return 'x' if a else 'y'": ("is 'x' on one path and 'y' on another; a string must be known when compiled", None),
    "return list(range(a))": ("loop over it in a `for` statement or a list comprehension", 12),
    "while True:\n        b = 1\n    return b": ("does not end within", 5),
    "z = zip((a,), (b,))\n    return 1": ("used only once", 5),
    "xs = [1]\n    if a > b:\n        xs.append(2)\n    return xs[1]": ("the index may be out of bounds", 12),
    "xs = [1]\n    if a > b:\n        xs.pop()\n    return xs.pop()": ("the list may be empty here", 12),
}


def compile_function(body: str) -> None:
    circuit(function_of(f"def program(a, b):\n    {body}\n"), a=Int(0, 7), b=Int(0, 7))


@pytest.mark.parametrize("body", OUTSIDE)
def test_what_is_outside_of_the_subset_is_refused_where_it_stands(body: str) -> None:
    message, column = OUTSIDE[body]
    with pytest.raises(FormatError) as caught:
        compile_function(body)
    assert message in str(caught.value)
    assert caught.value.line is not None
    if column is not None:
        assert caught.value.column == column
        assert str(caught.value).splitlines()[-1].endswith("^")


HOSTILE = [
    "return sum(range(10 ** 12))",
    "return [0] * 10 ** 9",
    "return 1 << 10 ** 9",
    "return 2 ** 10 ** 8",
    "return 9 ** 9 ** 9",
    "return [[[[0] * 999] * 999] * 999] * 999",
    "xs = [0]\n    for x in xs:\n        xs.append(x)\n    return 1",
    "for i in range(99999):\n        for j in range(99999):\n            a += 1\n    return a",
    "for i in range(9999):\n        a = a * a\n    return a",
    "def f(n):\n        return f(n + 1)\n    return f(a)",
    "return " + "-" * 400 + "a",
    "return " + "+".join(["a"] * 900),
    "return a << (1 << (b << b))",
    "return range(10 ** 30)",
    "return (lambda f: f(f))(lambda f: f(f))",
]


@pytest.mark.parametrize("steps", [60_000, pytest.param(interpreter.MAX_STEPS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("body", HOSTILE, ids=[body[:30] for body in HOSTILE])
def test_hostile_sources_are_refused_in_bounded_time_and_memory(
    body: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (interpreter, functions):
        monkeypatch.setattr(module, "MAX_STEPS", steps)
    started, before = time.process_time(), peak()
    with pytest.raises(TuringradError):
        compile_function(body)
    # Bounds on work, not on a machine's speed: what is not refused goes on for hours, or takes all memory.
    assert time.process_time() - started < 300
    assert peak() - before < 1 << 30


def test_too_many_gates_are_refused_while_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert logic.MAX_FOLLOWED <= 1_200_000  # 160,000 are made in a second: refused within 10
    monkeypatch.setattr(logic, "MAX_FOLLOWED", 20_000)
    with pytest.raises(FormatError, match=r"more than 20,000 gates; .* or run it as a program"):
        compile_function("n = a\n    for k in range(200):\n        n = n * n * n % 1000003 + b\n    return n")


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


CHANGED = {
    "[None]": "self.m[0] = y",
    "[None] * 3": "self.m = [(y, 0)] + self.m[:-1]",
    "'up'": "self.m = 'up' if y > 0 else 'down'",
    "['up', 'up']": "self.m[1] = 'up' if y > 0 else 'down'",
    "0.5": "self.m = 1",
    "None": "self.m = y",
}


@pytest.mark.parametrize("start", CHANGED)
def test_memory_that_is_no_number_is_refused_and_not_dropped(start: str, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "class Own:\n"
        f"    def __init__(self, features):\n        self.m = {start}\n"
        "    def predict(self, x):\n        return 1\n"
        f"    def update(self, x, y):\n        {CHANGED[start]}\n"
    )
    with pytest.raises(FormatError, match=r"self\.m.* (None at the start|that update changes)"):
        learner(load_object(f"{file}:Own"), 2)


def test_what_is_no_number_may_be_a_constant(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "class Own:\n"
        "    def __init__(self, features):\n"
        "        self.name, self.names, self.none, self.rate, self.w = 'own', ['a', None], None, 0.5, 0\n"
        "    def predict(self, x):\n        return 1 if self.w > 0 and self.names[1] is None else -1\n"
        "    def update(self, x, y):\n        self.w = y\n"
    )
    assert [f.name for f in learner(load_object(f"{file}:Own"), 2).fields] == ["self.w"]
