"""`turingrad claims`: the papers' statements, checked one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from turingrad._support.files import require_writable
from turingrad.cli import options
from turingrad.cli.render.reports import save
from turingrad.cli.render.terminal import errors, format_value, out, print_json, progress, say
from turingrad.errors import InputError

if TYPE_CHECKING:
    from turingrad.claims import Outcome
    from turingrad.constructions.claim import Claim

BROKEN = 1


def claims_command(
    paper: Annotated[str | None, typer.Option(help="goel, welper, abbe-sandon, wei, or ours; all if left out.")] = None,
    claim: Annotated[
        str | None,
        typer.Option(help="Only statements whose number contains this ('Lemma 3', C.3); slow checks run, too."),
    ] = None,
    status: Annotated[
        str | None, typer.Option(help="Only those with this status: holds, corrected, fails, asymptotic or open.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the statements without checking them.")] = False,
    thorough: Annotated[bool, typer.Option("--thorough", help="Also run the checks that take minutes.")] = False,
    report: options.Report = None,
    json: options.AsJson = False,
    quiet: options.Quiet = False,
) -> None:
    """Check the papers' statements, one by one.

    The exit code is 1 if a check contradicts the status that is recorded for its statement. The status `fails` is a
    result: the statement as printed has a counterexample, which the check verifies.
    """
    from turingrad.claims import find, run

    require_writable(report)
    chosen = find(paper, claim, status)
    if listed:
        if report is not None:
            raise InputError("--report shows what checks found; with --list nothing is checked")
        list_claims(chosen, json)
        return
    with progress(quiet or json) as tell:
        outcomes = list(run(chosen, thorough=thorough or claim is not None, progress=tell))
    done, found = {outcome.claim.name for outcome in outcomes}, [outcome.as_json() for outcome in outcomes]
    left_out = [{"paper": one.paper, "where": one.where} for one in chosen if one.name not in done]
    save(report, "claim_pages.claims_report", found, left_out)
    broken = [outcome for outcome in outcomes if outcome.status == "broken"]
    if json:
        print_json(found)
    else:
        out.print(table(outcomes))
        rest = f"; left out: {len(left_out)} of minutes each (--thorough runs them)" if left_out else ""
        say(f"{len(outcomes)} checked, {len(broken)} broken{rest}")
        for outcome in broken:
            errors.print(f"{outcome.claim.name}: {outcome.reason}", markup=False, highlight=False)
    if broken:
        raise typer.Exit(BROKEN)


def list_claims(chosen: Sequence[Claim], json: bool) -> None:
    """The statements and their recorded statuses, unchecked."""
    from turingrad.claims.scores import score_in_words, score_of

    if json:
        fields = ("paper", "status", "erratum", "where", "statement", "assumptions", "code", "thorough")
        print_json(
            [
                {"claim": one.number, **{name: getattr(one, name) for name in fields}}
                | {"leaves_out": one.limits, "mutants": score_of(one)}
                for one in chosen
            ]
        )
        return
    for one in chosen:
        say(f"{one.name} ({one.where}): {one.status}; {score_in_words(one)}")
        say(f"    {one.statement}")
        say(f"    {', '.join(one.code)}")


def table(outcomes: list[Outcome]) -> Table:
    from turingrad.claims.run import place_of
    from turingrad.claims.scores import score_in_words

    shown_table = Table(show_lines=True, width=min(out.width, 120))
    for column in ("claim", "status", "statement and figures"):
        shown_table.add_column(column)
    for outcome in outcomes:
        claim = outcome.claim
        figures = ", ".join(f"{name} {format_value(value)}" for name, value in outcome.figures.items())
        erratum = f"\nerratum: {claim.erratum}" if claim.erratum else ""
        limits = f"\nscope of the check: {claim.limits}" if claim.limits else ""
        code = "\n".join(f"{place_of(path)} {path.rpartition('.')[2]}" for path in claim.code)
        text = f"{claim.statement}{erratum}\n{figures}{limits}\n{code}\n{score_in_words(claim)}"
        named = f"{claim.paper}\n{claim.number}\n{claim.where}"
        # as Text: brackets in a statement are no markup
        shown_table.add_row(Text(named), Text(outcome.status), Text(text))
    return shown_table
