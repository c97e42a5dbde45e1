"""Lemmas of Welper."""
