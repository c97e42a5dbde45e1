"""Reports of the experiments on limits: what each network made of its task, and how close that is to chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log2
from typing import Any

import numpy as np

from turingrad._support.arrays import F64
from turingrad._support.text import amount
from turingrad.view.bars import bars
from turingrad.view.glossary import percent
from turingrad.view.mathematics import mathematical, value_in_words
from turingrad.view.pages import Page
from turingrad.view.ranges import ranges_svg
from turingrad.view.report_pages import Block, curves, report, table_block

CURVED = 5  # of more networks than this the curves are left to the page's JSON
QUESTIONS = {
    "separation": "Does the same net, under the same noise, learn parities from one sample per step, and from batches?",
    "parity-images": "Does a plain net learn the parity of squares in an image? Does a net that emulates elimination?",
    "connectivity": "Can a plain net tell one graph from two? Can a net that emulates a search for connections?",
    "arithmetic": "Can a plain net check sums in unknown digits? Can a net that emulates elimination?",
    "initialisation": "Which parities does a plain net learn, and from which random start?",
    "monomials": "Of which degrees does a plain net learn a monomial, and from which random start?",
    "noise": "How much noise on every weight does a net that emulates a learner tolerate?",
    "metaalgorithm": "Does one net learn whatever any machine of its list learns?",
}
CROSS_PREDICTABILITY = (
    "As this run computed them. CP, cross-predictability, says how alike two random functions of the class look on "
    "random inputs: the smaller it is, the less noisy gradient descent can learn about them."
)


def limits_report(experiment: Mapping[str, Any], pictures: Sequence[Sequence[F64]]) -> Page:
    """`experiment` as `limits --json` prints it; `pictures` of each part."""
    blocks: list[Block] = []
    for part, images in zip(experiment["parts"], pictures, strict=True):
        blocks += part_blocks(part, images)
    asked = QUESTIONS[experiment["experiment"]]
    title, seed = f"limits: {experiment['experiment']}", experiment["seed"]
    return report(title, asked, answer_of(experiment), blocks, fields=experiment, seed=seed)


def answer_of(experiment: Mapping[str, Any]) -> str:
    trained = [each for part in experiment["parts"] for each in part["networks"]]
    if trained:
        return networks_in_words(trained)
    chosen = [row for part in experiment["parts"] for row in part.get("rows") or () if is_choice(row)]
    if chosen:
        good = sum(row["error of the net"] <= row["its error"] + 1e-9 for row in chosen)  # means of the same answers
        return (
            f"One net errs no more than the best machine of its list alone on {good} of {amount(len(chosen), 'task')}."
        )
    borne = [row for part in experiment["parts"] for row in part.get("rows") or () if is_range(row)]
    if not borne:
        return "The tables say what is proven and what was found."
    worst = min(borne, key=lambda row: float(row["broken from"]))
    kind = str(next(iter(worst.values())))
    sure = "that is proven" if worst.get("with certainty") else "that is proven for 99 % of all draws"
    return (
        f"Of {kind} noise, a total of {value_in_words(worst['proven'])} on every edge does no harm: {sure}. "
        f"The smallest total that was found to break this net is {value_in_words(worst['broken from'])}."
    )


def networks_in_words(trained: Sequence[Mapping[str, Any]]) -> str:
    """How many of the trained networks stayed at chance, how many did not, and how far from it they are."""
    lost = [each["test_error"] for each in trained if each["at_chance"]]
    won = [each["test_error"] for each in trained if not each["at_chance"]]
    here = "The network trained here" if len(trained) == 1 else "networks trained here"
    if not lost or not won:
        count = {1: "", 2: "Both "}.get(len(trained), f"All {len(trained)} ")
        did = "did no better than chance" if lost else "did better than chance"
        return f"{count}{here} {did}: {wrong(lost or won)}."
    said = f"{len(lost)} of the {len(trained)} {here} did no better than chance, {wrong(lost)}; "
    return said + f"{len(won)} did better, {wrong(won)}."


def wrong(errors: Sequence[float]) -> str:
    """The errors from the least to the most."""
    least, most = percent(min(errors)), percent(max(errors))
    return f"{most} wrong" if least == most else f"{least[:-2]} to {most} wrong"


def part_blocks(part: Mapping[str, Any], images: Sequence[F64]) -> list[Block]:
    blocks: list[Block] = [
        {"kind": "heading", "text": mathematical(part["title"][:1].upper() + part["title"][1:])},
        {"kind": "text", "text": mathematical(part["about"])},
    ]
    if images:
        svg, says = images_svg(images), "Black is 0, white is 1."
        blocks.append({"kind": "picture", "title": "What the samples look like", "says": says, "svg": svg})
    if part["figures"]:
        rows = [[in_words(name), value_in_words(value)] for name, value in part["figures"].items()]
        known = any(name.startswith("CP") for name in part["figures"])
        says = CROSS_PREDICTABILITY if known else "As this run computed them."
        blocks.append(table_block("Figures", says, ("figure", "value"), rows))
    if part.get("rows"):
        blocks += table_blocks(part["rows"])
    if part["networks"]:
        blocks += network_blocks(part["networks"])
    return blocks


def in_words(name: str) -> str:
    return mathematical(name.replace("CP_inf", "CP").replace("_", " "))


def is_range(row: Mapping[str, Any]) -> bool:
    return "proven" in row and "broken from" in row


def is_choice(row: Mapping[str, Any]) -> bool:
    return "error of the net" in row and "its error" in row


def choice_bars(rows: Sequence[Mapping[str, Any]]) -> Block:
    """The error of a net that chooses among machines, task by task, against that of the best of them."""
    most = max(*(row["error of the net"] for row in rows), *(row["its error"] for row in rows), 0.5)
    drawn = [
        {
            "name": str(row["task"]),
            "parts": [{"share": row["error of the net"] / most, "kind": "net"}],
            "value": f"{percent(row['error of the net'])} wrong; {percent(row['its error'])} the best alone",
            "mark": row["its error"] / most,
        }
        for row in rows
    ]
    return bars("Error, task by task", "The bar is the net's, the line that of the best machine alone.", drawn)


def table_blocks(rows: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    """A table; what is proven and what broke is drawn above it."""
    first = next(iter(rows[0]))
    ranges = [(str(row[first]), row["proven"], row["broken from"]) for row in rows if is_range(row)]
    svg = ranges_svg(ranges) if ranges else None
    if svg is not None:
        says = "From what it is proven to tolerate (blue) to what is known to break it (orange), in powers of ten."
        yield {"kind": "picture", "title": "Between proven and broken", "says": says, "svg": svg}
    if all(is_choice(row) for row in rows):
        yield choice_bars(rows)
    table = [[cell_in_words(name, value) for name, value in row.items()] for row in rows]
    yield table_block("Table", "As this run computed it.", [in_words(str(name)) for name in rows[0]], table)


def cell_in_words(name: str, value: Any) -> str:
    """A figure of a table; errors are shares."""
    return percent(value) if "error" in name and isinstance(value, float) else value_in_words(value)


def network_blocks(networks: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    most = max(*(each["test_error"] for each in networks), *(each.get("chance", 0.5) for each in networks), 0.01) * 1.05
    says = "Of test points never seen. The line is chance: the error of the best constant answer."
    drawn = [
        {
            "name": mathematical(each["network"]),
            "parts": [{"share": each["test_error"] / most, "kind": "quiet" if each["at_chance"] else "machine"}],
            "value": f"{percent(each['test_error'])} wrong" + (", chance" if each["at_chance"] else ""),
            "mark": each.get("chance", 0.5) / most,
        }
        for each in networks
    ]
    yield bars("What each network made of it", says, drawn)
    errors = [[percent(each["train_error"]), percent(each["test_error"])] for each in networks]
    rows = [
        [mathematical(e["network"]), e["weights"], e["samples"], *two] for e, two in zip(networks, errors, strict=True)
    ]
    columns = ("trained by SGD", "weights", "samples", "training error", "test error")
    yield table_block("The same in figures", "Samples are those that it was trained on.", columns, rows)
    if len(networks) <= CURVED:
        for each in networks:
            yield from curve_blocks(each)


def curve_blocks(network: Mapping[str, Any]) -> Iterator[Block]:
    """Losses, errors and accuracies of one network, where there is more than a point of them."""
    measured = {name: values for name, values in network["curves"].items() if len(values) > 1}
    errors = {name: [100 * value for value in values] for name, values in measured.items() if "error" in name}
    losses = {name: values for name, values in measured.items() if "loss" in name}
    right = {name: [100 * value for value in values] for name, values in measured.items() if "accuracy" in name}
    name, stride = mathematical(network["network"]), network.get("steps_a_measurement")
    count = max(map(len, errors.values()), default=0)
    measured_by = "epoch" if stride is None else STEP
    if losses:
        by_epoch = count and max(map(len, losses.values())) == count
        yield curves(f"{name}: loss", "", losses, measured_by if by_epoch else STEP, "loss", fromZero=True)
    if errors:
        places = None if stride is None else [stride * (k + 1) for k in range(count)]
        chance = [{"y": 100 * network.get("chance", 0.5), "name": "chance"}]
        yield curves(f"{name}: error", "", errors, measured_by, "error, %", places=places, fromZero=True, bands=chance)
    if right:
        sizes = network.get("batches")
        known = sizes is not None and all(len(values) == len(sizes) for values in right.values())
        places = [log2(size) for size in sizes] if known and sizes else None
        label = "batch size, as a power of 2" if places else "measurement"
        named = {line.removeprefix("accuracy, "): values for line, values in right.items()}
        yield curves(
            f"{name}: accuracy", "", named, label, "right answers, %", places, kinds=line_kinds(named), fromZero=True
        )


def line_kinds(lines: Iterable[str]) -> list[str]:
    """How each curve is drawn: measured ones in colours, the constant grey, what a theorem leaves dashed."""
    colours = iter(("net", "wrong", "machine", "right"))
    return [
        "bound" if "Theorem" in line else "quiet" if line == "constant" else next(colours, "quiet") for line in lines
    ]


STEP = "SGD step"


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
