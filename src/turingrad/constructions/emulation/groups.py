"""Memory bits in groups of which at most one flips in a step: each group has one dummy component, not one per bit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from turingrad.constructions.emulation.logic import FALSE, Logic

Needs = frozenset[int]


class Implications:
    """What flips imply: literals that are 1 wherever a flip is. Flips share arguments (the line of a decoder, a column
    of the data), so that what an argument implies is found once."""

    def __init__(self, logic: Logic, flips: Sequence[int]) -> None:
        self.logic, self.flips = logic, flips
        self.known: dict[int, Needs] = {}
        for part in {part for flip in flips for part in self.parts(flip)}:
            self.known[part] = logic.implied_literals(part)

    def parts(self, flip: int) -> tuple[int, ...]:
        """A flip's arguments if it is an AND, else itself."""
        kind, of = self.logic.nodes[flip >> 1]
        return of if kind == "and" and not flip & 1 else (flip,)

    def implies(self, flip: int, literal: int) -> bool:
        """Whether the literal is found among those that the flip implies."""
        return flip == literal or any(literal in self.known[part] for part in self.parts(flip))

    def opposing_needs(self) -> list[Needs]:
        """For each flip the literals that it implies and whose negation is implied by some flip: all others cannot
        tell two flips apart."""
        found = set(chain(self.flips, *self.known.values()))
        apart = {literal for literal in found if literal ^ 1 in found}
        kept = {part: implied & apart for part, implied in self.known.items()}
        return [
            frozenset(chain((flip,) if flip in apart else (), *(kept[part] for part in self.parts(flip))))
            for flip in self.flips
        ]


class Family:
    """Members of a group that need values of the same nodes: an address, for instance. Two of them exclude each other
    wherever the values differ. `common` are the literals that all members need."""

    def __init__(self, wanted: Needs) -> None:
        self.members = {wanted}
        self.common = wanted

    def excludes(self, wanted: Needs, refused: Needs, same_nodes: bool) -> bool:
        """Whether no member flips together with one that needs `wanted`, and refuses the negations of these."""
        if same_nodes:
            return wanted not in self.members
        return not self.common.isdisjoint(refused) or not any(map(refused.isdisjoint, self.members))

    def add(self, wanted: Needs) -> None:
        self.members.add(wanted)
        self.common &= wanted


class ExclusiveGroup:
    """Bits of which at most one flips in a step, in families by the nodes that their flips need values of."""

    def __init__(self, bit: int, wanted: Needs, nodes: Needs) -> None:
        self.bits = [bit]
        self.families = {nodes: Family(wanted)}

    def excludes(self, wanted: Needs, refused: Needs, nodes: Needs) -> bool:
        own = self.families.get(nodes)
        if own is not None and not own.excludes(wanted, refused, same_nodes=True):
            return False
        return all(each is own or each.excludes(wanted, refused, same_nodes=False) for each in self.families.values())

    def add(self, bit: int, wanted: Needs, nodes: Needs) -> None:
        self.bits.append(bit)
        if nodes in self.families:
            self.families[nodes].add(wanted)
        else:
            self.families[nodes] = Family(wanted)


def exclusive_groups(implications: Implications) -> tuple[tuple[int, ...], ...]:
    """Memory bits in groups of which at most one flips in a step, proven: the flips of any two members need opposite
    values of some node. Greedy, in the order of the bits; a bit that excludes no other is a group of its own, and one
    that never flips is in none."""
    groups: list[ExclusiveGroup] = []
    first_needs: dict[int, list[int]] = {}  # literal -> groups whose first member needs it
    for bit, (flip, wanted) in enumerate(zip(implications.flips, implications.opposing_needs(), strict=True)):
        if flip == FALSE:
            continue
        refused = frozenset(a ^ 1 for a in wanted)
        nodes = frozenset(a >> 1 for a in wanted)
        candidates = sorted({g for a in refused for g in first_needs.get(a, ())})
        joined = next((g for g in candidates if groups[g].excludes(wanted, refused, nodes)), None)
        if joined is None:
            for a in wanted:
                first_needs.setdefault(a, []).append(len(groups))
            groups.append(ExclusiveGroup(bit, wanted, nodes))
        else:
            groups[joined].add(bit, wanted, nodes)
    return tuple(tuple(group.bits) for group in groups)
