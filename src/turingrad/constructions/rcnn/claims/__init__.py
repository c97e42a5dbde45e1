"""Goel, Kakade, Kalai and Zhang, sections 2.1 and 4 and Appendix B: SGD memorises, the convolution computes."""
