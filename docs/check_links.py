"""Every link of the built pages leads somewhere: `python docs/check_links.py FOLDER` lists those that do not."""

from __future__ import annotations

import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The places that a page names, and those that it links to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.places.add(value)
            if name in ("href", "src") and value is not None:
                self.links.append(value)


@cache
def page_of(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


def broken(path: Path) -> list[str]:
    """The links of a page into this site that lead nowhere."""
    found = []
    for link in page_of(path).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or parts.path.startswith("/"):
            continue
        target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            found.append(f"{path.name}: {link}: no such file")
        elif target.suffix == ".html" and parts.fragment not in ("", "top") and not parts.fragment.startswith("step="):
            known = page_of(target).places
            found += [] if unquote(parts.fragment) in known else [f"{path.name}: {link}: no such place"]
    return found


def main(folder: Path) -> int:
    pages = [path.resolve() for path in sorted(folder.rglob("*.html")) if "_static" not in path.parts]
    wrong = [line for path in pages for line in broken(path)]
    print("\n".join(wrong) if wrong else f"{len(pages)} pages, every internal link leads somewhere")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
