"""The text of a file that is being read, and errors that point into it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from turingrad.errors import FormatError

LINE_BREAK = re.compile("\r\n|\n|\r")
# An error keeps no more of a source line than this; a 64 MB line would otherwise travel with it.
MAX_LINE_SHOWN = 4096


@dataclass(frozen=True)
class SourceText:
    """Decoded text, with the name of the file it came from. Lines and columns count from 1."""

    source: str
    text: str

    @staticmethod
    def decode(data: bytes, source: str) -> SourceText:
        """UTF-8 to text, without a byte order mark; the error of another encoding names the first bad byte."""
        try:
            return SourceText(source, data.decode("utf-8").removeprefix("\ufeff"))
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8")
            good = SourceText(source, before)
            line, column = good.place(len(before))
            raise FormatError(
                f"byte 0x{data[error.start]:02x} is not UTF-8",
                source=source,
                line=line,
                column=column,
                expected="UTF-8 text",
            ) from None

    @cached_property
    def lines(self) -> list[str]:
        return LINE_BREAK.split(self.text)

    def line(self, number: int, most: int) -> str | None:
        """The first `most` characters of a line, without splitting a huge text into all of its lines."""
        start = 0
        for _ in range(number - 1):
            found = LINE_BREAK.search(self.text, start)
            if found is None:
                return None
            start = found.end()
        end = LINE_BREAK.search(self.text, start)
        return self.text[start : end.start() if end else len(self.text)][:most]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset."""
        if "\r" not in self.text:
            return self.text.count("\n", 0, offset) + 1, offset - self.text.rfind("\n", 0, offset)
        line, start = 1, 0
        for found in LINE_BREAK.finditer(self.text, 0, offset):
            line, start = line + 1, found.end()
        return line, offset - start + 1

    def error(
        self, message: str, line: int | None = None, column: int | None = None, expected: str | None = None
    ) -> FormatError:
        """An error at a place, with its source line; without a line it is an error of the whole file."""
        text = None if line is None else self.line(line, (column or 0) + MAX_LINE_SHOWN)
        return FormatError(message, source=self.source, line=line, column=column, text=text, expected=expected)

    def error_at(self, offset: int, message: str, expected: str | None = None) -> FormatError:
        return self.error(message, *self.place(offset), expected)


def quote_piece(text: str, most: int = 40) -> str:
    """A piece of a file for an error message: quoted, and cut where it is long."""
    return repr(text) if len(text) <= most else repr(text[:most]) + "..."
