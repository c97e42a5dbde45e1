"""Samples by width and by depth, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import out

COLUMNS = {"width": "w", "depth": "d", "gamma": "gamma", "alpha": "alpha", "parameters": "p"}
TITLES = {
    "by_width": "The family of Theorem 3.1 or 4.1 by width: Lemma 2.3 beside the VC dimension",
    "by_depth": "The same by depth",
}


def show_sizes(tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    for key, rows in tables.items():
        shown = []
        for row in rows:
            small = [f"{row[name]:,}" if isinstance(row[name], int) else f"{row[name]:.3g}" for name in COLUMNS]
            small[-1] = f"{row['parameters']:.1e}"
            better = row["margin"] < row["vc"]
            shown.append((*small, f"{row['margin']:.1e}{'*' if better else ''}", f"{row['vc']:.1e}"))
        out.print(table((*COLUMNS.values(), "by margin", "by VC"), shown, title=TITLES[key], box=None))
    if tables:
        out.print("* fewer samples by margins than by parameters", highlight=False)
