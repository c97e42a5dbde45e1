"""Regular expressions: Python's own parser reads a pattern; here it becomes instructions that the run time follows.

An instruction is a tuple of a number and what it needs. The run time (`runtime/regexes.mpy`) tries them one after the
other, and goes back to the last choice when one fails, as CPython's engine does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from re import _constants as names  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from turingrad.python.programs.refusals import RefusedError

OPERATIONS = (
    *("CHARACTER", "SET", "SPLIT", "JUMP", "SAVE", "RUN", "MATCH", "BACK", "BEGIN", "LINE_BEGIN", "END", "LINE_END"),
    *("TEXT_END", "BOUNDARY", "INSIDE", "LOOK", "MARK", "PROGRESS"),
)
OP = {name: number for number, name in enumerate(OPERATIONS)}
UNBOUNDED = -1
MOST_COPIES = 200  # of the body of a repetition with bounds
CATEGORIES: dict[Any, Callable[[str], bool]] = {
    names.CATEGORY_DIGIT: str.isdecimal,
    names.CATEGORY_SPACE: str.isspace,
    names.CATEGORY_WORD: lambda text: text.isalnum() or text == "_",
}
OPPOSITES = {
    names.CATEGORY_NOT_DIGIT: names.CATEGORY_DIGIT,
    names.CATEGORY_NOT_SPACE: names.CATEGORY_SPACE,
    names.CATEGORY_NOT_WORD: names.CATEGORY_WORD,
}
ANCHORS = {
    names.AT_BEGINNING: ("BEGIN", "LINE_BEGIN"),
    names.AT_BEGINNING_STRING: ("BEGIN", "BEGIN"),
    names.AT_END: ("END", "LINE_END"),
    names.AT_END_STRING: ("TEXT_END", "TEXT_END"),
    names.AT_BOUNDARY: ("BOUNDARY", "BOUNDARY"),
    names.AT_NON_BOUNDARY: ("INSIDE", "INSIDE"),
}
Instruction = tuple[Any, ...]


def instructions(pattern: re.Pattern[str]) -> tuple[tuple[Instruction, ...], int]:
    """The instructions of a pattern, and how many places its run keeps: two per group, marks, and the last group."""
    if not isinstance(pattern.pattern, str):
        raise RefusedError("a regular expression for bytes", "decode the bytes first")
    writer = Writer(2 * pattern.groups + 2)
    writer.sequence(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE), pattern.flags)
    writer.add("MATCH")
    return tuple(writer.code), writer.places


class Writer:
    """Instructions in the order in which they are written; addresses are their numbers."""

    def __init__(self, places: int) -> None:
        self.code: list[Instruction] = []
        self.places = places

    def add(self, name: str, *parts: Any) -> int:
        self.code.append((OP[name], *parts))
        return len(self.code) - 1

    def sequence(self, nodes: Any, flags: int) -> None:
        for node in nodes:
            self.node(node, flags)

    def node(self, node: Any, flags: int) -> None:
        operation, argument = node
        characters = self.characters(node, flags)
        if characters is not None:
            self.one(characters)
        elif operation is names.BRANCH:
            self.branch(argument[1], flags)
        elif operation is names.SUBPATTERN:
            group, added, removed, inner = argument
            flags = (flags | added) & ~removed
            if group is not None:
                self.add("SAVE", 2 * group)
            self.sequence(inner, flags)
            if group is not None:
                self.add("SAVE", 2 * group + 1)
        elif operation in (names.MAX_REPEAT, names.MIN_REPEAT):
            least, most, body = argument
            self.repeat(least, most, body, flags, operation is names.MAX_REPEAT)
        elif operation is names.AT:
            self.add(ANCHORS[argument][bool(flags & re.MULTILINE)])
        elif operation is names.GROUPREF and not flags & re.IGNORECASE:
            self.add("BACK", argument)
        elif operation in (names.ASSERT, names.ASSERT_NOT):
            self.look(argument, flags, operation is names.ASSERT_NOT)
        else:
            raise RefusedError(f"{str(operation).lower()} in a regular expression", "write the pattern in another way")

    def characters(self, node: Any, flags: int) -> Instruction | None:
        """The instruction of a node that matches one character; None of others."""
        operation, argument = node
        if operation is names.LITERAL:
            return self.literal(argument, flags)
        if operation is names.ANY:
            return character_set([] if flags & re.DOTALL else [(names.LITERAL, 10)], True, flags)
        if operation is names.NOT_LITERAL:
            return character_set([(names.LITERAL, argument)], True, flags)
        if operation is names.IN:
            negative = bool(argument) and argument[0][0] is names.NEGATE
            return character_set(argument[negative:], negative, flags)
        return None

    def literal(self, code: int, flags: int) -> Instruction:
        if flags & re.IGNORECASE and chr(code).swapcase() != chr(code):
            return character_set([(names.LITERAL, code)], False, flags)
        return (OP["CHARACTER"], code)

    def one(self, instruction: Instruction) -> None:
        self.code.append(instruction)

    def branch(self, choices: Any, flags: int) -> None:
        jumps = []
        for index, each in enumerate(choices):
            if index + 1 < len(choices):
                split = self.add("SPLIT")
                self.sequence(each, flags)
                jumps.append(self.add("JUMP"))
                self.code[split] = (OP["SPLIT"], split + 1, len(self.code))
            else:
                self.sequence(each, flags)
        for each in jumps:
            self.code[each] = (OP["JUMP"], len(self.code))

    def repeat(self, least: int, most: Any, body: Any, flags: int, greedy: bool) -> None:
        bound = UNBOUNDED if most is names.MAXREPEAT else int(most)
        single = self.characters(body[0], flags) if len(body) == 1 else None
        if single is not None and greedy:
            self.add("RUN", single, least, bound)
            return
        if max(least, bound) > MOST_COPIES:
            raise RefusedError(f"a repetition of up to {max(least, bound)} times", "use a smaller bound or *")
        for _ in range(least):
            self.sequence(body, flags)
        if bound == UNBOUNDED:
            self.loop(body, flags, greedy)
            return
        splits = []
        for _ in range(bound - least):
            splits.append(self.add("SPLIT"))
            self.sequence(body, flags)
        for each in splits:
            self.choose(each, each + 1, len(self.code), greedy)

    def choose(self, at: int, inside: int, past: int, greedy: bool) -> None:
        self.code[at] = (OP["SPLIT"], inside, past) if greedy else (OP["SPLIT"], past, inside)

    def loop(self, body: Any, flags: int, greedy: bool) -> None:
        place, self.places = self.places, self.places + 1
        split = self.add("SPLIT")
        self.add("MARK", place)
        self.sequence(body, flags)
        progress = self.add("PROGRESS")
        self.code[progress] = (OP["PROGRESS"], place, split)  # again only if the body has matched something
        self.choose(split, split + 1, len(self.code), greedy)

    def look(self, argument: Any, flags: int, negative: bool) -> None:
        direction, body = argument
        inner = Writer(self.places)
        inner.sequence(body, flags)
        inner.add("MATCH")
        self.places = inner.places
        self.add("LOOK", tuple(inner.code), body.getwidth()[0] if direction < 0 else 0, negative)


def character_set(items: list[Any], negative: bool, flags: int) -> Instruction:
    """A set as a text of 32 characters with eight bits each, and what it says of characters beyond Latin-1."""
    bits = [is_member(chr(code), items, flags) != negative for code in range(256)]
    packed = [sum(bits[8 * index + bit] << bit for bit in range(8)) for index in range(32)]
    ranges: list[tuple[int, int]] = []
    for kind, argument in items:
        if kind is names.LITERAL:
            ranges.append((argument, argument))
        elif kind is names.RANGE:
            ranges.append(argument)
    wide = tuple(each for each in ranges if each[1] > 255)
    kinds = [argument for kind, argument in items if kind is names.CATEGORY]
    if wide and flags & re.IGNORECASE:
        raise RefusedError("a set of a regular expression with letters beyond Latin-1", "list the characters")
    return (OP["SET"], "".join(map(chr, packed)), negative, wide, kinds_beyond(kinds, flags))


def kinds_beyond(kinds: list[Any], flags: int) -> str:
    """What a set's kinds say of characters beyond Latin-1; "A" is all of them, in a pattern of ASCII."""
    letters = dict(zip((*CATEGORIES, *OPPOSITES), "dswDSW", strict=True))
    if flags & re.ASCII:
        return "A" if any(each in OPPOSITES for each in kinds) else ""
    return "".join(letters[each] for each in kinds)


def sets_of_kinds() -> tuple[str, ...]:
    """The sets of digits, of spaces and of letters, for patterns that are made at run time."""
    return tuple(character_set([(names.CATEGORY, kind)], False, 0)[1] for kind in CATEGORIES)


def is_member(text: str, items: list[Any], flags: int) -> bool:
    forms = {text, text.lower(), text.upper()} if flags & re.IGNORECASE else {text}
    return any(has_item(each, item, flags) for each in forms if len(each) == 1 for item in items)


def has_item(text: str, item: Any, flags: int) -> bool:
    kind, argument = item
    if kind is names.LITERAL:
        return bool(ord(text) == argument)
    if kind is names.RANGE:
        return bool(argument[0] <= ord(text) <= argument[1])
    plain = OPPOSITES.get(argument, argument)
    found = CATEGORIES[plain](text) and not (flags & re.ASCII and ord(text) > 127)
    return bool(found) != (argument in OPPOSITES)
