"""Collects the claims: every module or package named `claims` in a construction, in a part of `theory`, and in
`search`."""

from __future__ import annotations

import pkgutil
import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.claim import SOURCES, STATUSES, Claim
from turingrad.errors import InputError

PLACES = ("turingrad.constructions", "turingrad.theory")


@cache
def claims() -> tuple[Claim, ...]:
    """All claims, by paper and then in the order of the paper's numbers; ours last."""
    found = [claim for module in modules() for claim in import_module(module).CLAIMS]
    names = [claim.name for claim in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is claimed twice")
    return tuple(sorted(found, key=lambda claim: (list(SOURCES).index(claim.paper), order(claim.number))))


def modules() -> list[str]:
    """Where claims are stated."""
    packages = [
        f"{place}.{found.name}"
        for place in PLACES
        for found in pkgutil.iter_modules(import_module(place).__path__)
        if found.ispkg
    ]
    return [
        f"{package}.claims" for package in [*packages, "turingrad.search"] if find_spec(f"{package}.claims") is not None
    ]


def order(number: str) -> tuple[object, ...]:
    """`Lemma 10` after `Lemma 9`: words by the alphabet, numbers by size."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|\D+", number))


@validate_arguments
def find(paper: str | None = None, number: str | None = None, status: str | None = None) -> tuple[Claim, ...]:
    """The claims of a paper, of a status, or called so; all of them by default.

    Args:
        paper: `goel`, `welper`, `abbe-sandon`, `wei` or `ours`.
        number: A claim's number in full (`Lemma C.3`), or a part of it in whole words (`C.3`).
        status: `holds`, `corrected`, `fails`, `asymptotic` or `open`.
    """
    if paper is not None and paper not in SOURCES:
        raise InputError(f"no paper {paper!r}{name_alternatives(paper, SOURCES)}")
    if status is not None and status not in STATUSES:
        raise InputError(f"no status {status!r}{name_alternatives(status, STATUSES)}")
    of_paper = [claim for claim in claims() if paper in (None, claim.paper) and status in (None, claim.status)]
    if number is None:
        found = of_paper
    else:
        part = re.compile(rf"(?<![\w.]){re.escape(number.strip())}(?![\w]|\.\w)", re.IGNORECASE)
        found = [claim for claim in of_paper if claim.number.lower() == number.strip().lower()] or [
            claim for claim in of_paper if number.strip() and part.search(claim.number)
        ]
    if not found:
        known = ", ".join(claim.number for claim in of_paper) or "none"
        asked = f"no claim {number!r}" if number is not None else "no claim"
        of = (f" of {paper}" if paper else "") + (f" with status {status}" if status else "")
        raise InputError(f"{asked}{of}; there are {known}"[:2000])
    return tuple(found)
