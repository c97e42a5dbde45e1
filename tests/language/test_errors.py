"""Programs that are refused: the message says what is wrong, and points at the line and the column."""

from __future__ import annotations

import pytest

from turingrad.errors import FormatError
from turingrad.language import compile_program

GRID = "machine grid(work=1)\n"
TAPE = 'machine tape(tapes=2, symbols="01_")\n'


def compile_error(text: str, **options: int) -> FormatError:
    with pytest.raises(FormatError) as caught:
        compile_program(text, "p.tg", **options)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "the program is empty"),
        ("# only a comment\n", 1, 1, "the program is empty"),
        ("left()\n", 1, 1, "does not name a machine"),
        ("machine ring()\nleft()\n", 1, 9, "a grid or a tape machine"),
        ("machine grid(work=\n", 1, 9, "options cannot be read"),
        ("machine grid(work=-1)\nleft()\n", 1, 14, "work is not a whole number"),
        ("machine grid(work=x)\nleft()\n", 1, 14, "option work is not a constant"),
        ("machine grid(1)\nleft()\n", 1, 14, "options have names"),
        ("machine grid(tapes=2)\nleft()\n", 1, 14, "no option 'tapes'"),
        ('machine grid(symbols="01#", blank="0")\nleft()\n', 1, 14, "reads at a wall"),
        ("machine tape()\nstep()\n", 1, 1, "symbols are not given"),
        ('machine tape(symbols="01")\nstep()\n', 1, 1, "the blank '_' is not one"),
        ('machine tape(symbols="00_")\nstep()\n', 1, 14, "differ from each other"),
        ('machine tape(symbols="01_", tapes=99)\nstep()\n', 1, 29, "tapes is not a whole number"),
        ('machine tape(symbols="0123456789_", tapes=5)\nstep()\n', 1, 1, "more than 10000 reads"),
        ('machine tape(symbols="01_", input="2")\nstep()\n', 1, 29, "the input is not a string"),
        (GRID, 1, 1, "no statements"),
        (GRID + '"""Only a docstring."""\n', 1, 1, "no statements"),
        (GRID + "jump()\n", 2, 1, "no statement or subroutine 'jump'"),
        (GRID + "left(1)\n", 2, 1, "left cannot be used like this"),
        (GRID + "write()\n", 2, 1, "write cannot be used like this"),
        (GRID + "write(1, until=wall)\n", 2, 1, "write cannot be used like this"),
        (GRID + "left(*s)\n", 2, 1, "left cannot be used like this"),
        (GRID + "halt()\n", 2, 1, "halt cannot be used like this"),
        (GRID + "halt(0)\n", 2, 1, "the answer must be +1 or -1, not 0"),
        (GRID + "write(2)\n", 2, 1, "2 cannot be written"),
        (GRID + "left()\nwrite(1)\nhalt(1)\n", 3, 1, "may happen at a wall"),
        (GRID + "left()\nhalt(s)\n", 3, 1, "the answer must be +1 or -1"),
        (GRID + "left()\nif s != 0:\n    halt(-s)\nhalt(1)\n", 4, 10, "cannot compute with the symbol '#'"),
        (GRID + "left()\nif s:\n    halt(1)\nhalt(1)\n", 3, 4, "a condition must be true or false"),
        (GRID + "x = y + 1\nhalt(1)\n", 2, 5, "'y' may be read here before it is assigned"),
        (GRID + "é = 1; x = y\nhalt(1)\n", 2, 12, "'y' may be read here"),
        (GRID + "x = 1 // (1 - 1)\nhalt(1)\n", 2, 5, "division by zero"),
        (GRID + "x = 1 << 2\nhalt(1)\n", 2, 5, "does not have this operator"),
        (GRID + "x = ~1\nhalt(1)\n", 2, 5, "no operator ~"),
        (GRID + "x = 1.5\nhalt(1)\n", 2, 5, "not an expression of the language"),
        (GRID + "x = [1]\nhalt(1)\n", 2, 5, "not an expression of the language"),
        (GRID + "x = 1 is 1\nhalt(1)\n", 2, 5, "no `is`"),
        (GRID + "x = 1 in s\nhalt(1)\n", 2, 10, "a list of values"),
        (GRID + "x = 'a' < 'b'\nhalt(1)\n", 2, 5, "cannot compute with the symbol 'a'"),
        (GRID + "x = 1 + left()\nhalt(1)\n", 2, 9, "a call stands alone"),
        (GRID + "x = left()\nhalt(1)\n", 2, 5, "left() has no value"),
        (GRID + "x = 2000000000\nhalt(1)\n", 2, 5, "numbers are at most"),
        (GRID + "s = 1\nhalt(1)\n", 2, 1, "'s' is a word of the language"),
        (GRID + "wall = 1\nhalt(1)\n", 2, 1, "'wall' is a word of the language"),
        (GRID + "x.y = 1\nhalt(1)\n", 2, 1, "only registers can be assigned"),
        (GRID + "a, b = 1, 2, 3\nhalt(1)\n", 2, 1, "2 names and 3 values"),
        (GRID + "import os\nhalt(1)\n", 2, 1, "not part of the language"),
        (GRID + "for x in (1, 2):\n    left()\nhalt(1)\n", 2, 1, "not part of the language"),
        (GRID + "while wall:\n    left()\nelse:\n    up()\nhalt(1)\n", 2, 1, "not part of the language"),
        (GRID + "lambda: 1\n", 2, 1, "not part of the language"),
        (GRID + "s.up()\n", 2, 1, "only names are called"),
        (GRID + "break\n", 2, 1, "'break' is outside a loop"),
        (GRID + "continue\n", 2, 1, "'continue' is outside a loop"),
        (GRID + "return\n", 2, 1, "`return` belongs in a subroutine"),
        (GRID + "global x\nhalt(1)\n", 2, 1, "`global` belongs in a subroutine"),
        (GRID + "def f():\n    f()\nf()\n", 3, 5, "calls itself"),
        (GRID + "def f():\n    g()\ndef g():\n    f()\nf()\n", 5, 5, "calls itself"),
        (GRID + "def f(x):\n    left()\nf()\nhalt(1)\n", 4, 1, "takes other arguments"),
        (GRID + "def f(*x):\n    left()\nf()\nhalt(1)\n", 2, 1, "plain parameters"),
        (GRID + "def f():\n    left()\nx = f()\nhalt(1)\n", 4, 5, "returns no value"),
        (GRID + "def f():\n    if wall:\n        return 1\nx = f()\nhalt(1)\n", 5, 5, "may end here without a value"),
        (GRID + "def f():\n    if wall:\n        return\n    return 1\nx = f()\nhalt(x)\n", 4, 9, "returns a value"),
        (GRID + "def f():\n    x = y\n    y = 1\ny = 0\nf()\nhalt(1)\n", 3, 9, "'y' may be read here"),
        (GRID + "def up():\n    left()\nhalt(1)\n", 2, 1, "'up' is a word of the language"),
        (GRID + "def f(s):\n    left()\nhalt(1)\n", 2, 1, "'s' is a word of the language"),
        (GRID + "def f():\n    left()\ndef f():\n    up()\nhalt(1)\n", 4, 1, "defined twice"),
        (GRID + "def f():\n    left()\nf = 1\nhalt(1)\n", 4, 1, "a subroutine, not a register"),
        (GRID + "if wall:\n    def f():\n        left()\nhalt(1)\n", 3, 5, "at top level"),
        (GRID + "left()\n", 2, 1, "may end here without an answer"),
        (GRID + "left()\nwhile True:\n    pass\n", 3, 1, "goes round without a move"),
        (GRID + "x = 0\nwhile x < 9:\n    x = (x + 1) % 9\nhalt(1)\n", 3, 1, "goes round without a move"),
        (GRID + "x = 0\nwhile x >= 0:\n    x += 1\nhalt(1)\n", 3, 1, "too long without a move"),
        (GRID + "x = 2\nwhile True:\n    x = x * x\n    left()\n", 4, 9, "is too large"),
        (TAPE + "left()\n", 2, 1, "no statement or subroutine 'left'"),
        (TAPE + "x = s\nstep()\n", 2, 5, "reads tape i as s[i]"),
        (TAPE + "x = s[2]\nstep()\n", 2, 5, "there is no tape 2"),
        (TAPE + 'write(2, "0")\nstep()\n', 2, 1, "there is no tape 2"),
        (TAPE + "write(0, 0)\nstep()\n", 2, 1, "0 cannot be written"),
        (TAPE + 'move(0, "U")\nstep()\n', 2, 1, "'U' is not a move"),
        (TAPE + 'move(0, "L")\nmove(0, "L")\nstep()\n', 3, 1, "already moves in this step"),
    ],
)
def test_refused_program_is_pointed_at(text: str, line: int, column: int, message: str) -> None:
    error = compile_error(text)
    assert message in error.message
    assert (error.line, error.column) == (line, column)
    assert error.one_line().startswith(f"p.tg:{line}:{column}: ")


