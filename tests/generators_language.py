"""Random programs of the language for property tests."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

GRID_HEADER = "machine grid(work=0)"
TAPE_HEADER = 'machine tape(tapes=2, symbols="01_", blank="_")'

NUMBERS = st.sampled_from(["a", "b", "0", "1", "2", "(a + 1) % 3", "(a + b) % 3", "a * b % 2", "b if a > 1 else 2 - a"])
GRID_SYMBOLS = st.sampled_from(["-1", "0", "+1", "a - 1 if a < 3 else 0", "1 if wall or b == 0 else -1"])
GRID_TESTS = st.sampled_from(
    ["wall", "not wall", "s == 0", "s == 1", "s in (-1, 1)", "s != -1 and a == 0", "a > b", "0 < a <= 2 or s == 1"]
)
TAPE_SYMBOLS = st.sampled_from(['"0"', '"1"', '"_"', "s[0]", "s[1]", '"1" if a == 1 else "0"'])
TAPE_TESTS = st.sampled_from(
    ['s[0] == "1"', 's[1] == "_"', "s[0] == s[1]", "a > b", 's[0] in ("0", "_") and b == 1', "s[a % 2] != s[b % 2]"]
)


@st.composite
def grid_programs(draw: st.DrawFn) -> str:
    """A grid program with two registers, a subroutine, loops and tests; it always ends with an answer."""

    def step() -> list[str]:
        move = draw(st.sampled_from(["up", "down", "left", "right", "stay"]))
        until = draw(st.sampled_from(["", "", "", "until=wall", "until=wall or s == 0"]))
        if until and move == "stay":
            until = ""
        written = ["if not wall:", f"    write({draw(GRID_SYMBOLS)})"] if draw(st.booleans()) else []
        return [*written, f"{move}({until})"]

    halt = st.sampled_from(["halt(+1)", "halt(-1)", "halt(1 if a == 0 else -1)"])
    return program(draw, GRID_HEADER, step, GRID_TESTS, halt)


@st.composite
def tape_programs(draw: st.DrawFn) -> str:
    """A program for two tapes, shaped like those of `grid_programs`."""

    def step() -> list[str]:
        lines = []
        for tape in (0, 1):
            if draw(st.booleans()):
                lines.append(f"write({tape}, {draw(TAPE_SYMBOLS)})")
            if draw(st.booleans()):
                lines.append(f'move({tape}, "{draw(st.sampled_from("LRS"))}")')
        return [*lines, "step()"]

    return program(draw, TAPE_HEADER, step, TAPE_TESTS, st.sampled_from(["halt()", "accept()", "reject()"]))


def program(
    draw: st.DrawFn,
    header: str,
    step: Callable[[], list[str]],
    tests: st.SearchStrategy[str],
    halts: st.SearchStrategy[str],
) -> str:
    def block(depth: int, loop: bool, inside: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(draw(st.integers(1, 3))):
            lines += statement(depth, loop, inside)
        return lines

    def statement(depth: int, loop: bool, inside: bool) -> list[str]:
        simple = ["step", "step", "assign", "add"]
        kind = draw(st.sampled_from(simple + (["if", "if", "while", "halt"] if depth else [])))
        if kind == "step":
            return step()
        if kind == "assign":
            calls = [] if inside else ["turn(a)", "turn(b)"]
            value = draw(st.sampled_from(calls)) if calls and draw(st.booleans()) else draw(NUMBERS)
            return [f"{draw(st.sampled_from('ab'))} = {value}"]
        if kind == "add":
            name = draw(st.sampled_from("ab"))
            return [f"{name} += 1", f"{name} %= 3"]
        if kind == "halt":
            return [f"if {draw(tests)}:", "    " + draw(halts)]
        if kind == "if":
            lines = [f"if {draw(tests)}:", *indent(block(depth - 1, loop, inside))]
            if draw(st.booleans()):
                lines += ["else:", *indent(block(depth - 1, loop, inside))]
            if loop and draw(st.booleans()):
                lines.append("    " + draw(st.sampled_from(["break", "continue"])))
            return lines
        return [f"while {draw(tests)}:", *indent([*block(depth - 1, True, inside), *step()])]

    turn = ["def turn(a):", "    b = (a + 1) % 3", *indent(block(1, False, True)), "    return b"]
    main = ["a = 0", "b = 1", *block(2, False, False), "while a < 2:", *indent([*step(), "a = turn(b)"]), draw(halts)]
    return "\n".join([header, *turn, *main]) + "\n"


def indent(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]
