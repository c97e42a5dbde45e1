"""Claim 3.5's chain as a table, JSON, a plot or a page."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.table import Table

from turingrad.cli.render.reports import save
from turingrad.cli.render.series import Goes, collect_rows, numbers
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import finish, out, print_json, progress

if TYPE_CHECKING:
    from turingrad.theory.margins.chain import ChainRow

CHAIN_COLUMNS = {
    "depth": "depth",
    "toy_exact": "toy exact",
    "toy_rounded_bound": "toy rounded >=",
    "toy_rounded_attack": "toy rounded <=",
    "plain_bound": "compiled >=",
    "plain_exact": "compiled",
    "plain_attack": "compiled <=",
    "rounded_bound": "corrected >=",
    "rounded_exact": "corrected",
    "rounded_attack": "corrected <=",
}


def show_chain(depths: str, budget: int, to: Goes) -> None:
    from turingrad.theory.margins.chain import chain_rows

    wanted = numbers(depths, "the depths of --depths", 256)
    with progress(to.quiet or to.json) as tell:
        rows, interrupted = collect_rows(chain_rows(wanted, budget, tell))
    if to.plot is not None and rows:
        from turingrad.cli.render.margin_plot import write_plot

        write_plot(rows, to.plot)
    found = [asdict(row) for row in rows]
    save(to.report, "experiment_pages.chain_report", found, CHAIN_COLUMNS)
    if to.json:
        print_json({"rows": found, **({"interrupted": True} if interrupted else {})})
    else:
        out.print(chain_table(rows))
    finish(interrupted)


def chain_table(rows: list[ChainRow]) -> Table:
    values = [[getattr(row, attribute) for attribute in CHAIN_COLUMNS] for row in rows]
    shown = [["-" if v is None else str(v) if isinstance(v, int) else f"{v:.3f}" for v in row] for row in values]
    return table(list(CHAIN_COLUMNS.values()), shown, title="All-layer margin of a chain at x = 1")
