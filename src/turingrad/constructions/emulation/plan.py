"""What an emulation net computes, before any vertex is built: its output, the flips it tries, and their groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turingrad.constructions.emulation.logic import FALSE, Logic
from turingrad.constructions.emulation.memory import SHAPES
from turingrad.constructions.emulation.scheme import guesses, input_names, intention
from turingrad.machine.learner import Learner


@dataclass(frozen=True)
class Plan:
    """Literals of `logic`: the net's inputs by name, the readings of each memory bit, the output, each bit's flip."""

    learner: Learner
    shape: str
    logic: Logic
    inputs: dict[str, int]
    readings: tuple[tuple[int, ...], ...]
    answer: int
    flips: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


def plan(learner: Learner, shape: str) -> Plan:
    """The function r(x, b) of Lemma 3 for a memory of this shape."""
    logic = Logic()
    inputs = {name: logic.variable() for name in input_names(learner)}
    signs = 1 if SHAPES[shape][1] else 2  # a shared first edge holds the bit, or the two paths' first edges together
    readings = tuple(tuple(logic.variables(signs)) for _ in learner.memory)
    # A positive weight reads as 1 and encodes 0, so one reading is negated; in the XOR of two, the negations cancel.
    b = [logic.xor(*reading) if signs == 2 else reading[0] ^ 1 for reading in readings]
    x = [inputs[f"x[{i}]"] for i in range(learner.features)]
    r = [inputs[f"r[{i}]"] for i in range(learner.random_bits)]
    answer, flips = intention(logic, learner, b, x, r, inputs["guess"] if guesses(learner) else FALSE)
    return Plan(learner, shape, logic, inputs, readings, answer, tuple(flips), exclusive_groups(logic, flips))


class ExclusiveGroup:
    """Bits of which at most one flips in a step. `needs` are the literals that each member's flip implies.

    Two members exclude each other if they need opposite values of some node. If all members need some value of the same
    nodes (`shared`: an address), they do so wherever their patterns of these values differ, so that a new member is
    compared with a set of patterns instead of with every member."""

    def __init__(self, bit: int, wanted: frozenset[int]) -> None:
        self.bits = [bit]
        self.needs = [wanted]
        self.shared = {a >> 1 for a in wanted}
        self.patterns = {wanted}

    def excludes(self, wanted: frozenset[int], refused: set[int]) -> bool:
        """Whether no member flips together with one that needs `wanted`, and refuses the negations of these."""
        if self.shared and self.shared <= {a >> 1 for a in wanted} and self.pattern(wanted) not in self.patterns:
            return True
        # Bits that flip together often come one after another: the last member is the likeliest to be in the way.
        return not any(map(refused.isdisjoint, reversed(self.needs)))

    def pattern(self, wanted: frozenset[int]) -> frozenset[int]:
        return frozenset(a for a in wanted if a >> 1 in self.shared)

    def add(self, bit: int, wanted: frozenset[int]) -> None:
        self.bits.append(bit)
        self.needs.append(wanted)
        if not self.shared <= {a >> 1 for a in wanted}:
            self.shared &= {a >> 1 for a in wanted}
            self.patterns = {self.pattern(needed) for needed in self.needs}
            if len(self.patterns) < len(self.needs):
                self.shared = set()  # equal patterns prove nothing
        else:
            self.patterns.add(self.pattern(wanted))


def exclusive_groups(logic: Logic, flips: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Memory bits in groups of which at most one flips in a step, proven: the flips of any two members need opposite
    values of some node. Greedy, in the order of the bits; a bit that excludes no other is a group of its own."""
    groups: list[ExclusiveGroup] = []
    first_needs: dict[int, list[int]] = {}  # literal -> groups whose first member needs it
    for bit, flip in enumerate(flips):
        wanted = logic.implied_literals(flip)
        refused = {a ^ 1 for a in wanted}
        candidates = sorted({g for a in refused for g in first_needs.get(a, ())})
        joined = next((g for g in candidates if groups[g].excludes(wanted, refused)), None)
        if joined is None:
            for a in wanted:
                first_needs.setdefault(a, []).append(len(groups))
            groups.append(ExclusiveGroup(bit, wanted))
        else:
            groups[joined].add(bit, wanted)
    return tuple(tuple(group.bits) for group in groups)
