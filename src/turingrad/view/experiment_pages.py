"""Reports of searches, of chains, of learned margins and of what a descent bears."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose
from typing import Any

from turingrad._support.text import amount
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


CHAIN_SAYS = (
    "Behind ≥ stands what is proven, behind ≤ the smallest change found. The toy is the paper's product of weights "
    "(Claim 3.5), compiled a chain of gates, corrected the same with rounding after each."
)
CHAIN_LINES = (
    ("plain_bound", "without rounding, proven", "machine"),
    ("rounded_bound", "with rounding, proven", "net"),
    ("rounded_attack", "with rounding, broken by", "quiet"),
)


def chain_report(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> Page:
    """The margins of chains by depth; `columns` names what a row has."""
    depths = [row["depth"] for row in rows]
    lines = []
    for key, name, kind in CHAIN_LINES:
        lines.append({"name": name, "x": depths, "y": [row[key] for row in rows], "kind": kind})
    chart = {"lines": lines, "xLabel": "depth", "yLabel": "margin", "height": 260, "log": True}
    says = (
        "The norm below which no change of all weights changes the answer. Rounding is there to keep it from falling."
    )
    table = [["" if row[key] is None else row[key] for key in columns] for row in rows]
    blocks: list[Block] = [
        {"kind": "plot", "title": "Margin by depth", "says": says, "chart": chart},
        table_block("Figures", CHAIN_SAYS, [mathematical(name) for name in columns.values()], table),
    ]
    asked = "Does the margin of a chain of gates fall with its depth?"
    return report("All-layer margin of a chain", asked, chain_answer(rows), blocks, fields=list(rows))


def chain_answer(rows: Sequence[Mapping[str, Any]]) -> str:
    """How the proven margin goes with the depth, without rounding and with it."""
    if not rows:
        return "No chain was measured."
    rows = sorted(rows, key=lambda row: row["depth"])
    first, last = rows[0], rows[-1]
    plain, rounded = last["plain_bound"], last["rounded_bound"]
    if len(rows) == 1:
        return f"At depth {last['depth']} a margin of {brief(rounded)} is proven with rounding, {brief(plain)} without."
    said = f"Without rounding the proven margin goes from {brief(first['plain_bound'])} at depth {first['depth']} "
    said += f"to {brief(plain)} at depth {last['depth']}; with rounding it "
    others = [row["depth"] for row in rows if not isclose(row["rounded_bound"], rounded)]
    least = min(row["depth"] for row in rows if row["depth"] > max(others, default=0))
    return said + (
        f"stays {brief(rounded)} from depth {least} on." if least < last["depth"] else f"is {brief(rounded)} there."
    )


HEADS = {"n": "samples", "train": "error on them", "error": "error on all inputs"}


def risk_report(title: str, note: str, rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> Page:
    """Learned nets by samples, beside compiled ones; or Definition 2.1 over random circuits."""
    learned = [row for row in rows if row["samples"]]
    key = "population_error" if rows and "population_error" in rows[0] else "error"
    line = {"name": "error", "x": [r["samples"] for r in learned], "y": [r[key] for r in learned], "kind": "net"}
    chart = {"lines": [line], "xLabel": "samples", "yLabel": "error on all inputs", "height": 260}
    table = [["–" if untrained(row, name) else brief(row[name]) for name in columns] for row in rows]
    heads = [HEADS.get(name, mathematical(name)) for name in columns.values()]
    blocks: list[Block] = [
        {"kind": "plot", "title": "Error by samples", "says": "Over the whole population.", "chart": chart},
        table_block("Figures", note, heads, table),
    ]
    answer = "No network was trained."
    if learned:
        last = learned[-1]
        answer = f"With {last['samples']} samples the error over the population is {percent(last[key])}."
    asked = "How many samples does training need, and what margins do the learned weights have?"
    return report(mathematical(title), asked, answer, blocks, fields=list(rows))


def untrained(row: Mapping[str, Any], name: str) -> bool:
    """A compiled network saw no samples."""
    return row[name] is None or (name == "samples" and not row[name])


def curve_report(fields: Mapping[str, Any]) -> Page:
    """`fields` as `learn --curve --json` prints them: errors of three models by the number of samples."""
    rows = fields["rows"]
    counts = sorted({row["samples"] for row in rows})
    models = list(dict.fromkeys(row["model"] for row in rows))
    found = {(row["model"], row["samples"]): row for row in rows}
    table = [
        [str(count), *(f"{found[m, count]['error']:.3f}" if (m, count) in found else "–" for m in models)]
        for count in counts
    ]
    says = f"The mean over {amount(fields['seeds'], 'problem')} for each point. The MLP: {fields['mlp']}."
    last = {model: found[model, counts[-1]]["error"] for model in models if (model, counts[-1]) in found}
    answer = f"With {amount(counts[-1], 'sample')}: " + ", ".join(f"{m} {error:.3f}" for m, error in last.items()) + "."
    asked = f"How many samples does each model take to learn {fields['task']} of {amount(fields['dim'], 'feature')}?"
    blocks: list[Block] = [table_block("Test error", says, ("samples", *models), table)]
    return report(f"{fields['learner']}: learning curve", asked, answer, blocks, fields=dict(fields))


def tolerance_report(fields: Mapping[str, Any]) -> Page:
    """`fields` as `margin descent --json` prints them: what a run by gradient descent bears."""
    rows = {kind: (found["every step right up to"], found["breaks at"]) for kind, found in fields["tolerance"].items()}
    table = [[kind, brief(right), "–" if wrong is None else brief(wrong)] for kind, (right, wrong) in rows.items()]
    blocks: list[Block] = []
    picture = ranges_svg([(kind, right, wrong) for kind, (right, wrong) in rows.items()])
    if picture is not None:
        says = (
            "From the largest size at which every step was right (blue) to the smallest at which one was wrong "
            "(orange). A row without a blue dot goes wrong at the least size that was tried."
        )
        blocks.append({"kind": "picture", "title": "How large each disturbance may be", "says": says, "svg": picture})
    says = (
        "Sizes are powers of two; noise is over γ. Rounded: inside the stop-gradients, as an extended network does it."
    )
    heads = ("disturbance", "every step right up to", "a step wrong at")
    blocks.append(table_block("Figures", says, heads, table))
    noise, bare = rows["noise, rounded"][0], rows["noise, not rounded"][0]
    answer = (
        f"All {amount(fields['steps'], 'step')} are right with noise of up to {brief(noise)} over γ where T and H "
        f"are rounded in the loss, {brief(bare)} where they are not. A measurement on this run, not a theorem."
    )
    asked = f"How far can gradient descent that runs {fields['machine']} be disturbed before a step goes wrong?"
    return report(f"{fields['machine']} by gradient descent, disturbed", asked, answer, blocks, fields=dict(fields))
