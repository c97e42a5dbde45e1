"""The frame of the claims: recorded calls, bounds from both sides, statuses, and texts that are printed as they are."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from tests.command_line import Turingrad
from tests.mutants.calls import functions_of, record_calls
from turingrad.claims import claims, find, score_of
from turingrad.claims.run import Outcome
from turingrad.claims.scores import score_in_words, scores
from turingrad.cli.commands.claims import table
from turingrad.constructions.claim import MEANINGS, STATUSES, ClaimError, require_bound
from turingrad.errors import InputError
from turingrad.theory.learnability import pao
from turingrad.theory.margins.bounds import Correction

DOCS = Path(__file__).parents[2] / "docs"
PAO = "turingrad.theory.learnability.pao"
CORRECTION = "turingrad.theory.margins.bounds.Correction"


# ---- calls ---------------------------------------------------------------------------------------------------------


def test_a_call_is_seen_and_has_its_result() -> None:
    paths = [f"{PAO}.validation_examples", f"{PAO}.selection_epsilon"]
    before = pao.validation_examples(10, 0.1, delta=0.1)
    with record_calls(paths) as calls:
        assert pao.validation_examples(10, 0.1, delta=0.1) == before
    assert calls.functions_not_called(paths) == [f"{PAO}.selection_epsilon"]
    assert pao.validation_examples(10, 0.1, 0.1) == before


def test_the_methods_of_a_class_are_seen_one_by_one() -> None:
    with record_calls([CORRECTION]) as calls:
        assert Correction(2.0, 3.0).kappa(0.1) > 0
    assert "kappa" in calls.methods(CORRECTION)
    assert "gain" not in calls.methods(CORRECTION)


def test_errors_of_a_recorded_function_pass_through() -> None:
    with record_calls([f"{PAO}.accuracy"]) as calls, pytest.raises(InputError):
        pao.accuracy(2.0)
    assert not calls.functions_not_called([f"{PAO}.accuracy"])
    with pytest.raises(InputError):
        pao.accuracy(2.0)


@pytest.mark.parametrize("path", ["turingrad.constructions.claim.STATUSES", "turingrad.theory.learnability.pao"])
def test_constants_and_modules_are_no_code_that_runs(path: str) -> None:
    with pytest.raises(InputError, match="a claim names code that runs"):
        functions_of(path)


# ---- bounds --------------------------------------------------------------------------------------------------------


def test_a_bound_passes_from_both_sides() -> None:
    assert require_bound("x", 2.0, [1.0, 1.9], formula=2.0) == {"x, bound": 2.0, "x, worst run": 1.9}
    assert require_bound("x", 2.0, [2.5, 9.0], side="lower", attained_within=1.5)["x, worst run"] == 2.5


@pytest.mark.parametrize("factor", [0.25, 4.0])
@pytest.mark.parametrize("side", ["upper", "lower"])
def test_a_bound_four_times_too_large_or_too_small_dies(factor: float, side: str) -> None:
    check = partial(require_bound, "x", 2.0 * factor, [2.0], side=side)
    with pytest.raises(ClaimError):
        check(formula=2.0)
    with pytest.raises(ClaimError):
        check(attained_within=2.0)


def test_a_bound_needs_runs_and_a_second_side() -> None:
    with pytest.raises(ClaimError, match="no run"):
        require_bound("x", 1.0, [], formula=1.0)
    with pytest.raises(InputError, match="one of the two"):
        require_bound("x", 1.0, [1.0])
    with pytest.raises(InputError, match="one of the two"):
        require_bound("x", 1.0, [1.0], formula=1.0, attained_within=2.0)


# ---- statuses ------------------------------------------------------------------------------------------------------


def test_every_status_has_one_definition_and_the_page_prints_it() -> None:
    assert set(MEANINGS) == {*STATUSES, "broken"}
    page = " ".join((DOCS / "claims.md").read_text(encoding="utf-8").split())
    for status, meaning in MEANINGS.items():
        assert f"| `{status}` | {meaning} |" in page


def test_what_runs_in_a_claims_file_only_is_said_to() -> None:
    for claim in claims():
        own = [path for path in claim.code if ".claims." in path]
        assert bool(own) == ("own code of the claims" in claim.limits)


# ---- texts, lists and scores -----------------------------------------------------------------------------------------


def test_the_texts_of_all_claims_are_printed_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Brackets are no markup: claim (23) of Welper has an interval."""
    from rich.console import Console

    monkeypatch.setattr("turingrad.cli.commands.claims.out", Console(width=120))
    for claim in claims():
        console = Console(width=120, no_color=True)
        with console.capture() as capture:
            console.print(table([Outcome(claim, claim.status, {"figure [of] evidence": 1}, 0.0)]))
        cells = [line.split("│") for line in capture.get().splitlines() if line.startswith("│")]
        printed = "".join("".join(row[3].split()) for row in cells)
        for text in (claim.statement, claim.erratum, claim.limits, "figure [of] evidence"):
            assert "".join(text.split()) in printed, claim.name


def test_a_part_of_a_number_finds_the_claim() -> None:
    assert [claim.number for claim in find("wei", "C.3")] == ["Lemma C.3"]
    assert [claim.number for claim in find("abbe-sandon", "lemma 2")] == ["Lemma 2"]
    assert {claim.number for claim in find("goel", "Lemma 2")} > {"Lemma 2, U_s"}
    assert all("Lemma 2" in claim.number for claim in find("goel", "Lemma 2"))


@pytest.mark.parametrize("given", [{"number": "."}, {"number": ""}, {"status": "broken"}, {"status": "ok"}])
def test_what_is_no_part_of_a_number_and_no_status_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(InputError, match=r"known: |claims --list"):
        find(**given)


def test_claims_are_listed_by_status_without_being_checked(turingrad: Turingrad) -> None:
    ran = turingrad("claims", "--list", "--status", "corrected", "--paper", "wei", "--json")
    (found,) = json.loads(ran.out)
    assert (found["claim"], found["status"]) == ("(D.1)", "corrected")
    assert "figures" not in found
    assert found["mutants"] == score_of(find("wei", "(D.1)")[0])
    lines = turingrad("claims", "--list", "--claim", "C.3").out
    assert "wei Lemma C.3 (Appendix C): holds" in lines


def test_a_list_has_no_report(turingrad: Turingrad, tmp_path: Path) -> None:
    ran = turingrad("claims", "--list", "--report", str(tmp_path / "page.html"))
    assert ran.code == 2


def test_stored_scores_are_of_claims_that_exist() -> None:
    names = {claim.name for claim in claims()}
    assert set(scores()["claims"]) <= names
    total = sum(sum(row.values()) for row in scores()["claims"].values())
    assert total == sum(run["mutants"] for run in scores()["measured"].values())


def test_a_score_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = {"claims": {"wei Lemma C.3": {"by_claim": 3, "by_tests": 0, "survived": 1, "equivalent": 2}}}
    monkeypatch.setattr("turingrad.claims.scores.scores", lambda: stored)
    said = score_in_words(find("wei", "C.3")[0])
    assert said == "3 of 4 mutants of its code killed by this check, 1 survived, 2 equivalent"
    assert score_in_words(find("wei", "C.2")[0]) == "no mutant of its code is in the stored sample"


def test_every_claim_says_what_its_check_leaves_out() -> None:
    assert [claim.name for claim in claims() if not claim.leaves_out] == []
