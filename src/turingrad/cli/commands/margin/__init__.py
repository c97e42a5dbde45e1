"""Measure how far all weights may move before an answer changes.

`turingrad margin FILE` is short for `turingrad margin network FILE`.
"""
