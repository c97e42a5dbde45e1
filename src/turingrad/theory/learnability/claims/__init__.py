"""Goel, Kakade, Kalai and Zhang, sections 1, 2, 3 and 4 and Appendix A: learning as well as every short program."""

from turingrad.theory.learnability.claims import optimality, theorem_1

CLAIMS = (*optimality.CLAIMS, *theorem_1.CLAIMS)
