"""Every kind of page and every report, wide and narrow, light and dark, to be looked at: sheets of four looks each.

`python -m tests.view.screenshots` writes all of them to .screenshots (`make screenshots`); given words, those whose
names have one of them; given HTML files, those.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from itertools import zip_longest
from pathlib import Path

from PIL import Image

from tests.view.browser import SCREENSHOTS, Opened, start_browser
from tests.view.kinds import KINDS
from tests.view.report_commands import REPORTS, write
from tests.view.test_reports import PAGES

LOOKS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]
STEP, STEPS = 5, {"learn-rcnn": 40}  # the moment that is seen: of this kind one of the prediction
SCALES, WIDEST, TALLEST, BETWEEN, OVERLAP = {1280: 0.55, 390: 0.65}, 1460, 1160, 12, 24  # of a sheet


def photograph(path: Path, name: str, context: object) -> None:
    """Four pictures of a page, and sheets of them. What sticks out of a screen is said."""
    page = Opened(context, path, at=f"#step={STEPS.get(name, STEP)}")
    taken = []
    for width, scheme in LOOKS:
        page.look(width, scheme)
        tall = page.tab.evaluate("document.documentElement.scrollHeight")
        page.tab.set_viewport_size({"width": width, "height": max(900, tall)})  # nothing sticks to the window's edge
        page.tab.wait_for_timeout(500)
        taken.append((SCREENSHOTS / f"{name}-{width}-{scheme}.png", SCALES[width]))
        page.tab.screenshot(path=str(taken[-1][0]), full_page=True)
        if not page.fits():
            print(f"{name} is wider than {width} px")
    for old in SCREENSHOTS.glob(f"sheet-{name}-[0-9].png"):
        old.unlink()
    for number, whole in enumerate(sheets(taken), start=1):
        whole.save(SCREENSHOTS / f"sheet-{name}-{number}.png")
    for problem in page.problems:
        print(f"{name}: {problem}")
    page.close()


def columns(path: Path, scale: float) -> list[Image.Image]:
    """A picture, smaller, cut into pieces as tall as a sheet; a piece repeats the last lines of the one before."""
    with Image.open(path) as picture:
        size = round(picture.width * scale), round(picture.height * scale)
        small = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    tops = range(0, max(1, small.height - OVERLAP), TALLEST - OVERLAP)
    return [small.crop((0, top, small.width, min(top + TALLEST, small.height))) for top in tops]


def sheets(taken: list[tuple[Path, float]]) -> Iterator[Image.Image]:
    """Every piece of every picture, light beside dark, on as many sheets as that takes."""
    light_and_dark = [[columns(*look) for look in taken[start : start + 2]] for start in range(0, len(taken), 2)]
    row: list[Image.Image] = []
    for pair in light_and_dark:
        for piece in (piece for both in zip_longest(*pair) for piece in both if piece is not None):
            if row and sum(column.width + BETWEEN for column in row) + piece.width > WIDEST:
                yield side_by_side(row)
                row = []
            row.append(piece)
    yield side_by_side(row)


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    width = sum(picture.width for picture in pictures) + BETWEEN * (len(pictures) - 1)
    whole = Image.new("RGB", (width, max(picture.height for picture in pictures)), "#888888")
    x = 0
    for picture in pictures:
        whole.paste(picture, (x, 0))
        x += picture.width + BETWEEN
    return whole


def pages(folder: Path, words: list[str]) -> Iterator[tuple[str, Path]]:
    """Kinds of pages, reports of small figures, and reports of commands, each made when its turn comes."""

    def wanted(name: str) -> bool:
        return not words or any(word in name for word in words)

    for name in filter(wanted, KINDS):
        yield name, KINDS[name]().save(folder / f"{name}.html")
    for name in PAGES:
        if wanted(f"report-{name}"):
            yield f"report-{name}", PAGES[name]().save(folder / f"{name}.html")
    for name, command in REPORTS.items():
        if wanted(f"of-{name}"):
            path = folder / f"of-{name}.html"
            if write(name, path):
                yield f"of-{name}", path
            else:
                print(f"failed: turingrad {command}")


def main(arguments: list[str]) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    given = [Path(argument).resolve() for argument in arguments if argument.endswith(".html")]
    # commands leave their files where they run
    with tempfile.TemporaryDirectory() as folder, chdir(folder), start_browser() as browser:
        found = ((f"given-{path.stem}", path) for path in given) if given else pages(Path(folder), arguments)
        for name, path in found:
            photograph(path, name, browser)


if __name__ == "__main__":
    main(sys.argv[1:])
