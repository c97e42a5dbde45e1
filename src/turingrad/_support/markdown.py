"""Names and docs from files in Markdown pages: always as text, never as structure, HTML or links."""

from __future__ import annotations

import re

MARKS = re.compile(r"[\\`*_\[\]#|~$@]|(?<=\w):(?=//)|(?<=www)\.")
AT_THE_START = re.compile(r"^(\d+(?=[.)]))?([-+=.)])")
HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def join_lines(text: str) -> str:
    """The text in one line; characters that cannot be printed are written as escapes."""
    spaced = " ".join(text.split())
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in spaced)


def as_text(text: str) -> str:
    """Markdown that shows exactly this text, its lines joined by spaces."""
    marked = MARKS.sub(r"\\\g<0>", join_lines(text))
    return AT_THE_START.sub(r"\1\\\2", marked).translate(HTML)


def as_code(text: str) -> str:
    """A code span of exactly this text: its fence is longer than any run of backticks inside."""
    line = join_lines(text)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    padding = " " if line.startswith("`") or line.endswith("`") or not line else ""
    return f"{fence}{padding}{line}{padding}{fence}"
