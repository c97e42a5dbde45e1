"""Measure how far all weights may move before an answer changes."""
