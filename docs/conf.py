"""Sphinx: Markdown pages, no network, warnings are errors."""

project = "turingrad"
author = "The turingrad maintainers"
copyright = author
extensions = ["myst_nb"]
nb_execution_mode = "off"  # the pages' code is run by tests/test_docs.py
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "turingrad"
exclude_patterns = ["_build", "jupyter_execute"]
