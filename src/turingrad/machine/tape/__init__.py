"""Turing machines with one or several tapes."""

from turingrad.machine.tape.machine import (
    LEFT,
    MAX_SYMBOL_LENGTH,
    MOVE_NAMES,
    RIGHT,
    STAY,
    Rule,
    Tape,
    TapeConfiguration,
    TapeMachine,
    cell_row,
    listed,
    require_known,
    require_unique,
    validate_states,
    validate_symbols,
)

__all__ = [
    "LEFT",
    "MAX_SYMBOL_LENGTH",
    "MOVE_NAMES",
    "RIGHT",
    "STAY",
    "Rule",
    "Tape",
    "TapeConfiguration",
    "TapeMachine",
    "cell_row",
    "listed",
    "require_known",
    "require_unique",
    "validate_states",
    "validate_symbols",
]
