"""Methods of lists and ints that the subset knows, and what sorts items."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial

from turingrad._support.text import amount
from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.mappings import KNOWN as MAPPED
from turingrad.python.mappings import Mappings
from turingrad.python.numbers import add, bounds, of_literal
from turingrad.python.refusals import METHODS
from turingrad.python.store import LENGTH
from turingrad.python.values import Choice, Item, Lazy, NumberMethod, Ref

KNOWN = "append clear copy count extend insert pop reverse sort"


class Methods(Mappings):
    """`list_method` and `number_method` are the values of calls; `order` sorts."""

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
        if isinstance(owner, Ref) and owner.number in self.longest:
            return self.deque_method(owner, name, given)
        if self.varies(owner) and isinstance(owner, Ref):
            return self.varying_method(owner, name, given)
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
            if name in KNOWN.split():
                raise SubsetError(f".{name}() does not take {amount(len(given), 'argument')} here")
            cure = METHODS.get(name, f"one of {KNOWN}")
            raise self.refuse(self.place, f".{name}() of a list is not supported in circuits", cure)
        self.rewrite(owner, items)
        return None

    def deque_method(self, owner: Ref, name: str, given: Sequence[Item]) -> Item:
        if name == "popleft" and not given:
            return self.varying_method(owner, "pop", [0])
        if name not in MAPPED[deque].split():
            raise SubsetError(f".{name}() of a deque is not supported in circuits; known are {MAPPED[deque]}")
        return self.varying_method(owner, name, given)

    def varying_method(self, owner: Ref, name: str, given: Sequence[Item]) -> Item:
        """A method of a list whose length depends on the inputs, or of a deque."""
        if name == "pop" and (not given or given[0] in (0, -1)):
            return self.take(owner, bool(given) and given[0] == 0)
        if name == "extend" and len(given) == 1:
            for guard, item in self.guarded_items(given[0]):
                self.branch(guard, partial(self.append, owner, item), lambda: None)
            return None
        if name == "copy" and not given:
            return self.copy_list(owner)
        if name == "clear" and not given:
            self.store.set((owner.number, LENGTH), 0)
            return None
        if name == "count" and len(given) == 1:
            return add(
                of_literal(self.graph.and_(guard, self.equal(item, given[0])))
                for guard, item in self.guarded_items(owner)
            )
        raise SubsetError(
            f".{name}() of a list whose length depends on the inputs; supported are append clear count extend pop"
        )

    def extend(self, owner: Ref, given: Item) -> None:
        """list.extend; an iterator's items are appended as they come, and may be made of the list itself."""
        if self.varies(given):
            self.varying_method(owner, "extend", [given])
            return
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
        raise SubsetError(f"an int's .{function.name} is not supported in circuits")
