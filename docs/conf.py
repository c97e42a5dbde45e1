"""Sphinx: Markdown pages, no network, warnings are errors."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "turingrad"
author = "The turingrad maintainers"
copyright = author
extensions = ["myst_nb"]
nb_execution_mode = "off"  # the pages' code is run by tests/test_docs.py
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]
html_theme = "furo"
html_title = "turingrad"
exclude_patterns = ["_build", "jupyter_execute", "generated/extra"]
EXTRA = Path(__file__).parent / "generated" / "extra"
EXTRA.mkdir(parents=True, exist_ok=True)
html_extra_path = [str(EXTRA)]  # live pages, which documents show in frames


def setup(app: object) -> None:
    """The API reference and the import graph are made anew by each build."""
    import generated_pages

    app.connect("builder-inited", lambda _app: generated_pages.write())  # type: ignore[attr-defined]
