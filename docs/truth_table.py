"""Write the tables of truth-notes.md from the results of `turingrad truth baselines`: `python docs/truth_table.py`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from turingrad.truth.campaign import CONTROL, Row, read_rows
from turingrad.truth.campaign import UNCONTROLLED as LARGE
from turingrad.truth.summary import EDGES, MAIN, Line, levels_of, machines_by_seeds, table_lines
from turingrad.view.baseline_pages import cells, level_title, summary

FOLDER = Path(__file__).parent
RESULTS, PAGE = FOLDER / "truth-results.jsonl", FOLDER / "truth-notes.md"
BEGIN, END = "<!-- tables: python docs/truth_table.py -->", "<!-- end of tables -->"
SHOWN = {
    "features": ("mean_max", "f1", "separated"),
    "probes": ("balanced", "cosine"),
    "circuits": ("auroc", "precision", "kept", "size", "edges"),
    "steering": ("changed", "isolated"),
}


def tables(rows: Sequence[Row]) -> str:
    """The tables in Markdown: machines with three seeds, then all machines with one."""
    several = {machine for machine, seeds in machines_by_seeds(rows).items() if seeds >= 3}
    parts = [summary(rows)]
    of_several = [row for row in rows if row.machine in several]
    for question, figures in SHOWN.items():
        lines = [line for line in table_lines(of_several) if line.question == question and line.figure in figures]
        parts.append(
            f"**{question}**: {', '.join(sorted(several))}; three seeds\n\n" + table(lines, levels_of(of_several))
        )
    first = [row for row in rows if row.seed == 0]
    small = [row for row in first if row.machine not in LARGE]
    names = machines_by_seeds(small)
    parts.append(f"**{len(names)} machines** ({', '.join(names)}), one seed\n\n{main_table(small)}")
    for machine in LARGE:
        own = [row for row in first if row.machine == machine]
        parts += [f"**{machine}**, one seed\n\n{main_table(own)}"] if own else []
    return "\n\n".join(parts)


def main_table(rows: Sequence[Row]) -> str:
    """The figure of each question that decides, and that of edges."""
    lines = [line for line in table_lines(rows) if line.figure in (MAIN[line.question], EDGES)]
    return table(lines, levels_of(rows))


def table(lines: Sequence[Line], levels: Sequence[str]) -> str:
    """Lines of a table in Markdown; without the last column if there is no lookalike."""
    heads = ["method", "figure", *map(level_title, levels), *(["fails control"] if CONTROL in levels else [])]
    body = [[f"`{name}`", *rest][: len(heads)] for name, *rest in (cells(line, levels) for line in lines)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *body))


def with_tables(page: str, rows: Sequence[Row]) -> str:
    """The page with the tables of these rows between its two marks."""
    between = f"{BEGIN}\n\n{tables(rows)}\n\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: between, page, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), read_rows(RESULTS)), encoding="utf-8")
