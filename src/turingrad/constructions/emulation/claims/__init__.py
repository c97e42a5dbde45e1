"""Abbe and Sandon, section 4: SGD that runs any learning algorithm, without noise and with it."""

from turingrad.constructions.emulation.claims import exact, learning, lemma_4, noise, section_4_3, theorem_5

CLAIMS = (
    *exact.CLAIMS,
    *learning.CLAIMS,
    *lemma_4.CLAIMS,
    *noise.CLAIMS,
    *theorem_5.CLAIMS,
    *section_4_3.CLAIMS,
)
