"""Which line and register of a program costs how many states.

A state of the program is a place just after a move together with the registers that are live there. A line is charged
with the states after its moves, a register at a line with the states that there would be fewer were it not live there.
Equivalent and compatible states are merged afterwards; each state of the machine is the line's that it is called after.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from turingrad.language.evaluate import MAX_STATES, Continuation
from turingrad.language.naming import leader
from turingrad.language.program import Evaluated, evaluate_program


@dataclass(frozen=True)
class RegisterCost:
    """The values that a register takes after a line's moves, and the states that it costs there."""

    name: str
    values: int
    states: int


@dataclass(frozen=True)
class LineCost:
    """A line of the program (0: the start) with its states before and after merging."""

    line: int
    text: str
    states: int
    machine_states: int
    registers: tuple[RegisterCost, ...]


@dataclass(frozen=True)
class Explanation:
    """The cost of a program, line by line, and of each register over all lines. The lines' states add up to the
    program's and the machine's; registers' do not, since two that vary together are charged both."""

    lines: tuple[LineCost, ...]
    registers: tuple[RegisterCost, ...]

    @property
    def states(self) -> int:
        return sum(line.states for line in self.lines)

    @property
    def machine_states(self) -> int:
        return sum(line.machine_states for line in self.lines)


def explain_program(text: str, source: str = "<program>", *, max_states: int = MAX_STATES) -> Explanation:
    """Explain what each line and register of a program costs in states.

    Args:
        text: The program.
        source: What error messages call it.
        max_states: A program that needs more states is refused.

    Returns:
        The states before and after merging, and what each line and register adds.

    Example:
        >>> from turingrad.library import program_text
        >>> found = tg.explain_program(program_text("hebb"))
        >>> found.machine_states
        9
    """
    found = evaluate_program(text, source, True, max_states)
    places: dict[int, list[Continuation]] = defaultdict(list)
    for continuation in found.continuations:
        places[line_of(continuation)].append(continuation)
    kept: dict[int, int] = defaultdict(int)
    for group in found.groups:
        kept[line_of(leader(group, found.program))] += 1
    rows = text.splitlines()
    lines = tuple(
        LineCost(
            number,
            " ".join(rows[number - 1].split()) if number else "",
            len(here),
            kept[number],
            tuple(register_cost(name, here) for name in names_in(here)),
        )
        for number, here in sorted(places.items())
    )
    everywhere = [register_total(name, found, lines) for name in names_in(found.continuations)]
    return Explanation(lines, tuple(sorted(everywhere, key=lambda cost: -cost.states)))


def line_of(continuation: Continuation) -> int:
    return 0 if continuation.after is None else continuation.after.place.line


def names_in(places: list[Continuation]) -> list[str]:
    return sorted({name for continuation in places for name, _ in continuation.registers})


def register_cost(name: str, places: list[Continuation]) -> RegisterCost:
    values = {value for one in places for register, value in one.registers if register == name}
    without = {(one.index, tuple(pair for pair in one.registers if pair[0] != name)) for one in places}
    return RegisterCost(name, len(values), len(places) - len(without))


def register_total(name: str, found: Evaluated, lines: tuple[LineCost, ...]) -> RegisterCost:
    values = register_cost(name, found.continuations).values
    return RegisterCost(name, values, sum(c.states for line in lines for c in line.registers if c.name == name))
