"""The README's picture: a page in the browser, photographed. `python -m tests.view.picture PATH`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import turingrad as tg
from tests.view.browser import Opened, start_browser
from turingrad.view import view

WIDTH, HEIGHT, STEP = 1280, 1226, 81


def photograph(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, start_browser() as browser:
        path = view(tg.read("busy-beaver-4"), on="transformer").save(Path(folder) / "page.html")
        page = Opened(browser, path, width=WIDTH, at=f"#step={STEP}")
        page.tab.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        page.tab.wait_for_timeout(800)
        page.tab.screenshot(path=str(target))
        page.close()


if __name__ == "__main__":
    photograph(Path(sys.argv[1]))
