"""The operations of one sample as a program of the word machine: which word is where, and how the heads get there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from turingrad.python.training.fixed import NumberFormat
from turingrad.python.training.recording import Argument, Operation
from turingrad.python.training.word_machine import BLANK, CODES

Place = tuple[str, int]  # tape "1" or "2", word
LASTING, PASSING = "1", "2"


class Emitter:
    """Writes the program. `slots` says which word of tape M holds operation q of the sample before."""

    def __init__(self, form: NumberFormat, slots: Mapping[int, int]) -> None:
        self.format, self.slots = form, slots
        self.text: list[str] = []
        self.at = {LASTING: 0, PASSING: 0}
        self.accumulator: Argument | None = None
        self.places: dict[Argument, Place] = {}
        self.free: set[int] = set()
        self.passing = 0  # words of tape N

    def op(self, name: str, operand: str = "") -> None:
        self.text.append(CODES[name] + operand)

    def go(self, place: Place) -> str:
        """Moves a head; the number of its tape."""
        tape, word = place
        distance = word - self.at[tape]
        self.text.append(CODES[("R" if distance > 0 else "L") + tape] * abs(distance))
        self.at[tape] = word
        return tape

    def place_of(self, argument: Argument) -> Place:
        if argument[0] == "last":
            return (LASTING, self.slots[argument[1]])
        return self.places[argument]

    def load(self, argument: Argument) -> None:
        if argument == self.accumulator:
            return
        if argument[0] == "is":
            self.op("CON", self.format.word(argument[1]))
        else:
            self.op("LD" + self.go(self.place_of(argument)))
        self.accumulator = argument

    def apply(self, name: str, argument: Argument, operand: str = "") -> None:
        self.op(name + self.go(self.place_of(argument)), operand)
        self.accumulator = None

    def new_place(self) -> Place:
        """A free word of tape N, the nearest one."""
        if not self.free:
            self.free.add(self.passing)
            self.passing += 1
        word = min(self.free, key=lambda word: (abs(word - self.at[PASSING]), word))
        self.free.remove(word)
        return (PASSING, word)

    def store(self, place: Place) -> None:
        self.op("ST" + self.go(place))

    def compute(self, operation: Operation) -> None:
        """The result of an operation in the accumulator."""
        kind, arguments = operation
        if kind == "in":
            self.op("LDX")
        elif kind == "where":
            self.choose(*arguments)
        else:
            first, second = arguments
            turned = second[0] == "is" or (second == self.accumulator and first[0] != "is")
            if kind == "sub" and second[0] == "is":
                kind, second, turned = "add", ("is", -second[1]), True  # the word of -c is two's complement
            if kind == "sub":
                turned = False
            if turned:
                first, second = second, first
            self.load(first)
            name = {"add": "ADD", "sub": "SUB", "mul": "MUL", "lt": "GT" if turned else "LT"}[kind]
            self.apply(name, second, "1" * self.format.point + "0" if kind == "mul" else "")

    def choose(self, condition: Argument, a: Argument, b: Argument) -> None:
        flag = "FLAG"
        aside: Place | None = None
        if a[0] == "is" and b[0] == "is":
            self.load(a)
            aside = self.new_place()
            self.store(aside)
        elif a[0] == "is":
            a, b, flag = b, a, "NOT"
        self.load(condition)
        self.op(flag)
        self.load(b)
        self.op("CLD" + self.go(aside or self.place_of(a)))
        if aside is not None:
            self.free.add(aside[1])
        self.accumulator = None


def last_uses(operations: Sequence[Operation], needed: AbstractSet[int]) -> dict[int, list[int]]:
    """Of each operation that something depends on: the operations that use it."""
    uses: dict[int, list[int]] = {index: [] for index in needed}
    for index in reversed(range(len(operations))):
        if index not in uses:
            continue
        for kind, number in set(operations[index][1]):
            if kind == "own":
                uses.setdefault(number, []).append(index)
    return uses


def in_accumulator(operations: Sequence[Operation], index: int, uses: Sequence[int], cut: int) -> bool:
    """Whether a result is used by the next operation alone, from the accumulator: it needs no word."""
    if list(uses) != [index + 1] or index + 1 == cut:
        return False
    kind, arguments = operations[index + 1]
    own = ("own", index)
    if arguments.count(own) != 1:
        return False
    if kind == "where":
        return arguments[0] == own and not (arguments[1][0] == "is" and arguments[2][0] == "is")
    if kind == "sub":
        return arguments[0] == own and arguments[1][0] != "is"
    return all(argument[0] != "is" for argument in arguments)


def emit(out: Emitter, operations: Sequence[Operation], needed: AbstractSet[int], loop: int | None) -> None:
    """One sample's operations; the results in `needed` end on tape M.

    `loop`: so many of the operations are a loop over the samples that are left, the others follow it.
    """
    out.places, out.free = {}, set(range(out.passing))
    cut = len(operations) if loop is None else loop
    uses = last_uses(operations, needed)
    reads: dict[int, int] = {}  # the last operation that reads what the sample before left
    for index in sorted(uses):
        for kind, number in operations[index][1]:
            if kind == "last":
                reads[number] = index
    start = dict(out.at)
    if loop is not None:
        out.text.append(BLANK)
    out.accumulator = None
    later: list[int] = []
    for index, operation in enumerate(operations):
        if index == cut:
            end_loop(out, later, start)
        if index not in uses:
            if operation[0] == "in":
                out.op("LDX")
                out.accumulator = None
            continue
        out.compute(operation)
        result = ("own", index)
        out.accumulator = result
        for argument in set(operation[1]):
            if argument[0] == "own" and uses[argument[1]][0] == index and argument[1] not in needed:
                release(out, argument)
        if index in needed and reads.get(index, -1) <= index:
            out.places[result] = (LASTING, out.slots[index])
        elif in_accumulator(operations, index, uses[index], cut) and index not in needed:
            continue
        else:
            out.places[result] = out.new_place()
            later += [index] if index in needed else []
        out.store(out.places[result])
    if loop is not None and cut == len(operations):
        end_loop(out, later, start)
    else:
        settle(out, later)


def release(out: Emitter, argument: Argument) -> None:
    tape, word = out.places.get(argument, (LASTING, 0))
    if tape == PASSING:
        out.free.add(word)


def settle(out: Emitter, later: list[int]) -> None:
    """Words of tape M that were still to be read when their next number was made."""
    for index in later:
        out.load(("own", index))
        out.store((LASTING, out.slots[index]))
    later.clear()


def end_loop(out: Emitter, later: list[int], start: Mapping[str, int]) -> None:
    """The heads where they were at the start, and on to the next sample."""
    settle(out, later)
    for tape, word in start.items():
        out.go((tape, word))
    out.op("NEXT")
    out.accumulator = None
