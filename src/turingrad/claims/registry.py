"""Collects the claims: every module with `CLAIMS` that is called `claims`, or is in a package of that name, in a
construction, in a part of `theory`, or in `search`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path

import turingrad
from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import validate_arguments
from turingrad.constructions.claim import SOURCES, STATUSES, Claim
from turingrad.errors import InputError

ROOT = Path(turingrad.__file__).parent
PLACES = ("constructions/*", "theory/*", "search")
LITERAL = re.compile(r'"([^"\n]+)"')


@cache
def claims() -> tuple[Claim, ...]:
    """List all claims, by paper and then in the order of the paper's numbers; ours last."""
    found = claims_of(modules())
    names = [claim.name for claim in found]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"{name} is claimed twice")
    return found


def claims_of(names: Iterable[str]) -> tuple[Claim, ...]:
    """The claims of some modules, in order."""
    found = [claim for name in names for claim in import_module(name).CLAIMS]
    return tuple(sorted(found, key=lambda claim: (list(SOURCES).index(claim.paper), order(claim.number))))


@cache
def modules() -> dict[str, str]:
    """The modules in which claims are stated, with their sources: which one has a claim is known without loading it."""
    paths = [path for place in PLACES for form in ("claims.py", "claims/*.py") for path in ROOT.glob(f"{place}/{form}")]
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(paths)}
    return {
        ".".join(("turingrad", *path.relative_to(ROOT).with_suffix("").parts)): source
        for path, source in sources.items()
        if re.search(r"^CLAIMS\b", source, re.MULTILINE)
    }


def order(number: str) -> tuple[object, ...]:
    """`Lemma 10` after `Lemma 9`: words by the alphabet, numbers by size."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|\D+", number))


@validate_arguments
def find(paper: str | None = None, number: str | None = None, status: str | None = None) -> tuple[Claim, ...]:
    """Find the claims of a paper, with a status, or with a number; all of them by default.

    Args:
        paper: `goel`, `welper`, `abbe-sandon`, `wei` or `ours`.
        number: A claim's number in full (`Lemma C.3`), or a part of it in whole words (`C.3`).
        status: `holds`, `corrected`, `fails`, `asymptotic` or `open`.

    Returns:
        The claims, in the order of the paper.

    Raises:
        InputError: There is no such paper, status or claim.

    Example:
        >>> from turingrad.claims import find
        >>> [claim.number for claim in find("wei", "C.3")]
        ['Lemma C.3']
    """
    if paper is not None and paper not in SOURCES:
        raise InputError(f"no paper {paper!r}{name_alternatives(paper, SOURCES)}")
    if status is not None and status not in STATUSES:
        raise InputError(f"no status {status!r}{name_alternatives(status, STATUSES)}")
    if number is None:
        found = [claim for claim in claims() if fits(claim, paper, status)]
    else:
        part = re.compile(rf"(?<![\w.]){re.escape(number.strip())}(?![\w]|\.\w)", re.IGNORECASE)
        naming = [name for name, text in modules().items() if any(map(part.search, LITERAL.findall(text)))]
        named = [claim for claim in claims_of(naming if number.strip() else ()) if fits(claim, paper, status)]
        found = [claim for claim in named if claim.number.lower() == number.strip().lower()] or [
            claim for claim in named if part.search(claim.number)
        ]
    if not found:
        asked = f"no claim {number!r}" if number is not None else "no claim"
        of = (f" of {paper}" if paper else "") + (f" with status {status}" if status else "")
        raise InputError(f"{asked}{of}; `turingrad claims --list` lists them all")
    return tuple(found)


def fits(claim: Claim, paper: str | None, status: str | None) -> bool:
    return paper in (None, claim.paper) and status in (None, claim.status)
