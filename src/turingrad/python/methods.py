"""Methods of lists and ints that the subset knows, and what sorts items."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.comprehensions import Comprehensions
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.numbers import add, bounds, of_literal
from turingrad.python.store import LENGTH
from turingrad.python.values import Choice, Item, Lazy, NumberMethod, Ref

KNOWN = "append clear copy count extend insert pop reverse sort"


class Methods(Comprehensions):
    """`list_method` and `number_method` are the values of calls; `order` sorts."""

    place: ast.Call  # of the call that is followed

    def order(self, items: list[Item], key: Item, reverse: Item) -> list[Item]:
        """The items sorted by a network of exchanges between neighbours, odd and even in turn: a stable sort."""
        keys = items if key is None else [self.call(key, (item,), {}, self.place) for item in items]
        rows = list(zip(keys, items, strict=True))
        down = self.truth(reverse)
        if down > 1:
            raise SubsetError("the order depends on the inputs; sort both ways and choose")
        for turn in range(len(rows)):
            for i in range(turn % 2, len(rows) - 1, 2):
                a, b = rows[i], rows[i + 1]
                swap = self.less(a[0], b[0]) if down else self.less(b[0], a[0])
                rows[i], rows[i + 1] = self.store.either(swap, b, a), self.store.either(swap, a, b)
        return [item for _, item in rows]

    def sort_in_place(self, owner: Ref, items: list[Item], key: Item = None, reverse: Item = False) -> None:
        """list.sort: while the keys are made the list is empty, as in Python."""
        self.rewrite(owner, [])
        items = self.order(items, key, reverse)
        if self.length(owner):
            raise SubsetError("the key of .sort() writes to the list that is sorted; Python refuses that, too")
        self.rewrite(owner, items)

    def list_method(self, owner: Ref | Choice, name: str, given: Sequence[Item], named: Mapping[str, Item]) -> Item:
        if named and not (name == "sort" and named.keys() <= {"key", "reverse"}):
            raise SubsetError(f".{name}() takes no argument by name here")
        if name == "append" and len(given) == 1 and isinstance(owner, Ref):
            self.append(owner, given[0])
            return None
        items = self.items(owner)
        if name == "copy" and not given:
            return self.store.new_list(items)
        if name == "count" and len(given) == 1:
            return add(of_literal(self.equal(item, given[0])) for item in items)
        if isinstance(owner, Choice):
            raise SubsetError(f".{name}() of a list that depends on the inputs; write its elements")
        known = all(isinstance(a, int) and not isinstance(a, bool) for a in given[:1])
        if name in ("pop", "insert") and not known:
            raise SubsetError(f"the index of .{name}() depends on the inputs; it must be known")
        if name == "pop" and not -len(items) <= (given[0] if given else -1) < len(items):
            raise SubsetError(f".pop({given[0] if given else ''}) of a list of {len(items)} items")
        if name == "extend" and len(given) == 1:
            self.extend(owner, given[0])
            return None
        if name == "insert" and len(given) == 2:
            items.insert(given[0], given[1])
        elif name == "pop" and len(given) <= 1:
            taken = items.pop(*given)
            self.rewrite(owner, items)
            return taken
        elif name == "reverse" and not given:
            items.reverse()
        elif name == "sort" and not given:
            self.sort_in_place(owner, items, **named)
            return None
        elif name == "clear" and not given:
            items = []
        else:
            raise SubsetError(f".{name}() is outside of the subset; known are {KNOWN}")
        self.rewrite(owner, items)
        return None

    def append(self, owner: Ref, value: Item) -> None:
        length = self.length(owner)
        self.store.set((owner.number, length), value)
        self.store.set((owner.number, LENGTH), length + 1)

    def extend(self, owner: Ref, given: Item) -> None:
        """list.extend; an iterator's items are appended as they come, and may be made of the list itself."""
        for count, item in enumerate(self.stream(given) if isinstance(given, Lazy) else self.items(given)):
            if count > MAX_ITEMS:
                raise SubsetError(f"more than {MAX_ITEMS:,} items")
            self.append(owner, item)

    def rewrite(self, owner: Ref, items: list[Item]) -> None:
        self.limit_items(items)
        self.store.set((owner.number, LENGTH), len(items))
        for index, item in enumerate(items):
            self.store.set((owner.number, index), item)

    def number_method(self, function: NumberMethod, given: Sequence[Item]) -> Item:
        value = self.number(function.owner)
        size = arithmetic.absolute(self.words, value)
        bits = self.words.low_bits(size, bounds(size)[1].bit_length())
        if function.name == "bit_count" and not given:
            return add(of_literal(literal) for literal in bits)
        if function.name == "bit_length" and not given:
            return add(of_literal(self.graph.any_of(bits[place:])) for place in range(len(bits)))
        raise SubsetError(f"an int's .{function.name} is outside of the subset")
