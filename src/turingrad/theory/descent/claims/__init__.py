"""Welper, Lemma 4.1, the appendices, constants and sizes."""

from turingrad.theory.descent.claims import functions, noise, sizes

CLAIMS = (*functions.CLAIMS, *sizes.CLAIMS, *noise.CLAIMS)
