"""What rich draws: tables, and bars of progress. Loaded when the first of them is drawn."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from turingrad.cli.render.terminal import plain


class RichConsole(Console):
    def print(self, *objects: Any, **options: Any) -> None:
        super().print(*(plain(each) if isinstance(each, str) else each for each in objects), **options)

    def on_broken_pipe(self) -> None:
        """For the application to end without a failure; rich would exit with 1."""
        raise BrokenPipeError


class Bar:
    """Bars of progress on a console, one a label; they are gone when they stop."""

    def __init__(self, console: Console) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        self.bars = Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
        self.tasks: dict[str, Any] = {}
        self.bars.start()

    def tell(self, label: str, done: int, total: int | None) -> None:
        if label not in self.tasks:
            self.tasks[label] = self.bars.add_task(label, total=total)
        self.bars.update(self.tasks[label], completed=done, total=total)

    def stop(self) -> None:
        self.bars.stop()
