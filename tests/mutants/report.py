"""What became of the mutants of claims: the table per paper, the stored scores and the page that lists survivors."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tests.mutants.sample import PACKAGE, ROOT

BY_CLAIM, BY_TESTS, SURVIVED, EQUIVALENT = "killed by the claim", "killed by tests only", "survived", "equivalent"
ENDS = (BY_CLAIM, BY_TESTS, SURVIVED, EQUIVALENT)
SCORES = PACKAGE / "claims" / "scores.json"
RESULTS = ROOT / "tests" / "mutants" / "claim_results.json"
PAGE = ROOT / "docs" / "claim-mutants.md"
FIELDS = {BY_CLAIM: "by_claim", BY_TESTS: "by_tests", SURVIVED: "survived", EQUIVALENT: "equivalent"}


INTRODUCTION = """\
Written by `make claim-mutants`. Each mutant changes one place in a function that a claim's `code` names. First the
claim's check runs on it, alone; a mutant that survives is run against the fast tests that name the function. Some
mutants are made by cosmic-ray's operators, named `LikeThis` below, the others by ours: a returned number times a
factor, an exponent plus 1, a term or factor dropped, `<` for `<=` or the reverse (edge), a loop one shorter. The claims
of a paper take turns, one mutant each; a claim whose code has no place left is passed over.

In the table, the first four columns of numbers count mutants; the last two give the shares that were killed. The aims
are 80 % killed by claims and 95 % by claims or tests; not every paper reaches them. Mutants that change nothing
observable (equivalent) are in `tests/mutants/claim_equivalent.txt`, each with its reason, and do not count in the
shares. Line numbers are those of the measurement."""


@dataclass(frozen=True)
class Scored:
    """A mutant of a claim, and what became of it."""

    paper: str
    number: str
    end: str
    operator: str
    place: str
    key: str
    function: str


def rows_of(found: Sequence[Scored]) -> list[tuple[str, ...]]:
    """One row per paper, and their sum: how many mutants ended how, and the two shares."""
    rows = []
    for paper in [*dict.fromkeys(one.paper for one in found), "all"]:
        ends = Counter(one.end for one in found if paper in (one.paper, "all"))
        counted = max(1, sum(ends.values()) - ends[EQUIVALENT])
        shares = (ends[BY_CLAIM], ends[BY_CLAIM] + ends[BY_TESTS])
        rows.append((paper, *(str(ends[end]) for end in ENDS), *(f"{100 * share / counted:.0f} %" for share in shares)))
    return rows


HEAD = ("paper", *ENDS, "by claims", "by claims or tests")


def print_table(found: Sequence[Scored]) -> None:
    for row in (HEAD, *rows_of(found)):
        print("  ".join(cell.rjust(max(5, len(title))) for cell, title in zip(row, HEAD, strict=True)))


def write(found: Sequence[Scored], measured: Mapping[str, Any]) -> None:
    """Stores what was found, claim by claim: a run of some claims leaves the results of the others as they are.

    The scores of claims go into the package, the table with all survivors becomes a page.
    """
    before = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {"measured": {}, "mutants": []}
    claims = {(one.paper, one.number) for one in found}
    kept = [Scored(**row) for row in before["mutants"] if (row["paper"], row["number"]) not in claims]
    every = sorted([*kept, *found], key=lambda one: (one.paper, one.number, one.place, one.key))
    latest = before["measured"] | {one.paper: dict(measured) for one in found}
    counts = Counter(one.paper for one in every)
    runs = {paper: latest[paper] | {"mutants": counts[paper]} for paper in sorted(counts)}
    RESULTS.write_text(dumped({"measured": runs, "mutants": [asdict(one) for one in every]}), encoding="utf-8")
    scores: dict[str, dict[str, int]] = {}
    for one in every:
        row = scores.setdefault(f"{one.paper} {one.number}", dict.fromkeys(FIELDS.values(), 0))
        row[FIELDS[one.end]] += 1
    SCORES.write_text(dumped({"measured": runs, "claims": scores}), encoding="utf-8")
    PAGE.write_text(page(every, runs), encoding="utf-8")


def dumped(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def page(found: Sequence[Scored], runs: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [
        "# What the claims notice",
        "",
        INTRODUCTION,
        "",
        "| " + " | ".join(HEAD) + " |",
        "| --- |" + " ---: |" * (len(HEAD) - 1),
        *("| " + " | ".join(row) + " |" for row in rows_of(found)),
        "",
        "How it was measured: "
        + "; ".join(
            f"{paper}, {run['mutants']} mutants, seed {run['seed']}" + (f" ({run['note']})" if run.get("note") else "")
            for paper, run in runs.items()
        )
        + f". Our own operators made {sum(is_ours(one.operator) for one in found)} of all these mutants.",
        "",
        "Below are the mutants that no claim notices: for each paper the survivors, then those that only tests kill.",
    ]
    for paper in dict.fromkeys(one.paper for one in found):
        for end in (SURVIVED, BY_TESTS):
            alive = [one for one in found if (one.paper, one.end) == (paper, end)]
            if alive:
                lines += ["", f"## {paper}: {end}", ""]
                lines += [f"- {one.number}, `{one.place}`, {one.operator}:\n  `{change(one.key)}`" for one in alive]
    return "\n".join(lines) + "\n"


def is_ours(operator: str) -> bool:
    """cosmic-ray's operators are named as classes are, ours in words."""
    return operator[0].islower()


def change(key: str) -> str:
    """The change without the file, which is named before."""
    return key.partition(": ")[2].replace("`", "'")
