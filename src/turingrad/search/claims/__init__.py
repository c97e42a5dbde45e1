"""Goel, Kakade, Kalai and Zhang, sections 3 to 5 at sizes where chance succeeds, or where everything can be tried."""

from turingrad.search.claims import draws, searches

CLAIMS = (*draws.CLAIMS, *searches.CLAIMS)
