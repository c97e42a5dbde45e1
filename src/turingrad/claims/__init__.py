"""The papers, claim by claim: what the constructions, the theory and the search state, collected and run."""

from turingrad.claims.registry import claims, find
from turingrad.claims.run import Outcome, run
from turingrad.claims.scores import score_of
from turingrad.claims.tables import claim_table

__all__ = ["Outcome", "claim_table", "claims", "find", "run", "score_of"]
