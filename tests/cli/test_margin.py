"""`turingrad margin` and circuits on the feedforward net from the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import Turingrad
from turingrad.formats import write
from turingrad.machine.tape import Rule, TapeMachine


def test_a_circuit_s_margins_are_certified_and_attacked(turingrad: Turingrad) -> None:
    found = turingrad("margin", "adder-1", "--input", "11", "--budget", 60, "--json").json
    assert found["on"] == "feedforward"
    assert 0 < found["corrected_certified_paper"] < found["corrected_certified"] < found["corrected_attack"]
    assert 0 < found["plain_certified"] < found["plain_attack"]
    assert found["samples_with_constants"] > found["samples_order"] > 1


def test_a_machine_s_margin_is_certified_on_the_transformer(turingrad: Turingrad) -> None:
    found = turingrad("margin", "busy-beaver-2", "--on", "transformer", "--steps", 6, "--budget", 8, "--json").json
    assert found["position_bits"] == 3
    assert 0 < found["plain_certified"] < found["corrected_certified"] < found["corrected_attack"]


def test_a_machine_that_does_not_decide_has_no_sample_count(turingrad: Turingrad) -> None:
    """theta_cls is 0 where a run ends in neither answer, so F = 0 and the margin (2.1) is 0."""
    for arguments in (("busy-beaver-2", "--steps", 6), ("palindrome", "--input", "abba", "--steps", 2)):
        found = turingrad("margin", *arguments, "--budget", 0, "--json").json
        assert found["margin_of"] == "configuration"
        assert "neither accepts nor rejects" in found["note"]
        assert not {"samples_order", "samples_with_constants"} & found.keys()


@pytest.mark.slow
def test_corrections_are_worth_orders_of_magnitude_on_a_machine_that_decides(turingrad: Turingrad) -> None:
    """Theorem D.6's whole point: without corrections the gradient at the compiled weights finds a tiny perturbation."""
    found = turingrad("margin", "palindrome", "--input", "abba", "--steps", 18, "--budget", 40, "--json").json
    assert found["margin_of"] == "prediction"
    assert found["samples_order"] > 1
    assert found["plain_attack"] < found["corrected_certified"] / 2
    assert found["plain_attack"] < found["corrected_attack"] / 100


def test_the_paper_s_layers_have_their_own_margin(turingrad: Turingrad) -> None:
    figures = {}
    for layers in ("compact", "paper"):
        given = ("palindrome", "--input", "ab", "--steps", 8, "--budget", 0, "--layers", layers, "--json")
        figures[layers] = turingrad("margin", *given).json["corrected_certified"]
    assert figures["paper"] > figures["compact"]


def test_samples_by_width_and_by_depth_are_tables(turingrad: Turingrad) -> None:
    outcome = turingrad("margin", "adder-1", "--budget", 0, "--verbose")
    assert "by margin" in outcome.out
    assert "by depth" in outcome.out
    assert "[{" not in outcome.out


def test_a_machine_with_several_tapes_has_its_family_too(turingrad: Turingrad, tmp_path: Path) -> None:
    rules = [Rule("copy", (bit, "_"), (bit, bit), (1, 1), "copy") for bit in "01"]
    rules += [Rule("copy", ("_", "_"), ("_", "_"), (0, 0), "done")]
    path = tmp_path / "copier.json"
    copier = TapeMachine(("copy", "done"), ("_", "0", "1"), "_", "copy", tuple(rules), ("done",), ("done",), tapes=2)
    write(copier, path)
    found = turingrad("margin", path, "--budget", 0, "--steps", 8, "--json").json
    assert found["margin_wins_from_width"] == found["by_width"][-2]["width"]
    assert len({row["gamma"] for row in found["by_width"] + found["by_depth"]}) == 1


@pytest.mark.slow
def test_margins_and_parameter_counts_stand_side_by_side(turingrad: Turingrad, tmp_path: Path) -> None:
    """For a small circuit the VC dimension wins by far; for wide nets of the same family Lemma 2.3 does."""
    plot = tmp_path / "widths.svg"
    found = turingrad("margin", "multiplier-2", "--budget", 0, "--plot", plot, "--json").json
    rows = found["by_width"]
    assert found["family_samples_by_vc"] < 1e-3 * found["family_samples_by_margin"]
    assert rows[-1]["margin"] < rows[-1]["vc"]
    assert [row["margin"] < row["vc"] for row in rows] == sorted(row["margin"] < row["vc"] for row in rows)
    assert found["margin_wins_from_width"] == rows[-2]["width"] > 1000
    assert "<svg" in plot.read_text()


def test_the_chain_is_a_table_and_a_plot(turingrad: Turingrad, tmp_path: Path) -> None:
    plot = tmp_path / "chain.svg"
    found = turingrad("margin", "chain", "--depths", "1,3", "--budget", 40, "--plot", plot, "--json").json
    assert [row["depth"] for row in found["rows"]] == [1, 3]
    assert "<svg" in plot.read_text()


