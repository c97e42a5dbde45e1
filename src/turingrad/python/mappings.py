"""Dicts and sets over finitely many keys, and deques.

A dict has, for each key that some path may give it, a cell that says whether it has the key and one with its value. A
key that depends on the inputs is each of its values in turn. Its order is that of insertion, which is not kept: what
would show it (a loop over keys, `items`) is refused.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from typing import Any

from turingrad.python.arithmetic import SubsetError
from turingrad.python.comprehensions import Comprehensions
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.numbers import Num, add, bounds, of_literal, stride
from turingrad.python.refusals import METHODS
from turingrad.python.store import bit, literal_of, options_of
from turingrad.python.values import Bit, Choice, Guarded, Item, Mapped, Ref, kind_of

MAX_KEYS = 1024
KNOWN = {dict: "clear get values", set: "add clear", deque: "append clear count extend pop popleft"}


class Mappings(Comprehensions):
    """`kinds` are dict, defaultdict, Counter or set, by the numbers of what was made; `keys` what they may have."""

    place: ast.Call  # of the call that is followed

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.kinds: dict[int, type] = {}
        self.keys: dict[int, dict[Any, int]] = {}
        self.longest: dict[int, int | None] = {}  # deques: their maxlen
        self.makers: dict[Any, Callable[..., Item]] = {
            dict: lambda: self.new_mapped(dict),
            set: lambda a=(): self.fill(self.new_mapped(set), a),
            Counter: lambda a=(): self.fill(self.new_mapped(Counter), a),
            defaultdict: self.new_default,
            deque: self.new_deque,
        }

    # Dicts and sets

    def new_mapped(self, kind: type) -> Mapped:
        made = Mapped(self.store.fresh())
        self.kinds[made.number], self.keys[made.number] = kind, {}
        return made

    def new_default(self, factory: Item = None) -> Mapped:
        if factory is not int:
            raise SubsetError("defaultdict takes int here; use .get(key, default)")
        return self.new_mapped(defaultdict)

    def fill(self, made: Mapped, given: Item) -> Mapped:
        for guard, item in self.guarded_items(given):
            self.branch(guard, lambda item=item: self.count(made, item), lambda: None)  # type: ignore[misc]
        return made

    def count(self, owner: Mapped, key: Item) -> None:
        """Add a key to a set, or count it."""
        if self.kinds[owner.number] is set:
            self.put_key(owner, key, True)
        else:
            self.put_key(owner, key, self.arithmetic("+", self.number(self.read_key(owner, key)), 1))

    def _dict(self, node: Any) -> Item:
        made = self.new_mapped(dict)
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise SubsetError("** in a dict is not supported in circuits; write its keys")
            self.put_key(made, self.use(key), self.value(value))
        return made

    def _set(self, node: Any) -> Item:
        made = self.new_mapped(set)
        for item in self.unpack_items(node.elts):
            self.put_key(made, item, True)
        return made

    def lines(self, owner: Mapped, key: Item) -> list[tuple[int, int]]:
        """(line, place) for each value that a key may have; its cells are made where they are new."""
        values: dict[Any, int]
        if isinstance(key, Bit):
            values = {False: key.literal ^ 1, True: key.literal}
        elif isinstance(key, Num):
            lo, hi = bounds(key)
            step = stride(key)
            first = lo + (key.const - lo) % step
            if (hi - first) // step >= MAX_KEYS:
                raise SubsetError(f"a key from {lo} to {hi}; at most {MAX_KEYS:,} keys")
            values = {each: self.words.is_equal(key, each) for each in range(first, hi + 1, step)}
        elif isinstance(key, int | str | None) or (
            isinstance(key, tuple) and all(isinstance(k, int | str) for k in key)
        ):
            values = {key: TRUE}
        else:
            raise SubsetError(f"{kind_of(key)} as a key; ints, strings and constant tuples can be")
        keys = self.keys[owner.number]
        found = []
        for value, line in values.items():
            if value not in keys:
                if len(keys) >= MAX_KEYS:
                    raise SubsetError(f"more than {MAX_KEYS:,} keys")
                place = keys[value] = len(keys)
                # No path has such a key yet: that is so before all of them.
                self.store.cells[owner.number, f"has {place}"] = False
                self.store.cells[owner.number, f"at {place}"] = 0
            if line != FALSE:
                found.append((line, keys[value]))
        return found

    def has_key(self, owner: Mapped, key: Item) -> int:
        """The literal of `key in owner`."""
        lines = self.lines(owner, self.store.narrow(key))
        cells = [self.store.narrow(self.store.cells[owner.number, f"has {place}"]) for _, place in lines]
        found = self.tables.select([line for line, _ in lines], cells)
        return self.store.known_literal(literal_of(found))

    def value_of(self, owner: Mapped, key: Item) -> Item:
        """The value of a key that is there."""
        lines = [pair for pair in self.lines(owner, self.store.narrow(key)) if self.has_place(owner, pair[1]) != FALSE]
        if not lines:
            return 0
        cells = [self.store.cells[owner.number, f"at {place}"] for _, place in lines]
        return self.store.narrow(self.tables.select([line for line, _ in lines], cells))

    def has_place(self, owner: Mapped, place: int) -> int:
        return literal_of(self.store.narrow(self.store.cells[owner.number, f"has {place}"]))

    def read_key(self, owner: Mapped, key: Item) -> Item:
        """owner[key]."""
        kind, has = self.kinds[owner.number], self.has_key(owner, key)
        if kind is set:
            raise SubsetError("a set has no values; use `in`")
        if has == TRUE:
            return self.value_of(owner, key)
        if kind is dict:
            raise SubsetError("the key may be missing; use .get(key, default), or `if key in ...:` before")
        value = 0 if has == FALSE else self.store.either(has, self.value_of(owner, key), 0)
        if kind is defaultdict:
            self.put_key(owner, key, value)
        return value

    def put_key(self, owner: Mapped, key: Item, value: Item) -> None:
        """owner[key] = value."""
        lines = self.lines(owner, self.store.narrow(key))
        for line, place in lines:
            before = self.has_place(owner, place)
            self.store.set((owner.number, f"has {place}"), bit(self.graph.or_(before, line)))
            if before == FALSE:  # no value to lose
                self.store.set((owner.number, f"at {place}"), value)
        kept = [(line, (owner.number, f"at {place}")) for line, place in lines]
        self.put_by_lines(kept, value)

    def pairs(self, owner: Mapped) -> list[tuple[int, int]]:
        return [(self.has_place(owner, place), place) for place in self.keys[owner.number].values()]

    def mapped_method(self, owner: Mapped, name: str, given: Sequence[Item]) -> Item:
        kind = set if self.kinds[owner.number] is set else dict
        if kind is set and name == "add" and len(given) == 1:
            return self.put_key(owner, given[0], True)
        if kind is dict and name == "get" and len(given) in (1, 2):
            has, default = self.has_key(owner, given[0]), given[1] if len(given) == 2 else None
            return default if has == FALSE else self.store.either(has, self.value_of(owner, given[0]), default)
        if kind is dict and name == "values" and not given:
            cells = [(has, self.store.cells[owner.number, f"at {place}"]) for has, place in self.pairs(owner)]
            return Guarded(tuple((has, self.store.narrow(item)) for has, item in cells if has != FALSE))
        if name == "clear" and not given:
            for _, place in self.pairs(owner):
                self.store.set((owner.number, f"has {place}"), False)
            return None
        cure = METHODS.get(name, f"one of {KNOWN[kind]}")
        raise self.refuse(self.place, f".{name}() of a {kind.__name__} is not supported in circuits", cure)

    def count_keys(self, owner: Mapped) -> Item:
        return add(of_literal(has) for has, _ in self.pairs(owner))

    # Deques

    def require_list(self, value: Item) -> None:
        """Refuse a deque where it is not like a list: + and slices fail, and it equals no list."""
        for _, number in options_of(value) if isinstance(value, Ref | Choice) else ():
            if number in self.longest:
                raise SubsetError("a deque where a list is needed; use list(...)")

    def new_deque(self, given: Item = (), maxlen: Item = None) -> Ref:
        if not (maxlen is None or type(maxlen) is int) or (maxlen is not None and maxlen < 1):
            raise SubsetError("the maxlen of a deque is a known int, at least 1")
        made = self.store.new_list([])
        self.longest[made.number] = maxlen
        for guard, item in self.guarded_items(given):
            self.branch(guard, lambda item=item: self.append(made, item), lambda: None)  # type: ignore[misc]
        return made

    def append(self, owner: Ref, value: Item) -> None:
        """Appends; a deque that is full loses its first item."""
        most = self.longest.get(owner.number)
        if most is None or bounds(self.size(owner))[1] < most:
            super().append(owner, value)
            return

        def shift() -> None:
            for place in range(most - 1):
                self.store.set((owner.number, place), self.store.cells[owner.number, place + 1])
            self.store.set((owner.number, most - 1), value)

        full = self.store.known_literal(self.words.is_equal(self.size(owner), most))
        self.branch(full, shift, lambda: super(Mappings, self).append(owner, value))