@pytest.mark.parametrize("text", ["left(\n", "  left()\n", "if wall:\nleft()\n", "left() right()\n"])
def test_text_that_is_not_python_is_refused_near_the_place(text: str) -> None:
    error = compile_error(GRID + text)
    assert "not Python syntax" in error.message
    assert error.line in (2, 3)


def test_message_shows_the_line_with_a_caret_below_the_place() -> None:
    assert str(compile_error(GRID + "x = y\nhalt(1)\n")).split("\n")[1:] == ["  x = y", "      ^"]


def test_recursion_is_found_before_any_step_is_evaluated() -> None:
    assert "recursion" in compile_error(GRID + "def f():\n    left()\n    f()\nf()\n").message


def exponential(registers: int) -> str:
    """A program that remembers each of `registers` bits that it reads."""
    flips = "".join(f"    if s == 1:\n        r{i} = 1 - r{i}\n    left()\n" for i in range(registers))
    total = " + ".join(f"r{i}" for i in range(registers))
    start = "".join(f"r{i} = 0\n" for i in range(registers))
    return f"{GRID}{start}while True:\n{flips}    if {total} == {registers}:\n        halt(1)\n"


def test_states_beyond_the_limit_are_refused_with_the_live_registers() -> None:
    error = compile_error(exponential(12), max_states=500)
    assert "more than 500 states; live here: r0 = " in error.message


