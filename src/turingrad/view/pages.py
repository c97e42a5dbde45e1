"""One self-contained HTML file: data, style and script in it, and a policy that forbids everything else."""

from __future__ import annotations

import base64
import hashlib
import json
import platform
import tempfile
import webbrowser
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, ClassVar

from turingrad._support.files import write_whole
from turingrad.view.assets import script, style

MAX_BYTES = 5_000_000
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' "
    "rx='4' fill='%232b5fd9'/%3E%3Cpath d='M3 10q5-9 10 0' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"
)


@dataclass(frozen=True, repr=False)
class Page:
    """A page. `data` is everything that it shows; `save` writes it, notebooks show it, `open` starts a browser."""

    data: Mapping[str, Any]

    script_sources: ClassVar[tuple[str, ...]] = ()
    """What its policy lets run besides its own script."""

    def more(self) -> str:
        """Further elements that its script reads."""
        return ""

    def __repr__(self) -> str:
        return f"<page {self.title!r}: save(path) writes it, open() shows it in the browser>"

    @property
    def title(self) -> str:
        return str(self.data["title"])

    def html(self) -> str:
        css, js = style(), script()
        allowed = (f"'{digest(js)}'", *self.script_sources)
        policy = (
            f"default-src 'none'; script-src {' '.join(allowed)}; style-src '{digest(css)}'; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        )
        return (
            "<!doctype html>\n"
            '<html lang="en"><head><meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f'<meta name="generator" content="turingrad {escape(str(self.data["versions"]["turingrad"]))}">\n'
            f'<link rel="icon" href="{ICON}">\n'
            f"<title>{escape(self.title)}</title>\n<style>{css}</style></head>\n"
            '<body><main id="page"></main><noscript>This page is drawn by a script that is part of it; '
            "nothing is loaded from anywhere. Please allow scripts.</noscript>\n"
            f'<script type="application/json" id="data">{embed_json(self.data)}</script>\n{self.more()}'
            f"<script>{js}</script></body></html>\n"
        )

    def save(self, path: str | Path) -> Path:
        target = Path(path)
        write_whole(target, self.html())
        return target

    def open(self) -> Path:
        """Write to a temporary file and open it in the browser; returns the file."""
        with tempfile.NamedTemporaryFile("w", suffix=".html", prefix="turingrad-", delete=False, encoding="utf-8") as f:
            f.write(self.html())
        webbrowser.open(Path(f.name).as_uri())
        return Path(f.name)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, as notebooks show it."""
        tall = 760 if "run" in self.data else 900
        return (
            f'<iframe srcdoc="{escape(self.html(), quote=True)}" width="100%" height="{tall}" '
            f'title="{escape(self.title, quote=True)}" style="border:0;border-radius:12px"></iframe>'
        )


def add_command(page: Page, command: str, seconds: float | None = None) -> Page:
    """The page, with the command that can be typed again and the time that making the page took."""
    cost = {} if seconds is None else {"page_seconds": round(seconds, 1)}
    return Page({**page.data, "command": command, **cost})


def digest(text: str) -> str:
    """The hash by which a content security policy allows one inline script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def embed_json(data: Mapping[str, Any]) -> str:
    """JSON that cannot end its script element: no name of a file can write `</script>` or a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.translate({ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})


def name_figures(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Figures of a page's head, as its script reads them."""
    return [{"name": name, "value": value} for name, value in facts.items()]


def versions() -> dict[str, str]:
    """What computed the figures."""
    return {
        "turingrad": installed_version("turingrad"),
        "torch": installed_version("torch"),
        "python": platform.python_version(),
    }


def installed_version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
