"""Reports in a browser: an answer in words, no raw keys, no fifteen digits, the command, playable runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Turingrad
from tests.view.browser import AXE, Opened
from tests.view.kinds import KINDS
from tests.view.report_commands import REPORTS, write
from turingrad.theory.findings import Findings, Table
from turingrad.theory.margins.findings import CHAIN_COLUMNS, describe_chain, describe_training
from turingrad.view.bars import bench_bars, claim_bars, run_bars
from turingrad.view.claim_pages import claims_report
from turingrad.view.experiment_pages import findings_report, search_report
from turingrad.view.glossary import brief
from turingrad.view.limit_pages import limits_report
from turingrad.view.mathematics import value_in_words
from turingrad.view.pages import add_command
from turingrad.view.report_pages import bench_report, check_report, learn_report, margin_report, thin_curve
from turingrad.view.tour import tour_page

Open = Callable[..., Opened]
RAW_KEY = re.compile(r"\b[a-z]+_[a-z_]+\b")
MANY_DIGITS = re.compile(r"[1-9]\.?\d*\.?\d{7,}|\d\.0*[1-9]\d{6,}")

LEARN = {
    "learner": "parity",
    "with": "emulation",
    "test_accuracy": 1.0,
    "agreement_with_reference": 1.0,
    "sgd_steps": 24,
}
CHECK: dict[str, Any] = {
    "machine": "m",
    "on": "rcnn",
    "runs": 11,
    "steps_checked": 812,
    "mismatches": 0,
    "depth": 5,
    "width": 221,
    "certificate": {"float32": True, "float16": False},
}
MARGIN = {"machine": "m", "on": "transformer", "corrected_certified": 0.012345678901234, "corrected_attack": 0.25}
CLAIM = {
    "paper": "wei",
    "claim": "Lemma 1",
    "where": "section 4.1",
    "statement": "s",
    "status": "holds",
    "erratum": "",
    "figures": {"a_b": 0.123456789},
}
BENCH = {
    "what": "w",
    "value": 1.23456789,
    "unit": "s",
    "ratio": 2.0,
    "bar": 1.0,
    "at_most": False,
    "note": "",
    "met": True,
}
TRAINED = {
    "network": "ReLU net",
    "weights": 10,
    "samples": 5,
    "train_error": 0.0,
    "test_error": 0.5,
    "at_chance": True,
    "curves": {"training error": [0.5, 0.25, 0.0]},
}
PART = {
    "title": "Parity",
    "about": "Of pixels.",
    "figures": {"cross_predictability": 0.00012345678},
    "networks": [TRAINED],
}
SEARCH: dict[str, Any] = {
    "task": "dictator",
    "states": 2,
    "rules": 7,
    "machines_tried": 20_000,
    "fresh_accuracy": 0.9728,
    "origin": "search",
    "larger": [{"dim": 10, "train": 30, "accuracy": 1.0}],
    "rule_lines": ["0: a"],
    "settings": {"states": 2},
}
CHAIN: dict[str, Any] = dict.fromkeys([*CHAIN_COLUMNS], None)
CHAIN |= {"depth": 4, "plain_bound": 1e-9, "rounded_bound": 0.1, "rounded_attack": 0.2}
RISK = {"network": "learned", "samples": 8, "train_error": 0.0, "error": 0.123456789, "lower": 0.25}
RISK_COLUMNS = {"network": "network", "samples": "n", "train_error": "train", "error": "error", "lower": "margin >="}
TOLERANCE = Findings(
    "busy-beaver-2 by gradient descent, disturbed",
    "How far can gradient descent be disturbed?",
    "All 6 steps are right with noise of up to 0.125 gamma.",
    [Table("Tolerance", {"kind": "disturbance", "right": "right up to"}, [{"kind": "momentum", "right": 0.123456789}])],
    fields={"steps": 6},
    ranges=[("noise, rounded", 0.125, 0.25), ("Adam (size: its rate)", 0.0, None)],
)

PAGES = {
    "learn": lambda: add_command(learn_report(LEARN, [4.0, 0.0, 4.0], seed=0), "turingrad learn parity"),
    "check": lambda: check_report(CHECK, [], [("abba", 11, True), ("", 2, True)]),
    "margin": lambda: margin_report(MARGIN),
    "claims": lambda: claims_report(
        [CLAIM, {**CLAIM, "where": "B.4", "status": "fails"}], [{"paper": "wei", "where": "section 2"}]
    ),
    "bench": lambda: bench_report({"transformer": [BENCH]}),
    "limits": lambda: limits_report({"experiment": "parity-images", "seed": 0, "parts": [PART]}, [()]),
    "search": lambda: search_report(SEARCH, KINDS["search"]().data["run"]),
    "tolerance": lambda: findings_report(TOLERANCE),
    "risk": lambda: findings_report(
        describe_training(
            "adder-1, gamma = 0.1", RISK_COLUMNS, "Found.", [{**RISK, "samples": 0, "train_error": None}, RISK]
        )
    ),
    "chain": lambda: findings_report(describe_chain([CHAIN, {**CHAIN, "depth": 8}])),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_report_speaks_in_words(name: str, open_page: Open, tmp_path: Path) -> None:
    page = open_page(PAGES[name]().save(tmp_path / "report.html"))
    text = page.tab.locator("main").inner_text()
    assert len(page.tab.locator(".answer").inner_text()) > 20
    assert not RAW_KEY.search(text), RAW_KEY.search(text)
    assert not MANY_DIGITS.search(text), MANY_DIGITS.search(text)
    assert not re.search(r"\bNone\b|>=|<=|\^", text), text
    assert page.fits()
    embedded = json.loads(page.tab.locator("#data").text_content())
    assert embedded["figures"]
    if AXE.is_file():
        assert page.violations() == []
    page.look(390, "dark")
    page.until("document.documentElement.scrollWidth <= innerWidth")


def test_chains_may_be_asked_for_in_any_order() -> None:
    rows = [CHAIN, {**CHAIN, "depth": 2, "rounded_bound": 0.3}, {**CHAIN, "depth": 8}]
    for order in (rows, rows[::-1]):
        said = describe_chain(order).answer
        assert said.endswith("at depth 8; with rounding it stays 0.1 from depth 4 on.")


@pytest.mark.slow
@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("name", REPORTS)
def test_the_report_of_a_command_speaks_in_words_fits_and_is_accessible(
    name: str, open_page: Open, tmp_path: Path
) -> None:
    assert write(name, tmp_path / "report.html")
    page = open_page(tmp_path / "report.html")
    text = "\n".join(page.tab.locator(".answer, .figures, .more-figures, .explained, .bars, .prose").all_inner_texts())
    assert not RAW_KEY.search(text), RAW_KEY.search(text)
    text = re.sub(r"\b[01]{8,}\b", "", text)  # a circuit's inputs
    assert not MANY_DIGITS.search(text), MANY_DIGITS.search(text)
    assert re.search(r"\b1 (?!class|holds|fails|is|needs)[a-z]+s\b", page.tab.locator(".answer").inner_text()) is None
    assert page.violations() == []
    page.look(390, "dark")
    page.until("document.documentElement.scrollWidth <= innerWidth")
    assert page.violations() == []


def test_learn_writes_a_report_with_a_playable_training(turingrad: Turingrad, open_page: Open, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    made = turingrad("learn", "parity", "--with", "emulation", "--dim", 3, "--train", 8, "--report", path, "--quiet")
    assert made.code == 0
    page = open_page(path)
    assert (
        "answers 100 % of the 200 test points right and agrees with the learner, run directly, on every one"
        in page.tab.locator(".answer").inner_text()
    )
    page.tab.locator(".controls button.last").click()
    assert page.step() > 0


def test_the_tour_has_a_run_to_play_in_each_chapter(open_page: Open, tmp_path: Path) -> None:
    chapters = [("descent", "Gradient descent", "printed"), ("reference", "Machines", "printed")]
    page = open_page(tour_page(chapters, 12.0).save(tmp_path / "tour.html"), width=390)
    assert page.tab.locator(".run").count() == 2
    page.tab.locator(".run").nth(1).locator("button.last").click()
    assert page.tab.locator(".jump").nth(1).input_value() == "107"
    assert page.tab.locator(".jump").nth(0).input_value() == "5"  # where the chapter opens
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_numbers_are_written_as_people_write_them() -> None:
    written = {4_122_000.0: "4,122,000", 103.26: "103.3", 1.7e-16: "1.7 × 10⁻¹⁶", 2.5e20: "2.5 × 10²⁰", 0.0: "0"}
    assert {value: brief(value) for value in written} == written
    assert (brief(True), brief(12_345), brief(float("inf"))) == ("yes", "12,345", "inf")


@pytest.mark.parametrize(
    ("plain", "written"),
    [
        ("|delta| <= 1/(n^2 T), 2^-24", "|δ| ≤ 1/(n² T), 2⁻²⁴"),
        ("sigma_zeta of sqrt(pi), n = 1e+07", "σ_ζ of √(π), n = 10⁷"),
        ("2^-9.4, d^(1/3k), rope_theta, a pile of etas", "2^-9.4, d^(1/3k), rope_theta, a pile of etas"),
        ("9.41088e-05", "9.41 × 10⁻⁵"),
    ],
)
def test_formulas_are_written_as_people_write_them(plain: str, written: str) -> None:
    assert value_in_words(plain) == written


def limits_blocks(**changes: Any) -> list[Any]:
    part = {**PART, **changes}
    page = limits_report({"experiment": "noise", "seed": 0, "parts": [part]}, [()])
    return list(page.data["blocks"])


def test_an_error_is_drawn_against_chance_and_from_zero() -> None:
    bar, curve = (block for block in limits_blocks() if block["kind"] in ("bars", "plot"))
    assert bar["rows"][0]["mark"] == bar["rows"][0]["parts"][0]["share"]  # a test error of one half
    assert curve["chart"]["fromZero"]
    assert curve["chart"]["bands"] == [{"y": 50.0, "name": "chance"}]
    assert curve["chart"]["lines"][0]["y"] == [50.0, 25.0, 0.0]


def test_a_single_point_is_no_curve() -> None:
    assert all(block["kind"] != "plot" for block in limits_blocks(networks=[{**TRAINED, "curves": {"loss": [1.0]}}]))


def test_noise_that_is_tolerated_is_told_in_the_answer_and_drawn() -> None:
    row = {"noise": "adversarial", "proven": 0.0132, "with certainty": True, "broken from": 0.0187}
    blocks = limits_blocks(networks=[], rows=[row])
    assert "Of adversarial noise, a total of 0.0132 on every edge does no harm: that is proven." in blocks[0]["text"]
    assert [block["kind"] for block in blocks].count("picture") == 1


def test_a_net_that_chooses_is_drawn_against_the_best_machine_alone() -> None:
    row = {"task": "parity", "error of the net": 0.25, "it chose": "a", "best machine alone": "b", "its error": 0.0}
    blocks = limits_blocks(networks=[], rows=[row, {**row, "its error": 0.25 - 2e-16}])
    assert "no more than the best machine of its list alone on 1 of 2 tasks" in blocks[0]["text"]
    (drawn,) = (block["rows"] for block in blocks if block["kind"] == "bars")
    assert [each["parts"][0]["share"] for each in drawn] == [0.5, 0.5]
    assert [each["mark"] for each in drawn] == pytest.approx([0.0, 0.5])


def test_large_counts_show_their_first_digits(open_page: Open, tmp_path: Path) -> None:
    page = open_page(margin_report({**MARGIN, "samples_with_constants": 26 * 10**18}).save(tmp_path / "report.html"))
    assert "2.6 × 10¹⁹" in page.tab.locator(".figures").inner_text()


def test_bars_show_runs_and_the_statements_of_each_section_in_order() -> None:
    runs = run_bars([("abba", 8, True), ("", 2, False)])["rows"]
    assert [(row["parts"][0]["share"], row["parts"][0]["kind"]) for row in runs] == [(1.0, "machine"), (0.25, "wrong")]
    assert runs[1]["value"] == "2 steps, then a difference"
    places = [("section 10", "holds"), ("Appendix C", "fails"), ("B.4.1", "holds"), ("section 4.1", "holds")]
    outcomes = [{"paper": "wei", "where": where, "status": status} for where, status in places]
    rows = claim_bars(outcomes, [{"paper": "wei", "where": "section 4, Lemma 2"}])["rows"]
    assert [row["name"] for row in rows] == ["section 4", "section 10", "appendix B", "appendix C"]
    assert rows[0]["value"] == "1 holds, 1 left out"


@pytest.mark.parametrize(("ratio", "at_most", "share"), [(2.0, False, 2 / 3), (2.0, True, 1 / 3), (800.0, False, 1.0)])
def test_a_figure_stands_to_the_right_of_its_bar_where_it_is_better(ratio: float, at_most: bool, share: float) -> None:
    block = bench_bars({"transformer": [{**BENCH, "ratio": ratio, "at_most": at_most, "met": not at_most}]})
    assert block is not None
    assert block["rows"][0]["parts"][0]["share"] == pytest.approx(share)
    assert bench_bars({"transformer": [{**BENCH, "met": None}]}) is None


def test_long_curves_keep_their_spikes() -> None:
    values = [0.0] * 50_000
    values[31_234] = 7.0
    x, y = thin_curve(values)
    assert len(x) <= 2_002
    assert (31_235, 7.0) in list(zip(x, y, strict=True))
