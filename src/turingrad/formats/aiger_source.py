"""The bytes of an AIGER file: header, lines, binary deltas, symbol table; every error says where it is."""

from __future__ import annotations

from dataclasses import dataclass

from turingrad._support.text import amount
from turingrad.errors import FormatError, LimitError
from turingrad.formats.netlist import MAX_NODES
from turingrad.formats.source_text import quote_piece

MAX_OUTPUTS = 1 << 20
MAX_DIGITS = 10
HEADER_FORM = "'aag M I L O A' or 'aig M I L O A', then maybe B C J F"
SYMBOL_FORM = "a symbol such as 'i0 name', 'l0 name' or 'o0 name', or 'c' before the comment"
SORTS = {
    "i": "input",
    "l": "latch",
    "o": "output",
    "b": "bad state",
    "c": "constraint",
    "j": "justice",
    "f": "fairness",
}


@dataclass(frozen=True)
class Header:
    """`aag M I L O A B C J F`: the largest variable, and how many inputs, latches, outputs and gates there are;
    then how many bad states, invariant constraints, justice properties and fairness constraints."""

    binary: bool
    variables: int
    inputs: int
    latches: int
    outputs: int
    gates: int
    bad: int = 0
    constraints: int = 0
    justice: int = 0
    fairness: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each sort, by the letter of the symbol table."""
        return {
            "i": self.inputs,
            "l": self.latches,
            "o": self.outputs,
            "b": self.bad,
            "c": self.constraints,
            "j": self.justice,
            "f": self.fairness,
        }


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

    def numbers(self, count: int, expected: str, optional: int = 0) -> list[int]:
        """A line of `count` numbers, and at most `optional` more."""
        words = self.next_line(expected).split()
        if not count <= len(words) <= count + optional:
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
        header = Header(words[0] == "aig", *(self.number(word, HEADER_FORM) for word in words[1:]))
        defined = header.inputs + header.latches + header.gates
        if header.variables < defined or (header.binary and header.variables != defined):
            sign = "is not" if header.binary else "is less than"
            raise self.error(f"M = {header.variables} {sign} I + L + A = {defined}", HEADER_FORM, 1)
        if header.variables > MAX_NODES:
            raise LimitError(f"{self.source}: {header.variables:,} variables; the limit is {MAX_NODES:,}")
        shown = sum(header.counts.values()) - header.inputs - header.latches
        if shown > MAX_OUTPUTS:
            raise LimitError(f"{self.source}: {shown:,} outputs and properties; the limit is {MAX_OUTPUTS:,}")
        # The least that a line, or a gate's two deltas, can take; binary files do not list their inputs.
        least = 2 * shown + 2 * header.latches
        least += 2 * header.gates if header.binary else 2 * (header.inputs + header.latches) + 6 * header.gates
        left = len(self.data) - self.at + 1  # the last line may lack its end
        if least > left:
            latches = f" {amount(header.latches, 'latch', 'es')}," if header.latches else ""
            sizes = f"{amount(header.inputs, 'input')},{latches} {amount(shown, 'output')}"
            sizes += f" and {amount(header.gates, 'gate')}"
            raise self.error(
                f"the header promises {sizes}; the file is too short", f"at least {least} bytes, not {left}"
            )
        return header

    def delta(self, gate: int) -> int:
        """A binary number: seven bits per byte, the low ones first, the top bit set on all bytes but the last."""
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

    def symbols(self, counts: dict[str, int]) -> tuple[dict[str, dict[int, str]], str]:
        """Names by their sort (a letter) and number, and the comment."""
        names: dict[str, dict[int, str]] = {sort: {} for sort in counts}
        while self.at < len(self.data):
            if self.data[self.at : self.at + 1] == b"c" and self.data[self.at + 1 : self.at + 2] in (b"\n", b"\r", b""):
                return names, self.data[self.at + 1 :].decode("utf-8", "replace").strip()
            line = self.next_line(SYMBOL_FORM)
            place, _, name = line.partition(" ")
            sort = place[:1]
            name = name.rstrip("\r")
            if sort not in counts or not name:
                raise self.error(f"{quote_piece(line)} is not understood", SYMBOL_FORM, 1)
            number = self.number(place[1:], SYMBOL_FORM)
            if number >= counts[sort]:
                known = f"0 to {counts[sort] - 1}" if counts[sort] else "none"
                raise self.error(f"there is no {SORTS[sort]} {number}", known, 1)
            if number in names[sort]:
                raise self.error(f"{SORTS[sort]} {number} is named twice", SYMBOL_FORM, 1)
            names[sort][number] = name
        return names, ""
