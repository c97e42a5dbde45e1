"""Goel, Kakade, Kalai and Zhang, sections 1, 2, 3 and 4 and Appendix A: learning as well as every short program."""
