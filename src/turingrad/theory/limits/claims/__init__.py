"""Abbe and Sandon, sections 3, 5 and 6: what noisy descent cannot learn, and the examples."""
