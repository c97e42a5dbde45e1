"""From compiled code and static data to the image of a Program."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field, replace
from typing import Any

from turingrad.machine.program.encode import encode_unchecked
from turingrad.machine.program.program import Program
from turingrad.python.programs.assembler import encode, place
from turingrad.python.programs.layout import FALSE, NONE, SYSTEM, SYSTEM_VALUES, SYSTEM_WORDS, TRUE, TYPES
from turingrad.python.programs.linker import Linker
from turingrad.python.programs.peephole import improve_program
from turingrad.python.programs.refusals import OutOfMemoryError
from turingrad.python.programs.static import StaticObject, resolve_word
from turingrad.python.programs.tables import RawAddress

FIRST_DATA = 44  # behind the first jump, and None, False and True


@dataclass(frozen=True)
class Image:
    """A program with what is needed to read its memory: classes, lines, addresses."""

    program: Program
    system: int
    numbers: dict[int, type]
    layouts: dict[type, dict[str, int]]
    lines: list[tuple[int, tuple[str, int, str]]]
    live: dict[int, Any]
    wide: bool
    linker: Any = field(repr=False)
    arguments: tuple[Any, list[StaticObject]] = field(repr=False)  # the word of their tuple, and their objects

    def input_bytes(self) -> bytes:
        """The arguments as objects at the addresses where the loader puts the input."""
        root, objects = self.arguments
        start = self.linker.input_symbol.address
        memory = bytearray(start + 8 + sum(4 * each.size for each in objects))
        for each in objects:
            each.lay(memory)
        return resolve_word(root).to_bytes(4, "little") + bytes(memory[start + 8 :])

    def with_order(self, seed: int) -> Image:
        """The same program with other hashes of texts, and so with another order of sets of them."""
        world = self.linker.world
        world.seed = seed
        memory = bytearray(self.program.image)
        for each in (*world.objects, *self.arguments[1]):
            if each.renew:
                each.words = list(each.renew())
        for each in world.objects:
            if each.renew:
                each.lay(memory)
        struct.pack_into("<I", memory, self.system + 4 * SYSTEM.index("seed"), seed)
        return replace(self, program=replace(self.program, image=bytes(memory)))


def build(linker: Linker, ram: int, name: str, root: Any, inputs: list[StaticObject]) -> Image:
    """Lay out read-only data, code, and data that changes; then write all words."""
    linker.fill_late()
    add_handlers(linker)
    linker.code.lines = improve_program(linker.code.lines, {target for *_, target, _ in linker.handlers})
    fixed, changing = split(linker.world.objects)
    changing.sort(key=lambda each: each is not linker.symbols.get("letters"))  # at LETTERS
    at = FIRST_DATA
    for each in fixed:
        at = put(each, at)
    start = at
    placed = place(linker.code, start, address_of)
    code_end = placed.end
    linker.label_addresses.update(placed.labels)
    linker.system_symbol.address = code_end
    at = code_end + 4 * len(SYSTEM)
    for each in changing:
        at = put(each, at)
    linker.end_symbol.address = at
    linker.input_symbol.address = at
    behind = at + 8
    for each in inputs:
        behind = put(each, behind)
    code = encode(linker.code, placed, address_of)
    memory = bytearray(at)
    jump = place_first(placed.labels["raw.start"])
    struct.pack_into("<I", memory, 0, jump)
    for address, kind in ((NONE, "NONETYPE"), (FALSE, "BOOL"), (TRUE, "BOOL")):
        struct.pack_into("<I", memory, address - 1, 1 << 8 | TYPES[kind])
    for each in (*fixed, *changing):
        each.lay(memory)
    struct.pack_into(f"<{len(code)}I", memory, start, *code)
    system = [0] * len(SYSTEM)
    for header, kind, words in (("header", "RAW", SYSTEM_WORDS), ("header_of_values", "ARRAY", SYSTEM_VALUES)):
        system[SYSTEM.index(header)] = len(words) + 1 << 8 | TYPES[kind]
    system[SYSTEM.index("seed")] = linker.world.seed
    system[SYSTEM.index("sent")] = system[SYSTEM.index("returned")] = NONE
    struct.pack_into(f"<{len(SYSTEM)}I", memory, code_end, *system)
    marks = placed.marks(linker.code)
    return finish_image(linker, memory, code_end, placed.labels, marks, ram, name, (root, inputs))


def place_first(target: int) -> int:
    """The jump at address 0."""
    return encode_unchecked("jal", 0, 0, 0, target)


def finish_image(
    linker: Linker,
    memory: bytearray,
    code_end: int,
    labels: dict[str, int],
    marks: list[tuple[int, tuple[str, int, str]]],
    ram: int,
    name: str,
    arguments: Any,
) -> Image:
    if len(memory) + 4096 > ram:
        raise OutOfMemoryError(
            f"the program of {len(memory):,} bytes does not fit into {ram:,} bytes; pass a larger ram"
        )
    lines = tuple((address, line) for address, (path, line, _) in marks if line and linker.is_user(path))
    symbols = tuple((label, address) for label, address in labels.items() if not label.startswith("."))
    program = Program(
        bytes(memory),
        0,
        code_end,
        ram,
        len(memory),
        name=name,
        symbols=symbols,
        lines=lines,
    )
    numbers = {number: cls for cls, number in linker.table.numbers.items()}
    live = {made.tagged_word(): cls for (cls, _), made in linker.class_objects.items()}
    for value in linker.alive:
        found = linker.world.by_identity.get(id(value))
        if isinstance(found, StaticObject):
            live.setdefault(found.tagged_word(), value)
    for value in linker.world.alive:
        found = linker.world.by_identity.get(id(value))
        if isinstance(found, StaticObject) and found.kind in (TYPES["FUNC"], TYPES["METHOD"]):
            live.setdefault(found.tagged_word(), value)
    layouts, wide = linker.table.layouts, linker.world.wide
    return Image(program, code_end, numbers, layouts, marks, live, wide, linker, arguments)


def split(objects: list[StaticObject]) -> tuple[list[StaticObject], list[StaticObject]]:
    """Read-only objects, those that the collector may meet first, and objects that change."""
    reachable = [each for each in objects if not each.changes]
    return reachable, [each for each in objects if each.changes]


def put(made: StaticObject, at: int) -> int:
    made.address = at
    return at + 4 * made.size


def address_of(symbol: Any) -> int:
    if isinstance(symbol, RawAddress):
        return symbol.value()
    assert isinstance(symbol, StaticObject)
    return symbol.tagged_word() if symbol.address >= 0 else 1 << 20


def add_handlers(linker: Linker) -> None:
    """The table of `unwind`: outer tries before inner ones."""
    made = linker.symbols.get("handlers")
    if made is None:
        return
    words: list[Any] = []
    for _, _, start, end, target, size in sorted(linker.handlers, key=lambda each: each[:2]):
        words += [linker.label_word(start), linker.label_word(end), linker.label_word(target)]
        words.append(size.frame_bytes if size else 0)
    made.words = words
