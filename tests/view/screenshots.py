"""Every kind of page and report, and every report that is named, wide and narrow, light and dark, to be looked at.

`python -m tests.view.screenshots [REPORT.html ...]` writes to .screenshots; `make screenshots` calls it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.view.browser import SCREENSHOTS, Opened, started
from tests.view.kinds import KINDS
from tests.view.test_reports import PAGES

LOOKS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]
STEP = 5


def photograph(path: Path, name: str, context: object) -> None:
    """Four pictures of a page. What sticks out of a narrow screen is said."""
    page = Opened(context, path, at=f"#step={STEP}")
    for width, scheme in LOOKS:
        page.look(width, scheme)
        tall = page.tab.evaluate("document.documentElement.scrollHeight")
        page.tab.set_viewport_size({"width": width, "height": max(900, tall)})  # nothing sticks to the window's edge
        page.tab.wait_for_timeout(500)
        page.tab.screenshot(path=str(SCREENSHOTS / f"{name}-{width}-{scheme}.png"), full_page=True)
        if not page.fits():
            print(f"{name} is wider than {width} px")
    for problem in page.problems:
        print(f"{name}: {problem}")
    page.close()


def main(reports: list[Path]) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, started() as browser:
        for name, make in KINDS.items():
            photograph(make().save(Path(folder) / f"{name}.html"), name, browser)
        for name, report_of in PAGES.items():
            photograph(report_of().save(Path(folder) / f"{name}.html"), f"report-{name}", browser)
        for report in reports:
            photograph(report, f"given-{report.stem}", browser)


if __name__ == "__main__":
    main([Path(argument).resolve() for argument in sys.argv[1:]])
