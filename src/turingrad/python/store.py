"""The variables of a program that is followed along all of its paths: cells, changes, and what is known on a path.

A cell is (owner, place): a frame's or object's attribute by name, a list's element by its index, its length under -1.
A scope notes the first old value of every cell that changes in it, so a branch can be followed, taken back, and its
changes merged with those of the other branch: work in proportion to what changed, not to what there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from turingrad._support.validation.values import short_repr
from turingrad.python.arithmetic import SubsetError
from turingrad.python.facts import NOT, NOTHING, About, Fact, Facts, bounds_of, excluded_values
from turingrad.python.logic import FALSE, TRUE, Graph
from turingrad.python.numbers import Num, Value, of_literal, within
from turingrad.python.values import Bit, Choice, Clash, Item, Lazy, Ref, kind_of, same
from turingrad.python.words import Words

Cell: TypeAlias = tuple[int, str | int]
LENGTH = -1
OVERRAN: Cell = (0, "overran")
"""Whether a loop would have continued beyond its iterations."""


MISSING = object()  # the old value of a cell that was not there


@dataclass
class Scope:
    """`old` are the cells' values before the scope, `changes` (once it is closed) those at its end."""

    old: dict[Cell, Item] = field(default_factory=dict)
    changes: dict[Cell, Item] = field(default_factory=dict)
    facts: Facts = NOTHING


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """One of several ways on: its condition, its changes of cells, what is known on it, and the value it brings."""

    condition: int
    changes: Mapping[Cell, Item]
    facts: Facts
    value: Item = None


