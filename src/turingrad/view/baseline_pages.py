"""The table of `truth baselines` as a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from turingrad._support.text import amount
from turingrad.truth.baselines import METHODS
from turingrad.truth.campaign import CONTROL, Row
from turingrad.truth.summary import (
    MAIN,
    Line,
    cell_of,
    circuit_check,
    levels_of,
    machines_by_seeds,
    table_lines,
    total_seconds,
)
from turingrad.view.pages import Page
from turingrad.view.report_pages import Block, report, table_block

SAYS = {
    "features": "Directions found, against the write directions of the features. f1, recall: matched at a cosine of "
    "0.9. mean_max: the largest cosine per feature. separated: features that some direction tells apart.",
    "probes": "balanced: mean of the shares right where the feature is on and where it is off. cosine: with the "
    "direction by which the network reads the feature.",
    "circuits": "auroc: a component of the circuit above an idle one. groups: the same for groups. precision: of the "
    "top P. kept: tokens right with only the top P at work. size: what keeps 99 % of the tokens, in units of P. edges: "
    "an edge between features above a pair without one.",
    "steering": "changed: counterfactuals that come out as the machine says. isolated: share of the change that is "
    "along the features to be changed.",
}


def baselines_report(rows: Sequence[Row]) -> Page:
    """Mean figures by method and level, for machines with several seeds and for all, and machine by machine."""
    several = [machine for machine, seeds in machines_by_seeds(rows).items() if seeds > 1]
    blocks: list[Block] = []
    if several:
        blocks += question_tables(
            [row for row in rows if row.machine in several], f"{amount(len(several), 'machine')}, "
        )
    if len(several) < len(machines_by_seeds(rows)):
        first = min((row.seed for row in rows), default=0)
        blocks += question_tables([row for row in rows if row.seed == first], "all machines, one seed, ")
    blocks += [machine_table(rows, question) for question in MAIN]
    asked = "Which methods find a mechanism that is known, and what hides it from them?"
    said = f"{summary(rows)} {time_taken(rows)}"
    return report("Methods on models with known mechanisms", asked, said, blocks, fields=[*map(asdict, rows)])


def summary(rows: Sequence[Row]) -> str:
    """What was scored, and the check of the circuits, in sentences."""
    check, machines = circuit_check(rows), machines_by_seeds(rows)
    said = f"{amount(len({row.key[:3] for row in rows}), 'model')} of {amount(len(machines), 'machine')} were scored. "
    if check["models"]:
        kept, models = round(check["kept"]), round(check["models"])
        share = f"all {amount(models, 'model')}" if kept == models > 1 else f"{kept} of {amount(models, 'model')}"
        said += (
            f"On {share} of levels 0 to 3, every token stays right if "
            f"only the true circuit does its work; with as many components drawn at random, at most "
            f"{100 * check['random_most']:.1f} % of the tokens do. "
        )
    if any(row.level == CONTROL for row in rows):
        lines = [line for line in table_lines(rows) if line.fails_control]
        failing = {name: list(dict.fromkeys(line.method for line in lines if line.question == name)) for name in MAIN}
        listed = "; ".join(f"{', '.join(methods)} (question: {name})" for name, methods in failing.items() if methods)
        said += f"Methods that fail the control: {listed or 'none'}."
    return said.strip()


def time_taken(rows: Sequence[Row]) -> str:
    """What all of it took, models included, in a sentence."""
    return f"It took {total_seconds(rows) / 60:.1f} CPU minutes."


def question_tables(rows: Sequence[Row], of: str) -> list[Block]:
    """One table per question."""
    levels, lines = levels_of(rows), table_lines(rows)
    columns = ["method", "figure", *map(level_title, levels), "fails control"]
    return [
        table_block(
            f"{of}{question}", says, columns, [cells(line, levels) for line in lines if line.question == question]
        )
        for question, says in SAYS.items()
    ]


def level_title(level: str) -> str:
    """The title of a level's column."""
    return level if level == CONTROL else f"level {level}"


def cells(line: Line, levels: Sequence[str], intervals: bool = True) -> list[str]:
    """A line of a table as texts, means with their intervals or alone."""
    found = [line.cells.get(level) for level in levels]
    texts = ["" if cell is None else str(cell) if intervals else f"{cell.mean:.2f}" for cell in found]
    return [
        line.method,
        line.figure,
        *texts,
        "" if line.fails_control is None else "yes" if line.fails_control else "no",
    ]


def machine_table(rows: Sequence[Row], question: str) -> Block:
    """The first figure of a question, machine by machine and level by level, a column per method."""
    figure = MAIN[question]
    own = [row for row in rows if row.question == question]
    methods = [name for name in METHODS if any(row.method == name and figure in row.figures for row in own)]
    table = []
    for machine in machines_by_seeds(own):
        for level in levels_of(own):
            found = [
                cell_of([row for row in own if row.machine == machine and row.method == name], level, figure)
                for name in methods
            ]
            if any(found):
                table.append([machine, level, *(str(cell) if cell else "" for cell in found)])
    return table_block(f"{question}, machine by machine", f"{figure}.", ["machine", "level", *methods], table)
