"""Every kind of page and every report, wide and narrow, light and dark, to be looked at: a sheet of four looks each.

`python -m tests.view.screenshots` writes all of them to .screenshots (`make screenshots`); given words, those whose
names have one of them; given HTML files, those.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from PIL import Image

from tests.view.browser import SCREENSHOTS, Opened, started
from tests.view.kinds import KINDS
from tests.view.test_reports import PAGES
from turingrad.cli import main as turingrad

LOOKS = [(width, scheme) for width in (1280, 390) for scheme in ("light", "dark")]
STEP = 5
SCALES, TALLEST, BETWEEN = {1280: 0.5, 390: 0.62}, 1560, 12  # of a sheet
REPORTS = {
    "learn-rcnn": "learn parity-small --with rcnn --dim 4 --train 6",
    "learn-descent": "learn hebb --with descent --dim 3 --train 5",
    "learn-emulation": "learn parity --with emulation --dim 4 --train 10 --compare mlp",
    "learn-reference": "learn perceptron --dim 6",
    "check-transformer": "check palindrome --on transformer",
    "check-rcnn": "check busy-beaver-3 --on rcnn",
    "check-feedforward": "check adder --on feedforward",
    **{f"claims-{paper}": f"claims --paper {paper}" for paper in ("goel", "welper", "abbe-sandon", "wei", "ours")},
    "search": "search --task dictator --states 2 --budget 20000",
    "margin": "margin palindrome --input abba",
    "margin-chain": "margin --chain 4",
    "limits-connectivity": "limits connectivity --epochs 8 --train 300",
    "limits-arithmetic": "limits arithmetic --epochs 8 --train 300",
    "limits-parity-images": "limits parity-images --epochs 8 --train 300",
    "limits-initialisation": "limits initialisation --steps 400",
    "limits-monomials": "limits monomials --steps 400",
    **{f"limits-{name}": f"limits {name}" for name in ("metaalgorithm", "noise", "separation")},
    "bench-feedforward": "bench feedforward",
    "tour": "demo",
}
"""Commands that end with a report, each short."""


def photograph(path: Path, name: str, context: object) -> None:
    """Four pictures of a page, and a sheet of them. What sticks out of a screen is said."""
    page = Opened(context, path, at=f"#step={STEP}")
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
    sheet(taken).save(SCREENSHOTS / f"sheet-{name}.png")
    for problem in page.problems:
        print(f"{name}: {problem}")
    page.close()


def sheet(taken: list[tuple[Path, float]]) -> Image.Image:
    """The pictures side by side, smaller, down to where a reader's screen ends."""
    pictures = []
    for path, scale in taken:
        with Image.open(path) as picture:
            seen = picture.convert("RGB").crop((0, 0, picture.width, min(picture.height, round(TALLEST / scale))))
        pictures.append(seen.resize((round(seen.width * scale), round(seen.height * scale)), Image.Resampling.LANCZOS))
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
            words_of = [*command.split(), "--report", path.name, *(() if name == "tour" else ("--quiet",))]
            sys.argv[1:] = words_of  # the page names its command
            if turingrad(words_of):
                print(f"failed: turingrad {command}")
            elif path.is_file():
                yield f"of-{name}", path


def main(arguments: list[str]) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    given = [Path(argument).resolve() for argument in arguments if argument.endswith(".html")]
    # commands leave their files where they run
    with tempfile.TemporaryDirectory() as folder, chdir(folder), started() as browser:
        found = ((f"given-{path.stem}", path) for path in given) if given else pages(Path(folder), arguments)
        for name, path in found:
            photograph(path, name, browser)


if __name__ == "__main__":
    main(sys.argv[1:])
