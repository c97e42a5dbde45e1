"""Every quick check keeps its recorded status, and every mutation makes its check fail."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
import sys
from pathlib import Path

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from tests.mutants.calls import record_calls
from turingrad.claims import claim_table, claims, find
from turingrad.claims.registry import order
from turingrad.claims.run import place_of, run_one
from turingrad.constructions.claim import SOURCES, Claim, ClaimError, Mutation, replace_attribute, require, resolve
from turingrad.errors import InputError

ROOT = Path(tg.__file__).parent.parent
DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "goel": ("rcnn", "rcnn-notes", "finding-learners", "finding-learners-notes"),
    "welper": ("descent", "descent-notes"),
    "abbe-sandon": ("emulation", "emulation-notes", "limits"),
    "wei": ("transformer", "transformer-notes", "feedforward", "margins"),
}
NUMBERED = re.compile(
    r"(Lemma|Theorem|Claim|Corollary|Proposition|Remark|Definition|Condition) ((?:[A-Z]\.)?\d+(?:\.\d+)?)"
)
EACH = [pytest.param(claim, id=claim.name, marks=[pytest.mark.slow] if claim.thorough else []) for claim in claims()]
MUTANTS = [
    pytest.param(
        claim, mutation, id=f"{claim.name}: {mutation.name}", marks=[pytest.mark.slow] if claim.thorough else []
    )
    for claim in claims()
    for mutation in claim.mutations
]


@pytest.mark.parametrize("claim", EACH)
def test_the_recorded_status_is_what_the_check_finds_and_it_calls_what_it_names(claim: Claim) -> None:
    clear_caches_of_claims()  # what another check left there would not be called again
    with record_calls(claim.code) as calls:
        outcome = run_one(claim)
    assert outcome.status == claim.status, outcome.reason
    assert outcome.figures, "a check returns what it measured"
    assert not calls.functions_not_called(claim.code), "the check does not call what the claim names as its code"
    assert claim.status != "fails" or "counterexample" in outcome.figures, "`fails` names its counterexample"


def clear_caches_of_claims() -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("turingrad.") and "claims" in name.split(".")[2:]:
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


@pytest.mark.parametrize(("claim", "mutation"), MUTANTS)
def test_a_mutation_breaks_its_claim(claim: Claim, mutation: Mutation) -> None:
    with mutation.change():
        assert run_one(claim).status == "broken"


@pytest.mark.parametrize("claim", EACH)
def test_the_code_of_a_claim_is_there(claim: Claim) -> None:
    assert all(resolve(path) is not None for path in claim.code)
    for path in claim.code:
        file, _, line = place_of(path).partition(":")
        text = (ROOT / file).read_text(encoding="utf-8").splitlines()
        assert not line or path.rpartition(".")[2] in "".join(text[int(line) - 1 : int(line) + 3])


def test_every_claim_that_is_written_is_collected() -> None:
    """A module that states claims and that no package asks for would be read by nobody."""
    collected = {id(claim) for claim in claims()}
    for module in pkgutil.walk_packages(tg.__path__, "turingrad."):
        if "claims" in module.name.split("."):
            stated = getattr(importlib.import_module(module.name), "CLAIMS", ())
            assert {id(claim) for claim in stated} <= collected, module.name


def test_every_source_has_at_least_three_claims() -> None:
    assert all(len(find(source)) >= 3 for source in SOURCES)


@pytest.mark.parametrize("paper", PAGES)
def test_the_numbered_statements_of_a_paper_stand_on_its_pages(paper: str) -> None:
    """A reader who comes from a lemma finds its code from the page."""
    text = "".join((DOCS / f"{page}.md").read_text(encoding="utf-8") for page in PAGES[paper])
    stated = {found.groups() for claim in find(paper) if (found := NUMBERED.search(claim.number))}
    assert len(stated) > 8
    missing = [
        (kind, number)  # also in a list, such as Lemmas 2, 3 and 5
        for kind, number in stated
        if not re.search(rf"{kind[:-1]}[^|\n]{{0,40}}?(?<![\w.]){re.escape(number)}(?!\w|\.\d)", text)
    ]
    assert not missing


def test_numbers_are_sorted_by_size() -> None:
    assert sorted(["Lemma 10", "Lemma 9", "Claim 3.5"], key=order) == ["Claim 3.5", "Lemma 9", "Lemma 10"]


def test_an_unknown_claim_is_refused() -> None:
    with pytest.raises(InputError, match="no claim 'Lemma 999' of wei"):
        find("wei", "Lemma 999")


def test_a_claim_without_a_mutation_is_refused() -> None:
    with pytest.raises(InputError, match="no mutation"):
        Claim("wei", "Lemma 0", "", "", dict, (), ("turingrad.errors.InputError",))


def test_what_was_replaced_comes_back() -> None:
    with replace_attribute("turingrad.constructions.claim.STATUSES", ()):
        assert resolve("turingrad.constructions.claim.STATUSES") == ()
    assert len(resolve("turingrad.constructions.claim.STATUSES")) == 5


def test_evidence_against_a_claim_raises() -> None:
    with pytest.raises(ClaimError, match="two is one"):
        require(False, "two is one")


def test_the_command_prints_the_contract_and_exits_1_where_broken(turingrad: Turingrad) -> None:
    whole = turingrad("claims", "--paper", "wei", "--claim", "Proposition B.2", "--json")
    (found,) = json.loads(whole.out)
    assert whole.code == 0
    assert {"paper", "claim", "status", "erratum", "figures", "seconds"} <= found.keys()
    with find("wei", "Proposition B.2")[0].mutations[0].change():
        broken = turingrad("claims", "--paper", "wei", "--claim", "Proposition B.2", "--json")
    assert broken.code == 1
    assert json.loads(broken.out)[0]["status"] == "broken"


def test_a_papers_table_has_every_claim_with_its_status_and_code() -> None:
    rows = claim_table("welper").splitlines()[2:]
    assert len(rows) == len(find("welper"))
    for row, claim in zip(rows, find("welper"), strict=True):
        assert row.startswith(f"| {claim.number} ({claim.where}) | ")
        assert f"| {claim.status}" in row
        assert all(path.removeprefix("turingrad.") in row for path in claim.code)
        assert len(re.findall(r"(?<!\\)\|", row)) == 6  # a bar in a statement is no column
