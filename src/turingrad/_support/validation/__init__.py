"""Checks of what a caller passes: `values` one by one, `arguments` against the annotations of a function."""
