"""Readable names and documentation of states, from the lines and comments of the program.

A state is called after the move that led to it: by the comment on that line where it starts with a name and a colon
(`left(until=wall)  # home: to the left wall`), else by the subroutine and the line; the live registers follow.
"""

from __future__ import annotations

import re

from turingrad.language.evaluate import Continuation
from turingrad.language.expressions import Value
from turingrad.language.source import Program

GIVEN_NAME = re.compile(r"([A-Za-z_]\w{0,23})\s*:\s*(.*)")
SIGNS = {-1: "-", 0: "0", 1: "+"}
LONGEST_NAME = 60


def state_names(continuations: list[Continuation], program: Program) -> list[str]:
    """One name a state, all different, none of them a halting state's."""
    taken = {"halt+", "halt-", "halt", "accept", "reject"}
    names: list[str] = []
    for continuation in continuations:
        wanted = (stem(continuation, program) + registers(continuation))[:LONGEST_NAME]
        name, count = wanted, 2
        while name in taken:
            name, count = f"{wanted}~{count}", count + 1
        taken.add(name)
        names.append(name)
    return names


def named_first(group: list[Continuation], program: Program) -> Continuation:
    """Of the continuations that became one state, the one that names it: the first with a name in its comment."""
    return next((one for one in group if given_name(one, program)), group[0])


def given_name(continuation: Continuation, program: Program) -> re.Match[str] | None:
    if continuation.after is None:
        return None
    return GIVEN_NAME.fullmatch(program.comments.get(continuation.after.place.line, ""))


def stem(continuation: Continuation, program: Program) -> str:
    if continuation.after is None:
        return "start"
    given, line = given_name(continuation, program), continuation.after.place.line
    if given:
        return given[1]
    return f"{continuation.after.within}.{line}" if continuation.after.within else f"line{line}"


def registers(continuation: Continuation) -> str:
    return "".join(f".{name.rpartition('.')[2]}={shown(value)}" for name, value in continuation.registers)


def shown(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return SIGNS.get(value, str(value)) if isinstance(value, int) else value


def documentation(program: Program, names: list[str], continuations: list[Continuation]) -> str:
    """The program's docstring, then a line for each state whose move has a comment."""
    lines = []
    for name, continuation in zip(names, continuations, strict=True):
        given = given_name(continuation, program)
        comment = program.comments.get(continuation.after.place.line, "") if continuation.after else ""
        remark = given[2] if given else comment
        if remark:
            lines.append(f"{name}: {remark}")
    return "\n\n".join(part for part in (program.doc, "\n".join(lines)) if part)
