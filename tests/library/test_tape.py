"""The library's tape machines do what they say, on all small inputs."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad import library
from turingrad.library.tapes import machines as tape
from turingrad.machine.run import Run
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import run


def machine(name: str) -> TapeMachine:
    found = library.load(name, form="tape")
    assert isinstance(found, TapeMachine)
    return found


def run_to_halt(name: str, given: str | None = None) -> Run[TapeConfiguration]:
    result = run(machine(name), given, max_steps=100_000_000)
    assert result.halted
    return result


def words(letters: str, longest: int) -> list[str]:
    return ["".join(word) for length in range(longest + 1) for word in product(letters, repeat=length)]


@pytest.mark.parametrize("name", [name for name in tape.KNOWN if name.startswith("busy-beaver")])
def test_a_busy_beaver_takes_its_known_steps_and_leaves_its_known_symbols(name: str) -> None:
    result = run_to_halt(name)
    left = [symbol for symbol in result.configuration.tapes[0].symbols if symbol != "0"]
    assert {"steps": result.steps, "nonblank": len(left)} == tape.KNOWN[name]


@pytest.mark.parametrize(("name", "size"), [("busy-beaver-5", (5, 2)), ("busy-beaver-2x4", (2, 4))])
def test_a_busy_beaver_has_the_size_of_its_name(name: str, size: tuple[int, int]) -> None:
    beaver = machine(name)
    assert (len(beaver.states) - len(beaver.halting), len(beaver.symbols)) == size


@pytest.mark.parametrize("name", [name for name in tape.KNOWN if not name.startswith("busy-beaver")])
def test_a_machine_does_what_is_known_of_its_own_input(name: str) -> None:
    last = run_to_halt(name).configuration
    assert tape.KNOWN[name].items() <= {"state": last.state, "tape": str(last.tapes[0])}.items()


@pytest.mark.parametrize("name", tape.KNOWN)
def test_every_machine_is_documented_and_called_by_its_name(name: str) -> None:
    assert machine(name).name == name
    assert len(machine(name).doc) > 40


def test_palindromes_are_accepted_and_other_words_rejected() -> None:
    for word in words("ab", 7):
        assert run_to_halt("palindrome", word).configuration.state == ("accept" if word == word[::-1] else "reject"), (
            word
        )


def test_increment_adds_one_and_stops_on_the_first_digit() -> None:
    for digits in words("01", 6):
        last = run_to_halt("binary-increment", digits).configuration
        value = int(digits or "0", 2) + 1
        assert str(last.tapes[0]) == f"{value:0{len(digits)}b}", digits
        assert last.heads == (last.tapes[0].start,), digits


NUMBERS = st.text("01", max_size=12)


@settings(max_examples=150)
@given(NUMBERS, NUMBERS)
def test_add_leaves_the_sum_and_nothing_else(a: str, b: str) -> None:
    last = run_to_halt("binary-add", f"{a}+{b}").configuration
    assert int(str(last.tapes[0]) or "0", 2) == int(a or "0", 2) + int(b or "0", 2)


@pytest.mark.parametrize("a", range(5))
@pytest.mark.parametrize("b", range(5))
def test_unary_multiplication_leaves_the_product_and_nothing_else(a: int, b: int) -> None:
    last = run_to_halt("unary-multiplication", "1" * a + "x" + "1" * b).configuration
    assert last.state == "done"
    assert str(last.tapes[0]) == "1" * (a * b)


def balanced(word: str) -> bool:
    while "()" in word or "[]" in word:
        word = word.replace("()", "").replace("[]", "")
    return not word


def test_balanced_brackets_are_accepted_and_others_rejected() -> None:
    for word in words("()[]", 5) + ["([]())[]", "(([[]]))", "([([])]", "([([)])]"]:
        assert run_to_halt("balanced-parentheses", word).configuration.state == (
            "accept" if balanced(word) else "reject"
        ), word
