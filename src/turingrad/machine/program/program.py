"""Programs: an image of RV32I instructions and data in RAM, and where it starts."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from functools import cached_property

from turingrad._support.validation.arguments import as_tuple, validate_fields
from turingrad._support.validation.values import short_repr, whole
from turingrad.errors import InputError, MachineError
from turingrad.machine.program.disassemble import disassemble
from turingrad.machine.program.instructions import SP
from turingrad.machine.program.memory import Memory
from turingrad.machine.states import html_table

RAM = 1 << 16
LARGEST_RAM = 1 << 28
WHOLE_IMAGE = -1
HTML_ROWS = 200


@dataclass(frozen=True, slots=True)
class ProgramConfiguration:
    """One instant of a program.

    `registers` are unsigned, `output` is all that was written so far. After an exit, `exit_code` is the code and `pc`
    is still the address of the instruction that exited. `trap` says why the instruction at `pc` cannot be executed:
    it is set as soon as the program gets there, and nothing of that instruction has happened.
    """

    step: int
    pc: int
    registers: tuple[int, ...]
    memory: Memory
    output: bytes = b""
    exit_code: int | None = None
    trap: str | None = None

    def __repr__(self) -> str:
        ending = "" if self.exit_code is None else f", exit code {self.exit_code}"
        ending += "" if self.trap is None else f", trap: {self.trap}"
        return (
            f"ProgramConfiguration(step {self.step:,}, pc {self.pc:#x}, {len(self.output):,} bytes of output{ending})"
        )


@dataclass(frozen=True, repr=False)
class Program:
    """An RV32I program: `image` is loaded at address 0 of `ram` bytes, and execution starts at `entry`.

    `code` is the number of bytes from 0 on that hold code: only they can be executed, and they cannot be stored to (by
    default the whole image). `input_at` is the address after the image where the loader puts the number of input
    bytes, as a word, and then the bytes; None if the program takes no input. At the start the stack pointer (x2) is
    `ram`, and all other registers are 0. `symbols` are pairs of a name and an address, `lines` pairs of an address and
    the line of `source` that its instruction is from, `places` pairs of an address and a text such as `main.c:12` if
    the source is not at hand; all are for people, and equality ignores them.

    Args:
        image: code and data, at most `ram` bytes.
        entry: address of the first instruction, a multiple of 4 below `code`.
        code: bytes of code, a multiple of 4.
        ram: bytes of RAM, a multiple of 16.
        input_at: where input goes, a multiple of 4 at or after the end of the image.

    Raises:
        MachineError: if the parts do not fit together; the message gives the sizes.
    """

    image: bytes
    entry: int = 0
    code: int = WHOLE_IMAGE
    ram: int = RAM
    input_at: int | None = None
    name: str = field(default="", compare=False)
    doc: str = field(default="", compare=False)
    symbols: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    lines: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    source: str = field(default="", compare=False)
    places: tuple[tuple[int, str], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for name in ("symbols", "lines", "places"):
            pairs = as_tuple(getattr(self, name), name, MachineError)
            object.__setattr__(self, name, tuple(as_tuple(each, name, MachineError) for each in pairs))
        validate_fields(self, MachineError)
        object.__setattr__(self, "image", bytes(self.image))
        if self.code == WHOLE_IMAGE:
            object.__setattr__(self, "code", len(self.image) & ~3)
        validate(self)

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The words of the code."""
        return struct.unpack_from(f"<{self.code // 4}I", self.image)

    @cached_property
    def symbol_at(self) -> dict[int, str]:
        """The first symbol of each address that has one."""
        return {address: name for name, address in reversed(self.symbols)}

    @cached_property
    def line_at(self) -> dict[int, int]:
        """The source line of each address that has one."""
        return dict(self.lines)

    @cached_property
    def place_at(self) -> dict[int, str]:
        """File and line of each address for which they are known."""
        return dict(self.places)

    @cached_property
    def source_lines(self) -> list[str]:
        """The lines of the source, to which `lines` refers."""
        return self.source.split("\n")

    def input_bytes(self, given: bytes | str = b"") -> bytes:
        """Input as the bytes that the program reads; InputError if it takes none, or not as many."""
        if not isinstance(given, bytes | bytearray | str):
            raise InputError(f"the input of a program must be bytes or a string, not {short_repr(given)}")
        content = text_bytes(given) if isinstance(given, str) else bytes(given)
        if content and self.input_at is None:
            raise InputError(f"the program takes no input, but {len(content):,} bytes are given")
        room = self.ram - 4 - (self.input_at or 0)
        if len(content) > room:
            raise InputError(
                f"{len(content):,} bytes of input do not fit: {max(0, room):,} bytes of the {self.ram:,} bytes of RAM "
                f"are free; use a larger `ram`"
            )
        return content

    def memory(self, given: bytes | str = b"") -> bytearray:
        """RAM at the start: the image, and the input after it."""
        ram = bytearray(self.ram)
        ram[: len(self.image)] = self.image
        content = self.input_bytes(given)
        if self.input_at is not None:
            ram[self.input_at : self.input_at + 4 + len(content)] = len(content).to_bytes(4, "little") + content
        return ram

    def initial_registers(self) -> tuple[int, ...]:
        """All 0 but the stack pointer, which is the end of RAM."""
        return tuple(self.ram if number == SP else 0 for number in range(32))

    @cached_property
    def _hash(self) -> int:
        return hash((self.image, self.entry, self.code, self.ram, self.input_at))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        label = f"{self.name!r}, " if self.name else ""
        data = len(self.image) - self.code
        return f"Program({label}{self.code // 4:,} instructions, {data:,} bytes of data, {self.ram:,} bytes of RAM)"

    def _repr_html_(self) -> str:
        shown_words = self.words[:HTML_ROWS]
        rows = (
            (f"{4 * at:#06x}", self.symbol_at.get(4 * at, ""), f"{word:08x}", disassemble(word, 4 * at))
            for at, word in enumerate(shown_words)
        )
        left = len(self.words) - len(shown_words)
        more = f"<tr><td colspan=4>... {left:,} more</td></tr>" if left else ""
        return html_table(repr(self), ("address", "symbol", "word", "instruction"), rows, more)


