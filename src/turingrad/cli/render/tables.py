"""Tables of rich, as all commands draw them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from turingrad.cli.render.terminal import plain


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], left: Container[str] = (), **look: Any) -> Table:
    """Columns of figures, right-justified but for those in `left`; `look` is rich's."""
    made = Table(title_justify="left", **look)
    for column in columns:
        made.add_column(column, justify="left" if column in left else "right")
    for row in rows:
        made.add_row(*row)
    return made


def folded_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table of texts without lines; long cells are folded, and nothing in them is a style or a command."""
    made = Table(box=None, pad_edge=False)
    for column in columns:
        made.add_column(column, overflow="fold")
    for row in rows:
        made.add_row(*(escape(plain(cell)) for cell in row))
    return made
