"""`turingrad bench`: figures measured side by side in one run, after warm-up."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from turingrad._support.files import require_writable
from turingrad._support.text import name_alternatives
from turingrad.cli import options
from turingrad.cli.render.findings import require_picture
from turingrad.cli.render.reports import save
from turingrad.cli.render.tables import table as table_of
from turingrad.cli.render.terminal import errors, out, print_json, say
from turingrad.constructions import BenchReport, recipe_names
from turingrad.constructions.construction import Row
from turingrad.constructions.registry import package_of
from turingrad.errors import InputError

# Benchmarks and chapters of their own, by the construction whose they are
FURTHER = {"programs": "decoder", "clock": "emulation"}
PYTHON = "python"  # a benchmark without a chapter


def module_name(name: str, what: str) -> str:
    """Where the benchmark or the chapter of that name is."""
    own = {"search": f"turingrad.search.{what}", "scaling": "turingrad.cli.scaling"}
    own |= {part: f"turingrad.constructions.{construction}.{what}.{part}" for part, construction in FURTHER.items()}
    own[PYTHON] = "turingrad.constructions.decoder.bench.python"
    return own.get(name, f"{package_of(name)}.{what}")


def parts() -> list[str]:
    """What has a benchmark and a chapter of the tour."""
    return sorted([*recipe_names(), "search"])


def names() -> list[str]:
    return sorted([*parts(), "scaling", *FURTHER, PYTHON])


def bench_command(
    name: Annotated[str | None, typer.Argument(help=f"One of {', '.join(names())}; all if left out.")] = None,
    plot: Annotated[
        Path | None, typer.Option(help="scaling: draw cost against size to this file (.svg, .png, .pdf).")
    ] = None,
    report: options.Report = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Measure speed, as ratios to a baseline measured in the same run."""
    if name is not None and name not in names():
        raise InputError(f"no benchmark {name!r}{name_alternatives(name, names())}")
    if plot is not None and name != "scaling":
        raise InputError("--plot is for the benchmark `scaling`")
    require_writable(report)
    require_picture(plot)
    rows = {}
    with errors.status("benchmarks", spinner="dots") as status:
        if quiet or json:
            status.stop()
        for each in [name] if name else names():
            measured = BenchReport(each, progress=lambda what, each=each: status.update(f"{each}: {what}"))  # type: ignore[misc]
            found = importlib.import_module(module_name(each, "bench")).bench(measured)
            if plot is not None:
                plot_scaling(found, plot)
            rows[each] = measured.rows
    fields = {
        each: [asdict(row) | {"met": row.met, "note": row.remark} for row in found] for each, found in rows.items()
    }
    save(report, "report_pages.bench_report", fields)
    if json:
        print_json(fields)
        return
    for each, shown in rows.items():
        out.print(table(each, shown))
        if any(row.bar is not None for row in shown):
            say("bar: what the ratio, or the value if there is no ratio, has to meet")


def plot_scaling(curves: Sequence[Any], path: Path) -> None:
    """Cost against size, both as multiples of the smallest, with the fitted exponents."""
    from turingrad.cli.render.findings import plot_charts
    from turingrad.theory.findings import Chart, Line

    lines = []
    for curve in curves:
        sizes, costs = ([each / of[0] for each in of] for of in (curve.sizes, curve.seconds))
        lines.append(Line(f"{curve.axis}: {curve.exponent:.2f}", sizes, costs))
    longest = max(line.x[-1] for line in lines)
    lines.append(Line("linear", [1, longest], [1, longest], style="k--"))
    plot_charts([Chart("Cost", "", lines, "size, of the smallest", "cost, of the smallest", True, True)], path)


def table(name: str, rows: list[Row]) -> Table:
    shown = []
    for row in rows:
        bar = "" if row.bar is None else f"{'<=' if row.at_most else '>='} {figure(row.bar)}"
        met = "" if row.met is None else "yes" if row.met else "no"
        ratio = "" if row.ratio is None else figure(row.ratio)
        shown.append((row.what, f"{figure(row.value)} {row.unit}", ratio, bar, met, row.remark))
    columns = ("figure", "value", "ratio", "bar", "met", "note")
    return table_of(columns, shown, left=("figure", "note"), title=f"turingrad bench {name}")


def figure(value: float) -> str:
    """Four digits, or a whole number with separators."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
