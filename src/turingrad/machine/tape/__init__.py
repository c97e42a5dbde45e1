"""Turing machines with one or several tapes."""

from turingrad.machine.tape.machine import (
    LEFT,
    MOVE_NAMES,
    RIGHT,
    STAY,
    Rule,
    Tape,
    TapeConfiguration,
    TapeMachine,
)

__all__ = ["LEFT", "MOVE_NAMES", "RIGHT", "STAY", "Rule", "Tape", "TapeConfiguration", "TapeMachine"]
