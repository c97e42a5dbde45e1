"""Our assembler: all of RV32I, the usual pseudo-instructions and directives, in two passes.

The first pass reads the statements, and finds how many bytes each has in its section; then the sections `.text`,
`.rodata`, `.data` and `.bss` are laid out one after the other from address 0, and the second pass makes the bytes.
Execution starts at `_start`, or at 0 if there is no such label. `__input` is the address after all of them, where the
loader puts the input; a source that does not mention it takes none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath
from typing import NamedTuple

from turingrad.errors import FormatError, InputError, MachineError
from turingrad.machine.program.assembly_lines import AssemblyLine, Expression, Token
from turingrad.machine.program.assembly_operands import Fields, read_fields
from turingrad.machine.program.assembly_symbols import INPUT, Symbols
from turingrad.machine.program.encode import encode, sign_extend
from turingrad.machine.program.instructions import FORMS
from turingrad.machine.program.program import LARGEST_RAM, RAM, Program
from turingrad.machine.program.pseudo import PSEUDO

SECTIONS = (".text", ".rodata", ".data", ".bss")
OTHER_SECTIONS = {".srodata": ".rodata", ".sdata": ".data", ".sbss": ".bss"}
ALIGNMENT = 16  # of the sections after the first
WIDTHS = {".byte": 1, ".half": 2, ".short": 2, ".word": 4, ".long": 4}
IGNORED = {".globl", ".global", ".local", ".weak", ".type", ".size", ".file", ".ident", ".attribute", ".option"}
QUOTED_OR_COMMENT = re.compile(
    r"""("(?:\\[^\n]|[^"\\\n])*"|'(?:\\[^\n]|[^'\\\n])')|(?:\#|//)[^\n]*|/\*.*?(?P<end>\*/|\Z)""", re.DOTALL
)

Emit = Callable[[int], bytes]  # the bytes of a statement at an address


class Chunk(NamedTuple):
    """Bytes of a section: where they go, and how they are made once all symbols are known."""

    section: str
    offset: int
    size: int
    emit: Emit
    line: AssemblyLine
    instruction: bool


def assemble(text: str, name: str = "", *, ram: int = RAM) -> Program:
    """Assemble a program.

    Args:
        text: The assembly source.
        name: The program's name.
        ram: Its RAM in bytes.

    Returns:
        The program, with its lines for `view`.

    Raises:
        FormatError: It cannot be assembled; the message shows the line with a caret.

    Example:
        >>> assemble("li a0, 7\\nli a7, 93\\necall").words
        (7341331, 97519763, 115)
    """
    return Assembler(text, name).program(ram)


