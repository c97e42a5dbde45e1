"""Reports of the experiments on limits and of searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from turingrad.arrays import F64
from turingrad.view.glossary import SEARCH_TERMS, brief, figures
from turingrad.view.pages import Page
from turingrad.view.report_pages import Block, curves, listing, percent, report


def limits_report(
    experiment: Mapping[str, Any], pictures: Sequence[Sequence[F64]], *, command: str | None = None
) -> Page:
    """`experiment` as `limits --json` prints it; `pictures` of each part."""
    blocks: list[Block] = []
    lost = won = 0
    for part, images in zip(experiment["parts"], pictures, strict=True):
        blocks += [
            {"kind": "heading", "text": part["title"][:1].upper() + part["title"][1:]},
            {"kind": "text", "text": part["about"]},
        ]
        if images:
            svg = images_svg(images)
            blocks.append({"kind": "picture", "title": "What the samples look like", "says": "", "svg": svg})
        if part["figures"]:
            rows = [[name.replace("_", " "), brief(value)] for name, value in part["figures"].items()]
            blocks.append(listing("Figures", "As this run computed them.", ("figure", "value"), rows))
        if part.get("rows"):
            table = [[brief(value) for value in row.values()] for row in part["rows"]]
            names = tuple(str(name).replace("_", " ") for name in part["rows"][0])
            blocks.append(listing("Table", "As this run computed it.", names, table))
        networks = part["networks"]
        if not networks:
            continue
        lost += sum(bool(each["at_chance"]) for each in networks)
        won += sum(not each["at_chance"] for each in networks)
        rows = [
            [
                each["network"],
                each["weights"],
                each["samples"],
                percent(each["train_error"]),
                percent(each["test_error"]),
                "chance" if each["at_chance"] else "learned",
            ]
            for each in networks
        ]
        columns = ("trained by SGD", "weights", "samples", "training error", "test error", "outcome")
        blocks.append(
            listing("What each network made of it", "Chance is the error of the best constant answer.", columns, rows)
        )
        for each in networks:
            for kind, x_label in (("loss", "SGD step"), ("error", "epoch"), ("accuracy", "batch size, by its number")):
                lines = {name: values for name, values in each["curves"].items() if kind in name}
                if lines:
                    blocks.append(curves(f"{each['network']}: {kind}", "", lines, x_label, kind))
    rest = "; none learns it." if not won else f"; {won} learned it." if lost else "."
    answer = f"{lost} of the {lost + won} networks trained here stayed at chance{rest}"
    if not lost + won:
        answer = "The tables say what is proven and what was found."
    asked = "What does gradient descent not learn, and what does it learn when the network is built for it?"
    return report(
        f"limits: {experiment['experiment']}",
        asked,
        answer,
        blocks,
        fields=experiment,
        command=command,
        seed=experiment["seed"],
    )


def images_svg(images: Sequence[F64]) -> str:
    """Images side by side, white 1 and black 0."""
    height, parts, x = max(image.shape[0] for image in images), [], 0
    for image in images:
        parts.append(f'<rect class="frame" x="{x}" y="0" width="{image.shape[1]}" height="{image.shape[0]}"/>')
        parts += [
            f'<rect class="ink" x="{x + column}" y="{row}" width="1" height="1"/>'
            for row, column in np.argwhere(image == 0).tolist()
        ]
        x += image.shape[1] + 2
    scale = max(2, 150 // height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="samples" viewBox="-1 -1 {x} {height + 2}" '
        f'width="{scale * x}" height="{scale * (height + 2)}" role="img" aria-label="samples" '
        f'shape-rendering="crispEdges">{"".join(parts)}</svg>'
    )


def search_report(
    fields: Mapping[str, Any],
    searched: Mapping[str, Any],
    *,
    run: Mapping[str, Any] | None = None,
    command: str | None = None,
    seed: int | None = None,
) -> Page:
    """`fields` as `search --json` prints them; `searched` is the search to play, `run` what it found at work."""
    found = "found by the search" if fields["origin"] == "search" else f"from the library: {fields['origin']}"
    fresh = fields.get("fresh_accuracy")
    answer = f"The best of {fields['machines_tried']:,} machines has {fields['states']} states ({found}); "
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
        blocks.append(listing("Does it grow?", says, ("features", "samples", "right"), rows))
    rules = [[line] for line in fields["rule_lines"]]
    blocks.append(listing("Its rules", "As text; the file of the search holds them for `learn`.", ("rule",), rules))
    if run is not None:
        blocks += [{"kind": "heading", "text": "The found machine at work"}, {"kind": "run", "run": dict(run)}]
    asked = f"Which learning algorithm of at most {fields['settings']['states']} states is best at {fields['task']}?"
    title = f"search: {fields['task']}"
    return report(title, asked, answer, blocks, fields=fields, command=command, seed=seed)


def chain_report(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], *, command: str | None = None) -> Page:
    """The margins of chains by depth; `columns` names what a row has."""
    depths = [row["depth"] for row in rows]
    lines = []
    for key, kind in (("plain_bound", "machine"), ("rounded_bound", "net"), ("rounded_attack", "quiet")):
        y = [row[key] for row in rows]
        lines.append({"name": columns.get(key, key.replace("_", " ")), "x": depths, "y": y, "kind": kind})
    chart = {"lines": lines, "xLabel": "depth", "yLabel": "margin", "height": 260, "log": True}
    says = (
        "The norm below which no change of all weights changes the answer. Rounding is there to keep it from falling."
    )
    table = [["" if row[key] is None else row[key] for key in columns] for row in rows]
    blocks: list[Block] = [
        {"kind": "plot", "title": "Margin by depth", "says": says, "chart": chart},
        listing("Figures", "Bounds are proven; attacks are the smallest change found.", list(columns.values()), table),
    ]
    last = rows[-1]
    answer = f"At depth {last['depth']} a certified {brief(last['rounded_bound'])} with rounding, "
    answer += f"{brief(last['plain_bound'])} without."
    asked = "Does the margin of a chain of gates fall with its depth?"
    return report("All-layer margin of a chain", asked, answer, blocks, fields=list(rows), command=command)


def risk_report(
    title: str,
    note: str,
    rows: Sequence[Mapping[str, Any]],
    columns: Mapping[str, str],
    *,
    command: str | None = None,
) -> Page:
    """Learned nets by samples, beside compiled ones; or Definition 2.1 over random circuits."""
    learned = [row for row in rows if row["samples"]]
    key = "population_error" if rows and "population_error" in rows[0] else "error"
    line = {"name": "error", "x": [r["samples"] for r in learned], "y": [r[key] for r in learned], "kind": "net"}
    chart = {"lines": [line], "xLabel": "samples", "yLabel": "error on all inputs", "height": 260}
    table = [[brief(row[name]) for name in columns] for row in rows]
    blocks: list[Block] = [
        {"kind": "plot", "title": "Error by samples", "says": "Over the whole population.", "chart": chart},
        listing("Figures", note, list(columns.values()), table),
    ]
    answer = "No network was trained."
    if learned:
        last = learned[-1]
        answer = f"With {last['samples']} samples the error over the population is {percent(last[key])}."
    asked = "How many samples does training need, and what margins do the learned weights have?"
    return report(title, asked, answer, blocks, fields=list(rows), command=command)
