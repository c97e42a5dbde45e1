"""Reports as pages: what was asked, the answer in words, figures with units, plots, the command, and the raw figures
as JSON inside the file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from turingrad._support.text import amount
from turingrad.constructions.registry import REFERENCE, find_construction, recipe_names
from turingrad.view.bars import bars, bench_bars, run_bars
from turingrad.view.glossary import Term, brief, figures, percent
from turingrad.view.network_pages import find_learning_page, trainings
from turingrad.view.pages import Page, name_figures, versions
from turingrad.view.ranges import between_svg

MAX_POINTS = 2_000
MARGIN_TERMS = {"layers": Term("layout", "Of the layers: compact is ours, paper is as printed.")}
CIRCUIT_TERMS = {
    "steps_checked": Term("layers compared", "Every gate's value, of network and interpreter."),
    "runs": Term("inputs compared", "Of the circuit."),
    "mismatches": Term("differences", "Inputs for which network and interpreter differ."),
}
REFERENCE_TERMS = {
    "test_accuracy": Term("right on the test points", "Points that the learner never saw.", percent=True),
    "train_size": Term("training samples", "What the algorithm learns from."),
}
OF_NETWORKS = ("sgd_steps", "agreement_with_reference", "reference_accuracy")  # of no meaning without a network
Block = dict[str, Any]


def report(
    title: str, asked: str, answer: str, blocks: Sequence[Block], *, fields: Any = None, seed: int | None = None
) -> Page:
    """A report, of no command yet (`add_command`). `fields` are the figures as a script would want them: they stand in
    the page's JSON."""
    return Page(
        {
            "title": title,
            "summary": asked,
            "command": None,
            "versions": versions(),
            "seed": seed,
            "blocks": [{"kind": "answer", "text": answer}, *blocks],
            "figures": plain(fields),
        }
    )


def plain(value: Any) -> Any:
    """As JSON can hold it: no infinities, no arrays."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, bool | int | str) or value is None:
        return value
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return str(value)


def curves(
    title: str,
    says: str,
    lines: Mapping[str, Sequence[float]],
    x_label: str,
    y_label: str,
    places: Sequence[float] | None = None,
    kinds: Sequence[str] = ("net", "machine", "quiet"),
    **more: Any,
) -> Block:
    """Curves over the steps from 1, or over `places`, drawn as `kinds` say, the last for all that follow; `more` are
    options of the chart."""
    drawn = []
    for number, (name, values) in enumerate(lines.items()):
        x, y = thin_curve(values)
        at = x if places is None else [places[k - 1] for k in x]
        drawn.append({"name": name, "x": at, "y": y, "kind": kinds[min(number, len(kinds) - 1)]})
    chart = {"lines": drawn, "xLabel": x_label, "yLabel": y_label, "height": 230, **more}
    return {"kind": "plot", "title": title, "says": says, "chart": chart}


def thin_curve(values: Sequence[float]) -> tuple[list[int], list[float | None]]:
    """Places from 1 and values; a long curve keeps the extremes of each stretch, so that no spike is lost."""

    def point(k: int) -> float | None:
        return float(values[k]) if math.isfinite(values[k]) else None

    if len(values) <= MAX_POINTS:
        return list(range(1, len(values) + 1)), [point(k) for k in range(len(values))]
    stretch = 2 * len(values) / MAX_POINTS
    chosen: set[int] = {0, len(values) - 1}
    for number in range(MAX_POINTS // 2):
        part = range(int(number * stretch), min(len(values), int((number + 1) * stretch)))
        if part:
            chosen |= {max(part, key=lambda k: values[k]), min(part, key=lambda k: values[k])}
    order = sorted(chosen)
    return [k + 1 for k in order], [point(k) for k in order]


def table_block(
    title: str,
    says: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    widths: Sequence[int] | None = None,
) -> Block:
    """A table; `widths` are its columns' shares in per cent, where their texts should not decide."""
    return {
        "kind": "table",
        "title": title,
        "says": says,
        "columns": list(columns),
        "rows": [list(row) for row in rows],
        "widths": None if widths is None else list(widths),
    }


