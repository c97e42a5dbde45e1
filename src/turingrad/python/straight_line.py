"""The straight-line machine: one tape machine that runs the update circuit of any learner over any number of samples.

Three tapes: 0 the samples as bits, sample after sample, read once; 1 the data (memory, values of gates), two bits a
cell; 2 the program, a word of micro-operations. Each step executes the operation under head 2 and moves that head
right; the accumulator is the state. A small letter is about a data cell's bit 0, its capital about bit 1:

    <  >    move head 1                 l  L    load the bit          s  S    store
    ~       negate                      a  A    and with it           x  X    xor with it
    i       read tape 0's bit and advance head 0
    e       end: more samples, rewind head 2 and begin again; else halt

In context (`query`) the samples are followed by `?` and a query: at `e` the machine then goes on with the program
after it, which predicts; `p` accepts where the accumulator is 1, else rejects. Heads begin on a blank cell, one to the
left of what the tapes hold. A data cell is the digit of its two bits, bit 1 twice bit 0's weight; a blank one counts as
0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from turingrad.machine.tape import Rule, TapeMachine

BLANK = "_"
OPERATIONS = "<>lLaAxXsS~ie"
QUERY, ANSWER = "?", "p"
DATA = "0123"


@cache
def straight_line_machine(query: bool = False) -> TapeMachine:
    """The machine: five states, or seven with a query's two answers."""
    symbols = (BLANK, *DATA, *OPERATIONS, *((QUERY, ANSWER) if query else ()))
    ends = ("halt", "yes", "no") if query else ("halt",)
    return TapeMachine(
        states=("start", "acc0", "acc1", "rewind", *ends),
        symbols=symbols,
        blank=BLANK,
        start="start",
        rules=tuple(rules(query)),
        halting=ends,
        accept=("yes",) if query else (),
        reject=("no",) if query else (),
        tapes=3,
        name="straight-line",
        doc="Runs the circuits of any learner: samples, data and a program of micro-operations on three tapes.",
    )


def rules(query: bool) -> Iterator[Rule]:
    start = (BLANK,) * 3
    yield Rule("start", start, start, (1, 1, 1), "acc0")
    operations = (*OPERATIONS, *((ANSWER,) if query else ()))
    for given in (BLANK, "0", "1", *((QUERY,) if query else ())):
        for data in (BLANK, *DATA):
            for accumulator in (0, 1):
                for operation in operations:
                    rule = step(given, data, accumulator, operation)
                    if rule is not None:
                        yield rule
            if given in (BLANK, QUERY):
                continue
            for operation in operations:
                read = (given, data, operation)
                yield Rule("rewind", read, read, (0, 0, -1), "rewind")
            yield Rule("rewind", (given, data, BLANK), (given, data, BLANK), (0, 0, 1), "acc0")


def bit_of(data: str, track: int) -> int:
    """One of the two bits of a data cell."""
    return 0 if data == BLANK else int(data) >> track & 1


def step(given: str, data: str, accumulator: int, operation: str) -> Rule | None:
    """The rule of one operation; None if it cannot be met (no more bits to read)."""
    state, track = f"acc{accumulator}", int(operation.isupper())
    bit = bit_of(data, track)
    read, write, move, after = (given, data, operation), data, 0, accumulator
    match operation.lower():
        case "<":
            move = -1
        case ">":
            move = 1
        case "l":
            after = bit
        case "a":
            after = accumulator & bit
        case "x":
            after = accumulator ^ bit
        case "~":
            after = 1 - accumulator
        case "s":
            other = bit_of(data, 1 - track)
            write = DATA[accumulator << track | other << (1 - track)]
        case "i":
            if given in (BLANK, QUERY):
                return None
            return Rule(state, read, read, (1, 0, 1), f"acc{given}")
        case "e":
            if given == BLANK:
                return Rule(state, read, read, (0, 0, 0), "halt")
            if given == QUERY:
                return Rule(state, read, read, (1, 0, 1), "acc0")
            return Rule(state, read, read, (0, 0, -1), "rewind")
        case _:
            return Rule(state, read, read, (0, 0, 0), "yes" if accumulator else "no")
    return Rule(state, read, (given, write, operation), (0, move, 1), f"acc{after}")
