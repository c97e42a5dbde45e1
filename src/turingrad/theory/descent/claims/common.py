"""How the claims of this part are written."""

from __future__ import annotations

from collections.abc import Callable

from turingrad.constructions.claim import Claim, Figures, Mutation, Status

HERE = "turingrad.theory.descent.claims.lemmas"
ROOM = "turingrad.constructions.descent"


def claim(
    number: str,
    where: str,
    statement: str,
    check: Callable[[], Figures],
    mutated: Mutation,
    code: str,
    *,
    status: Status = "holds",
    erratum: str = "",
    assumptions: str = "",
) -> Claim:
    """A claim of this paper with one mutation and one place in the code."""
    return Claim("welper", number, where, statement, check, (mutated,), (code,), status, assumptions, erratum)
