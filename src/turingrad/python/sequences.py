"""Lists and tuples: lengths, items, loops over them, and indices that depend on the inputs.

A list may have a length that depends on the inputs: it has room for the most items that some path gives it, and its
length is a number like others. What is past its end is never read: an index must be known to be in bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turingrad.python.arithmetic import SubsetError, smaller
from turingrad.python.interpreter import Interpreter
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.numbers import Num, Value, add, bounds, of_literal
from turingrad.python.store import LENGTH, MISSING, Cell, options_of
from turingrad.python.values import BoundedRange, Choice, Clash, Guarded, Item, Lazy, Ref, kind_of

VARYING = (
    "the length of this list depends on the inputs; use it in a `for` statement, an index, a slice, append, pop, len, "
    "sum, any, all, min, max or `in`"
)


class Sequences(Interpreter):
    # Lengths

    def size(self, value: Item) -> Value:
        """How many items there are."""
        if isinstance(value, tuple | str):
            return len(value)
        if isinstance(value, Guarded):
            return add(of_literal(literal) for literal, _ in value.pairs)
        if isinstance(value, Clash):
            raise SubsetError(f"this {value.why}")
        if not isinstance(value, Ref | Choice):
            raise SubsetError(f"{kind_of(value)} has no length")
        lines, numbers = zip(*options_of(value), strict=True)
        found: Value = self.store.narrow(self.tables.select(lines, [self.store.cells[of, LENGTH] for of in numbers]))
        return found

    def length(self, value: Item) -> int:
        """How many items there are, which must be known."""
        found = self.size(value)
        if isinstance(found, Num):
            raise SubsetError(VARYING)
        return found

    def varies(self, value: Item) -> bool:
        """Whether it is a list whose length depends on the inputs."""
        return isinstance(value, Ref | Choice) and isinstance(self.size(value), Num)

    # Items

    def element(self, value: Item, index: int) -> Item:
        """The item of a tuple or list at a known index, from 0 on."""
        if isinstance(value, tuple):
            return self.store.narrow(value[index])
        if not isinstance(value, Ref | Choice):
            raise SubsetError(f"{kind_of(value)} has no items here; lists and tuples do")
        found = [(line, self.store.cells.get((of, index), MISSING)) for line, of in options_of(value)]
        lines, items = zip(*(pair for pair in found if pair[1] is not MISSING), strict=True)  # the others are too short
        return self.store.narrow(self.tables.select(lines, items))

    def put(self, owner: Ref | Choice, index: int, value: Item) -> None:
        """Write an element of the list that is meant."""
        if isinstance(owner, Ref):
            self.store.set((owner.number, index), value)
        else:
            self.put_by_lines([(literal, (number, index)) for literal, number in owner.options], value)

    def put_by_lines(self, cells: Sequence[tuple[int, Cell]], value: Item) -> None:
        """Write to the cell whose line is 1; at most one is. A cell that is not there yet has no value to lose."""
        known = [(line, place) for line, place in cells if place in self.store.cells]
        for _, place in cells:
            if place not in self.store.cells:
                self.store.set(place, value)
        if not known:
            return
        lines, places = zip(*known, strict=True)
        made = self.tables.replace(lines, [self.store.cells[place] for place in places], value)
        for place, item in zip(places, made, strict=True):
            self.store.set(place, item)

    def items(self, value: Item) -> list[Item]:
        """All that a loop over the value sees."""
        found = []
        for item in self.stream(value):
            found.append(item)
            if len(found) > MAX_ITEMS:
                raise SubsetError(f"more than {MAX_ITEMS:,} items")
        self.steps += len(found) // 8  # quicker than expressions are
        return found

    def guarded_items(self, value: Item) -> list[tuple[int, Item]]:
        """All that a loop over the value may see, each with the literal that says whether it does."""
        if isinstance(value, Guarded):
            return list(value.pairs)
        if isinstance(value, BoundedRange):
            numbers = range(value.start, bounds(value.stop)[1])
            if len(numbers) > MAX_ITEMS:
                raise SubsetError(f"a range of up to {len(numbers):,} numbers; at most {MAX_ITEMS:,}")
            return [(self.words.at_least(value.stop, number + 1), number) for number in numbers]
        if not self.varies(value):
            return [(TRUE, item) for item in self.items(value)]
        size = self.size(value)
        most = bounds(size)[1]
        return [(self.words.at_least(size, index + 1), self.element(value, index)) for index in range(most)]

    def stream(self, value: Item) -> Iterator[Item]:
        """What a loop over the value sees, a list's elements as they are when their turn comes."""
        if isinstance(value, range):
            if len(value) > MAX_ITEMS:
                raise SubsetError(f"a range of {len(value):,} numbers; at most {MAX_ITEMS:,}")
            yield from value
        elif isinstance(value, Lazy):
            yield from value.steps
        elif isinstance(value, tuple | Ref | Choice):
            index = 0
            while index < self.length(value):
                yield self.element(value, index)
                index += 1
        elif isinstance(value, Clash):
            raise SubsetError(f"this {value.why}")
        elif isinstance(value, BoundedRange):
            raise SubsetError(
                "a range whose length depends on the inputs; loop over it in a `for` statement or a list comprehension"
            )
        else:
            raise SubsetError(f"a loop over {kind_of(value)}; lists, tuples and ranges have items")

    # Indices

    def positions(self, index: Item, value: Item) -> tuple[Value, int, int, int]:
        """An index as a number with the range of its values, in bounds, and for how many items the list has room; from
        the end where it is negative."""
        size, found = self.size(value), self.store.narrow(self.number(index))
        lo, hi = bounds(found)
        least, length = bounds(size)
        if isinstance(size, Num) and hi < 0:
            found = self.store.narrow(add((size, found)))
            lo, hi = bounds(found)
            proven = lo >= 0
        elif isinstance(size, Num):
            proven = lo >= 0 and bounds(self.store.narrow(self.words.difference(size, found)))[0] > 0
        else:
            proven = lo >= -length and hi < length
        if not proven:
            if isinstance(size, Num):
                raise SubsetError(
                    f"the index may be out of bounds: the list has {least} to {length} items; check it with `if` first"
                )
            if not self.lenient or lo >= length or hi < -length:
                raise SubsetError(f"the index may be {lo if lo < -length else hi}; the list has {length} items")
        return found, max(lo, -length), min(hi, length - 1), length

    def look_up(self, value: Item, index: Item) -> Item:
        """value[index]: by lines of a decoder; a table of constants is halved by the index's bits, which folds more."""
        found, lo, hi, length = self.positions(index, value)
        if not isinstance(found, Num):
            return self.element(value, found % length)
        items = [self.element(value, place % length) for place in range(lo, hi + 1)]
        if all(isinstance(item, int) for item in items):
            return self.halve(items, self.words.bits(found, lo, 1, (hi - lo).bit_length()))
        lines = self.decode(found, lo, hi, length)
        chosen = self.tables.select(list(lines.values()), [self.element(value, place) for place in lines])
        return self.store.narrow(chosen)

    def halve(self, items: list[Item], bits: Sequence[int]) -> Item:
        """The item of that number, by its bits from the lowest on."""
        for select in bits:
            pairs = [self.store.either(select, b, a) for a, b in zip(items[::2], items[1::2], strict=False)]
            items = pairs + items[len(items) & ~1 :]
        return items[0]

    def decode(self, index: Num, lo: int, hi: int, length: int) -> dict[int, int]:
        """For each element that an index may mean, the line that says so; an element may have a negative index, too."""
        lines: dict[int, int] = {}
        for place in range(lo, hi + 1):
            line = self.words.is_equal(index, place)
            lines[place % length] = self.graph.or_(lines.get(place % length, FALSE), line)
        return lines

    def assign_element(self, owner: Item, index: Item, value: Item) -> None:
        if isinstance(owner, Clash) or not isinstance(owner, Ref | Choice):
            raise SubsetError(f"an element of {kind_of(owner)} cannot be assigned; one of a list can")
        found, lo, hi, length = self.positions(index, owner)
        if not isinstance(found, Num):
            self.put(owner, found % length, value)
            return
        lines = self.decode(found, lo, hi, length)
        self.put_by_lines(
            [
                (self.graph.and_(literal, line), (number, place))
                for literal, number in options_of(owner)
                for place, line in lines.items()
            ],
            value,
        )

    # Lists that grow and shrink

    def append(self, owner: Ref, value: Item) -> None:
        size = self.size(owner)
        least, most = bounds(size)
        if most >= MAX_ITEMS:
            raise SubsetError(f"more than {MAX_ITEMS:,} items")
        if isinstance(size, Num):
            lines = [(self.words.is_equal(size, place), (owner.number, place)) for place in range(least, most + 1)]
            self.put_by_lines(lines, value)
        else:
            self.store.set((owner.number, size), value)
        self.store.set((owner.number, LENGTH), add((size, 1)))

    def take(self, owner: Ref, first: bool) -> Item:
        """list.pop of the last item, or the first, of a list whose length depends on the inputs."""
        size = self.size(owner)
        least, most = bounds(size)
        if not least:
            raise SubsetError("the list may be empty here; check it with `if` first")
        taken = self.look_up(owner, 0 if first else -1)
        if first:
            for place in range(most - 1):
                self.store.set((owner.number, place), self.store.cells[owner.number, place + 1])
        self.store.set((owner.number, LENGTH), add((size, -1)))
        return taken

    def copy_list(self, given: Item = ()) -> Ref:
        """list(...): a new list, of a length that may depend on the inputs."""
        if not self.varies(given):
            return self.store.new_list(self.items(given))
        return self.list_of(self.size(given), [item for _, item in self.guarded_items(given)])

    def list_of(self, size: Value, items: Sequence[Item]) -> Ref:
        """A new list with the first of some items, as many as the size says."""
        made = self.store.new_list(items)
        self.store.set((made.number, LENGTH), size)
        return made

    def cut(self, value: Item, start: Item, stop: Item) -> Ref:
        """value[start:stop] of a list, where its length or the end of the slice depends on the inputs."""
        size, items = self.size(value), [item for _, item in self.guarded_items(value)]
        if not isinstance(start, int | None) or (start or 0) < 0:
            raise SubsetError("the start of this slice depends on the inputs or counts from the end; use a loop")
        if stop is not None:
            end = self.number(stop)
            if bounds(end)[0] < 0:
                if not isinstance(end, int):
                    raise SubsetError("a slice whose end may be negative; use max(0, ...)")
                end = smaller(self.words, add((size, end)), 0, False)
            size = smaller(self.words, size, end, True)
        if start:
            size = smaller(self.words, add((size, -start)), 0, False)
        most = bounds(size)[1]
        return self.list_of(size, items[start or 0 :][:most])
