"""Learners written out for the tests of the rcnn construction."""

from __future__ import annotations

from turingrad.machine.grid import TERNARY, WALL, GridMachine, GridRule

# The ten-state parity learner: STATE reads:[write]move>next, reads being any of - 0 + #.
PARITY_SMALL = """
G -0+:L>G #:U>C
C -0+:U>C #:S>N
N +:D>N -:R>K 0:H+ #:R>X
X -0+:U>C #:H-
K -0+:L>P #:H+
P +:D>Qp -0:D>Qm #:L>G
Qp +:U>Wp -0:U>Wm #:S>Wp
Qm +:-U>Wp -0:+U>Wm #:S>Wp
Wp -0+:+R>P
Wm -0+:-R>P
"""


def parse_machine(text: str, work: int = 1, name: str = "") -> GridMachine:
    """A machine in the notation above; `H+` and `H-` halt without moving."""
    rules, states = [], []
    for line in text.strip().splitlines():
        state, *entries = line.split()
        states.append(state)
        for entry in entries:
            reads, action = entry.split(":")
            if action in ("H+", "H-"):
                move, following, write = "S", "halt" + action[1], None
            else:
                head, following = action.split(">")
                move, write = head[-1], head[:-1] or None
            for read in reads:
                written = None if read == WALL else (write or read)
                rules.append(GridRule(state, read, written, move, following))
    return GridMachine(
        states=(*states, "halt+", "halt-"),
        symbols=TERNARY,
        blank="0",
        start=states[0],
        rules=tuple(rules),
        halting=("halt+", "halt-"),
        accept=("halt+",),
        reject=("halt-",),
        work=work,
        name=name,
    )


def parity_small() -> GridMachine:
    return parse_machine(PARITY_SMALL, name="parity-small")
