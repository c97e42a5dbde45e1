"""The decoder's own statements, of tape machines and of programs."""

from turingrad.constructions.decoder.claims.programs import PROCESSOR_CLAIMS
from turingrad.constructions.decoder.claims.tapes import TAPE_CLAIMS

CLAIMS = (*TAPE_CLAIMS, *PROCESSOR_CLAIMS)

__all__ = ["CLAIMS"]
