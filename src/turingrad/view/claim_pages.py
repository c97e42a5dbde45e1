"""Reports of the papers' statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from turingrad._support.text import amount
from turingrad.constructions.claim import MEANINGS
from turingrad.view.bars import SHADES, claim_bars
from turingrad.view.mathematics import mathematical, name_in_words, value_in_words
from turingrad.view.pages import Page
from turingrad.view.report_pages import Block, report, table_block

PAPERS = {
    "goel": "Goel, Kakade, Kalai, Zhang: recurrent convolutional networks",
    "welper": "Welper: gradient descent as a computer",
    "abbe-sandon": "Abbe, Sandon: emulation by SGD",
    "wei": "Wei, Chen, Ma: transformers and feedforward nets",
    "ours": "What our own constructions promise",
}


def claims_report(outcomes: Sequence[Mapping[str, Any]], left_out: Sequence[Mapping[str, Any]] = ()) -> Page:
    """`outcomes` as `claims --json` prints them; `omitted_steps`: paper and place of statements that were not
    checked."""
    counts = Counter(str(outcome["status"]) for outcome in outcomes)
    papers = {str(one["paper"]) for one in outcomes}
    said = f"Of {amount(len(outcomes), 'statement')} checked in this run {in_words(counts)}"
    said += ". The evidence agrees with the recorded status of each." if not counts["broken"] else "."
    printed = {**STATUSES, "holds": "As promised."} if papers == {"ours"} else STATUSES
    shown_counts = [{"name": name, "value": count, "says": printed.get(name, "")} for name, count in counts.items()]
    blocks: list[Block] = [{"kind": "figures", "figures": shown_counts}, claim_bars(outcomes, left_out)]
    for paper in dict.fromkeys(str(outcome["paper"]) for outcome in outcomes):
        rows = [claim_row(outcome) for outcome in outcomes if outcome["paper"] == paper]
        columns = ("claim", "statement", "status", "evidence")
        blocks.append(
            table_block(
                PAPERS.get(paper, paper),
                "Each check can fail: for each, a mutation of the code is known that makes it fail.",
                columns,
                rows,
                widths=(13, 34, 23, 30),
            )
        )
    asked, title = "Do the papers' statements hold, as printed, when they are run?", "The papers, claim by claim"
    if len(papers) == 1 and papers <= set(PAPERS):
        title = f"{PAPERS[papers.copy().pop()].partition(':')[0]}: claim by claim"
    if papers == {"ours"}:
        asked, title = "Do our own constructions keep what they promise, when they are run?", "Our own promises"
    return report(title, asked, said, blocks, fields=list(outcomes))


STATUSES = {name: f"{said[0].upper()}{said[1:]}." for name, said in MEANINGS.items()}


def in_words(counts: Mapping[str, int]) -> str:
    """How many hold, and what became of the others."""
    said = []
    for status, count in sorted(counts.items(), key=lambda item: list(STATUSES).index(item[0])):
        one, many = VERBS[status]
        said.append(f"{count:,} {one if count == 1 else many}")
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


VERBS = {
    "holds": ("holds", "hold"),
    "corrected": ("holds once corrected", "hold once corrected"),
    "asymptotic": ("is asymptotic and was measured", "are asymptotic and were measured"),
    "open": ("is open", "are open"),
    "fails": ("fails as printed", "fail as printed"),
    "broken": ("contradicts what is recorded", "contradict what is recorded"),
}


def claim_row(outcome: Mapping[str, Any]) -> list[Any]:
    found = {name_in_words(str(name)): value_in_words(value) for name, value in outcome["figures"].items()}
    evidence = "; ".join(f"{name}: {value}" for name, value in found.items())
    evidence += f". Scope of the check: {outcome['leaves_out']}" if outcome.get("leaves_out") else ""
    status = str(outcome["status"]) + (f": {mathematical(outcome['erratum'])}" if outcome.get("erratum") else "")
    return [
        outcome["claim"],
        mathematical(outcome["statement"]),
        {"text": status, "kind": SHADES[str(outcome["status"])]},
        evidence,
    ]
