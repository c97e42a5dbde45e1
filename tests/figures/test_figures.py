"""Figures on pages are those that their commands print."""

from __future__ import annotations

import pytest

from tests.figures import remake
from tests.figures.remake import FIGURES, Figure, half_a_digit, written_like

EACH = [pytest.param(figure, id=figure.name) for figure in FIGURES]


@pytest.mark.parametrize("figure", EACH)
def test_a_figure_is_on_its_page_once(figure: Figure) -> None:
    assert figure.stated() > 0


@pytest.mark.slow
@pytest.mark.parametrize("figure", EACH)
def test_a_figure_is_what_its_command_prints(figure: Figure) -> None:
    assert figure.agrees(), f"{figure.stated():g} on the page, {figure.measured():g} measured: `make figures`"


@pytest.mark.parametrize(
    ("text", "value", "wanted"),
    [
        ("1.2e-3", 0.00456, "4.6e-3"),
        ("7.8e+05", 912_345.0, "9.1e+05"),
        (".41", 0.3182, ".32"),
        ("0.078", 0.0711, "0.071"),
        ("3,621", 12_345.4, "12,345"),
        ("5.2", 4.757, "4.8"),
    ],
)
def test_a_new_number_is_written_like_the_old_one(text: str, value: float, wanted: str) -> None:
    assert written_like(text, value) == wanted


def test_half_of_the_last_digit() -> None:
    assert half_a_digit("1.2e-3") == pytest.approx(0.00005, rel=1e-3)
    assert half_a_digit("3,621") == pytest.approx(0.5, rel=1e-3)


def test_a_stale_figure_is_seen_and_written(monkeypatch: pytest.MonkeyPatch, tmp_path: pytest.TempPathFactory) -> None:
    monkeypatch.setattr(remake, "DOCS", tmp_path)
    monkeypatch.setattr(remake, "printed", lambda _: {"rows": [{"kind": "a", "x": 0.5}, {"kind": "b", "x": 0.25}]})
    page = tmp_path / "page.md"  # type: ignore[operator]
    page.write_text("the value is\n0.24 here, and 7 there\n", encoding="utf-8")
    figure = Figure("page.md", "the value is {} here, and NUMBER there", (), "rows/kind=b/x", 0.01)
    assert not figure.agrees()
    assert remake.remake([figure]) == [f"{figure.name}: 0.24 is now 0.25"]
    assert page.read_text(encoding="utf-8") == "the value is\n0.25 here, and 7 there\n"
    assert figure.agrees()
