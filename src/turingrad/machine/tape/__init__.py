"""Turing machines with one or several tapes."""

from turingrad.machine.tape.machine import (
    HARD,
    LEFT,
    LEFT_ENDS,
    MOVE_NAMES,
    RIGHT,
    STAY,
    TWO_SIDED,
    Rule,
    Tape,
    TapeConfiguration,
    TapeMachine,
    require_two_sided,
)

__all__ = [
    "HARD",
    "LEFT",
    "LEFT_ENDS",
    "MOVE_NAMES",
    "RIGHT",
    "STAY",
    "TWO_SIDED",
    "Rule",
    "Tape",
    "TapeConfiguration",
    "TapeMachine",
    "require_two_sided",
]
