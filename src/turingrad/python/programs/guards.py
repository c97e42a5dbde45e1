"""Objects in place: attributes and methods behind a test of the type, and small objects without a call.

The run time itself does none of this: it is in every program, and its classes are few.
"""

from __future__ import annotations

from collections.abc import Callable

from turingrad.python.programs.assembler import A0, FP, HP, ZERO
from turingrad.python.programs.classes import guards_attributes
from turingrad.python.programs.inline import T0, T1
from turingrad.python.programs.items import Items
from turingrad.python.programs.layout import HOLE, TYPES

MOST_WORDS = 12  # of an object that is made in place


class Guards(Items):
    """Tests of types, and what follows from them."""

    def shared_place(self, name: str, storing: bool = False) -> tuple[int, int, int] | None:
        """The field that types in a row have under a name: the first of them, their number, the field."""
        if self.runtime:
            return None
        table = self.linker.table
        places = {
            number: table.layouts[cls][name]
            for cls, number in table.numbers.items()
            if name in table.layouts[cls] and not (storing and guards_attributes(cls))
        }
        if not places:
            return None
        first = min(places)
        count = 1
        while places.get(first + count) == places[first]:
            count += 1
        return (first, count, places[first]) if count == len(places) else None

    def unless_types(self, first: int, count: int, other: str) -> None:
        """Jump if the type of a0 is not among `count` from `first` on."""
        self.code.op("andi", T0, A0, 0, 1)
        self.code.branch("beq", T0, ZERO, other)
        self.code.op("lbu", T0, A0, 0, -1)
        self.code.op("addi", T0, T0, 0, -first)
        if count == 1:
            self.code.branch("bne", T0, ZERO, other)
            return
        self.code.op("sltiu", T0, T0, 0, count)
        self.code.branch("beq", T0, ZERO, other)

    def load_shared(self, place: tuple[int, int, int], general: Callable[[], None]) -> None:
        """The field of a0 if its type has it there and it is set; `general` finds it otherwise."""
        other, fast, end = (self.code.fresh() for _ in range(3))
        first, count, index = place
        self.unless_types(first, count, other)
        self.code.load(T1, A0, 4 * index - 1)
        self.code.op("addi", T0, T1, 0, -HOLE)
        self.code.branch("bne", T0, ZERO, fast)
        self.code.label(other)
        general()
        self.code.jump(end)
        self.code.label(fast)
        self.code.move(A0, T1)
        self.code.label(end)

    def start_object(self, words: int, kind: int) -> None:
        """A new object in a0; the caller fills it."""
        self.since_poll += 1
        self.code.op("addi", A0, HP, 0, 1)
        self.code.op("addi", HP, HP, 0, 4 * words)
        self.code.constant(T0, words << 8 | kind)
        self.code.store(T0, A0, -1)

    def make_instance(self, words: int, kind: int) -> None:
        """A new instance, with no attribute set."""
        self.start_object(words, kind)
        self.code.store(ZERO, A0, 3)
        self.code.constant(T0, HOLE)
        for index in range(2, words):
            self.code.store(T0, A0, 4 * index - 1)

    def make_short(self, count: int) -> None:
        """The tuple of a0, or of a0 and a1: filled before its address takes the place of a0."""
        self.since_poll += 1
        self.code.constant(T0, (count + 1) << 8 | TYPES["TUPLE"])
        self.code.store(T0, HP, 0)
        for index in range(count):
            self.code.store(A0 + index, HP, 4 * index + 4)
        self.code.op("addi", A0, HP, 0, 1)
        self.code.op("addi", HP, HP, 0, 4 * count + 4)

    def make_tuple(self, first: int, count: int) -> None:
        """The tuple of values in neighbouring slots."""
        self.start_object(count + 1, TYPES["TUPLE"])
        self.copy_slots(first, count, 3)

    def make_list(self, first: int, count: int) -> None:
        """The list of values in neighbouring slots; its array lies behind it."""
        self.start_object(3, self.linker.constant("LIST") or 0)
        self.code.op("addi", HP, HP, 0, 4 * count + 4)
        self.code.constant(T0, 2 * count)
        self.code.store(T0, A0, 3)
        self.code.op("addi", T0, A0, 0, 12)
        self.code.store(T0, A0, 7)
        self.code.constant(T0, (count + 1) << 8 | TYPES["ARRAY"])
        self.code.store(T0, A0, 11)
        self.copy_slots(first, count, 15)

    def copy_slots(self, first: int, count: int, offset: int) -> None:
        for index in range(count):
            self.code.load(T0, FP, self.offset(first + index))
            self.code.store(T0, A0, offset + 4 * index)
