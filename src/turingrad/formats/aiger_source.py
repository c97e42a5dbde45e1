"""The bytes of an AIGER file: header, lines, binary deltas, symbol table; every error says where it is."""

from __future__ import annotations

from dataclasses import dataclass

from turingrad.errors import FormatError, LimitError
from turingrad.formats.netlist import MAX_NODES
from turingrad.formats.source_text import quote_piece

MAX_OUTPUTS = 1 << 20
MAX_DIGITS = 10
SECTIONS = ("latches", "bad states", "invariant constraints", "justice properties", "fairness constraints")
HEADER_FORM = "'aag M I L O A' or 'aig M I L O A'"
SYMBOL_FORM = "a symbol such as 'i0 name' or 'o0 name', or 'c' before the comment"


@dataclass(frozen=True)
class Header:
    """`aag M I L O A`: the largest variable, and how many inputs, outputs and gates there are. No latches."""

    binary: bool
    variables: int
    inputs: int
    outputs: int
    gates: int


class AigerSource:
    """Reads on through the bytes; knows the line of its place while it is in the part that has lines."""

    def __init__(self, data: bytes, source: str) -> None:
        self.data = data
        self.source = source
        self.at = 0
        self.line = 0
        self.text = ""  # the last line that was read

    def error(self, message: str, expected: str | None = None, column: int | None = None) -> FormatError:
        """An error in the last line that was read."""
        return FormatError(
            message, source=self.source, line=self.line, column=column, text=self.text[:4096], expected=expected
        )

    def error_in_line(self, line: int, message: str, expected: str) -> FormatError:
        """An error in an earlier line; the file has lines up to there."""
        text = self.data.split(b"\n", line)[line - 1].decode("utf-8", "replace")
        return FormatError(message, source=self.source, line=line, text=text[:4096], expected=expected)

    def byte_error(self, message: str, expected: str | None = None) -> FormatError:
        """An error in the part without lines."""
        return FormatError(f"{message} (byte {self.at})", source=self.source, expected=expected)

    def next_line(self, expected: str) -> str:
        if self.at >= len(self.data):
            raise FormatError("the file ends too early", source=self.source, line=self.line + 1, expected=expected)
        end = self.data.find(b"\n", self.at)
        raw = self.data[self.at : end if end >= 0 else len(self.data)]
        self.at = end + 1 if end >= 0 else len(self.data)
        self.line += 1
        try:
            self.text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            self.text = raw.decode("utf-8", "replace")
            raise self.error(
                f"byte 0x{raw[error.start]:02x} is not UTF-8", "UTF-8 text", len(raw[: error.start].decode()) + 1
            ) from None
        return self.text

    def numbers(self, count: int, expected: str) -> list[int]:
        """A line of `count` numbers."""
        words = self.next_line(expected).split()
        if len(words) != count:
            raise self.error(f"{quote_piece(self.text.strip())} has {len(words)} numbers", expected)
        return [self.number(word, expected) for word in words]

    def number(self, word: str, expected: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS):
            message = f"{quote_piece(word)} is not a number of at most {MAX_DIGITS} digits"
            raise self.error(message, expected, self.text.find(word) + 1)
        return int(word)

    def header(self) -> Header:
        """The first line. Counts that the rest of the file is too short for are refused before anything is made."""
        words = self.next_line(HEADER_FORM).split()
        if len(words) < 6 or len(words) > 10 or words[0] not in ("aag", "aig"):
            raise self.error(f"{quote_piece(self.text)} is not the header of an AIGER file", HEADER_FORM, 1)
        variables, inputs, latches, outputs, gates, *more = (self.number(word, HEADER_FORM) for word in words[1:])
        for count, what in zip((latches, *more), SECTIONS, strict=False):
            if count:
                raise self.error(f"the file has {count} {what}: only circuits without memory can be read", "0")
        binary = words[0] == "aig"
        if variables < inputs + gates or (binary and variables != inputs + gates):
            sign = "is not" if binary else "is less than"
            raise self.error(f"M = {variables} {sign} I + L + A = {inputs + gates}", HEADER_FORM, 1)
        if variables > MAX_NODES:
            raise LimitError(f"{self.source}: {variables:,} variables; the limit is {MAX_NODES:,}")
        if outputs > MAX_OUTPUTS:
            raise LimitError(f"{self.source}: {outputs:,} outputs; the limit is {MAX_OUTPUTS:,}")
        # The least that a line, or a gate's two deltas, can take; binary files do not list their inputs.
        least = 2 * outputs + (2 * gates if binary else 2 * inputs + 6 * gates)
        left = len(self.data) - self.at + 1  # the last line may lack its end
        if least > left:
            message = f"the header promises {inputs} inputs, {outputs} outputs and {gates} gates; the file is too short"
            raise self.error(message, f"at least {least} bytes, not {left}")
        return Header(binary, variables, inputs, outputs, gates)

    def delta(self, gate: int) -> int:
        """A binary number: seven bits a byte, the low ones first, the top bit set on all bytes but the last."""
        value, shift = 0, 0
        while True:
            if self.at >= len(self.data):
                raise self.byte_error(f"gate {gate}: the file ends within it", "more bytes")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift > 35:
                raise self.byte_error(f"gate {gate}: a delta is longer than five bytes", "a delta below 2^35")

    def symbols(self, inputs: int, outputs: int) -> tuple[dict[int, str], dict[int, str], str]:
        """Names of inputs and of outputs by their number, and the comment."""
        names: dict[str, dict[int, str]] = {"i": {}, "o": {}}
        counts = {"i": inputs, "o": outputs}
        while self.at < len(self.data):
            if self.data[self.at : self.at + 1] == b"c" and self.data[self.at + 1 : self.at + 2] in (b"\n", b"\r", b""):
                comment = self.data[self.at + 1 :].decode("utf-8", "replace").strip()
                return names["i"], names["o"], comment
            line = self.next_line(SYMBOL_FORM)
            place, _, name = line.partition(" ")
            sort = place[:1]
            name = name.rstrip("\r")
            if sort not in counts or not name:
                raise self.error(f"{quote_piece(line)} is not understood", SYMBOL_FORM, 1)
            number = self.number(place[1:], SYMBOL_FORM)
            what = "input" if sort == "i" else "output"
            if number >= counts[sort]:
                raise self.error(f"there is no {what} {number}", f"0 to {counts[sort] - 1}", 1)
            if number in names[sort]:
                raise self.error(f"{what} {number} is named twice", SYMBOL_FORM, 1)
            names[sort][number] = name
        return names["i"], names["o"], ""
