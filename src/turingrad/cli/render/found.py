"""What `turingrad search` prints of its result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from turingrad._support.text import amount
from turingrad.cli.render.terminal import print_wrapped
from turingrad.search import DataProblems, Result
from turingrad.search.result import DELTA


def print_result(result: Result, fields: dict[str, Any], path: Path) -> None:
    """The report: what was found, how good it is, and what the network and chance say to it."""

    def line(text: str, style: str = "") -> None:
        print_wrapped(text, 21, style)

    by_search = "the best there is (all were tried)" if result.proved_best else "the best of those tried"
    found = by_search if result.origin == "search" else f"from the library: {result.origin}"
    machine = f"{amount(fields['states'], 'state')}, {amount(fields['rules'], 'rule')}"
    line(f"{fields['task']}: {machine}, {found}", "bold")
    if fields["program"] is not None:
        for instruction in fields["program"].split("; "):
            line(f"    {instruction}")
        line(f"  one draw           is this very program with probability 2^{fields['log2_prior']:.1f}; its rules:")
    for rules in fields["rule_lines"]:
        line(f"    {rules}")
    line(f"  machines tried     {fields['machines_tried']:,} ({fields['machines_per_second']:,.0f}/s)")
    chosen_on = "its validation rows" if isinstance(result.outcome.problems, DataProblems) else "the ranking's problems"
    line(f"  accuracy           {result.train_accuracy:.4f} on {chosen_on}")
    for size in (result.fresh, *result.larger):
        if size is not None:
            line(f"    fresh {f'({size.dim}, {size.train})':<11} {size.accuracy:.4f} on {size.problems:,}")
    print_corollary_2(result, fields, line)
    rcnn = fields.get("rcnn")
    if rcnn is not None:
        shown = "no test point within the step limit" if rcnn["agreement"] is None else f"{rcnn['agreement']:.0%}"
        line(f"  as an RCNN         trained by SGD: agrees with the machine on {shown} of {rcnn['test_points']} points")
        line(f"  lowered states     {rcnn['lowered_states']}")
        exact = ", ".join(name for name, holds in fields["certificate"].items() if holds)
        line(f"  exact in           {exact}")
        line(
            f"  by chance          Theorem 1 draws these very weights with probability "
            f"s^(-{rcnn['exponent']:,.0f} s^2) = 10^({rcnn['log10_probability']:,.0f}); "
            "the search went through machines instead"
        )
    chance = fields.get("literal")
    if chance is not None:
        line(
            f"  drawn at random    {chance['draws']} networks of {chance['weights_a_draw']:,} weights: "
            f"{chance['agreeing']} agree with the machine; 10^{chance['log10_needed']:,.0f} suffice for its weights"
        )
        least = f"10^{chance['log10_equivalent_probability']:,.0f}"
        line(f"                     one that agrees: at least {least} per draw,")
        line(f"                     and (95 %) at most {chance['agreeing_at_most']:.2g}")
    for number, place in enumerate(fields.get("ranking", ()), start=1):
        whose = {"entrant": "yours", "search": "found", "library": "library"}[place["origin"]]
        line(
            f"  {'ranking' if number == 1 else '':<18} {number:>2}. {place['accuracy']:.4f}  {whose:<8} {place['name']}"
        )
    if "restarts" in fields:
        print_restarts(fields["restarts"], line)
    line(f"  written to         {path}")


def print_corollary_2(result: Result, fields: dict[str, Any], line: Any) -> None:
    """What the choice is worth: Corollary 2's epsilon, and the data that a smaller one would take."""
    of_rows = isinstance(result.outcome.problems, DataProblems)
    what = "validation rows" if of_rows else "problems"
    epsilon = fields["epsilon"]
    worth = f"within {epsilon:.3f} of the best of those tried, with probability {1 - DELTA / 2:g}"
    if epsilon >= 1:
        worth = f"says nothing: epsilon is {epsilon:.2f}, and must be below 1"
    line(f"  Corollary 2        {worth} ({fields['validation_size']:,} {what})")
    line(f"                     epsilon {fields['wanted_epsilon']:g} takes {fields['needed_for_epsilon']:,} {what}")
    if of_rows:
        problems = result.outcome.problems
        line(f"  rows               {problems.train:,} given to the learner, {fields['validation_size']:,} choose it")


def print_restarts(figures: dict[str, Any], line: Any) -> None:
    """Corollary 2 in miniature: predicted and measured success of independent restarts, in one table."""
    if figures["networks"]:
        drawn = f"{figures['networks']:,} networks, {figures['drawn_weights']:,} weights of each drawn,"
        line(f"  random restarts    {drawn}")
        line(f"                     trained by SGD; {figures['networks_agreeing']:,} answer as their machines")
    for level in figures["levels"]:
        p = level["probability"]
        line(f"    error at most {level['error']:.3f} with probability {p['value']:.2g} per draw")
        if p["exact"]:
            line(f"    (all {p['draws']:,} draws were run)")
        else:
            line(f"    ({p['low']:.2g} to {p['high']:.2g} from {p['draws']:,} draws, 95 %;")
            line(f"    for certain {p['at_least']:.2g} to {p['at_most']:.2g}; the upper end is loose: of")
            line(f"    {p['at_most'] - p['at_least']:.2g} of all draws the tree does not tell)")
        line("    M     predicted  machines (95 %)      networks (95 %)      N      within")
        for row in level["rows"]:
            networks = "-" if row["networks"] is None else with_band(row["networks"])
            line(
                f"    {row['restarts']:<5} {row['predicted']:<10.3f} {with_band(row):<20} {networks:<20} "
                f"{row['validation']:<6} {row['within_epsilon']:.2f}"
            )


def with_band(row: dict[str, Any]) -> str:
    return f"{row['measured']:.3f} ({row['low']:.3f}-{row['high']:.3f})"
