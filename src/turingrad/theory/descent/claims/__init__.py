"""Welper, Lemma 4.1, the appendices, constants and sizes."""
