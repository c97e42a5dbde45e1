"""From the text of a program to a machine."""

from __future__ import annotations

from dataclasses import dataclass

from turingrad._support.validation.arguments import validate_arguments
from turingrad.language.dialects import Dialect, GridDialect, TapeDialect
from turingrad.language.evaluate import MAX_STATES, Continuation, Evaluation
from turingrad.language.minimise import Members, merge_compatible, reduce_states
from turingrad.language.naming import documentation, state_names
from turingrad.language.source import Program, read_program
from turingrad.language.table import Table
from turingrad.language.translate import Translation
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine


@validate_arguments
def compile_program(
    text: str,
    source: str = "<program>",
    minimise: bool = True,
    *,
    name: str = "",
    max_states: int = MAX_STATES,
) -> GridMachine | TapeMachine:
    r"""Compile a program of the language to a machine.

    Args:
        text: The program.
        source: What error messages call it.
        minimise: Merge equivalent states; without, there is one state for each continuation.
        name: The machine's name.
        max_states: A program that needs more states is refused.

    Returns:
        A tape machine or a grid machine, as the program's first line says.

    Raises:
        FormatError: The program is wrong; the message shows the line.

    Example:
        >>> text = 'machine tape(symbols="ab_")\nwhile s[0] != "_":\n    move(0, "R")\n    step()\naccept()\n'
        >>> machine = tg.compile_program(text)
        >>> tg.run(machine, "abba").verdict
        'accept'
    """
    found = evaluate_program(text, source, minimise, max_states)
    names = state_names(found.groups, found.program)
    return found.dialect.machine(found.table, names, name, documentation(found.program, names, found.groups))


@dataclass(frozen=True)
class Evaluated:
    """A program's table of states, the program's own states (`continuations`) and which of them each stands for."""

    program: Program
    dialect: Dialect
    table: Table
    continuations: list[Continuation]
    groups: list[list[Continuation]]


def evaluate_program(text: str, source: str, minimise: bool, max_states: int) -> Evaluated:
    program = read_program(text, source)
    dialect: Dialect = GridDialect(program.header) if program.header.dialect == "grid" else TapeDialect(program.header)
    code = Translation(program, dialect.statements, dialect.tapes).code_of_program()
    table, continuations = Evaluation(code, dialect, program.source, max_states).explore()
    members: Members = [(number,) for number in range(len(table))]
    if minimise:
        table, members = reduce_states(table, members)
        table, members = merge_compatible(table, members)
    groups = [[continuations[number] for number in group] for group in members]
    return Evaluated(program, dialect, table, continuations, groups)
