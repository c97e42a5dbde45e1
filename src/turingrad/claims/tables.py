"""The claims of a paper as a table in Markdown: the pages of the documentation are made from the registry."""

from __future__ import annotations

from turingrad.claims.registry import find
from turingrad.claims.scores import score_in_words


def claim_table(paper: str) -> str:
    r"""Write the claims of a paper as a table, one row per claim.

    A row has number and place, the statement in our words, its status with what the check leaves out, the code that
    embodies it, and how many mutants of that code the check kills.

    Args:
        paper: `goel`, `welper`, `abbe-sandon`, `wei` or `ours`.

    Returns:
        The table, as Markdown.

    Example:
        >>> from turingrad.claims import claim_table
        >>> claim_table("goel").count("\n") > 10
        True
    """
    lines = ["| claim | statement | status | code | mutants |", "| --- | --- | --- | --- | --- |"]
    for claim in find(paper):
        statement = claim.statement + (f" *Assumes:* {claim.assumptions}" if claim.assumptions else "")
        status = claim.status + (f": {claim.erratum}" if claim.erratum else "")
        status += f" *Scope of the check:* {claim.limits}" if claim.limits else ""
        code = ", ".join(f"`{path.removeprefix('turingrad.')}`" for path in claim.code)
        cells = (f"{claim.number} ({claim.where})", statement, status, code, score_in_words(claim))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)
