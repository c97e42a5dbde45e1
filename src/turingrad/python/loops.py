"""Loops, unrolled: each iteration is followed, and what leaves a loop is merged after it.

Exits stand in order of priority: each is taken where its condition is 1 and none before it was.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from turingrad.python.arithmetic import SubsetError
from turingrad.python.calls import Calls
from turingrad.python.facts import NOTHING, Facts, common_facts
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.numbers import bounds
from turingrad.python.store import OVERRAN, Path, bit, literal_of
from turingrad.python.values import BoundedRange, Item

MAX_TURNS = 10_000
MAX_LOOP_NODES = 450_000  # of a loop whose end is not known yet
BOUND = 'a bound, as by `for _ in range(n):` with `if not ...: break`, or via="program"'


@dataclass(frozen=True, slots=True, eq=False)
class Exit:
    """A way out: "break", "continue", "return", or "end" of a loop whose condition failed."""

    kind: str
    path: Path


Outcome: TypeAlias = tuple[list[Exit], bool]
"""The exits, and whether anything goes on after the statement."""


class Loops(Calls):
    def block(self, statements: Sequence[ast.stmt]) -> Outcome:
        raise NotImplementedError  # statements.py

    def _do_for(self, statement: ast.For) -> Outcome:
        given = self.use(statement.iter)
        exits: list[Exit] = []
        alive = True
        if isinstance(given, BoundedRange):
            items: Iterator[Item] = iter(range(given.start, bounds(given.stop)[1]))
            if bounds(given.stop)[1] - given.start > MAX_TURNS:
                raise SubsetError(
                    f"a range of up to {bounds(given.stop)[1]:,}; at most {MAX_TURNS:,} iterations are unrolled"
                )
        elif self.varies(given):
            return self.loop_over_some(statement, given)
        else:
            items = self.stream(given)
        for turns, item in enumerate(items):
            if turns > MAX_ITEMS:
                raise SubsetError(f"a loop of more than {MAX_ITEMS:,} iterations")
            if isinstance(given, BoundedRange) and not self.goes_on(self.words.at_least(given.stop, item + 1), exits):
                alive = False
                break
            self.assign(statement.target, item)
            if not self.turn(statement.body, exits):
                alive = False
                break
        return self.after_loop(exits, alive, statement.orelse)

    def loop_over_some(self, statement: ast.For, given: Item) -> Outcome:
        """A loop over a list whose length depends on the inputs, as it is at each iteration."""
        exits: list[Exit] = []
        for index in range(MAX_ITEMS):
            more = self.words.at_least(self.size(given), index + 1)
            if not self.goes_on(more, exits):
                break
            self.assign(statement.target, self.element(given, index))
            if not self.turn(statement.body, exits):
                break
        return self.after_loop(exits, False, statement.orelse)

    def _do_while(self, statement: ast.While) -> Outcome:
        exits: list[Exit] = []
        first, taken = len(self.graph.kind), 0
        for _ in range(MAX_TURNS):
            if not self.goes_on(self.condition(statement.test), exits):
                return self.after_loop(exits, False, statement.orelse)
            if taken == self.turns:
                return self.after_loop(self.overrun(exits), False, statement.orelse)
            if not self.turn(statement.body, exits):
                return self.after_loop(exits, False, statement.orelse)
            taken += bool(exits)
            self.undecided = taken
            if self.turns is None and exits and len(self.graph.kind) - first > MAX_LOOP_NODES:
                raise self.refuse(statement, f"the end of this loop is not known after {taken} iterations", BOUND)
        raise self.refuse(statement, f"this loop does not end within {MAX_TURNS:,} iterations", BOUND)

    def overrun(self, exits: list[Exit]) -> list[Exit]:
        """The exits of a loop that is left after its last iteration: where none was taken it would have continued. The
        last exit stands for that, too, with a mark."""
        beyond = self.graph.all_of(e.path.condition ^ 1 for e in exits)
        found = []
        for e in exits:
            before = e.path.changes.get(OVERRAN, self.store.before(OVERRAN))
            mark = bit(self.graph.or_(beyond, literal_of(before)))
            found.append(Exit(e.kind, replace(e.path, changes={**e.path.changes, OVERRAN: mark})))
        return found

    def goes_on(self, condition: int, exits: list[Exit]) -> bool:
        """Leave by "end" where the condition is 0; True if it may be 1."""
        condition = self.store.known_literal(condition)
        if condition != TRUE:
            with self.store.branch(condition ^ 1) as scope:
                pass
            exits.append(Exit("end", Path(condition ^ 1, self.store.changes(), scope.facts)))
            self.store.assume(condition)
        return condition != FALSE

    def turn(self, body: Sequence[ast.stmt], exits: list[Exit]) -> bool:
        """One iteration of a loop; its breaks and returns join the exits. True if there may be another."""
        facts = self.store.facts
        found, alive = self.block(body)
        rest, alive = self.absorb_exits(found, "continue", alive, facts)
        exits += rest
        return alive

    def after_loop(self, exits: list[Exit], alive: bool, orelse: Sequence[ast.stmt]) -> Outcome:
        facts = NOTHING
        exits, alive = self.absorb_exits(exits, "end", alive, facts)
        if alive and orelse:
            found, alive = self.block(orelse)
            exits = exits + found
        return self.absorb_exits(exits, "break", alive, facts)

    def absorb_exits(self, exits: list[Exit], kind: str, alive: bool, facts: Facts) -> Outcome:
        """The exits of a kind join what goes on; the others keep their priority."""
        if not any(e.kind == kind for e in exits):
            return exits, alive
        graph, gone, kept, joining = self.store.graph, FALSE, [], []
        for e in exits:
            condition = graph.and_(e.path.condition, gone ^ 1)
            path = Path(condition, e.path.changes, e.path.facts)
            if e.kind == kind:
                joining.append(path)
                gone = graph.or_(gone, condition)
            else:
                kept.append(Exit(e.kind, Path(condition, path.changes, path.facts, e.path.value)))
        if alive:
            joining.append(self.store.here(TRUE))
        self.store.merge(self.store.exact(joining), from_scope=True)
        # What held when the loop began still holds; what was learned on one of the paths does not.
        self.store.facts = facts or common_facts([path.facts for path in joining])
        return kept, True
