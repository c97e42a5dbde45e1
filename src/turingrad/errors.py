"""The errors that a user may meet. Each says what was wrong, where, and what would be right."""

from __future__ import annotations

LONGEST = 800  # characters of an error's line


class TuringradError(Exception):
    """Base of all errors that are the input's fault, not the program's. Its text is one line, and no long one."""

    lines_shown = 3  # of its text, on the command line

    def __init__(self, message: str = "") -> None:
        super().__init__(one_line(message))


def one_line(text: str) -> str:
    """A message on one line; of one that a hostile name made endless, the two ends."""
    line = " ".join(text.splitlines())
    return line if len(line) <= LONGEST else f"{line[: LONGEST // 2]} ... {line[-LONGEST // 4 :]}"


class TuringradWarning(UserWarning):
    """Something that will not do what it seems to, such as a batch in a training that takes single samples."""


class MachineError(TuringradError):
    """A machine that breaks its own definition: an unknown state, a duplicate rule, a rule out of a halting state."""


class InputError(TuringradError):
    """An input that does not fit its machine: an unknown symbol, a vector of the wrong width, labels other than ±1."""


class LimitError(TuringradError):
    """A run or a file past a limit that was set for it."""


class CertificateError(TuringradError):
    """A network asked to run where its arithmetic is not proven exact."""


class FormatError(TuringradError):
    """Text that cannot be read. `line` and `column` count from 1; `text` is the offending source line."""

    def __init__(
        self,
        message: str,
        *,
        source: str = "",
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        expected: str | None = None,
        also: str = "",
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.text = text
        self.expected = expected
        self.also = also
        super().__init__(self.one_line())

    def one_line(self) -> str:
        """`file:line:column: what was wrong (expected ...)`, the part that the command line always prints."""
        place = ":".join(str(part) for part in (self.source or "input", self.line, self.column) if part is not None)
        wanted = f" (expected {self.expected})" if self.expected else ""
        return one_line(f"{place}: {self.message}{wanted}{'; ' * bool(self.also)}{self.also}")

    def __str__(self) -> str:
        if self.text is None:
            return self.one_line()
        shown, caret = excerpt(self.text, self.column)
        return f"{self.one_line()}\n  {shown}" + (f"\n  {caret}" if caret else "")


def excerpt(text: str, column: int | None, width: int = 100) -> tuple[str, str]:
    """One source line cut to `width` around its column, and the caret line below it."""
    line = text.rstrip("\n").replace("\t", " ")
    start = 0 if column is None else max(0, column - 1 - width // 2)
    # Control characters of a hostile file must not reach the terminal.
    shown = "".join(c if c.isprintable() else "\ufffd" for c in line[start : start + width])
    return shown, "" if column is None else " " * (column - 1 - start) + "^"
