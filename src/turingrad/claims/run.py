"""Runs checks: each claim keeps its recorded status, or is broken."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import turingrad
from turingrad.claims.scores import score_of
from turingrad.constructions.claim import Claim, ClaimError, Figures, Status, owner_of, resolve
from turingrad.errors import TuringradError
from turingrad.machine.run import Progress


@dataclass(frozen=True)
class Outcome:
    """What a check found. `status` is the recorded one, or `broken` if the evidence speaks against it."""

    claim: Claim
    status: Status | Literal["broken"]
    figures: Figures
    seconds: float
    reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """The object that `turingrad claims --json` prints."""
        claim = self.claim
        fields: dict[str, Any] = {
            "paper": claim.paper,
            "claim": claim.number,
            "status": self.status,
            "erratum": claim.erratum,
            "figures": dict(self.figures),
            "seconds": round(self.seconds, 3),
            "where": claim.where,
            "statement": claim.statement,
            "assumptions": claim.assumptions,
            "code": list(claim.code),
            "places": [place_of(path) for path in claim.code],
            "leaves_out": claim.limits,
            "mutants": score_of(claim),
        }
        return fields | ({"reason": self.reason} if self.reason else {})


def place_of(path: str) -> str:
    """Where an import path's code stands: file and line, from the package's folder on."""
    found = resolve(path)
    found = getattr(found, "fget", None) or getattr(found, "py_func", found)  # of properties and of kernels
    home = import_module(found.__module__) if hasattr(found, "__module__") else owner_of(path)[0]
    file = Path(inspect.getfile(home)).relative_to(Path(turingrad.__file__).parent.parent)
    try:
        return f"{file.as_posix()}:{inspect.getsourcelines(found)[1]}"
    except (TypeError, OSError):  # a constant
        return file.as_posix()


def run_one(claim: Claim) -> Outcome:
    """One check. The code that embodies the claim must be there; any error of our own breaks the claim, too."""
    started = time.perf_counter()
    try:
        for path in claim.code:
            resolve(path)
        figures = claim.check()
    except (ClaimError, TuringradError) as failure:
        return Outcome(claim, "broken", {}, time.perf_counter() - started, str(failure))
    return Outcome(claim, claim.status, figures, time.perf_counter() - started)


def run(chosen: Sequence[Claim], *, thorough: bool = False, progress: Progress | None = None) -> Iterator[Outcome]:
    """Run the checks of claims, in order.

    Args:
        chosen: The claims, such as those of `find`.
        thorough: Also run the checks that take minutes.
        progress: Called with a label, the work done and how much there is.

    Returns:
        One outcome per claim.

    Example:
        >>> from turingrad.claims import find, run
        >>> [outcome.status for outcome in run(find("abbe-sandon", "Cross-predictability of parities"))]
        ['holds']
    """
    asked = [claim for claim in chosen if thorough or not claim.thorough]
    for number, claim in enumerate(asked):
        if progress is not None:
            progress("checks", number, len(asked))
        yield run_one(claim)
