"""The straight-line machine: one tape machine that runs the update circuit of any learner over any number of samples.

Three tapes: 0 the samples as bits, sample after sample, read once; 1 the data (memory, the sample, values of gates); 2
the program, a word of micro-operations. Each step executes the operation under head 2 and moves that head right; the
accumulator is the state:

    <  >       move head 1                          l  L    load the data bit, or its negation
    &  n  |  x   and, and-not, or, xor with it      ~       negate
    s          store                                i       copy tape 0's bit to the data, advance head 0
    e          end: more samples, rewind head 2 and begin again; else halt

In context (`query`) the samples are followed by `?` and a query: at `e` the machine then goes on with the program
behind it, which predicts; `p` accepts where the accumulator is 1, else rejects. Heads begin on a blank cell, one to the
left of what the tapes hold. A blank data cell counts as 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from turingrad.machine.tape import Rule, TapeMachine

BLANK = "_"
OPERATIONS = "<>lL&n|x~sie"
QUERY, ANSWER = "?", "p"


@cache
def straight_line_machine(query: bool = False) -> TapeMachine:
    """The machine: five states, or seven with a query's two answers."""
    symbols = (BLANK, "0", "1", *OPERATIONS, *((QUERY, ANSWER) if query else ()))
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
    samples = (BLANK, "0", "1", *((QUERY,) if query else ()))
    for given in samples:
        for data in (BLANK, "0", "1"):
            for accumulator in (0, 1):
                for operation in (*OPERATIONS, *((ANSWER,) if query else ())):
                    rule = step(given, data, accumulator, operation)
                    if rule is not None:
                        yield rule
            if given in (BLANK, QUERY):
                continue
            for operation in (*OPERATIONS, *((ANSWER,) if query else ())):
                read = (given, data, operation)
                yield Rule("rewind", read, read, (0, 0, -1), "rewind")
            yield Rule("rewind", (given, data, BLANK), (given, data, BLANK), (0, 0, 1), "acc0")


def step(given: str, data: str, accumulator: int, operation: str) -> Rule | None:
    """The rule of one operation; None where it cannot be met (no more bits to read)."""
    state, bit = f"acc{accumulator}", int(data == "1")
    read, write, move, after = (given, data, operation), data, 0, accumulator
    match operation:
        case "<":
            move = -1
        case ">":
            move = 1
        case "l":
            after = bit
        case "L":
            after = 1 - bit
        case "&":
            after = accumulator & bit
        case "n":
            after = accumulator & (1 - bit)
        case "|":
            after = accumulator | bit
        case "x":
            after = accumulator ^ bit
        case "~":
            after = 1 - accumulator
        case "s":
            write = str(accumulator)
        case "i":
            if given in (BLANK, QUERY):
                return None
            return Rule(state, read, (given, given, operation), (1, 0, 1), state)
        case "e":
            if given == BLANK:
                return Rule(state, read, read, (0, 0, 0), "halt")
            if given == QUERY:
                return Rule(state, read, read, (1, 0, 1), "acc0")
            return Rule(state, read, read, (0, 0, -1), "rewind")
        case _:
            return Rule(state, read, read, (0, 0, 0), "yes" if accumulator else "no")
    return Rule(state, read, (given, write, operation), (0, move, 1), f"acc{after}")
