"""The claims of a paper as a table in Markdown: the pages of the documentation are made from the registry."""

from __future__ import annotations

from turingrad.claims.registry import find


def claim_table(paper: str) -> str:
    """One row a claim: number and place, the statement in our words, its status, and the code that embodies it."""
    lines = ["| claim | statement | status | code |", "| --- | --- | --- | --- |"]
    for claim in find(paper):
        statement = claim.statement + (f" *Assumes:* {claim.assumptions}" if claim.assumptions else "")
        status = claim.status + (f": {claim.erratum}" if claim.erratum else "")
        code = ", ".join(f"`{path.removeprefix('turingrad.')}`" for path in claim.code)
        cells = (f"{claim.number} ({claim.where})", statement, status, code)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)
