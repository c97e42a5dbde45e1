"""Turing machines that learn, in the form of `machine/lower/machine_learner.py`: the sample on one tape, memory on the
other. On both tapes cell 0 belongs to the label, cell 1 to the random bit, cell 1 + i to x_i; both heads move together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from turingrad.library.learners.circuits import checked_features
from turingrad.machine.learner import Learner
from turingrad.machine.lower.machine_learner import machine_learner
from turingrad.machine.tape import Rule, TapeMachine

SYMBOLS = ("_", "+", "-", "?", "m")
BOTH = {"L": (-1, -1), "R": (1, 1), "S": (0, 0)}


def machine(name: str, doc: str, start: str, table: str) -> TapeMachine:
    """A machine from lines `state input work -> write move state`, where `*` stands for every symbol, on the work tape
    also for what was read; the input tape is only read. The states `halt`, `accept` and `reject` halt."""
    rules, states = [], dict.fromkeys([start])
    for line in table.strip().splitlines():
        left, right = line.split("->")
        state, *reads = left.split()
        write, move, target = right.split()
        given = [SYMBOLS if read == "*" else tuple(read.split("|")) for read in reads]
        for a in given[0]:
            for w in given[1]:
                rules.append(Rule(state, (a, w), (a, w if write == "*" else write), BOTH[move], target))
        states |= dict.fromkeys([state, target])
    halting = ("halt", "accept", "reject")
    return TapeMachine(
        states=tuple(dict.fromkeys([*states, *halting])), symbols=SYMBOLS, blank="_", start=start, rules=tuple(rules),
        halting=halting, accept=("accept",), reject=("reject",), tapes=2, name=name, doc=doc,
    )  # fmt: skip


def striker() -> TapeMachine:
    """Make a learner of conjunctions without negation: a positive sample strikes out (marks with m) the
    features that are -1 in it.

    Returns:
        A machine with two tapes.

    Example:
        >>> tg.library.striker().tapes
        2
    """
    return machine(
        "striker", "Conjunctions of features, by striking out those that a positive sample falsifies.", "label",
        """
        label + * -> * R strikes
        label - * -> * S halt
        label ? * -> * R asks
        strikes * * -> * R strike
        strike - * -> m R strike
        strike + * -> * R strike
        strike _ * -> * S halt
        asks * * -> * R ask
        ask + * -> * R ask
        ask - m -> * R ask
        ask - _ -> * S reject
        ask _ * -> * S accept
        """,
    )  # fmt: skip


def wanderer() -> TapeMachine:
    """One feature: a mark (m) stands below the feature that is believed in; where it was wrong and the random bit is +,
    it wanders to the next one, from the last one back to the first."""
    return machine(
        "wanderer", "One of the features, by a mark that wanders on errors if a random bit says so.", "label",
        """
        label + * -> * R bit+
        label - * -> * R bit-
        label ? * -> * R asks
        bit+ - * -> * S halt
        bit- - * -> * S halt
        bit+ + * -> * R find+
        bit- + * -> * R find-
        find+ + _ -> * R find+
        find+ - _ -> * R find+
        find- + _ -> * R find-
        find- - _ -> * R find-
        find+ + m -> * S halt
        find- - m -> * S halt
        find+ - m -> _ R place
        find- + m -> _ R place
        place + * -> m S halt
        place - * -> m S halt
        place _ * -> * L back
        back + * -> * L back
        back - * -> * L back
        back _ * -> * R skip
        skip * * -> * R skips
        skips * * -> * R place
        asks * * -> * R ask
        ask + _ -> * R ask
        ask - _ -> * R ask
        ask + m -> * S accept
        ask - m -> * S reject
        """,
    )  # fmt: skip


def striker_learner(features: int) -> Learner:
    d = checked_features("striker", features)
    return machine_learner(striker(), d, cells=d + 2, steps=d + 3)


def wanderer_learner(features: int) -> Learner:
    """The mark begins below x_1; the way to the end, back and to x_1 again takes 2 d + 9 steps at most."""
    d = checked_features("wanderer", features)
    return machine_learner(wanderer(), d, cells=d + 2, steps=2 * d + 9, work="__m")


MACHINES: Mapping[str, Callable[[int], Learner]] = MappingProxyType(
    {"striker": striker_learner, "wanderer": wanderer_learner}
)