def summary_page(title: str, rows: Mapping[str, str]) -> Page:
    """Names and values, for notebooks."""
    return Page(
        {"title": title, "versions": versions(), "blocks": [{"kind": "figures", "figures": name_figures(rows)}]}
    )


def learn_report(
    fields: Mapping[str, Any],
    losses: Sequence[float] | None = None,
    *,
    run: Mapping[str, Any] | None = None,
    source: str | None = None,
    seed: int | None = None,
) -> Page:
    """`fields` as `learn --json` prints them; `source`: the task or the file that the samples are from."""
    how = str(fields.get("with", "reference"))
    count = amount(fields["train_size"], "sample") if "train_size" in fields else "the samples"
    who, terms = learner_words(how)
    asked = f"Learn {count}{f' of {source}' if source else ''} with {who}, then predict points never seen."
    said = learn_answer(fields, how)
    first = ("test_accuracy", "agreement_with_reference", "mlp_accuracy", "sgd_steps", "parameters", "seconds")
    shown_fields = {key: value for key, value in fields.items() if how != "reference" or key not in OF_NETWORKS}
    blocks: list[Block] = [{"kind": "figures", "figures": figures(shown_fields, first, terms)}]
    if fields.get("test_accuracy") is not None:
        blocks.append(accuracy_bars(shown_fields, how))
    if losses and not (run is not None and "loss" in run.get("net", {})):  # a run that draws its loss needs no other
        says = "Of the sample or the data set at each gradient step, before the step is taken."
        blocks.append(curves("Loss", says, {"loss": losses}, "gradient step", "loss"))
    if run is not None:
        blocks += [{"kind": "heading", "text": "The training, step by step"}, {"kind": "run", "run": dict(run)}]
    title = str(fields["learner"]) + ("" if how == "reference" else f" with {how}")
    return report(title, asked, said, blocks, fields=fields, seed=seed)


def learner_words(how: str) -> tuple[str, Mapping[str, Term]]:
    """Who learns, in a sentence, and its own names of figures."""
    if how == REFERENCE:
        return "the algorithm itself, without a network", REFERENCE_TERMS
    if how not in trainings():
        return how, {}
    page = find_learning_page(how)
    return page.learner or how, page.terms


def learn_answer(fields: Mapping[str, Any], how: str) -> str:
    """How much is right, whether that is what the algorithm itself answers, and what an MLP gets."""
    name, right, points = fields["learner"], fields.get("test_accuracy"), fields.get("test_size")
    what = f"The learner {name}, run directly," if how == "reference" else f"The network that runs the learner {name}"
    if right is None:
        return f"{what} has learned."
    of = f"the {amount(points, 'test point')}" if points else "the test points"
    said = f"{what} answers {percent(right)} of {of} right"
    agreement = fields.get("agreement_with_reference")
    if agreement is not None and how != "reference":
        said += " and agrees with the learner, run directly, on "
        said += "every one" if agreement == 1 else f"{percent(agreement)} of them"
    if fields.get("mlp_accuracy") is not None:
        said += f". A plain MLP of about the same size gets {percent(fields['mlp_accuracy'])} right"
    return said + "."


def accuracy_bars(fields: Mapping[str, Any], how: str) -> Block:
    """Right answers on the test points: of the network, of the algorithm itself, of a plain MLP."""
    names = {
        "test_accuracy": "the algorithm" if how == "reference" else "this network",
        "reference_accuracy": "the algorithm, without a network",
        "mlp_accuracy": "a plain MLP of about this size",
    }
    colours = {"test_accuracy": "net" if how != "reference" else "machine", "reference_accuracy": "machine"}
    rows = [
        {
            "name": name,
            "parts": [{"share": fields[key], "kind": colours.get(key, "quiet")}],
            "value": percent(fields[key]),
            "mark": 0.5,
        }
        for key, name in names.items()
        if fields.get(key) is not None
    ]
    return bars("Right answers", "On test points never seen. The line is at one half, as by tossing a coin.", rows)


