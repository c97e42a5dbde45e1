"""`turingrad demo`: the tour, a chapter a construction, every number computed in this run."""

from __future__ import annotations

import importlib
import re
import time
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from turingrad.cli.commands.bench import module_name, names
from turingrad.cli.output import out
from turingrad.errors import InputError

REPORT = Path("turingrad-demo.html")
# rich's picture without its fonts, which a viewer would fetch from the network
OFFLINE_SVG = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)


def modules() -> list[ModuleType]:
    """The chapters in the order of the tour."""
    found = [importlib.import_module(module_name(name, "demo")) for name in names()]
    return sorted(found, key=lambda module: int(module.ORDER))


def demo(
    chapter: Annotated[list[str] | None, typer.Argument(help="Chapters by name; all if left out.")] = None,
    report: Annotated[Path, typer.Option(help="The report to open: this tour as a page.")] = REPORT,
    svg: Annotated[Path | None, typer.Option(help="Also write the tour as an SVG picture of a terminal.")] = None,
) -> None:
    """A guided tour of what works, in under two minutes."""
    tour = {module.__name__.split(".")[-2]: module for module in modules()}
    unknown = [name for name in chapter or () if name not in tour]
    if unknown:
        raise InputError(f"no chapter {unknown[0]!r}; there are {', '.join(tour)}")
    for path in (report, svg):
        if path is not None and not path.parent.is_dir():
            raise InputError(f"cannot write {path}: there is no folder {path.parent}")
    console = Console(record=True, width=max(out.width, 100) if out.is_terminal else 110)
    started = time.perf_counter()
    for name, module in tour.items():
        if not chapter or name in chapter:
            console.rule(f"[bold]{module.TITLE}", align="left")
            module.show(console)
            console.print()
    console.print(f"Every number above was computed in this run, in {time.perf_counter() - started:.0f} s.")
    if svg is not None:
        console.save_svg(str(svg), title="turingrad demo", clear=False, code_format=OFFLINE_SVG)
    console.save_html(str(report))
    out.print(f"Report: {report}", markup=False, highlight=False)
