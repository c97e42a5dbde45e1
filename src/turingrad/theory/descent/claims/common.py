"""How the claims of this part are written."""

from __future__ import annotations

from collections.abc import Callable

from turingrad.constructions.claim import Claim, Figures, Mutation, Status

HERE = "turingrad.theory.descent.claims.lemmas"
PACKAGE = "turingrad.constructions.descent"


def claim(
    number: str,
    where: str,
    statement: str,
    check: Callable[[], Figures],
    mutated: Mutation,
    code: str | tuple[str, ...],
    *,
    status: Status = "holds",
    erratum: str = "",
    assumptions: str = "",
    leaves_out: str = "",
) -> Claim:
    """A claim of this paper with one mutation."""
    named = (code,) if isinstance(code, str) else code
    return Claim(
        "welper",
        number,
        where,
        statement,
        check,
        (mutated,),
        named,
        status,
        assumptions,
        erratum,
        leaves_out=leaves_out,
    )