def text_bytes(text: str) -> bytes:
    """A text in UTF-8. Bytes of a command line that are none are surrogates in Python: they are those bytes again."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        sign = text[error.start]
        raise InputError(
            f"the input has {sign!r} at position {error.start}, which is not a character: pass bytes"
        ) from None


def validate(program: Program) -> None:
    """Legality, checked in one place."""
    image, code, ram = len(program.image), program.code, program.ram
    whole(ram, "the RAM of a program, in bytes,", 16, LARGEST_RAM, MachineError)
    if ram % 16:
        raise MachineError(f"the RAM of a program must be a multiple of 16 bytes, not {ram:,}")
    if image > ram:
        raise MachineError(f"the image of {image:,} bytes does not fit into {ram:,} bytes of RAM; use a larger `ram`")
    if not 4 <= code <= image or code % 4:
        raise MachineError(f"the code must be a multiple of 4 from 4 to the image's {image:,} bytes, not {code:,}")
    if not 0 <= program.entry < code or program.entry % 4:
        raise MachineError(
            f"the entry must be a multiple of 4 below the {code:#x} bytes of code, not {program.entry:#x}"
        )
    at = program.input_at
    if at is not None and (at % 4 or not image <= at <= ram - 4):
        raise MachineError(
            f"the input must go to a multiple of 4 from the image's end, {image:#x}, to {ram - 4:#x}, not to {at:#x}"
        )
    for name, address in program.symbols:
        if not name or not 0 <= address < 1 << 32:
            raise MachineError(f"a symbol must be a name and a 32-bit address, not {short_repr((name, address))}")
