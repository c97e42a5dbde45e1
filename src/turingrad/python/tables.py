"""Reads and writes of one of several cells, which one depending on the inputs: `list[i]`.

Cell i has a line, a literal that is 1 where i is meant; exactly one line is 1. A bit is read as the OR of line and
cell, and written by toggling: where R is what the read gives and N is new, cell i becomes

    c_i xor (line_i and (R xor N)),

so that R xor N is made once for the whole column. A second access by the same lines, or one behind an `if`, finds that
form again: the cells c_i xor (line_i and p) read as R xor p, and writing to them replaces p.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from turingrad.python.logic import AND, FALSE, TRUE, XOR
from turingrad.python.numbers import Value, add, bounds, constant_of, number, stride, terms_of, within
from turingrad.python.store import Store, as_number, bit, literal_of
from turingrad.python.values import Bit, Choice, Item, Ref, is_number, same
from turingrad.python.words import without

FEW = 4  # with fewer cells a read that serves the write alone does not pay


class Tables:
    """Chooses among items of one store by lines, and writes to one of them."""

    def __init__(self, store: Store) -> None:
        self.store, self.graph, self.words = store, store.graph, store.words

    # Items

    def select(self, lines: Sequence[int], items: Sequence[Item]) -> Item:
        """The item whose line is 1."""
        if all(same(items[0], item) for item in items[1:]):
            return items[0]
        if all(isinstance(item, Bit | bool) for item in items):
            return bit(self.read(lines, [literal_of(item) for item in items]))
        if all(map(is_number, items)):
            return self.select_number(lines, [as_number(item) for item in items])
        if all(isinstance(item, tuple) and len(item) == len(items[0]) for item in items):
            return tuple(self.select(lines, column) for column in zip(*items, strict=True))
        if all(isinstance(item, Ref | Choice) for item in items):
            return self.store.choose_list(lines, items)
        *others, (_, found) = zip(lines, items, strict=True)
        for line, item in reversed(others):
            found = self.store.either(line, item, found)
        return found

    def select_number(self, lines: Sequence[int], numbers: Sequence[Value]) -> Value:
        """Terms that all numbers have stay as they are; of the rest the bits are read, column by column."""
        common = dict(terms_of(numbers[0]))
        for each in numbers[1:]:
            of = terms_of(each)
            common = {literal: c for literal, c in common.items() if of.get(literal) == c}
        rests = [without(each, common) for each in numbers]
        lo, step, width = code_of(rests)
        hi = max(bounds(each)[1] for each in rests)
        columns = zip(*(self.words.bits(each, lo, step, width) for each in rests), strict=True)
        rest = self.words.of_bits([self.read(lines, column) for column in columns], lo, step, hi)
        least, most = min(bounds(each)[0] for each in numbers), max(bounds(each)[1] for each in numbers)
        return within(add([number(0, common), rest]), least, most)

    def replace(self, lines: Sequence[int], items: Sequence[Item], value: Item) -> list[Item]:
        """The items after a write of the value to the one whose line is 1."""
        every = (*items, value)
        if all(isinstance(item, Bit | bool) for item in every):
            column = [literal_of(self.store.narrow(item)) for item in items]
            made = self.write(lines, [literal_of(item) for item in items], column, literal_of(value))
            return [bit(literal) for literal in made]
        if all(map(is_number, every)):
            return self.replace_numbers(lines, [as_number(item) for item in items], as_number(value))
        if all(isinstance(item, tuple) and len(item) == len(items[0]) for item in every):
            columns = [self.replace(lines, column[:-1], column[-1]) for column in zip(*every, strict=True)]
            return list(zip(*columns, strict=True)) if columns else list(items)
        return [self.store.either(line, value, item) for line, item in zip(lines, items, strict=True)]

    def replace_numbers(self, lines: Sequence[int], numbers: Sequence[Value], value: Value) -> list[Item]:
        lo, step, width = code_of([*numbers, value])
        if not width:  # all are one number
            return list(numbers)
        held = [as_number(self.store.narrow(each)) for each in numbers]
        raw, narrowed = (
            list(zip(*(self.words.bits(each, lo, step, width) for each in cells), strict=True))
            for cells in (numbers, held)
        )
        new = self.words.bits(value, lo, step, width)
        columns = [self.write(lines, *column) for column in zip(raw, narrowed, new, strict=True)]
        least, most = bounds(value)
        made: list[Item] = []
        for each, bits in zip(numbers, zip(*columns, strict=True), strict=True):
            found = self.words.of_bits(bits, lo, step)
            made.append(within(found, min(least, bounds(each)[0]), max(most, bounds(each)[1])))
        return made

    # Bits

    def read(self, lines: Sequence[int], column: Sequence[int]) -> int:
        """The bit of the cell whose line is 1."""
        base, toggle = self.untoggle(lines, column)
        return self.graph.xor(self.and_or(lines, base), toggle)

    def and_or(self, lines: Sequence[int], column: Sequence[int]) -> int:
        if len(column) == 2:
            return self.graph.mux(lines[0], column[0], column[1])
        by_literal: dict[int, list[int]] = {}
        for line, literal in zip(lines, column, strict=True):
            by_literal.setdefault(literal, []).append(line)
        if len(by_literal) == 1:
            return column[0]
        graph = self.graph
        return graph.any_of(graph.and_(graph.any_of(of), literal) for literal, of in by_literal.items())

    def write(self, lines: Sequence[int], column: Sequence[int], narrowed: Sequence[int], new: int) -> list[int]:
        """A column after a write to the cell whose line is 1; `narrowed` are the cells as known on this path."""
        if new <= TRUE or len(lines) < FEW:  # one gate per cell is enough, or three
            return [self.graph.mux(line, new, literal) for line, literal in zip(lines, column, strict=True)]
        base, before = self.untoggle(lines, column)
        if list(column) == list(narrowed):
            toggle = self.graph.xor(self.and_or(lines, base), new)
        else:
            toggle = self.graph.xor(before, self.graph.xor(self.read(lines, narrowed), new))
        made = []
        for line, old, literal in zip(lines, base, column, strict=True):
            wanted = self.graph.and_(line, toggle)
            made.append(literal if literal == new else self.graph.xor(old, wanted))
        return made

    def untoggle(self, lines: Sequence[int], column: Sequence[int]) -> tuple[Sequence[int], int]:
        """(c, p) if every cell is c_i xor (line_i and p) with one p; else the column and 0."""
        splits = [self.splits(line, literal) for line, literal in zip(lines, column, strict=True)]
        for toggle in splits[0]:
            if toggle != FALSE and all(toggle in of for of in splits):
                return [of[toggle] for of in splits], toggle
        return column, FALSE

    def splits(self, line: int, literal: int) -> dict[int, int]:
        """A cell as c xor (line and p), in several ways: c by p."""
        graph, node = self.graph, literal >> 1
        found: dict[int, int] = {}
        if graph.kind[node] == XOR:
            for of, other in ((graph.left[node], graph.right[node]), (graph.right[node], graph.left[node])):
                rest = graph.without(of, line)
                if rest is not None:
                    found[rest] = other ^ (literal & 1)
        elif graph.kind[node] == AND:
            for base in (FALSE, TRUE):
                rest = graph.without(literal ^ base, line)
                if rest is not None:
                    found[rest] = base
        return found


def code_of(numbers: Sequence[Value]) -> tuple[int, int, int]:
    """The least of several numbers, their common stride from it on, and how many bits such a number has."""
    lo, hi = min(bounds(each)[0] for each in numbers), max(bounds(each)[1] for each in numbers)
    first = constant_of(numbers[0])
    step = gcd(*(stride(each) for each in numbers), *(constant_of(each) - first for each in numbers))
    if not step:
        return lo, 0, 0
    lo += (first - lo) % step
    return lo, step, ((hi - lo) // step).bit_length()
