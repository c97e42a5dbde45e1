"""`turingrad limits`: the experiments from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import Turingrad

SMALL = ("--train", 60, "--test", 60, "--epochs", 3, "--width", 8)
SIZES = {
    "parity-images": ("--grid", 5, "--beside", 3),
    "connectivity": ("--vertices", 24, "--cycle", 10),
    "arithmetic": ("--base", 3, "--addends", 3, "--digits", 2),
}


@pytest.mark.parametrize(
    "experiment", ["parity-images", "arithmetic", pytest.param("connectivity", marks=pytest.mark.slow)]
)
def test_json_has_every_part_with_a_relu_net_and_its_curves(turingrad: Turingrad, experiment: str) -> None:
    found = turingrad("limits", experiment, *SIZES[experiment], *SMALL, "--json").json
    assert (found["experiment"], found["seed"]) == (experiment, 0)
    assert len(found["parts"]) == (1 if experiment == "arithmetic" else 2)
    for part in found["parts"]:
        assert part["networks"][0]["network"] == "ReLU net 3 x 8"
        assert [len(curve) for curve in part["networks"][0]["curves"].values()] == [3, 3, 3]
    assert found["parts"][-1]["networks"][-1]["network"].startswith("emulation of")


def test_the_terminal_shows_both_nets_and_their_curves(turingrad: Turingrad) -> None:
    outcome = turingrad("limits", "parity-images", "--grid", 3, "--beside", 3, *SMALL)
    assert outcome.code == 0
    for text in ("parity of 3 x 3 squares", "ReLU net 3 x 8", "emulation of parity", "test error: 3 values from"):
        assert text in outcome.out


def test_the_report_has_plots_and_pictures_and_loads_nothing(turingrad: Turingrad, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert turingrad("limits", "parity-images", "--grid", 3, "--beside", 3, *SMALL, "--report", page).code == 0
    text = page.read_text(encoding="utf-8")
    data = json.loads(text.split('id="data">')[1].split("</script>")[0])
    kinds = [block["kind"] for block in data["blocks"]]
    # one picture of the images; losses and errors of the ReLU net, losses of the emulation net
    assert (kinds.count("picture"), kinds.count("plot")) == (1, 3)
    assert data["figures"]["experiment"] == "parity-images"
    assert "src=" not in text.split("<script")[0]
    assert "default-src 'none'" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("astrology",), "`turingrad limits` has no command 'astrology'; known: arithmetic, connectivity, init"),
        (("--bits", 4, "separation"), "the command comes before its options: turingrad limits separation --bits ..."),
        (("separation", "--epochs", 4), "No such option: --epochs"),
        (("arithmetic", "--grid", 4), "No such option: --grid"),
        (("parity-images", "--report", "no/such/folder/r.html"), "there is no folder"),
        (("parity-images", "--beside", 100), "features, not 10000"),
        (("parity-images", "--rate", 0), "the learning rate is 0"),
        (
            ("connectivity", "--vertices", 25, "--cycle", 10),
            "must be even, so that they can be split into two graphs; it is 25",
        ),
        (("connectivity", "--cycle", 8), "a cycle of length 3 or 4 would give itself away"),
        (("connectivity", "--vertices", 10**9), "vertices"),
        (("arithmetic", "--base", 2, "--addends", 3), "do not determine the digits"),
        (("arithmetic", "--base", 6), "one of the prime bases 2, 3, 5, 7, not 6"),
        (("monomials", "--bits", 4, "--degree", 5), "have degrees 1 to 4"),
        (("parity-images", "--grid", 10**6), "are more than"),
        (("parity-images", "--width", 10**9), "weights are more than"),
    ],
)
def test_bad_input_ends_with_one_line_and_exit_code_two(
    turingrad: Turingrad, arguments: tuple[str, ...], message: str
) -> None:
    outcome = turingrad("limits", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


def test_the_separation_is_an_experiment_with_its_own_options(turingrad: Turingrad) -> None:
    found = turingrad("limits", "separation", "--bits", 2, "--steps", 3, "--draws", 1, "--json").json
    first = found["parts"][0]
    assert [row["batch"] for row in first["rows"]] == ["1", "2", "4", "16", "64", "256", "1,024", "all points"]
    assert len(first["networks"][0]["curves"]["accuracy, parities"]) == 8
    assert len(found["parts"]) == 3


def test_a_class_of_functions_comes_from_a_file(turingrad: Turingrad, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("from turingrad.theory import Juntas\nMINE = Juntas(3, 1)\n")
    options = ("--steps", 3, "--draws", 1)
    found = turingrad("limits", "separation", "--class", f"{file}:MINE", *options, "--json").json
    assert list(found["parts"][0]["rows"][0])[:2] == ["batch", "juntas of 1 of 3 bits"]
    refused = turingrad("limits", "separation", "--class", f"{file}:THEIRS", *options)
    assert refused.code == 2
    assert "has no class, function or object 'THEIRS'" in refused.err


def test_ctrl_c_prints_the_partial_result_and_exits_with_130(
    turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("turingrad.theory.limits.dots.emulate_parity", stop)
    outcome = turingrad("limits", "parity-images", "--grid", 3, "--beside", 3, *SMALL, "--json")
    assert outcome.code == 130
    assert outcome.json["interrupted"] is True
    assert [each["network"] for each in outcome.json["parts"][0]["networks"]] == ["ReLU net 3 x 8"]


def test_the_starts_and_the_degrees_are_experiments_with_their_own_options(turingrad: Turingrad) -> None:
    small = ("--width", 8, "--steps", 20, "--json")
    found = turingrad("limits", "initialisation", "--bits", 5, "--draws", 2, *small).json
    assert [each["network"] for each in found["parts"][1]["networks"]] == [
        f"draw {draw}, {start} start" for draw in (1, 2) for start in ("Rademacher", "Gaussian")
    ]
    found = turingrad("limits", "monomials", "--bits", 5, "--degree", 2, *small).json
    assert len(found["parts"][0]["networks"]) == 2


def test_the_noise_table_has_what_is_proven_below_what_breaks(turingrad: Turingrad) -> None:
    found = turingrad("limits", "noise", "--bits", 2, "--steps", 6, "--draws", 1, "--json").json
    shapes, levels, margins = (part["rows"] for part in found["parts"])
    assert [row["noise"] for row in shapes] == ["adversarial", "fixed-sign", "uniform", "gaussian", "rounding"]
    assert all(row["broken from"] is None or row["broken from"] > row["proven"] for row in shapes)
    assert [row["n"] for row in levels if row["proven over it"] >= 1] == [13, 14, 20, 50, 200]
    assert all(row["at the proven total"] >= -1e-12 for row in margins)


def test_tables_are_shown_in_the_terminal_and_on_the_page(turingrad: Turingrad, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    outcome = turingrad("limits", "noise", "--bits", 2, "--steps", 6, "--draws", 1, "--report", page)
    assert outcome.code == 0
    assert "adversarial" in outcome.out
    data = json.loads(page.read_text(encoding="utf-8").split('id="data">')[1].split("</script>")[0])
    tables = [block for block in data["blocks"] if block["kind"] == "table"]
    assert len(tables) == 3
    assert "adversarial" in str(tables[0])
