"""Readable names and documentation of states, from the lines and comments of the program.

A state is called after the move that led to it: by the comment on that line where it starts with a name and a colon
(`left(until=wall)  # home: to the left wall`), else by the subroutine and the line; the live registers follow. Where
several places of the program became one state, it is called after the first that has a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from turingrad.language.evaluate import Continuation
from turingrad.language.expressions import Value
from turingrad.language.source import Program

GIVEN_NAME = re.compile(r"([A-Za-z_]\w{0,23})\s*:\s*(.*)")
SIGNS = {-1: "-", 0: "0", 1: "+"}
LONGEST_NAME = 60

Group = Sequence[Continuation]  # the places of the program that became one state


def state_names(groups: Sequence[Group], program: Program) -> list[str]:
    """One name per state, all different, none of them a halting state's."""
    taken = {"halt+", "halt-", "halt", "accept", "reject"}
    counts: dict[str, int] = {}
    names: list[str] = []
    for group in groups:
        wanted = full_name(group, program)[:LONGEST_NAME]
        name = wanted
        while name in taken:
            counts[wanted] = counts.get(wanted, 1) + 1
            name = f"{wanted}~{counts[wanted]}"
        taken.add(name)
        names.append(name)
    return names


def full_name(group: Group, program: Program) -> str:
    """The stem, then the registers whose values all places of that stem share."""
    lead = leader(group, program)
    alike = [set(one.registers) for one in group if stem(one, program) == stem(lead, program)]
    common = set.intersection(*alike)
    shared = [(register, value) for register, value in lead.registers if (register, value) in common]
    return stem(lead, program) + "".join(f".{r.rpartition('.')[2]}={format_continuation(value)}" for r, value in shared)


def leader(group: Group, program: Program) -> Continuation:
    return next((one for one in group if given_name(one, program)), group[0])


def comment(continuation: Continuation, program: Program) -> str:
    return "" if continuation.after is None else program.comments.get(continuation.after.place.line, "")


def given_name(continuation: Continuation, program: Program) -> re.Match[str] | None:
    return GIVEN_NAME.fullmatch(comment(continuation, program))


def stem(continuation: Continuation, program: Program) -> str:
    if continuation.after is None:
        return "start"
    given, line = given_name(continuation, program), continuation.after.place.line
    if given:
        return given[1]
    return f"{continuation.after.within}.{line}" if continuation.after.within else f"line{line}"


def format_continuation(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return SIGNS.get(value, str(value)) if isinstance(value, int) else value


def documentation(program: Program, names: list[str], groups: Sequence[Group]) -> str:
    """The program's docstring, then what is said of each state: by its comment, or by its subroutine's docstring."""
    said = [(name, remark(leader(group, program), program)) for name, group in zip(names, groups, strict=True)]
    states = "\n".join(f"{name}: {text}" for name, text in said if text)
    return "\n\n".join(part for part in (program.doc, states) if part)


def remark(continuation: Continuation, program: Program) -> str:
    given = given_name(continuation, program)
    within = continuation.after.within if continuation.after else ""
    return given[2] if given else comment(continuation, program) or (within and program.docs[within])
