"""A tiny learner as a grid machine for the recurrent convolution of Goel et al.

The grid has a row for each sample and one for the test point. `with_xor_input` undoes the product form; then the head
goes down the rows. In a row the sample stands in the columns 0 to d, column d + 1 stays blank, and the columns right of
it hold the memory and values of gates, + for 1 and - for 0. The learner's step, written once as a program of moves with
one bit in hand (`writer`), gives the memory its new value; a loop copies it into the row below; where there is none the
program of `predict` runs and answers. All is written in the grid language, whose compiler fuses tests and writes into
the moves, so that a state is a move, twice where a bit is in hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from turingrad.errors import LimitError
from turingrad.machine.grid import GridMachine
from turingrad.machine.learner import Learner
from turingrad.machine.lower.grid import with_xor_input
from turingrad.python.logic import Graph
from turingrad.python.schedule import REACHES, WINDOWS, depth_first, smooth_order
from turingrad.python.tapes import literals, step_literals
from turingrad.python.writer import Task, Writer, write_gates

MAX_STATES = 600  # of the machine; the convolution of 440 has 37 million parameters, and they grow with the square
STATEMENTS = {
    ">": "right()\n{}assert not wall",
    "<": "left()\n{}assert not wall",
    "l": "a = s == 1",
    "a": "a = a and s == 1",
    "x": "a = a != (s == 1)",
    "~": "a = not a",
    "s": "write(1 if a else -1)",
}


@dataclass(frozen=True)
class GridPrograms:
    """Update and predict as programs on a row, the columns of the memory bits, and how many work columns there are."""

    update: str
    predict: str
    memory: tuple[int, ...]
    work: int


def grid_learner(learner: Learner) -> GridMachine:
    """The grid machine, refused with the count of its states where they are too many for the convolution."""
    if learner.random_bits:
        raise LimitError("a grid machine has no random bits to give to this learner")
    programs = grid_programs(learner)
    count = states_of(programs.update) + states_of(programs.predict)
    if count > 4 * MAX_STATES:  # merging does not save as much
        raise too_large(f"about {count:,}")
    from turingrad.language import compile_program  # machines do without the language, and load sooner

    written = compile_program(program_text(learner, programs), f"{learner.name}.tg", name=learner.name)
    assert isinstance(written, GridMachine)
    machine = with_xor_input(written)
    if len(machine.working_states) > MAX_STATES:
        raise too_large(f"{len(machine.working_states):,}")
    return machine


def states_of(text: str) -> int:
    """The states of a program's moves before merging: two where the bit in hand is still to be used."""
    count, live = 0, False
    for operation in reversed(text):
        if operation in "<>":
            count += 1 + live
        else:
            live = operation != "l"
    return count


def too_large(states: str) -> LimitError:
    return LimitError(
        f"as a grid machine this learner takes {states} states, more than {MAX_STATES:,}; write it in the grid "
        f"language, or take another construction"
    )


def grid_programs(learner: Learner) -> GridPrograms:
    graph = Graph()
    b, x, y = graph.variables(len(learner.memory)), graph.variables(learner.features), graph.variable()
    new = step_literals(graph, learner, b, x, y, [])
    (answer,) = literals(graph, learner.predict, [*b, *x])
    d = learner.features
    given = {literal >> 1: 2 * column for column, literal in enumerate([*x, y])}
    order = smooth_order(graph, [node for node in graph.dependencies([*new, answer, *b, *x, y]) if node])
    row = sorted((literal >> 1 for literal in b), key=order.__getitem__)
    gates = depth_first(graph, sorted(new, key=lambda literal: order.get(literal >> 1, 0.0)))
    wanted = {old >> 1: value for old, value in zip(b, new, strict=True) if value != old}
    barred = frozenset([2 * (d + 1)])
    common = {"given": given, "start": d, "tracks": 1, "barred": barred}
    task = Task(graph, gates, frozenset(), wanted, **common)  # type: ignore[arg-type]
    layouts = [
        {node: 2 * (d + 2 + i * gap) for i, node in enumerate(arrangement)}
        for gap in (1, 2)
        for arrangement in (row, row[::-1])
    ]
    update = best(task, layouts)
    asked = Task(graph, depth_first(graph, [answer]), frozenset(), {}, answer, **common)  # type: ignore[arg-type]
    predict = best(asked, [dict(update.homes)])
    last = max(furthest(d, writer) for writer in (update, predict))
    columns = tuple(update.homes[literal >> 1] // 2 for literal in b)
    return GridPrograms("".join(update.text), "".join(predict.text), columns, max(last, *columns, d + 1) - d)


def best(task: Task, layouts: Sequence[dict[int, int]]) -> Writer:
    found = [write_gates(task, homes, w, reach) for homes in layouts for w in WINDOWS for reach in REACHES]
    return min(found, key=Writer.length)


def furthest(start: int, writer: Writer) -> int:
    """The last column that a program visits."""
    column = most = start
    for operation in "".join(writer.text):
        column += (operation == ">") - (operation == "<")
        most = max(most, column)
    return most


def program_text(learner: Learner, programs: GridPrograms) -> str:
    """The program in the grid language."""
    lines = [f"machine grid(work={programs.work})", f'"""{learner.name}: update in each row, predict in the last."""']
    lines += ["up(until=wall)", "stay()"]
    lines += start_memory_lines(learner, programs)
    lines += ["while True:", "    down()", "    if wall:", "        stay()"]
    lines += statements(programs.predict.rstrip("<>"), 8)
    lines += ["        halt(1 if a else -1)", "    up()", "    assert not wall"]
    lines += statements(programs.update, 4)
    lines += ["    right()", "    assert not wall", "    right()"]
    lines += ["    while not wall:", "        a = s == 1", "        down()", "        assert not wall"]
    lines += ["        write(1 if a else -1)", "        up()", "        assert not wall", "        right()"]
    lines += ["    down()", "    assert not wall", "    while s != 0:", "        left()", "        assert not wall"]
    lines += ["    left()", "    assert not wall"]
    return "\n".join(lines) + "\n"


def start_memory_lines(learner: Learner, programs: GridPrograms) -> Iterator[str]:
    """From the label in the top row: the start memory, 0 elsewhere, and back."""
    bits = dict(zip(programs.memory, learner.memory, strict=True))
    first = learner.features + 2
    yield from ["right()", "assert not wall"]
    for column in range(first, learner.features + 1 + programs.work):
        yield from ["right()", "assert not wall", f"write({1 if bits.get(column) else -1})"]
    yield from ["left()", "assert not wall", "while s != 0:", "    left()", "    assert not wall"]
    yield from ["left()", "assert not wall"]


def statements(text: str, indent: int) -> Iterator[str]:
    space = " " * indent
    for operation, group in groupby(text):
        for _ in group:
            yield from (space + STATEMENTS[operation].format(space)).split("\n")
