"""`turingrad demo`: the tour, a chapter a construction, every number computed in this run."""

from __future__ import annotations

import importlib
import inspect
import re
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from turingrad._support.files import require_writable, write_whole
from turingrad._support.text import name_alternatives
from turingrad.cli.commands.bench import FURTHER, module_name, parts
from turingrad.cli.render.reports import command_line
from turingrad.cli.render.terminal import out, progress, say
from turingrad.constructions import Chapter
from turingrad.errors import InputError

REPORT = Path("turingrad-demo.html")
CHAPTERS = (*parts(), *FURTHER)
NARROW = 80  # columns of what is no terminal: a file, and the report
# rich's picture without its fonts, which a viewer would fetch from the network
CONSOLE_SVG = inspect.signature(Console.export_svg).parameters["code_format"].default or ""
OFFLINE_SVG = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG, flags=re.DOTALL)


def chapters() -> dict[str, Chapter]:
    """The chapters by name, in the order of the tour."""
    found = {name: importlib.import_module(module_name(name, "demo")).CHAPTER for name in CHAPTERS}
    return dict(sorted(found.items(), key=lambda each: each[1].order))


def demo_command(
    chapter: Annotated[list[str] | None, typer.Argument(help=f"Any of {', '.join(CHAPTERS)}; all if left out.")] = None,
    report: Annotated[Path, typer.Option(help="Where to write this tour as an HTML page.")] = REPORT,
    svg: Annotated[Path | None, typer.Option(help="Also write the tour as an SVG picture of a terminal.")] = None,
) -> None:
    """Take a two-minute tour that ends with a page of runs to step through."""
    from turingrad.view.pages import add_command
    from turingrad.view.tour import tour_page

    tour = chapters()
    unknown = [name for name in chapter or () if name not in tour]
    if unknown:
        raise InputError(f"no chapter {unknown[0]!r}{name_alternatives(unknown[0], tour)}")
    for path in (report, svg):
        require_writable(path)
    console = Console(record=True, width=min(out.width, 110) if out.is_terminal else NARROW)
    started = time.perf_counter()
    written = []
    for name, shown in tour.items():
        if not chapter or name in chapter:
            console.rule(f"[bold]{shown.title}", align="left")
            before = len(console.export_text(clear=False))
            shown.show(console)
            written.append((name, shown.title, console.export_text(clear=False)[before:].strip("\n")))
            console.print()
    seconds = time.perf_counter() - started
    console.print(f"Every number above was computed in this run, in {seconds:.0f} s.")
    if svg is not None:
        write_whole(svg, console.export_svg(title="turingrad demo", clear=False, code_format=OFFLINE_SVG))
    with progress() as tell:
        add_command(tour_page(written, seconds, progress=tell), command_line()).save(report)
    say(f"Report: {report}")
