"""Every kind of page opens without an error, steps, jumps, plays, fits a phone and is accessible."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.view.browser import Opened
from tests.view.kinds import KINDS, Made

Open = Callable[..., Opened]
Make = Callable[[str], Made]
# variants of a page that another kind stands for; they are slow tests
VARIANTS = (
    "grid",
    "grid-rcnn",
    "reference",
    "transformer-paper",
    "transformer-radix",
    "rcnn",
    "descent",
    "learn-noise",
)
FIRST = [pytest.param(kind, marks=pytest.mark.slow) if kind in VARIANTS else kind for kind in KINDS]


@pytest.mark.parametrize("kind", FIRST)
def test_a_page_steps_jumps_plays_and_fits_a_phone(kind: str, open_page: Open, make_page: Make) -> None:
    last = make_page(kind).run["frames"]["step"][-1]
    page = open_page(make_page(kind).path, at="#step=2")
    assert page.step() == 2
    page.tab.keyboard.press("ArrowRight")
    assert page.step() == 3
    assert page.fits()
    page.look(390, "dark")
    page.until("document.documentElement.scrollWidth <= innerWidth")
    page.tab.keyboard.press(" ")
    page.until("Number(document.querySelector('.jump').value.replace(/,/g, '')) > 3")
    page.tab.keyboard.press("End")
    assert page.step() == last
    assert len(page.tab.locator(".sentence").first.inner_text()) > 20
    lockstep = make_page(kind).run["lockstep"]
    if lockstep is not None:
        assert lockstep["differs"] == []
        assert page.tab.locator(".badge.wrong").count() == 0


DARK = [kind for number, kind in enumerate(KINDS) if number % 2]


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("kind", FIRST)
def test_axe_finds_nothing_serious(kind: str, open_page: Open, make_page: Make) -> None:
    page = open_page(make_page(kind).path, scheme="dark" if kind in DARK else "light", at="#step=3")
    assert page.violations() == []


@pytest.mark.slow
@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_serious_on_a_phone_with_the_other_colours(
    kind: str, open_page: Open, make_page: Make
) -> None:
    page = open_page(make_page(kind).path, scheme="light" if kind in DARK else "dark", width=390, at="#step=3")
    assert page.violations() == []