class Store:
    def __init__(self, graph: Graph, words: Words) -> None:
        self.graph, self.words = graph, words
        self.cells: dict[Cell, Item] = {OVERRAN: False}
        self.scope = Scope()
        self.facts = NOTHING
        self.last = 0

    def fresh(self) -> int:
        """The number of a new frame, object or list."""
        self.last += 1
        return self.last

    def set(self, cell: Cell, value: Item) -> None:
        require_kept(value)
        if cell not in self.scope.old:
            self.scope.old[cell] = self.cells.get(cell, MISSING)
        self.cells[cell] = value

    def new_list(self, items: Sequence[Item]) -> Ref:
        ref = Ref(self.fresh())
        self.set((ref.number, LENGTH), len(items))
        for index, item in enumerate(items):
            self.set((ref.number, index), item)
        return ref

    # Scopes and paths

    @contextmanager
    def branch(self, *known: int) -> Iterator[Scope]:
        """A scope that is taken back at its end; its changes and facts stay in the Scope."""
        outer, facts, inner = self.scope, self.facts, Scope()
        self.scope = inner
        for literal in known:
            self.assume(literal)
        try:
            yield inner
            inner.changes, inner.facts = self.changes(), self.facts
        finally:
            for cell, value in inner.old.items():
                if value is MISSING:
                    self.cells.pop(cell, None)
                else:
                    self.cells[cell] = value
            self.scope, self.facts = outer, facts

    def changes(self) -> dict[Cell, Item]:
        """The cells that changed in this scope, with their values now."""
        return {cell: self.cells[cell] for cell in self.scope.old if cell in self.cells}

    def here(self, condition: int, value: Item = None) -> Path:
        """A path that leaves from here."""
        return Path(condition, self.changes(), self.facts, value)

    def within_scope(self, path: Path, condition: int) -> Path:
        """A path of an inner scope that was closed, seen from this scope, under a further condition."""
        both = {**self.changes(), **path.changes} if self.scope.old else path.changes
        return Path(self.graph.and_(condition, path.condition), both, path.facts, path.value)

    def before(self, cell: Cell) -> Item:
        """A cell's value at the beginning of this scope."""
        return self.scope.old[cell] if cell in self.scope.old else self.cells.get(cell, MISSING)

    def merge(self, paths: Sequence[Path], *, from_scope: bool = False) -> Item:
        """Go on where paths meet: exactly one of their conditions is 1. Returns the merged value.

        The paths' changes are against the cells as they are now or, `from_scope`, as they were when this scope began.
        """
        *others, last = paths
        cells = dict.fromkeys(cell for path in paths for cell in path.changes)
        if from_scope:
            cells.update(dict.fromkeys(self.scope.old))
        merged = {}
        for cell in cells:
            base = self.before(cell) if from_scope else self.cells.get(cell, MISSING)
            found = self.narrow(last.changes.get(cell, base), last.facts)
            for path in reversed(others):
                value = self.narrow(path.changes.get(cell, base), path.facts)
                found = self.either(path.condition, value, found, isinstance(cell[1], int))
            merged[cell] = found
        value = self.narrow(last.value, last.facts)
        for path in reversed(others):
            value = self.either(path.condition, self.narrow(path.value, path.facts), value)
        for cell, found in merged.items():
            if found is not MISSING:
                self.set(cell, found)
        return value

    def exact(self, paths: Sequence[Path]) -> list[Path]:
        """Of paths by priority, each taken where its condition is 1 and none before it was: their exact conditions."""
        free, found = TRUE, []
        for path in paths:
            found.append(Path(self.graph.and_(free, path.condition), path.changes, path.facts, path.value))
            free = self.graph.and_(free, path.condition ^ 1)
        return found

    def either(self, condition: int, a: Item, b: Item, of_list: bool = False) -> Item:
        """a where the condition is 1, else b."""
        if a is b or condition == TRUE or same(a, b):
            return a
        if condition == FALSE:
            return b
        if a is MISSING or b is MISSING:
            present = b if a is MISSING else a
            return present if of_list else Clash("has no value on some path; give it one before")
        if isinstance(a, Bit | bool) and isinstance(b, Bit | bool):
            return bit(self.graph.mux(condition, literal_of(a), literal_of(b)))
        if isinstance(a, Num | int | Bit) and isinstance(b, Num | int | Bit):
            return self.words.choose(condition, as_number(a), as_number(b))
        if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            return tuple(self.either(condition, p, q) for p, q in zip(a, b, strict=True))
        if isinstance(a, Ref | Choice) and isinstance(b, Ref | Choice):
            return self.choose_list((condition, condition ^ 1), (a, b))
        if isinstance(a, Clash) or isinstance(b, Clash):
            return a if isinstance(a, Clash) else b
        if isinstance(a, str) and isinstance(b, str):
            texts = f"{short_repr(a)} on one path and {short_repr(b)} on another"
            return Clash(f"is {texts}; a string must be known when compiled: use numbers for the cases")
        of = [f"{kind_of(v)} of {len(v)} items" if isinstance(v, tuple) else kind_of(v) for v in (a, b)]
        return Clash(f"is {of[0]} on one path and {of[1]} on another")

    def choose_list(self, lines: Sequence[int], lists: Sequence[Ref | Choice]) -> Choice | Ref:
        """The list whose line is 1; exactly one is."""
        found: dict[int, int] = {}
        for line, each in zip(lines, lists, strict=True):
            for literal, number in options_of(each):
                found[number] = self.graph.or_(found.get(number, FALSE), self.graph.and_(literal, line))
        kept = tuple((literal, number) for number, literal in found.items() if literal != FALSE)
        return Ref(kept[0][1]) if len(kept) == 1 else Choice(kept)

    # Facts

    def assume(self, literal: int) -> None:
        """From here on, on this path, the literal is 1."""
        old, new = self.facts, dict[About, Fact]()
        for known in self.graph.implied_literals(literal):
            new[known], new[known ^ 1] = True, False
            for key, what, t in self.words.meaning.get(known & ~1, ()):
                positive = (not known & 1) != what.endswith(" not")
                lo, hi = bounds_of(new.get(key, old.get(key)))
                if what.startswith("at least"):
                    lo, hi = (larger(lo, t), hi) if positive else (lo, lesser(hi, t - 1))
                elif positive:
                    lo, hi = larger(lo, t), lesser(hi, t)
                else:
                    before = new.get((NOT, key)) or excluded_values(old, key)
                    assert isinstance(before, frozenset)
                    new[NOT, key] = before | {t}
                new[key] = (lo, hi)
        self.facts = old.and_also(new)

    def known_literal(self, literal: int) -> int:
        """The literal, or the constant that it is on this path."""
        found = self.facts.get(literal)
        return literal if found is None else TRUE if found else FALSE

    def narrow(self, value: Item, facts: Facts | None = None) -> Item:
        """The value with the bounds that are known on a path (this one by default)."""
        known = self.facts if facts is None else facts
        if not known:
            return value
        if isinstance(value, tuple):
            found = tuple(self.narrow(item, known) for item in value)
            return value if all(a is b for a, b in zip(found, value, strict=True)) else found
        if isinstance(value, Bit):
            fact = known.get(value.literal)
            return fact if isinstance(fact, bool) else value
        if not isinstance(value, Num):
            return value
        g, key = value.canonical()
        lo, hi = bounds_of(known.get(key))
        if g < 0:
            lo, hi = hi, lo
        least = value.lo if lo is None else max(value.lo, value.const + g * lo)
        most = value.hi if hi is None else min(value.hi, value.const + g * hi)
        out = {value.const + g * t for t in excluded_values(known, key)}
        while least in out and least < most:
            least += abs(g)
        while most in out and least < most:
            most -= abs(g)
        return within(value, least, most)


def require_kept(value: Item) -> None:
    """Refuse to keep an iterator: who goes through it on one path would leave none of it to the others."""
    if isinstance(value, Lazy) or (isinstance(value, tuple) and any(isinstance(item, Lazy) for item in value)):
        raise SubsetError("an iterator can be used only once; keep list(...) of it")


def larger(a: int | None, b: int) -> int:
    return b if a is None else max(a, b)


def lesser(a: int | None, b: int) -> int:
    return b if a is None else min(a, b)


def options_of(value: Ref | Choice) -> tuple[tuple[int, int], ...]:
    return ((TRUE, value.number),) if isinstance(value, Ref) else value.options


def bit(literal: int) -> Bit | bool:
    return Bit(literal) if literal > TRUE else literal == TRUE


def literal_of(value: Bit | bool) -> int:
    return value.literal if isinstance(value, Bit) else int(value)


def as_number(value: Num | int | Bit) -> Value:
    return of_literal(value.literal) if isinstance(value, Bit) else value if isinstance(value, Num) else int(value)
