"""The live leaderboard of a search, on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.table import Table

from turingrad._support.text import amount
from turingrad.cli.render.tables import table
from turingrad.cli.render.terminal import errors
from turingrad.search import Board, Incumbent, rule_lines

SHOWN = 5


@contextmanager
def leaderboard(quiet: bool = False, console: Console | None = None) -> Iterator[Callable[[Board], None]]:
    """A watcher for `search`: a table that is redrawn on a terminal, one line per round elsewhere."""
    to: Console = errors.rich if console is None else console
    if quiet:
        yield lambda _board: None
    elif to.is_terminal:
        with Live(console=to, transient=True, refresh_per_second=4) as live:
            yield lambda board: live.update(leaderboard_table(board))
    else:
        yield lambda board: print_round(to, board) if board.closed else None


def leaderboard_table(board: Board) -> Table:
    title = f"{board.machines:,} of {board.budget:,} machines, {board.rate:,.0f}/s, round {board.round}"
    rows = []
    for each in board.incumbents[:SHOWN]:
        rules = "  |  ".join(rule_lines(each.machine(1))) if each.states <= 4 else "..."
        rows.append((f"{each.rank[0]:.4f}", str(each.states), str(each.rules), each.origin, rules))
    columns = ("accuracy", "states", "rules", "from", "its rules")
    return table(columns, rows, left=("from", "its rules"), title=title)


def print_round(console: Console, board: Board) -> None:
    best = f"best {format_score(board.incumbents[0])}" if board.incumbents else "nothing yet"
    text = f"round {board.round}: {board.machines:,} machines, {board.rate:,.0f}/s, {best}"
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def format_score(incumbent: Incumbent) -> str:
    rules = " | ".join(rule_lines(incumbent.machine(1))) if incumbent.states <= 4 else incumbent.origin
    size = f"{amount(incumbent.states, 'state')}, {amount(incumbent.rules, 'rule')}"
    return f"{incumbent.rank[0]:.4f} with {size}: {rules}"
