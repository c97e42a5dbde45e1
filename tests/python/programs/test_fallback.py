"""A class whose circuit is refused runs as a program, if `via` is not given and the construction runs programs."""

from __future__ import annotations

from typing import Any

import pytest

import turingrad as tg
from tests.python.learner_programs import Perceptron
from turingrad.errors import FormatError, InputError, LimitError

X = [(1, -1, 1, 1), (1, 1, -1, -1), (-1, -1, 1, 1), (-1, 1, -1, 1)]
Y = [1, 1, -1, -1]
X_TEST = [(1, 1, 1, 1), (-1, 1, 1, -1), (1, -1, -1, 1)]


class Floats:
    """Weights are floats, which no circuit has."""

    def __init__(self, features: int) -> None:
        self.w = [0.0] * features

    def predict(self, x: Any) -> int:
        return 1 if sum(w * v for w, v in zip(self.w, x, strict=True)) > 0 else -1

    def update(self, x: Any, y: int) -> None:
        if self.predict(x) != y:
            for j, v in enumerate(x):
                self.w[j] += 0.5 * y * v


class Table:
    """A dict as an attribute."""

    def __init__(self) -> None:
        self.last: dict[int, int] = {}

    def predict(self, x: Any) -> int:
        return self.last.get(x[0], 1)

    def update(self, x: Any, y: int) -> None:
        self.last[x[0]] = y


class Last:
    """`__init__` takes nothing."""

    def __init__(self) -> None:
        self.label = 1

    def predict(self, x: Any) -> int:  # noqa: ARG002
        return self.label

    def update(self, x: Any, y: int) -> None:  # noqa: ARG002
        self.label = y


class Neither(Floats):
    """Neither a circuit nor a program."""

    def update(self, x: Any, y: int) -> None:  # noqa: ARG002
        self.w[0] = eval("0.5 * y")


def plain(cls: Any) -> list[int]:
    model = cls(4) if issubclass(cls, Floats) else cls()
    for x, y in zip(X, Y, strict=True):
        model.update(x, y)
    return [model.predict(x) for x in X_TEST]


@pytest.mark.parametrize("on", ["reference", pytest.param("descent", marks=pytest.mark.slow)])
@pytest.mark.parametrize("cls", [Floats, Table])
def test_a_class_that_no_circuit_takes_runs_as_a_program(cls: Any, on: str) -> None:
    found = tg.learn(cls, X, Y, X_TEST, on=on)
    assert found.predictions.tolist() == plain(cls)
    assert (found.on, found.details["via"]) == (on, "program")
    assert {Floats: "float", Table: "dict"}[cls] in found.details["circuit_refused"]
    assert "\n" not in found.details["circuit_refused"]


def test_every_instruction_is_a_step_of_sgd() -> None:
    found = tg.learn(Table, X, Y, X_TEST, on="emulation")
    assert found.predictions.tolist() == plain(Table)
    assert found.sgd_steps == found.details["steps"] > 500
    assert "circuit_refused" in found.details


@pytest.mark.slow
def test_the_perceptron_of_the_readme_runs_on_the_processor_inside_sgd() -> None:
    X, y, X_test, _ = tg.tasks.draw(tg.tasks.get("majority-3"), seed=1, d=4, train=12, test=5)
    found = tg.learn(Perceptron, X, y, X_test, on="emulation", via="program")
    assert found.predictions.tolist() == tg.learn(Perceptron, X, y, X_test, on="emulation").predictions.tolist()
    assert found.sgd_steps == found.details["steps"] > 5_000


@pytest.mark.parametrize("on", ["reference", "emulation"])
def test_a_class_whose_init_takes_nothing_is_called_with_nothing(on: str) -> None:
    found = tg.learn(Last, X, Y, X_TEST, on=on)
    assert "circuit_refused" not in found.details
    assert set(found.predictions.tolist()) <= {-1, 1}
    assert tg.learn(Last, X, Y, X_TEST).predictions.tolist() == plain(Last)


def test_with_via_circuit_there_is_no_fallback() -> None:
    with pytest.raises(FormatError, match="float") as error:
        tg.learn(Floats, X, Y, X_TEST, via="circuit")
    assert "refused, too" not in str(error.value)


def test_rcnn_runs_no_programs() -> None:
    with pytest.raises(FormatError, match="float") as error:
        tg.learn(Floats, X, Y, X_TEST, on="rcnn")
    assert "was refused, too" not in str(error.value)


def test_the_error_says_why_the_program_is_refused_too() -> None:
    with pytest.raises(FormatError, match=r'float.*; via="program" was refused, too: .*eval') as error:
        tg.learn(Neither, X, Y, X_TEST)
    assert "^" in str(error.value)  # the line of the circuit's refusal is still shown
    with pytest.raises(FormatError, match=r'; via="program" was refused, too: a program takes no passes'):
        tg.learn(Floats, X, Y, X_TEST, on="emulation", passes=3)


class Large:
    """More data than a processor of gates has RAM for."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def predict(self, x: Any) -> int:
        return 1 if x in self.seen else -1

    def update(self, x: Any, y: int) -> None:  # noqa: ARG002
        self.seen.append([list(x) for _ in range(100)])


def test_a_program_that_is_too_large_for_gates_is_refused_with_what_it_needs() -> None:
    with pytest.raises(LimitError, match=r"needs [\d,]+ bytes of RAM: .*; a processor of gates has at most 16,384"):
        tg.learn(Large, X, Y, X_TEST, on="emulation", via="program")
    with pytest.raises(
        (FormatError, InputError), match=r'; via="program" was refused, too: the program of learn needs'
    ):
        tg.learn(Large, X, Y, X_TEST, on="emulation")
