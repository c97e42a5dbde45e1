"""How many changes of the code that a claim names its check notices, as the mutants of the claims were measured."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, cast

from turingrad.constructions.claim import Claim


@cache
def scores() -> dict[str, Any]:
    """The stored file: how it was `measured`, and by claim the numbers of mutants."""
    text = (files("turingrad.claims") / "scores.json").read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


def score_of(claim: Claim) -> dict[str, int] | None:
    """Return the stored mutation score of a claim.

    Args:
        claim: The claim.

    Returns:
        How many mutants of its code were killed `by_claim`, `by_tests` only, `survived`, are `equivalent`; None if the
        sample had none of its code.

    Example:
        >>> from turingrad.claims import find, score_of
        >>> sorted(score_of(find("wei", "Lemma C.3")[0]) or {})[:1]
        ['by_claim']
    """
    return cast(dict[str, dict[str, int]], scores()["claims"]).get(claim.name)


def score_in_words(claim: Claim) -> str:
    """Such as `3 of 4 mutants of its code killed by this check, 1 by tests only`."""
    found = score_of(claim)
    if found is None:
        return "no mutant of its code is in the stored sample"
    counted = found["by_claim"] + found["by_tests"] + found["survived"]
    if not counted:
        return f"no mutant of its code in the stored sample changes anything ({found['equivalent']} equivalent)"
    said = f"{found['by_claim']} of {counted} mutants of its code killed by this check"
    others = (
        (found["by_tests"], "by tests only"),
        (found["survived"], "survived"),
        (found["equivalent"], "equivalent"),
    )
    return ", ".join([said, *(f"{count} {how}" for count, how in others if count)])
