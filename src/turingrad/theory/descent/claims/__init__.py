"""Welper, Lemma 4.1, the appendices, constants and sizes."""

from turingrad.theory.descent.claims import functions, sizes

CLAIMS = (*functions.CLAIMS, *sizes.CLAIMS)
