"""axe-core finds no serious violation on any kind of page, light or dark."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import turingrad as tg
from tests.view.browser import AXE, Opened
from turingrad.view import view

SERIOUS = ("serious", "critical")


def violations(page: Opened) -> list[str]:
    """Evaluated by the browser's debugger, which the page's policy does not bind."""
    page.tab.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.tab.evaluate("axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:140] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in SERIOUS
    ]


@pytest.fixture
def axe() -> None:
    if not AXE.is_file():
        reason = "no axe-core: `make browser` fetches it with npm"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


@pytest.mark.usefixtures("axe")
@pytest.mark.parametrize(("on", "scheme"), [("transformer", "light"), ("descent", "dark"), ("reference", "light")])
def test_no_serious_violation(on: str, scheme: str, opened: Callable[..., Opened], tmp_path: Path) -> None:
    page = opened(view(tg.read("palindrome"), on=on).save(tmp_path / "page.html"), scheme=scheme, at="#step=5")
    page.tab.wait_for_timeout(300)  # colours fade in
    assert violations(page) == []