class Assembler:
    """A source in the middle of being assembled."""

    def __init__(self, text: str, name: str) -> None:
        self.name, self.text = name, text
        self.sizes = dict.fromkeys(SECTIONS, 0)
        self.section = ".text"
        self.chunks: list[Chunk] = []
        self.symbols = Symbols()
        codes = QUOTED_OR_COMMENT.sub(self.blank, text).split("\n")
        for number, (line, code) in enumerate(zip(text.split("\n"), codes, strict=True), start=1):
            self.read(AssemblyLine(line, number, name, code))

    def blank(self, found: re.Match[str]) -> str:
        """Spaces instead of a comment; strings and characters, which may contain the signs of one, as they are."""
        if found[1]:
            return found[1]
        if found["end"] == "":
            line = self.text.count("\n", 0, found.start()) + 1
            raise FormatError("a comment that does not end", source=self.name, line=line, expected="*/")
        return re.sub(r"[^\n]", " ", found[0])

    # The first pass.

    def read(self, line: AssemblyLine) -> None:
        """The statements of a line."""
        line.local = lambda token: self.symbols.local_name(line, token)
        line.here = lambda: self.symbols.hidden_label(self.place())
        while line.peek() is not None:
            self.read_labels(line)
            if not line.ended():
                self.statement(line, line.next("a statement"))
            if not line.ended():
                line.fail("unexpected text", expected="the end of the statement")
            line.take(";")

    def read_labels(self, line: AssemblyLine) -> None:
        while line.at + 1 < len(line.tokens) and line.tokens[line.at + 1].text == ":":
            token = line.next("a label")
            line.expect(":")
            self.symbols.define_label(line, token, self.place())

    def place(self) -> tuple[str, int]:
        """The section, and how many bytes it has so far."""
        return self.section, self.sizes[self.section]

    def statement(self, line: AssemblyLine, token: Token) -> None:
        if token.kind != "name":
            line.fail("not a statement", token, "an instruction, a directive or a label")
        if line.take("="):
            self.symbols.define_constant(line, token)
        elif token.text.startswith("."):
            self.directive(line, token)
        else:
            self.instruction(line, token)

    def add(self, line: AssemblyLine, size: int, emit: Emit, instruction: bool = False) -> None:
        offset = self.sizes[self.section]
        if offset + size > LARGEST_RAM:
            line.fail(f"the section {self.section} is larger than {LARGEST_RAM:,} bytes", line.tokens[0])
        if instruction and self.section != ".text":
            line.fail(f"an instruction in the section {self.section}", line.tokens[0], "the section .text")
        if self.section == ".bss" and emit is not no_bytes:
            line.fail("the section .bss holds zeros only", line.tokens[0], ".space")
        if instruction and offset % 4:
            line.fail(f"the instruction is at {offset:#x}, not a multiple of 4", line.tokens[0], ".align 2 before it")
        self.chunks.append(Chunk(self.section, offset, size, emit, line, instruction))
        self.sizes[self.section] += size

    def require_number(self, line: AssemblyLine, expression: Expression, what: str, most: int) -> int:
        """A number that must be known in the first pass."""
        start = line.tokens[max(0, line.at - 1)]
        number = expression(self.symbols.lookup_constant)
        if not 0 <= number <= most:
            line.fail(f"{what} must be a number from 0 to {most:,}, not {number}", start)
        return number

    def directive(self, line: AssemblyLine, token: Token) -> None:
        name = token.text
        if name in SECTIONS:
            self.section = name
        elif name == ".section":
            self.section = self.named_section(line)
        elif name in IGNORED or name.startswith((".cfi_", ".addrsig")):
            line.skip_statement()
        elif name in (".equ", ".set"):
            symbol = line.next("a name")
            line.expect(",")
            self.symbols.define_constant(line, symbol)
        elif name in WIDTHS:
            self.numbers(line, WIDTHS[name])
        elif name in (".ascii", ".asciz", ".string"):
            content = line.string() + (b"" if name == ".ascii" else b"\0")
            while line.take(","):
                content += line.string() + (b"" if name == ".ascii" else b"\0")
            self.add(line, len(content), lambda _address: content)
        elif name in (".space", ".zero", ".skip"):
            size = self.require_number(line, line.expression(), f"the size of {name}", LARGEST_RAM)
            self.add(line, size, no_bytes)
        elif name in (".align", ".p2align", ".balign"):
            self.align(line, name)
        else:
            line.fail(f"unknown directive {name}", token)

    def named_section(self, line: AssemblyLine) -> str:
        token = line.next("a section")
        line.skip_statement()
        sections = {**{each: each for each in SECTIONS}, **OTHER_SECTIONS}
        found = sections.get("." + token.text.lstrip(".").partition(".")[0])
        if found is None:
            line.fail(f"unknown section {token.text}", token, ", ".join(SECTIONS))
        return found

    def align(self, line: AssemblyLine, name: str) -> None:
        most = 4096 if name == ".balign" else 12
        number = self.require_number(line, line.expression(), f"the alignment of {name}", most)
        while line.take(","):  # the value to fill with, and the most bytes to fill
            line.expression()
        unit = max(1, number) if name == ".balign" else 1 << number
        padding = -self.sizes[self.section] % unit
        nops = encode("addi").to_bytes(4, "little") * (padding // 4)
        code = self.section == ".text"
        self.add(line, padding, (lambda _address: bytes(padding % 4) + nops) if code else no_bytes)

    def numbers(self, line: AssemblyLine, width: int) -> None:
        while True:
            token, expression = line.peek(), line.expression()
            self.add(line, width, self.number_bytes(line, token, expression, width))
            if not line.take(","):
                return

    def number_bytes(self, line: AssemblyLine, token: Token | None, expression: Expression, width: int) -> Emit:
        def emit(_address: int) -> bytes:
            number = expression(self.symbols.lookup)
            if not -(1 << 8 * width - 1) <= number < 1 << 8 * width:
                line.fail(f"{number} does not fit into {width} byte(s)", token)
            return (number & (1 << 8 * width) - 1).to_bytes(width, "little")

        return emit

    # Instructions, and the second pass.

    def instruction(self, line: AssemblyLine, token: Token) -> None:
        if token.text in ("li", "la"):
            self.load_number(line, token)
        elif token.text in PSEUDO or token.text in FORMS:
            name, fields = read_fields(line, token.text)
            self.add(line, 4, lambda address: self.word(line, token, name, fields, address), instruction=True)
        else:
            line.fail(f"unknown instruction {token.text!r}", token)

    def load_number(self, line: AssemblyLine, token: Token) -> None:
        """`li` and `la`: `addi`, `lui` or both; both whenever the number is not known yet."""
        rd = line.register()
        line.expect(",")
        expression = line.expression()
        try:
            number = None if token.text == "la" else expression(self.symbols.lookup_constant)
        except FormatError:
            number = None
        if number is not None and -2048 <= number < 2048:
            parts: tuple[str, ...] = ("addi",)
        elif number is not None and number & 0xFFF == 0:
            parts = ("lui",)
        else:
            parts = ("lui", "addi")

        def emit(_address: int) -> bytes:
            value = expression(self.symbols.lookup)
            if not -(1 << 31) <= value < 1 << 32:
                line.fail(f"{value} does not fit into 32 bits", token)
            low = sign_extend(value, 12)
            upper = encode("lui", rd=rd, imm=(value - low) >> 12 & 0xFFFFF)
            lower = encode("addi", rd=rd, rs1=rd if len(parts) > 1 else 0, imm=low)
            return b"".join((upper if part == "lui" else lower).to_bytes(4, "little") for part in parts)

        self.add(line, 4 * len(parts), emit, instruction=True)

    def word(self, line: AssemblyLine, token: Token, name: str, fields: Fields, address: int) -> bytes:
        """An instruction at its address, as bytes. The target of a jump or branch is an address."""
        lookup = self.symbols.lookup
        numbers = {each: value if isinstance(value, int) else value(lookup) for each, value in fields.items()}
        if FORMS[name].layout in ("B", "J"):
            numbers["imm"] = sign_extend(numbers["imm"] - address, 32)
        try:
            return encode(name, **numbers).to_bytes(4, "little")
        except InputError as error:
            line.fail(str(error), token)

    def program(self, ram: int) -> Program:
        """The second pass: every section has its place, every symbol its value."""
        end = 0
        for section in SECTIONS:
            self.symbols.bases[section] = end
            end += self.sizes[section]
            end += -end % (4 if section == SECTIONS[-1] else ALIGNMENT)
        self.symbols.bases[INPUT] = end
        if end > ram:
            raise MachineError(
                f"the program needs {end:,} bytes, more than the {ram:,} bytes of RAM; use a larger `ram`"
            )
        code = self.sizes[".text"] + -self.sizes[".text"] % 4
        image = bytearray(self.symbols.bases[".bss"])
        for chunk in self.chunks:
            if chunk.section != ".bss":
                start = self.symbols.bases[chunk.section] + chunk.offset
                image[start : start + chunk.size] = chunk.emit(start) or bytes(chunk.size)
        size = len(bytes(image).rstrip(b"\0"))
        entry = self.symbols.labels.get("_start", (".text", 0))
        if entry[0] != ".text" or not code:
            raise FormatError("no instructions" if not code else "_start is not in .text", source=self.name)
        return Program(
            bytes(image[: max(code, size)]),
            entry=entry[1],
            code=code,
            ram=ram,
            input_at=end if self.symbols.mentions_input else None,
            name=PurePath(self.name).stem,
            symbols=self.symbols.visible(),
            lines=self.line_table(),
            source=self.text,
        )

    def line_table(self) -> tuple[tuple[int, int], ...]:
        """The address of every instruction with its source line."""
        chunks = (chunk for chunk in self.chunks if chunk.instruction)
        return tuple((chunk.offset + at, chunk.line.number) for chunk in chunks for at in range(0, chunk.size, 4))


def no_bytes(_address: int) -> bytes:
    """Zeros, as many as the statement has."""
    return b""
