"""The soak: random machines and hostile inputs through everything, for as long as one likes."""

from turingrad.soak.driver import Failure, Soaked, soak
from turingrad.soak.kinds import KINDS, MismatchError

__all__ = ["KINDS", "Failure", "MismatchError", "Soaked", "soak"]
