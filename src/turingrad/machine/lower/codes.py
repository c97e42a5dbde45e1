"""Symbols as words of bits: the blank is 0...0, the others are numbered in the machine's order."""

from __future__ import annotations

from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine


def code_width(machine: TapeMachine | GridMachine) -> int:
    """Bits per symbol: ceil(log2 n), and at least one."""
    return max(1, (len(machine.symbols) - 1).bit_length())


def symbol_codes(machine: TapeMachine | GridMachine) -> dict[str, tuple[int, ...]]:
    """Each symbol's bits, most significant first."""
    ordered = (machine.blank, *(symbol for symbol in machine.symbols if symbol != machine.blank))
    width = code_width(machine)
    return {symbol: tuple(number >> (width - 1 - j) & 1 for j in range(width)) for number, symbol in enumerate(ordered)}
