"""Welper, sections 2, 4 and 5: tracing by gradient descent, and the extended network."""
