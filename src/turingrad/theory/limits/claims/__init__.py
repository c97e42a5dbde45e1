"""Abbe and Sandon, sections 3, 5 and 6: what noisy descent cannot learn, and the examples."""

from turingrad.theory.limits.claims import bounds, examples, junk_flow, predictability, theorem_3

CLAIMS = (*predictability.CLAIMS, *junk_flow.CLAIMS, *bounds.CLAIMS, *theorem_3.CLAIMS, *examples.CLAIMS)
