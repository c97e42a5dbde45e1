"""Welper, sections 2, 4 and 5: tracing by gradient descent, and the extended network."""

from turingrad.constructions.descent.claims import batches, extended, printed, tracing, weights

CLAIMS = (*tracing.CLAIMS, *printed.CLAIMS, *extended.CLAIMS, *batches.CLAIMS, *weights.CLAIMS)