@pytest.mark.slow
def test_exponentially_many_states_are_refused_by_default() -> None:
    assert "more than 100000 states" in compile_error(exponential(20)).message


@pytest.mark.parametrize("last", ["left()", "pass"])
def test_subroutines_that_double_are_refused(last: str) -> None:
    doubling = "".join(f"def f{i}():\n    f{i + 1}()\n    f{i + 1}()\n" for i in range(40))
    error = compile_error(f"{GRID}{doubling}def f40():\n    {last}\nf0()\nhalt(1)\n")
    assert "longer than 30000 instructions" in error.message


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 3000 + "1" + ")" * 3000,
        "x = " + "not " * 5000 + "1",
        "x = " + "-" * 5000 + "1",
        "x = " + "+".join("1" * 1000),
        "\n".join(" " * i + "if wall:" for i in range(200)) + "\n" + " " * 200 + "left()",
        "if wall:\n    left()\n" + "elif s == 0:\n    up()\n" * 300,
        "x = 'a\0b'",
        "x = '\ud800'",
        "x = " + "9" * 10_000,
        "\n".join(f"r{i} = 0" for i in range(300)),
        "#" * 300_000,
    ],
    ids=lambda text: text[:12],
)
def test_hostile_text_is_refused(text: str) -> None:
    assert compile_error(GRID + text + "\nhalt(1)\n").message


def test_control_characters_of_a_program_do_not_reach_the_terminal() -> None:
    with pytest.raises(FormatError) as raised:
        compile_program("machine grid(work=1)\n\thalt(\x1b[31m)\n")
    assert "\x1b" not in str(raised.value)
    assert " halt(\ufffd[31m)" in str(raised.value)