def check_report(
    fields: Mapping[str, Any],
    mismatches: Sequence[str],
    each: Sequence[tuple[str, int, bool]] = (),
    *,
    seed: int | None = None,
) -> Page:
    """`fields` as `check --json` prints them; `each` run by its input, its steps, and whether all were equal."""
    wrong = int(fields["mismatches"])
    asked = f"Does {fields['machine']} on {fields['on']} compute, at every step, what the interpreter computes?"
    steps, runs = fields["steps_checked"], fields["runs"]
    circuit = fields["on"] in recipe_names() and find_construction(fields["on"]).evaluate is not None
    ran = amount(runs, "input" if circuit else "run")
    said = f"Yes: {amount(steps, 'layer' if circuit else 'configuration')} of {ran}, all equal."
    if wrong:
        said = f"No: {wrong:,} of {ran} {'differs' if wrong == 1 else 'differ'}."
    terms = CIRCUIT_TERMS if circuit else {}
    first = ("steps_checked", "runs", "mismatches")
    blocks: list[Block] = [{"kind": "figures", "figures": figures(fields, first, terms)}]
    if each:
        blocks.append(run_bars(each, circuit=circuit))
    certificate = [[name, "proven exact" if ok else "not proven"] for name, ok in fields["certificate"].items()]
    says = "Computed when the network is compiled: a bound on every partial sum, whatever the order of summation."
    blocks.append(table_block("Certificate", says, ("number format", "arithmetic"), certificate))
    if mismatches:
        rows = [[mismatch] for mismatch in mismatches[:20]]
        blocks.append(table_block("Differences", "The first of each run.", ("interpreter and network",), rows))
    title = f"check {fields['machine']} on {fields['on']}"
    figures_too = {**fields, "each_run": [list(one) for one in each]}
    return report(title, asked, said, blocks, fields=figures_too, seed=seed)


def margin_report(fields: Mapping[str, Any]) -> Page:
    """`fields` as `margin --json` prints them."""
    asked = f"How far can all weights of {fields['machine']} on {fields['on']} be moved before its answer changes?"
    certified = fields.get("corrected_certified")
    said = f"No change of the weights of norm below {format_cell(certified)} changes the answer: that is proven."
    if fields.get("corrected_attack") is not None:
        said += (
            f" The attack broke it with a change of {format_cell(fields['corrected_attack'])}; the truth lies between."
        )
    first = ("corrected_certified", "corrected_attack", "plain_certified", "plain_attack")
    blocks: list[Block] = []
    if (picture := between_svg(fields)) is not None:
        says = "From what it is proven to tolerate (blue) to what is known to break it (orange), in powers of ten."
        blocks.append({"kind": "picture", "title": "Between proven and broken", "says": says, "svg": picture})
    blocks.append({"kind": "figures", "figures": figures(fields, first, MARGIN_TERMS)})
    return report(f"margin of {fields['machine']}", asked, said, blocks, fields=fields)


def format_cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def bench_report(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Page:
    """`rows` as `bench --json` prints them."""
    barred = [row for found in rows.values() for row in found if row["met"] is not None]
    met = sum(bool(row["met"]) for row in barred)
    said = f"{met} of {amount(len(barred), 'bar')} {'is' if met == 1 else 'are'} met on this machine."
    if met == len(barred) != 0:
        said = "The bar is met on this machine." if met == 1 else f"All {met} bars are met on this machine."
    picture = bench_bars(rows)
    blocks = [] if picture is None else [picture]
    blocks += [
        table_block(
            name,
            "Ratios are to a baseline measured in the same run, after warm-up.",
            ("what", "figure", "ratio", "bar", "met", "note"),
            [bench_row(row) for row in found],
        )
        for name, found in rows.items()
    ]
    asked = "How fast is it, beside a baseline measured in the same run?"
    return report("Benchmarks", asked, said, blocks, fields=dict(rows))


def bench_row(row: Mapping[str, Any]) -> list[Any]:
    unit, limit = f" {row['unit']}" if row["ratio"] is None else "×", "at most" if row["at_most"] else "at least"
    bar = "" if row["bar"] is None else f"{limit} {brief(float(row['bar']))}{unit}"
    met = "" if row["met"] is None else "yes" if row["met"] else "no"
    ratio = "" if row["ratio"] is None else f"{brief(float(row['ratio']))}×"
    return [row["what"], f"{brief(float(row['value']))} {row['unit']}", ratio, bar, met, row["note"]]
