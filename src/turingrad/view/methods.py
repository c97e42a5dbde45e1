"""What machines, runs and networks show of themselves: `machine.diagram()`, `run.view()`, `run.plot()`, `net.plot()`.

The classes stand before this package on the route and call these functions by name (`machine/views.py`).
"""

from __future__ import annotations

from html import escape
from typing import Any

from turingrad.errors import InputError, TuringradError
from turingrad.machine.kinds import describe_machine, kind_of
from turingrad.machine.run import Run
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


def run_view(run: Run[Any], **options: Any) -> Page:
    """The run as a page to step through: that of the very network that ran, if one did."""
    options.setdefault("max_steps", run.steps)
    if run.subject is not None:
        return view(run.subject, run.given, **({"on": run.on} | options))
    kind = kind_of(run.machine)
    if kind.input_of is None:
        raise InputError(f"a run of {describe_machine(run.machine)} has no page; see view_learning")
    return view(run.machine, kind.input_of(run.machine, next(iter(run.trace))), **({"on": run.on} | options))


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
