"""Bars in reports: how far each run was compared, how each figure stands to its bar, how a paper's sections fare."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log2
from typing import Any

from turingrad._support.text import amount
from turingrad.view.glossary import brief

Block = dict[str, Any]
MAX_RUNS = 40
MAX_TIMES = 8  # a figure so many times better or worse than its bar fills its half of the picture
SHADES = {
    "holds": "machine",
    "corrected": "net",
    "fails": "wrong",
    "asymptotic": "soft",
    "open": "quiet",
    "broken": "broken",
    "left out": "empty",
}
"""The colours of what became of a statement, in the order in which they are drawn."""


def bars(title: str, says: str, rows: Sequence[Mapping[str, Any]], keys: Mapping[str, str] | None = None) -> Block:
    """Rows of `name`, `parts` (a share of the width and a colour each), `value` in words, and a `mark` maybe."""
    named = [{"name": name, "kind": kind} for name, kind in (keys or {}).items()]
    return {"kind": "bars", "title": title, "says": says, "rows": [dict(row) for row in rows], "keys": named}


def run_bars(each: Sequence[tuple[str, int, bool]], circuit: bool = False) -> Block:
    """How many configurations of each run were compared, of a circuit how many layers; one that differs is red, up to
    the difference."""
    longest = max((steps for _, steps, _ in each), default=0) or 1
    rows = [
        {
            "name": given or "blank",
            "code": bool(given),
            "parts": [{"share": steps / longest, "kind": "machine" if equal else "wrong"}],
            "value": amount(steps, "layer" if circuit else "step") + ("" if equal else ", then a difference"),
        }
        for given, steps, equal in each[:MAX_RUNS]
    ]
    says = "One bar per input: the machine's own, then random ones. Its length is how many steps were compared."
    if circuit:
        says = "One bar per input of the circuit. Its length is how many layers were compared."
    if len(each) > MAX_RUNS:
        says += f" The first {MAX_RUNS} of {len(each):,}."
    return bars("Input by input" if circuit else "Run by run", says, rows)


def bench_bars(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Block | None:
    """Each figure that has a bar: how many times better or worse it is, on a scale of doublings."""
    shown = []
    for name, found in rows.items():
        for row in found:
            if row["met"] is None or not row["bar"]:
                continue
            measured = row["value"] if row["ratio"] is None else row["ratio"]
            times = (row["bar"] / measured if row["at_most"] else measured / row["bar"]) if measured else 0.0
            place = 0.5 + 0.5 * log2(min(MAX_TIMES, max(1 / MAX_TIMES, times))) / log2(MAX_TIMES)
            words = f"{brief(times)}× the bar"
            shown.append(
                {
                    "name": f"{name}: {row['what']}" if len(rows) > 1 else row["what"],
                    "parts": [{"share": place, "kind": "machine" if row["met"] else "wrong"}],
                    "value": words,
                    "mark": 0.5,
                }
            )
    if not shown:
        return None
    says = f"The line is the bar; right of it is better. The scale is of doublings, up to {MAX_TIMES} times."
    return bars("Against the bars", says, shown, {"met": "machine", "not met": "wrong"})


def claim_bars(outcomes: Sequence[Mapping[str, Any]], left_out: Sequence[Mapping[str, Any]] = ()) -> Block:
    """How many statements of each section hold, are corrected, fail; and how many were not checked."""
    papers = len({str(one["paper"]) for one in (*outcomes, *left_out)}) > 1
    sections: dict[str, Counter[str]] = defaultdict(Counter)
    for one in (*outcomes, *left_out):
        name = f"{one['paper']}, {section(str(one['where']))}" if papers else section(str(one["where"]))
        sections[name][str(one.get("status", "left out"))] += 1
    most = max((counts.total() for counts in sections.values()), default=1)
    seen = [status for status in SHADES if any(status in counts for counts in sections.values())]
    rows = [
        {
            "name": name,
            "parts": [{"share": counts[status] / most, "kind": SHADES[status]} for status in seen if status in counts],
            "value": ", ".join(
                f"{counts[status]} {verb(status, counts[status])}" for status in seen if status in counts
            ),
        }
        for name, counts in sorted(sections.items(), key=lambda item: order(item[0]))
    ]
    says = "How many statements of each section there are, and what became of them."
    if left_out:
        says += " Checks that take minutes were left out."
    return bars("Section by section", says, rows, {status: SHADES[status] for status in seen})


def verb(status: str, count: int) -> str:
    """1 holds, 2 hold; 1 fails, 2 fail; what is no verb stays."""
    return status[:-1] if count != 1 and status in ("holds", "fails") else status


def section(where: str) -> str:
    """The section or the appendix of a place such as "section 4.1, Lemma 3" or "B.4.1"."""
    numbered = re.match(r"sections? (\d+)", where)
    if numbered:
        return f"section {numbered[1]}"
    lettered = re.match(r"(?:Appendix )?([A-Z])\b", where)
    return f"appendix {lettered[1]}" if lettered else where


def order(name: str) -> tuple[str, bool, int, str]:
    """Paper by paper; sections by number, then appendices."""
    paper, _, place = name.rpartition(", ")
    number = re.search(r"\d+", place)
    return paper, not place.startswith("section"), int(number[0]) if number else 0, place
