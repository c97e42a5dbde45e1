"""What `turingrad census` found: of all learners of two states, those that are right most often on all data sets of
three examples of three features, within 324 steps. Of equals the one that does best at larger sizes, see
`docs/census.md`.

The rules are in the notation of `search`: `read:[write]move>next`, `H+` and `H-` halt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from turingrad.library.entry import Variant
from turingrad.machine.grid import TERNARY, WALL, GridMachine, GridRule

PREFIX = "census-"
FOUND = {
    "dictator": """
        0: -:D>0  0:L>1  +:-U>0  #:R>0
        1: -:+D>0  0:H+  +:0U>0  #:H-
    """,
    "noisy-constant": """
        0: -:H-  +:-U>1  #:D>0
        1: -:+U>0  +:U>1  #:H+
    """,
    "majority-3": """
        0: -:+L>1  0:L>1  +:0R>1  #:H+
        1: -:+L>1  0:-U>0  +:-R>0  #:H-
    """,
    "conjunction-2": """
        0: -:H-  0:H+  +:-U>1
        1: -:U>1  0:L>1  +:0R>1  #:S>0
    """,
    "parity-2": """
        0: -:+L>0  0:-U>1  +:-R>0  #:H+
        1: -:0R>1  0:L>1  +:L>0  #:H-
    """,
    "prototype": """
        0: -:0L>0  0:-U>1  +:0R>0  #:H-
        1: -:+D>0  0:L>1  +:L>0  #:H+
    """,
}
"""By the task."""

HALTS = {"H+": "halt+", "H-": "halt-"}


def machine(task: str) -> GridMachine:
    """The best learner of two states of a task, at the size of the census."""
    return learner_from_rules(FOUND[task], f"{PREFIX}{task}", text(task))


def learner_from_rules(lines: str, name: str = "", doc: str = "") -> GridMachine:
    """The learner whose rules are written out, one line per state."""
    rules = []
    states = []
    for line in lines.strip().splitlines():
        state, _, entries = line.strip().partition(": ")
        states.append(state)
        for read, does in (entry.split(":") for entry in entries.split()):
            action, _, target = does.partition(">")
            write, move = action[:-1], action[-1]
            written = None if read == WALL else write or read
            if does in HALTS:
                rules.append(GridRule(state, read, None if read == WALL else read, "S", HALTS[does]))
            else:
                rules.append(GridRule(state, read, written, move, target))
    halting = tuple(HALTS.values())
    return GridMachine(
        states=(*states, *halting), symbols=TERNARY, blank="0", start=states[0], rules=tuple(rules), halting=halting,
        accept=halting[:1], reject=halting[1:], work=1, name=name, doc=doc,
    )  # fmt: skip


def text(task: str) -> str:
    return f"The best learner of two states for {task}, provably, on all data sets of three examples of three features."


LEARNERS: Mapping[str, Callable[[], GridMachine]] = MappingProxyType(
    {f"{PREFIX}{task}": partial(machine, task) for task in FOUND}
)


def variants() -> tuple[Variant, ...]:
    return tuple(Variant(f"{PREFIX}{task}", "grid", text(task), partial(machine, task)) for task in FOUND)
