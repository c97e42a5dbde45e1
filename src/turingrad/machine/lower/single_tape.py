"""Several tapes on one.

Cell c of tape i stands in cell kc + i, k being the number of tapes. A symbol comes plain, `a`, or marked, `<a>`: the
head of its tape is there. A step begins on a cell 0 mod k that has no mark to its left:

    gather  to the right, remembering what the marked cells hold, up to the k-th mark: now the rule is known
    apply   to the left, from mark to mark: write; a head that stays keeps its mark; one that goes left has it set
            when k cells later its tape comes by again; for one that goes right the machine carries the mark k cells
            to the right and returns
    settle  when all k heads are done, no mark is further left: on to the next cell 0 mod k

The distance of the outermost heads being D cells, a step takes O(kD + k^2) steps. No stay moves are used.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeVar

from turingrad._support.validation.arguments import validate_arguments
from turingrad.machine.lower.lowering import (
    Lowering,
    Table,
    TapeLowering,
    Tapes,
    identity_lowering,
    lowered_machine,
    view_by_state,
)
from turingrad.machine.lower.naming import symbol_names
from turingrad.machine.tape import LEFT, MOVE_NAMES, RIGHT, STAY, Tape, TapeConfiguration, TapeMachine

Cell = tuple[str, bool]  # a symbol, and whether it is marked
Action = tuple[str, int]  # what a tape writes and how it moves
Due = Action | Literal["mark"] | None  # what a tape has still to do


class Key(NamedTuple):
    """Where in a step the machine is: `track` is the tape under the head, modulo k.

    begin:  on track 0, nothing gathered yet. A state of its own, so that it is met once per step.
    gather: `reads[i]` is what tape i reads, None if its mark was not met yet.
    apply:  `todo[i]` is what tape i has still to do: an action, "mark" (its mark is to be set), or None.
    carry, return: as apply, with `distance` cells to go to the right, to the left.
    settle: to the left until track is 0.
    """

    phase: Literal["begin", "gather", "apply", "carry", "return", "settle"]
    state: str
    track: int = 0
    reads: tuple[str | None, ...] = ()
    todo: tuple[Due, ...] = ()
    distance: int = 0


Step = tuple[Cell, int, Key]  # what is written, the move, and where that leads
T = TypeVar("T")


@validate_arguments
def single_tape(machine: TapeMachine) -> TapeLowering:
    """Lower a machine with several tapes to one tape.

    Args:
        machine: The source machine.

    Returns:
        The lowering; the machine's symbols say what is on each tape and where its head is.

    Example:
        >>> from turingrad.machine.lower import single_tape
        >>> copy = tg.Rule("copy", ("a", "_"), ("a", "a"), (1, 1), "copy")
        >>> two = tg.TapeMachine(("copy",), ("_", "a"), "_", "copy", (copy,), tapes=2)
        >>> single_tape(two).machine.tapes
        1
    """
    k, blank = machine.tapes, machine.blank
    if k == 1:
        return identity_lowering("single_tape", machine)
    cells: list[Cell] = [(a, marked) for marked in (False, True) for a in machine.symbols]
    name = symbol_names(cells, lambda cell: f"<{cell[0]}>" if cell[1] else cell[0])
    cell_of = {symbol: cell for cell, symbol in name.items()}

    def encode(tapes: Tapes) -> Tapes:
        length = max(1, *map(len, tapes))
        rows = [tape + (blank,) * (length - len(tape)) for tape in tapes]
        return (tuple(name[row[c], c == 0] for c in range(length) for row in rows),)

    def layout(at: TapeConfiguration) -> tuple[tuple[int, ...], tuple[Tape, ...]]:
        (tape,), heads, rows = at.tapes, [0] * k, []
        for track in range(k):
            first = tape.start + (track - tape.start) % k
            row = [cell_of[symbol] for symbol in tape.symbols[first - tape.start :: k]]
            heads[track] = first // k + [marked for _, marked in row].index(True)
            rows.append(Tape.trim(first // k, [symbol for symbol, _ in row], blank))
        return tuple(heads), tuple(rows)

    table: Table[Key] = Table("single_tape", key_name)
    start = Key("begin", machine.start)
    fill(table, machine, start, cells, name)
    ends = {state: [Key("begin", state)] for state in machine.halting}
    lowered = lowered_machine(
        machine, table, symbols=tuple(name.values()), blank=name[blank, False], start=start, ends=ends,
        given=encode(machine.input),
    )  # fmt: skip
    begins = {label: key.state for key, label in table.names.items() if key.phase == "begin"}
    reading = {label: key.state for key, label in table.names.items() if key.phase == "gather"}
    return Lowering("single_tape", machine, lowered, encode, view_by_state(lowered, begins, reading, layout))


def key_name(key: Key) -> str:
    if key.phase == "begin":
        return key.state
    if key.phase == "gather":
        return f"{key.state}?{key.track}:{','.join('.' if read is None else read for read in key.reads)}"
    if key.phase == "settle":
        return f"{key.state}/{key.track}"
    todo = ",".join(
        "." if part is None else "^" if part == "mark" else part[0] + MOVE_NAMES[part[1]] for part in key.todo
    )
    where = {"apply": "", "carry": f">{key.distance}", "return": f"<{key.distance}"}[key.phase]
    return f"{key.state}!{key.track}{where}:{todo}"


def fill(table: Table[Key], machine: TapeMachine, start: Key, cells: list[Cell], name: dict[Cell, str]) -> None:
    """The rules of every state that can follow the start."""
    at_work = {rule.state for rule in machine.rules}
    table.state(start)
    found, pending = {start}, [start]
    while pending:
        key = pending.pop()
        if key.phase == "begin" and key.state not in at_work:
            continue
        for cell in cells:
            step = transition(machine, key, cell)
            if step is None:
                continue
            written, move, to = step
            table.rule(key, (name[cell],), (name[written],), (move,), to)
            if to not in found:
                found.add(to)
                pending.append(to)


def transition(machine: TapeMachine, key: Key, cell: Cell) -> Step | None:
    """What is done on a cell; None if the source is stuck, or where no run comes by with such a cell."""
    if key.phase == "begin":
        return gather(machine, Key("gather", key.state, reads=(None,) * machine.tapes), cell)
    if key.phase == "gather":
        return gather(machine, key, cell)
    if key.phase == "apply":
        return apply(key, cell, machine.tapes)
    if key.phase == "settle":
        return cell, LEFT, next_key(key.state, key.track - 1, machine.tapes)
    if key.phase == "carry":
        if key.distance:
            return cell, RIGHT, key._replace(distance=key.distance - 1)
        return mark(cell, key._replace(phase="return", distance=machine.tapes - 1))
    back = key._replace(distance=key.distance - 1)
    return cell, LEFT, back if back.distance else back._replace(phase="apply")


def gather(machine: TapeMachine, key: Key, cell: Cell) -> Step | None:
    symbol, marked = cell
    if marked and key.reads[key.track] is not None:
        return None
    reads = replace_item(key.reads, key.track, symbol) if marked else key.reads
    known = tuple(read for read in reads if read is not None)
    if len(known) < machine.tapes:
        return cell, RIGHT, key._replace(track=(key.track + 1) % machine.tapes, reads=reads)
    rule = machine.rule(key.state, known)
    if rule is None:
        return None
    todo = tuple(zip(rule.write, rule.move, strict=True))
    return apply(Key("apply", rule.next, key.track, todo=todo), cell, machine.tapes)


def apply(key: Key, cell: Cell, k: int) -> Step | None:
    marked, due = cell[1], key.todo[key.track]
    if due == "mark":
        return mark(cell, onward(key, None, k))
    if not marked:
        return cell, LEFT, onward(key, due, k)
    if due is None:
        return None
    write, move = due
    if move == RIGHT:
        done = replace_item(key.todo, key.track, None)
        return (write, False), RIGHT, key._replace(phase="carry", todo=done, distance=k - 1)
    return (write, move == STAY), LEFT, onward(key, "mark" if move == LEFT else None, k)


def mark(cell: Cell, to: Key) -> Step | None:
    """Sets a mark on the way to the left."""
    symbol, marked = cell
    return None if marked else ((symbol, True), LEFT, to)


def onward(key: Key, due: Due, k: int) -> Key:
    """One cell to the left, with `due` left to do for the tape of this cell."""
    todo = replace_item(key.todo, key.track, due)
    if any(part is not None for part in todo):
        return key._replace(track=(key.track - 1) % k, todo=todo)
    return next_key(key.state, key.track - 1, k)


def next_key(state: str, track: int, k: int) -> Key:
    """On the way to the left, or at the beginning of the next step where the track is 0."""
    return Key("settle", state, track % k) if track % k else Key("begin", state)


def replace_item(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return row[:index] + (value,) + row[index + 1 :]
