"""From the text of a program to a machine."""

from __future__ import annotations

from turingrad.language.dialects import Dialect, GridDialect, TapeDialect
from turingrad.language.evaluate import MAX_STATES, evaluate
from turingrad.language.minimise import Members, merged, reduced
from turingrad.language.naming import documentation, state_names
from turingrad.language.source import read_program
from turingrad.language.translate import translate
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine


def compile_program(
    text: str,
    source: str = "<program>",
    minimise: bool = True,
    *,
    name: str = "",
    max_states: int = MAX_STATES,
) -> GridMachine | TapeMachine:
    """The machine of a program. `source` names the program in error messages.

    Without `minimise` there is one state for each continuation.
    """
    program = read_program(text, source)
    dialect: Dialect = GridDialect(program.header) if program.header.dialect == "grid" else TapeDialect(program.header)
    code = translate(program, dialect.statements, dialect.tapes)
    table, continuations = evaluate(code, dialect, program.source, max_states)
    members: Members = [(number,) for number in range(len(table))]
    if minimise:
        table, members = reduced(table, members)
        table, members = merged(table, members)
    groups = [[continuations[number] for number in group] for group in members]
    names = state_names(groups, program)
    return dialect.machine(table, names, name, documentation(program, names, groups))
