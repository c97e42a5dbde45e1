"""Tables of rich, as all commands draw them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from rich.table import Table


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], left: Container[str] = (), **look: Any) -> Table:
    """Columns of figures, right-justified but for those in `left`; `look` is rich's."""
    made = Table(title_justify="left", **look)
    for column in columns:
        made.add_column(column, justify="left" if column in left else "right")
    for row in rows:
        made.add_row(*row)
    return made