def test_the_chain_prints_its_table(turingrad: Turingrad) -> None:
    outcome = turingrad("margin", "chain", "--depths", "1", "--budget", 20)
    assert outcome.code == 0
    assert "0.500" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--steps", "3"), "Missing argument"),
        (("adder-1", "--on", "transformer"), "margins are computed for circuits (on feedforward)"),
        (("adder-1", "--output", "nothing"), "no output 'nothing'"),
        (("adder-1", "--plot", "no/such/folder/x.svg"), "there is no folder"),
        (("chain", "--depths", "1,two"), "must be a list such as 1,2,4"),
        (("chain", "--depths", "0"), "between 1 and 256"),
        (("chain", "--plot", "no/such/folder/x.svg"), "there is no folder"),
        (("adder-1", "--plot", "x.foo"), "pictures are written as .svg, .png or .pdf"),
        (("chain", "--plot", "x.foo"), "pictures are written as .svg, .png or .pdf"),
        (("adder-128",), "budget 0 leaves it out"),
        (("adder-1", "--input", "12"), "expected 0 or 1"),
        (("learn", "--samples", "4,many"), "must be a list such as 1,2,4"),
        (("learn", "--samples", "0"), "between 1 and 4096"),
        (("learn", "adder-128"), "over all inputs"),
        (("learn", "busy-beaver-2"), "gives no answer"),
    ],
)
def test_bad_margin_requests_end_in_one_line(turingrad: Turingrad, arguments: tuple[str, ...], message: str) -> None:
    outcome = turingrad("margin", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert "Traceback" not in outcome.err


def test_learned_nets_stand_beside_compiled_ones(turingrad: Turingrad, tmp_path: Path) -> None:
    page, plot = tmp_path / "learned.html", tmp_path / "learned.svg"
    given = ("margin", "learn", "adder-1", "--samples", "8", "--report", page, "--plot", plot, "--json")
    rows = turingrad(*given).json["rows"]
    assert [row["network"] for row in rows] == ["compiled, corrected", "compiled, plain", "learned"]
    assert all(0 < row["certified"] < row["attacked"] for row in rows)
    assert rows[2]["samples"] == 8
    assert "compiled, corrected" in page.read_text()
    assert "<svg" in plot.read_text()


@pytest.mark.slow
def test_definition_2_1_is_a_table(turingrad: Turingrad) -> None:
    outcome = turingrad("margin", "learn", "--samples", "8,64")
    assert outcome.code == 0
    assert "within eps" in outcome.out


def test_a_circuit_runs_on_the_feedforward_net(turingrad: Turingrad) -> None:
    outcome = turingrad("run", "multiplier-2", "--on", "feedforward", "--input", "1111", "--json")
    assert outcome.json == {"outputs": ["1001"]}  # 3 x 3 = 9, least significant bit first


def test_a_circuit_is_checked_on_the_feedforward_net(turingrad: Turingrad) -> None:
    found = turingrad("check", "multiplier-3", "--on", "feedforward", "--json").json
    assert found["mismatches"] == 0
    assert found["depth"] == 68
    assert all(found["certificate"].values())


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ctrl-C in the n-th evaluation of the attacks."""
    from turingrad.theory.margins.attack import Search

    whole, made = Search.margin, []

    def at(number: int) -> None:
        def margin(self: Search, *arguments: Any, **options: Any) -> Any:
            made.append(1)
            if len(made) == number:
                raise KeyboardInterrupt
            return whole(self, *arguments, **options)

        monkeypatch.setattr(Search, "margin", margin)

    return at


def test_ctrl_c_ends_the_attack_and_leaves_what_was_certified(
    turingrad: Turingrad, ctrl_c: Callable[[int], None]
) -> None:
    ctrl_c(25)
    outcome = turingrad("margin", "adder-2", "--budget", 40, "--json")
    assert outcome.code == 130
    found = outcome.json
    assert found["interrupted"] is True
    assert found["corrected_attack"] is None or found["corrected_attack"] >= found["corrected_certified"] > 0
    assert found["corrected_attack_evaluations"] < 40
    assert "plain_certified" not in found


@pytest.mark.slow
def test_ctrl_c_in_the_chain_leaves_whole_rows(turingrad: Turingrad, ctrl_c: Callable[[int], None]) -> None:
    ctrl_c(100)
    outcome = turingrad("margin", "chain", "--depths", "1,2,4,8", "--budget", 20, "--json")
    assert outcome.code == 130
    assert outcome.json["interrupted"] is True
    assert [row["depth"] for row in outcome.json["rows"]] == [1]


def test_ctrl_c_before_the_first_row_leaves_a_report_that_says_so(
    turingrad: Turingrad, ctrl_c: Callable[[int], None], tmp_path: Path
) -> None:
    ctrl_c(1)
    outcome = turingrad("margin", "chain", "--depths", "4", "--budget", 20, "--report", tmp_path / "chain.html")
    assert outcome.code == 130
    assert "No chain was measured." in (tmp_path / "chain.html").read_text(encoding="utf-8")
