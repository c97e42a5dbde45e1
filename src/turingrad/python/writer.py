"""Writes a graph's gates as operations of the straight-line machine.

A place is a bit of the data tape: 2 cell + track. A value stands in the accumulator after its gate, and is stored only
where something needs it later than the next gate; it may be stored negated (`signs`), since `~` costs no move. Samples'
bits are read when a gate first needs them. The new value of a kept variable goes to its own place as soon as no gate
needs the old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from turingrad.python.logic import AND, FALSE, TRUE, Graph

STORING = 2  # what storing the accumulator costs, guessed, where a gate does not go on from it
PATIENCE = 6  # cells that it is worth to wait with a new value until its old one is free
NOTHING, COPY = -1, -2  # nodes that no graph has: an empty accumulator, a passing copy


@dataclass(frozen=True)
class Task:
    """What is to be computed: gates in some order, from kept variables and variables to be read; new values of kept
    ones (`wanted`, node to literal), or the one literal `answer` in the accumulator.

    On a grid's row (`tracks` = 1) the sample stands in `given` places, free after its last use, and the head begins and
    ends on the cell `start`; `barred` places are for no value.
    """

    graph: Graph
    gates: Sequence[int]
    read: frozenset[int]
    wanted: Mapping[int, int]
    answer: int | None = None
    given: Mapping[int, int] = field(default_factory=dict)
    start: int = 0
    tracks: int = 2
    barred: frozenset[int] = frozenset()


class Writer:
    """Keeps track of head 1, the accumulator and of who lives where."""

    def __init__(self, task: Task, homes: Mapping[int, int], window: int, reach: float) -> None:
        self.task, self.graph, self.homes = task, task.graph, homes
        self.window, self.reach = window, reach
        self.places = {**homes, **task.given}
        self.signs = dict.fromkeys(self.places, 0)
        self.own = frozenset(homes.values()) | task.barred  # never free for other values
        self.taken = {*self.own, *task.given.values()}
        self.unread, self.read_order = set(task.read), list[int]()
        self.text, self.head = list[str](), task.start
        self.held, self.sign = NOTHING, 0  # the node in the accumulator, and whether it stands there negated
        self.uses, self.users = dict[int, int](), dict[int, set[int]]()
        self.owners: dict[int, list[int]] = {}  # node -> kept variables that it is the new value of
        self.settled: set[int] = set()  # kept variables that have their new value
        leaning: dict[int, int] = {}
        for node in task.gates:
            for of in (self.graph.left[node], self.graph.right[node]):
                self.uses[of >> 1] = self.uses.get(of >> 1, 0) + 1
                self.users.setdefault(of >> 1, set()).add(node)
                if self.graph.kind[node] == AND:
                    leaning[of >> 1] = leaning.get(of >> 1, 0) + (1 if of & 1 else -1)
        self.leaning = {node for node, votes in leaning.items() if votes > 0}  # better stored negated
        for kept, new in task.wanted.items():
            if new > TRUE:
                self.owners.setdefault(new >> 1, []).append(kept)
        for literal in (*task.wanted.values(), *(() if task.answer is None else (task.answer,))):
            self.uses[literal >> 1] = self.uses.get(literal >> 1, 0) + 1

    def length(self) -> int:
        return sum(map(len, self.text))

    # Operations

    def go(self, cell: int) -> None:
        self.text.append((">" if cell > self.head else "<") * abs(cell - self.head))
        self.head = cell

    def at(self, place: int, operation: str) -> None:
        self.go(place >> 1)
        self.text.append(operation.upper() if place & 1 else operation)

    def negate(self) -> None:
        self.text.append("~")
        self.sign ^= 1

    def store(self, place: int) -> None:
        self.at(place, "s")
        self.taken.add(place)
        self.places[self.held], self.signs[self.held] = place, self.sign

    def free_place(self, cell: int) -> int:
        """The nearest free place to a cell."""
        for distance in count():
            for near in (cell - distance, cell + distance):
                for place in range(2 * near, 2 * near + self.task.tracks):
                    if near >= 0 and place not in self.taken:
                        return place
        raise AssertionError("a tape has cells without end")

    def count_use(self, literal: int) -> None:
        node = literal >> 1
        self.uses[node] -= 1
        if not self.uses[node] and node in self.places and self.places[node] not in self.own:
            self.taken.discard(self.places[node])

    # The accumulator

    def save(self, more: int = 0) -> None:
        """Stores the accumulator where more uses than these are to come and it is stored nowhere."""
        node = self.held
        if node == NOTHING or node in self.places or self.uses.get(node, 0) <= more:
            return
        owners = self.owners.get(node, ())
        for kept in owners:
            if not self.uses.get(kept, 0) and kept not in self.settled:
                self.settle(kept)
                return
        if not owners and self.sign != (node in self.leaning):
            self.negate()
        near = [self.places[kept] >> 1 for kept in owners]
        users = self.users.get(node, ())
        near += [self.places[m] >> 1 for user in users for m in self.arguments(user) if m in self.places]
        wish = sum(near) / len(near) if near else self.head
        self.store(self.free_place(round(self.head + self.reach * (wish - self.head))))

    def settle(self, kept: int) -> None:
        """The accumulator into the kept variable's own place."""
        if self.sign != self.task.wanted[kept] & 1:
            self.negate()
        self.store(self.homes[kept])
        self.settled.add(kept)
        self.count_use(2 * self.held)

    def load(self, literal: int) -> None:
        node = literal >> 1
        if node == self.held:
            return
        self.save()
        if node in self.unread:
            self.unread.remove(node)
            self.read_order.append(node)
            self.text.append("i")
            self.held, self.sign = node, 0
        else:
            self.at(self.places[node], "l")
            self.held, self.sign = node, self.signs[node]

    # Gates

    def arguments(self, node: int) -> tuple[int, int]:
        return self.graph.left[node] >> 1, self.graph.right[node] >> 1

    def is_ready(self, node: int) -> bool:
        return all(m in self.places or m == self.held or m in self.unread for m in self.arguments(node))

    def cost(self, node: int) -> float:
        """About how many steps one gate takes from here; freeing a place is a gain."""
        of = self.arguments(node)
        total = -0.5 * sum(self.uses[m] == 1 for m in of)
        if self.held in of:
            total -= 1 + STORING * (self.uses[self.held] == 1)
        elif self.held != NOTHING and self.held not in self.places and self.uses[self.held]:
            total += STORING
        stops = [self.places[m] >> 1 for m in of if m != self.held and m in self.places]
        if stops:
            total += max(stops) - min(stops) + min(abs(stop - self.head) for stop in stops)
        for kept in self.owners.get(node, ()):
            total += PATIENCE * (self.uses.get(kept, 0) > (kept in of))
        return total

    def fits(self, literal: int) -> bool:
        """True if a stored value is the literal itself and not its negation."""
        return self.signs[literal >> 1] == literal & 1

    def gate(self, node: int) -> None:
        a, b = self.graph.left[node], self.graph.right[node]
        is_and = self.graph.kind[node] == AND
        for of in (a, b):
            self.users[of >> 1].discard(node)
        a, b = self.in_order(a, b, is_and)
        self.load(a)
        if b >> 1 in self.unread:  # the first waits on the tape for the second
            self.keep()
            self.load(b)
            a, b = b, a
        self.save(more=1)
        if is_and and not self.fits(b):
            a, b = self.negate_second(a, b)
        if is_and and self.sign != a & 1:
            self.negate()
        sign = self.sign ^ (a & 1) ^ self.signs[b >> 1] ^ (b & 1)
        self.at(self.places[b >> 1], "a" if is_and else "x")
        if b >> 1 == COPY:
            self.taken.discard(self.places[COPY])
        self.held, self.sign = node, 0 if is_and else sign
        for of in self.graph.left[node], self.graph.right[node]:
            self.count_use(of)

    def in_order(self, a: int, b: int, is_and: bool) -> tuple[int, int]:
        """Which of two literals comes first: the accumulator's, an unread one, one that fits badly, the nearer."""
        for node in (self.held, *sorted(self.unread & {a >> 1, b >> 1})):
            if node in (a >> 1, b >> 1):
                return (a, b) if node == a >> 1 else (b, a)
        if is_and and self.fits(a) != self.fits(b):
            return (b, a) if self.fits(a) else (a, b)
        far = [abs((self.places[literal >> 1] >> 1) - self.head) for literal in (a, b)]
        return (a, b) if far[0] <= far[1] else (b, a)

    def keep(self) -> None:
        """Stores the accumulator, however few its uses are."""
        if self.held not in self.places:
            self.save(more=-1)

    def negate_second(self, a: int, b: int) -> tuple[int, int]:
        """The accumulator holds a, and b is stored negated: b first, or where a is stored negated too, a copy of it."""
        self.keep()
        if self.fits(a):
            self.load(b)
            return b, a
        if self.sign != a & 1:
            self.negate()
        self.held = COPY
        self.store(self.free_place(self.head))
        self.load(b)
        return b, 2 * COPY | (a & 1)

    def finish(self) -> None:
        """New values that are not in their places yet; then head 1 goes back."""
        for node in sorted(self.unread):
            self.load(2 * node)
        self.save()
        if self.task.answer is not None:
            self.answer(self.task.answer)
        pending = {kept: new for kept, new in self.task.wanted.items() if kept not in self.settled}
        for kept, new in list(pending.items()):
            if new >> 1 in pending and new >> 1 != kept:  # saved before it is overwritten
                self.at(self.places[new >> 1], "l")
                self.held, self.sign = COPY - kept, 0
                self.store(self.free_place(self.head))
                pending[kept] = 2 * self.held | (new & 1)
        while pending:
            kept = min(pending, key=lambda k: self.distance(k, pending[k]))
            self.put(pending.pop(kept), self.homes[kept])
            self.at(self.homes[kept], "s")
        self.go(self.task.start)

    def distance(self, kept: int, new: int) -> int:
        home = self.homes[kept] >> 1
        source = home if new in (FALSE, TRUE) else self.places[new >> 1] >> 1
        return abs(source - self.head) + abs(home - source)

    def put(self, literal: int, near: int) -> None:
        """A literal's value into the accumulator; a constant is a bit xor itself."""
        if literal in (FALSE, TRUE):
            self.at(near, "l")
            self.at(near, "x")
            self.text.append("~" * literal)
            return
        self.at(self.places[literal >> 1], "l")
        self.text.append("~" * (self.signs[literal >> 1] ^ (literal & 1)))

    def answer(self, literal: int) -> None:
        if literal >> 1 != self.held or literal in (FALSE, TRUE):
            self.put(literal, 2 * self.head)
        else:
            self.text.append("~" * (self.sign ^ (literal & 1)))


def write_gates(task: Task, homes: Mapping[int, int], window: int, reach: float) -> Writer:
    """All gates, the cheapest of the next few that are ready first."""
    writer, waiting = Writer(task, homes, window, reach), list(task.gates)
    while waiting:
        ready = [node for node in waiting[:window] if writer.is_ready(node)]
        best = min(ready, key=writer.cost)
        waiting.remove(best)
        writer.gate(best)
    writer.finish()
    return writer
