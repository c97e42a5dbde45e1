"""Goel, Kakade, Kalai and Zhang, sections 2.1 and 4 and Appendix B: SGD memorises, the convolution computes."""

from turingrad.constructions.rcnn.claims import lemmas, local, machines, training

CLAIMS = (*training.CLAIMS, *local.CLAIMS, *machines.CLAIMS, *lemmas.CLAIMS)
