"""Fewer states: equivalent ones first, then compatible ones over don't-cares.

Two states are equivalent where they do the same on the same reads, for ever: partition refinement (Hopcroft 1971).
They are compatible where they do the same on the reads that both have an entry for, and so do the states that they
lead to. Merging compatible states is where most is saved, and finding the best way is NP-hard (Pfleeger 1973); it is
done greedily in several orders, the best kept. Orders are drawn from a fixed seed: a program has one machine.
"""

from __future__ import annotations

import random
from collections import defaultdict

from turingrad.language.table import Entry, Read, Table

Members = list[tuple[int, ...]]  # for each state, the states of the program that became it

SEED = 0
RESTARTS = 200
WORK = 1_000_000  # pairs tried and entries compared, in all restarts together
MAX_COMPARISONS = 1_000_000  # of entries, for the compatibility of all pairs; larger machines keep their states


def reduce_states(table: Table, members: Members) -> tuple[Table, Members]:
    """Equivalent states as one. `members` lists the original states that each state of the table stands for."""
    block = refine_classes(table)
    first: dict[int, int] = {}
    for state, number in enumerate(block):
        first.setdefault(number, state)
    return quotient(table, members, [first[number] for number in block])


def refine_classes(table: Table) -> list[int]:
    """The number of each state's class. Classes are split by the smaller half of a splitter, n log n in all."""
    before: list[dict[Read, list[int]]] = [defaultdict(list) for _ in table]
    signatures: dict[object, list[int]] = defaultdict(list)
    for state, entries in enumerate(table):
        for read, entry in entries.items():
            if isinstance(entry.next, int):
                before[entry.next][read].append(state)
        outputs = ((r, e.action, e.next if isinstance(e.next, str) else None) for r, e in entries.items())
        signatures[frozenset(outputs)].append(state)
    classes = [set(states) for states in signatures.values()]
    block = [0] * len(table)
    for number, states in enumerate(classes):
        for state in states:
            block[state] = number
    pending = list(range(len(classes)))
    waiting = [True] * len(classes)
    while pending:
        splitter = pending.pop()
        waiting[splitter] = False
        arriving: dict[Read, list[int]] = defaultdict(list)
        for state in classes[splitter]:
            for read, origins in before[state].items():
                arriving[read].extend(origins)
        for read in sorted(arriving):
            split: dict[int, set[int]] = defaultdict(set)
            for state in arriving[read]:
                split[block[state]].add(state)
            for number in sorted(split):
                part = split[number]
                if len(part) == len(classes[number]):
                    continue
                classes[number] -= part
                new = len(classes)
                if len(part) > len(classes[number]) and not waiting[number]:
                    part, classes[number] = classes[number], part
                classes.append(part)
                for state in part:
                    block[state] = new
                pending.append(new)
                waiting.append(True)
    return block


def quotient(table: Table, members: Members, stands_for: list[int]) -> tuple[Table, Members]:
    """Each state replaced by the one that stands for it, entries of a class united, unreachable classes dropped."""
    united: dict[int, dict[Read, Entry]] = {}
    joined: dict[int, tuple[int, ...]] = {}
    for state, entries in enumerate(table):
        united.setdefault(stands_for[state], {}).update(entries)
        joined[stands_for[state]] = joined.get(stands_for[state], ()) + members[state]
    number = {stands_for[0]: 0}
    order = [stands_for[0]]
    result: Table = []
    for state in order:  # grows while it is read: breadth first from the first state
        row: dict[Read, Entry] = {}
        for read, entry in united[state].items():
            after = entry.next
            if isinstance(after, int):
                target = stands_for[after]
                if target not in number:
                    number[target] = len(order)
                    order.append(target)
                after = number[target]
            row[read] = Entry(entry.action, after)
        result.append(row)
    return result, [joined[state] for state in order]


def merge_compatible(table: Table, members: Members) -> tuple[Table, Members]:
    """Compatible states as one, in the best of several greedy ways: fewest states, then fewest rules."""
    count, rules = size(table)
    if count * rules // 2 > MAX_COMPARISONS:
        return table, members
    pairs = compatible_pairs(table)
    if not pairs:
        return table, members
    rng = random.Random(SEED)
    best, best_size = (table, members), size(table)
    work = 0
    for _ in range(RESTARTS):
        if work > WORK:
            break
        merging = Merging(table)
        for a, b in pairs:
            merging.try_merge(a, b)
        work += merging.compared + len(pairs)
        candidate = quotient(table, members, [merging.root(state) for state in range(count)])
        if size(candidate[0]) < best_size:
            best, best_size = candidate, size(candidate[0])
        rng.shuffle(pairs)
    return best


def size(table: Table) -> tuple[int, int]:
    return len(table), sum(map(len, table))


def compatible_pairs(table: Table) -> list[tuple[int, int]]:
    """All pairs of states that no common read tells apart, nor any of the pairs that they lead to."""
    leads_here: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    apart: set[tuple[int, int]] = set()
    for b in range(len(table)):
        for a in range(b):
            for read, left in table[a].items():
                right = table[b].get(read)
                if right is None:
                    continue
                if conflict(left, right):
                    apart.add((a, b))
                    break
                if isinstance(left.next, int) and isinstance(right.next, int) and left.next != right.next:
                    leads_here[min(left.next, right.next), max(left.next, right.next)].append((a, b))
    pending = list(apart)
    while pending:
        for pair in leads_here[pending.pop()]:
            if pair not in apart:
                apart.add(pair)
                pending.append(pair)
    return [(a, b) for b in range(len(table)) for a in range(b) if (a, b) not in apart]


def conflict(left: Entry, right: Entry) -> bool:
    """True if one read tells two states apart: another action, or halting in one way and not in the other."""
    states = isinstance(left.next, int) and isinstance(right.next, int)
    return left.action != right.action or (left.next != right.next and not states)


class Merging:
    """Classes of states under union, each with the entries of its members; a union that fails is taken back."""

    def __init__(self, table: Table) -> None:
        self.parent = list(range(len(table)))
        self.entries = [dict(row) for row in table]
        self.compared = 0

    def root(self, state: int) -> int:
        while self.parent[state] != state:
            state = self.parent[state]
        return state

    def try_merge(self, a: int, b: int) -> bool:
        """Unites the classes of a and b, and of all pairs that this makes equal; false where that is a conflict."""
        undo: list[tuple[int, int, list[Read]]] = []
        pending = [(a, b)]
        while pending:
            left, right = (self.root(state) for state in pending.pop())
            if left == right:
                continue
            left, right = min(left, right), max(left, right)
            added: list[Read] = []
            undo.append((left, right, added))
            self.parent[right] = left
            mine = self.entries[left]
            for read, entry in self.entries[right].items():
                self.compared += 1
                own = mine.get(read)
                if own is None:
                    mine[read] = entry
                    added.append(read)
                elif conflict(own, entry):
                    self.take_back(undo)
                    return False
                elif isinstance(own.next, int) and isinstance(entry.next, int):
                    pending.append((own.next, entry.next))
        return True

    def take_back(self, undo: list[tuple[int, int, list[Read]]]) -> None:
        for left, right, added in reversed(undo):
            self.parent[right] = right
            for read in added:
                del self.entries[left][read]
