"""Wei, Chen and Ma, section 4 and Appendix C: statements about the transformer."""

from turingrad.constructions.transformer.claims import lemmas, simulation, sizes

CLAIMS = (*simulation.CLAIMS, *lemmas.CLAIMS, *sizes.CLAIMS)
