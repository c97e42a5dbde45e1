"""Programs as grid machines: each instruction is a few lines of the grid language, which compiles them to rules."""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.errors import FormatError
from turingrad.language import compile_program
from turingrad.machine.grid import GridMachine
from turingrad.search.programs.instructions import (
    AGAIN,
    ANSWER_PLUS,
    DIRECTIONS,
    FAILING,
    FIND,
    NEXT,
    RUN,
    SCAN,
    STEP,
    SWEEP,
    TEST,
    Instruction,
    format_program,
)

OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
VALUES = {"-": "-1", "0": "0", "+": "1"}


def program_machine(program: Sequence[Instruction], work: int = 1, name: str = "") -> GridMachine:
    """The grid machine of a program.

    The language refuses a loop without a move, and a program may have one on a path that no run takes: then every
    repetition begins with a step in place.
    """
    for pause in (False, True):
        try:
            machine = compile_program(program_source(program, work, pause=pause), name=name)
        except FormatError:
            if pause:
                raise
        else:
            break
    assert isinstance(machine, GridMachine)
    return machine


def program_source(program: Sequence[Instruction], work: int = 1, *, pause: bool = False) -> str:
    """The program in the grid language."""
    lines = [f"machine grid(work={work})", f'"""{format_program(program)}"""', "while True:"]
    lines += ["    stay()"] if pause else []
    for one in program:
        lines += [f"    {line}" for line in instruction_lines(one)]
    return "\n".join(lines) + "\n"


def instruction_lines(one: Instruction) -> list[str]:
    """One instruction. It begins on a cell; it ends on a cell, or just at a wall if it failed there."""
    go = DIRECTIONS[one.direction]
    if one.kind == STEP:
        lines = [f"{go}()"]
    elif one.kind == RUN:
        lines = [f"{go}(until=wall)", "stay()"]
    elif one.kind == FIND:
        lines = search_lines(go, one)
    elif one.kind == SCAN:
        lines = scan_lines(go, DIRECTIONS[one.side_direction], one)
    elif one.kind == SWEEP:
        lines = sweep_lines(go, DIRECTIONS[one.side_direction], one)
    elif one.kind == TEST:
        return ["if " + holds(one) + ":", *exit_lines(one.success), "else:", *exit_lines(one.failure)]
    else:
        value = VALUES["-0+"[one.argument]]
        lines = [f"write({value})"]
    if one.kind in FAILING:
        return [*lines, "if wall:", *exit_lines(one.failure, at_wall=True), "else:", *exit_lines(one.success)]
    return [*lines, "if True:", *exit_lines(one.success)] if one.success != NEXT else lines


def holds(one: Instruction) -> str:
    return f"s in ({', '.join(VALUES[symbol] for symbol in one.symbols)},)" if one.symbols else "False"


def exit_lines(follows: int, *, at_wall: bool = False) -> list[str]:
    """What comes after an instruction; a head that has just met a wall reads its cell again first."""
    if follows > AGAIN:
        return [f"    halt({'+1' if follows == ANSWER_PLUS else '-1'})"]
    return ["    stay()" if at_wall else "    pass", *(["    continue"] if follows == AGAIN else [])]


def search_lines(go: str, one: Instruction) -> list[str]:
    return [f"while not wall and not ({holds(one)}):", f"    {go}()"]


def scan_lines(go: str, across: str, one: Instruction) -> list[str]:
    to_edge = [f"{OPPOSITE[go]}(until=wall)", "stay()"]
    inner = [*search_lines(go, one), "if not wall:", "    break", f"{across}()", "if wall:", "    break", *to_edge]
    return [f"{OPPOSITE[across]}(until=wall)", *to_edge, "while True:", *(f"    {line}" for line in inner)]


def sweep_lines(go: str, side: str, one: Instruction) -> list[str]:
    upper, lower = (choose(bits) for bits in one.values)
    return [
        "while not wall:",
        "    u = s == 1",
        f"    {side}()",
        "    if wall:",
        "        v = True",
        "        stay()",
        "    else:",
        "        v = s == 1",
        f"        write({lower})",
        f"        {OPPOSITE[side]}()",
        "        assert not wall",
        f"    write({upper})",
        f"    {go}()",
        "stay()",
    ]


def choose(bits: int) -> str:
    """A Boolean function of u and v as an expression: +1 where it is true, else -1."""
    signs = ["1" if bits >> k & 1 else "-1" for k in range(4)]
    return f"({signs[3]} if v else {signs[2]}) if u else ({signs[1]} if v else {signs[0]})"
