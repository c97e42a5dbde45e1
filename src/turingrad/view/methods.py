"""What machines, runs and networks show of themselves: `machine.diagram()`, `run.view()`, `run.plot()`, `net.plot()`.

The classes stand before this package on the route and call these functions by name (`machine/showing.py`).
"""

from __future__ import annotations

from html import escape
from typing import Any

from turingrad.errors import InputError, TuringradError
from turingrad.machine.grid import GridConfiguration
from turingrad.machine.run import Run
from turingrad.machine.tape import TapeConfiguration
from turingrad.view.diagram import diagram
from turingrad.view.pages import Page
from turingrad.view.plots import learning_plot, network_plot, space_time
from turingrad.view.report_pages import learn_report, summary_page
from turingrad.view.show import view

__all__ = [
    "diagram",
    "learn_html",
    "learning_plot",
    "network_html",
    "network_plot",
    "report_html",
    "run_html",
    "run_view",
    "space_time",
    "view",
]


def input_of(run: Run[Any]) -> Any:
    """The input of a run, as its first configuration shows it."""
    first = next(iter(run.trace))
    if isinstance(first, TapeConfiguration):
        rows = []
        for tape in first.tapes:
            if tape.start < 0:
                raise InputError("this run begins with symbols left of cell 0; it cannot be shown again from an input")
            rows.append((run.machine.blank,) * tape.start + tape.symbols if tape.symbols else ())
        return tuple(rows)
    if isinstance(first, GridConfiguration):
        return first.grid
    raise InputError(f"a run of a {type(run.machine).__name__} has no page; see view_learning")


def run_view(run: Run[Any], **options: Any) -> Page:
    """The run as a page to step through."""
    options.setdefault("max_steps", run.steps)
    return view(run.machine, input_of(run), on=run.on, **options)


def run_html(run: Run[Any]) -> str:
    try:
        return run_view(run)._repr_html_()
    except TuringradError:
        return f"<pre>{escape(repr(run))}</pre>"


def network_html(network: Any) -> str:
    """The network on its machine's own input, as a page; of one that is trained, its sizes."""
    try:
        return view(network)._repr_html_()
    except TuringradError:
        exact = ", ".join(name for name, ok in network.certificate.dtypes().items() if ok)
        rows = {
            "machine": repr(network.machine),
            "depth": f"{network.depth:,}",
            "width": f"{network.width:,}",
            "weights": f"{network.parameter_count():,}",
            "exact in": exact or "none of the formats",
        }
        return summary_page(type(network).__name__, rows)._repr_html_()


def learn_html(run: Any) -> str:
    left_out = ("losses", "memories", "reference_predictions")
    own = {name: value for name, value in run.details.items() if name not in left_out}
    fields = {"learner": getattr(run.learner, "name", "") or "learner", "with": run.on, "sgd_steps": run.sgd_steps}
    return learn_report({**fields, "seconds": round(run.seconds, 3), **own}, run.details.get("losses"))._repr_html_()


def report_html(report: Any) -> str:
    """A lockstep report: in words, and both configurations where they differ."""
    said = escape(str(report))
    colour = "#1c7a4a" if report.ok else "#c0162f"
    return f'<pre style="border-left:4px solid {colour};padding:8px 14px">{said}</pre>'
