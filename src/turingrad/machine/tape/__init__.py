"""Turing machines with one or several tapes."""

from turingrad._support.lazy import public_names
from turingrad.machine.tape.machine import HARD as HARD
from turingrad.machine.tape.machine import LEFT as LEFT
from turingrad.machine.tape.machine import LEFT_ENDS as LEFT_ENDS
from turingrad.machine.tape.machine import MOVE_NAMES as MOVE_NAMES
from turingrad.machine.tape.machine import RIGHT as RIGHT
from turingrad.machine.tape.machine import STAY as STAY
from turingrad.machine.tape.machine import TWO_SIDED as TWO_SIDED
from turingrad.machine.tape.machine import Rule as Rule
from turingrad.machine.tape.machine import Tape as Tape
from turingrad.machine.tape.machine import TapeConfiguration as TapeConfiguration
from turingrad.machine.tape.machine import TapeMachine as TapeMachine
from turingrad.machine.tape.machine import require_two_sided as require_two_sided

__all__ = public_names(__file__)
