"""Goel, Kakade, Kalai and Zhang, sections 1, 2, 3 and 4 and Appendix A: learning as well as every short program."""

from turingrad.theory.learnability.claims import optimality, reductions, theorem_1

CLAIMS = (*optimality.CLAIMS, *reductions.CLAIMS, *theorem_1.CLAIMS)
