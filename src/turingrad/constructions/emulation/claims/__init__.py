"""Abbe and Sandon, section 4: SGD that runs any learning algorithm, without noise and with it."""

from turingrad.constructions.emulation.claims import exact, learning, noise

CLAIMS = (*exact.CLAIMS, *learning.CLAIMS, *noise.CLAIMS)
