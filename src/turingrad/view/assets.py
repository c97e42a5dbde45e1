"""The page's own files: small modules of JavaScript and CSS that stand in `view/page`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

STYLES = ("base.css", "diagram.css", "player.css", "panels.css", "program.css", "report.css")
SCRIPTS = (
    *("dom.js", "format.js", "player.js", "tape.js", "grid.js", "spacetime.js", "machine.js", "chart.js", "matrix.js"),
    *("writes.js", "transformer.js", "search_arcs.js", "decoder.js", "descent.js", "rcnn.js", "emulation.js"),
    *(
        "feedforward.js",
        "waves.js",
        "search.js",
        "program.js",
        "decoder_program.js",
        "run.js",
        "report.js",
        "live.js",
        "main.js",
    ),
)


@cache
def text_of(name: str) -> str:
    return files("turingrad.view").joinpath("page", name).read_text(encoding="utf-8")


@cache
def style() -> str:
    return "\n".join(text_of(name) for name in STYLES)


@cache
def script() -> str:
    """All modules in one strict function: their names are theirs alone, nothing is global."""
    return '(() => {\n"use strict";\n' + "\n".join(text_of(name) for name in SCRIPTS) + "\n})();\n"
