"""A browser for the page tests: found on the machine, never downloaded."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / ".screenshots"
AXE = ROOT / ".axe" / "package" / "axe.min.js"


def find_browser() -> str | None:
    """The path of a browser: TURINGRAD_BROWSER, or Chromium or Chrome on the path."""
    named = os.environ.get("TURINGRAD_BROWSER")
    if named:
        return named
    return next((path for path in map(shutil.which, NAMES) if path), None)


@contextmanager
def start_browser() -> Iterator[Any]:
    """Chromium without a window, with an empty profile that goes when it ends."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS), headless=True)
        try:
            yield chromium
        finally:
            chromium.close()


class Opened:
    """One page, opened in a tab of `context`; `problems` collects console errors and uncaught exceptions."""

    def __init__(self, context: Any, path: Path, *, width: int = 1280, scheme: str = "light", at: str = "") -> None:
        self.tab = context.new_page()
        self.tab.set_default_timeout(120_000)  # a busy machine is slow, not wrong
        self.look(width, scheme)
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.tab.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self.tab.on("pageerror", lambda error: self.problems.append(str(error)))
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.tab.goto(path.as_uri() + at)
        self.tab.wait_for_selector("html[data-ready=yes]", state="attached")
        self.until("document.querySelector('.controls') === null || document.querySelector('.jump').value !== ''")

    def look(self, width: int, scheme: str) -> None:
        """On another screen: `scheme` is light or dark."""
        self.tab.set_viewport_size({"width": width, "height": 900})
        self.tab.emulate_media(color_scheme=scheme)

    def fits(self) -> bool:
        """Whether nothing sticks out to the right."""
        return bool(self.tab.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    def until(self, condition: str, seconds: float = 120.0) -> None:
        """Waits until an expression is true. (The page's policy forbids the evaluation that Playwright's own has.)"""
        deadline = time.monotonic() + seconds
        while not self.tab.evaluate(condition):
            assert time.monotonic() < deadline, f"not within {seconds} s: {condition}"
            self.tab.wait_for_timeout(40)

    def step(self) -> int:
        return int(self.tab.locator(".jump").first.input_value().replace(",", ""))

    def each(self, moments: int, expression: str) -> list[Any]:
        """The value of an expression at this moment and at those that follow, one on at a time."""
        on = "document.querySelector('.controls button.next').click()"
        found: list[Any] = self.tab.evaluate(
            f"Array.from({{length: {moments}}}, () => {{ const value = {expression}; {on}; return value; }})"
        )
        return found

    def tape(self, number: int = 0) -> tuple[str, int]:
        """The text of a tape and the cell of its head, as the page shows them."""
        strip = self.tab.locator(".tape").nth(number)
        return strip.get_attribute("data-text"), int(strip.get_attribute("data-head"))

    def violations(self) -> list[str]:
        """What axe-core calls serious. Evaluated by the browser's debugger, which the page's policy does not bind."""
        self.tab.wait_for_timeout(350)  # colours fade in
        if not self.tab.evaluate("'axe' in window"):
            self.tab.evaluate(AXE.read_text(encoding="utf-8"))
        options = "{resultTypes: ['violations'], iframes: false, preload: false}"
        found = self.tab.evaluate(f"axe.run(document, {options}).then(result => result.violations)")
        return [
            f"{one['id']}: {one['help']}: {[node['html'][:140] for node in one['nodes'][:3]]}"
            for one in found
            if one["impact"] in ("serious", "critical")
        ]

    def close(self) -> None:
        self.tab.close()
