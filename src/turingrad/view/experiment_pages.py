"""Reports of searches, and of the findings of experiments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turingrad._support.text import amount
from turingrad.theory.findings import Findings
from turingrad.view.glossary import SEARCH_TERMS, brief, figures, percent
from turingrad.view.mathematics import mathematical
from turingrad.view.pages import Page
from turingrad.view.ranges import ranges_svg
from turingrad.view.report_pages import Block, report, table_block


def search_report(
    fields: Mapping[str, Any],
    searched: Mapping[str, Any],
    *,
    run: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> Page:
    """`fields` as `search --json` prints them; `searched` is the search to play, `run` what it found at work."""
    found = "found by the search" if fields["origin"] == "search" else f"from the library: {fields['origin']}"
    fresh = fields.get("fresh_accuracy")
    states = amount(fields["states"], "state")
    answer = f"The best of the {fields['machines_tried']:,} machines tried has {states} ({found}); "
    answer += (
        "no fresh data were left to measure it."
        if fresh is None
        else f"it is right on {percent(fresh)} of fresh problems."
    )
    first = ("fresh_accuracy", "train_accuracy", "machines_tried", "machines_per_second", "states", "rules")
    blocks: list[Block] = [
        {"kind": "figures", "figures": figures(fields, first, SEARCH_TERMS)},
        {"kind": "heading", "text": "Candidates against score"},
        {"kind": "run", "run": {**searched, "begin": len(searched["frames"]["step"]) - 1}},
    ]
    if fields["larger"]:
        rows = [[size["dim"], size["train"], percent(size["accuracy"])] for size in fields["larger"]]
        says = "The same machine on larger problems than it was chosen on."
        blocks.append(table_block("Does it grow?", says, ("features", "samples", "right"), rows))
    rules = "\n".join(fields["rule_lines"])
    blocks.append({"kind": "terminal", "title": "Its rules as text, as the search's file holds them", "text": rules})
    if run is not None:
        blocks += [{"kind": "heading", "text": "The found machine at work"}, {"kind": "run", "run": dict(run)}]
    asked = f"Which learning algorithm of at most {fields['settings']['states']} states is best at {fields['task']}?"
    title = f"search: {fields['task']}"
    return report(title, asked, answer, blocks, fields=fields, seed=seed)


def findings_report(found: Findings) -> Page:
    """The findings of an experiment."""
    blocks: list[Block] = []
    if found.ranges and (picture := ranges_svg(list(found.ranges))) is not None:
        blocks.append({"kind": "picture", "title": "How large each may be", "says": RANGES_SAY, "svg": picture})
    for chart in found.charts:
        lines = [
            {"name": mathematical(line.name), "x": list(line.x), "y": list(line.y), "kind": line.kind}
            for line in chart.lines
        ]
        drawn = {"lines": lines, "xLabel": chart.x, "yLabel": chart.y, "height": 260, "log": chart.log_y}
        says = mathematical(chart.says)
        blocks.append({"kind": "plot", "title": chart.title, "says": says, "chart": drawn})
    for table in found.tables:
        heads = [mathematical(heading) for heading in table.columns.values()]
        rows = [["–" if row[key] is None else brief(row[key]) for key in table.columns] for row in table.rows]
        blocks.append(table_block("Figures", mathematical(table.note), heads, rows))
    answer = mathematical(found.answer)
    return report(mathematical(found.title), found.asked, answer, blocks, fields=dict(found.fields))


RANGES_SAY = (
    "From the largest size at which every step was right (blue) to the smallest at which one was wrong (orange). A row "
    "without a blue dot goes wrong at the least size that was tried."
)
