"""What a decoder is compiled for, and the one place where that is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from turingrad._support.text import name_alternatives
from turingrad._support.validation.values import choice, whole
from turingrad.constructions.decoder.processor.options import accepts_program
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.kinds import describe_machine
from turingrad.machine.program import Program
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.machine import require_two_sided
from turingrad.machine.tape.run import TapeInput, visited_range

LEAST_CELLS, MAX_CELLS = 2, 1 << 16
LEAST_CONTEXT, MAX_CONTEXT = 8, 1 << 17
DEFAULT_CELLS, DEFAULT_CONTEXT = 16, 256
MAX_TOKENS = 4096  # of one-token steps: a vocabulary that every runtime takes; longer tapes are spelled
DIGIT_BITS = 4  # a spelled cell has hexadecimal digits
SCORES = ("wide", "narrow")


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    cells: the length of the tape; a head that leaves it makes the network say `<edge>`. None: as many as the run of the
        machine's own input visits, at least 16 and a power of two.
    context: the longest sequence of tokens, `<bos>` and prompt included; the network refuses longer ones.
    left: how many cells lie left of the input's first symbol, at least 1. None: the window is centred on the cells that
        the run of the machine's own input visits.
    digits: 0 for one token per step, D for a cell spelled in D tokens before the token of a step. None: 0 if the
        vocabulary stays below 4,096 tokens.
    scores: "wide" parts attention scores by at least 32, so that the winner takes all bit for bit; "narrow" by 4, which
        fits attention kernels that hold their scores in float16, and promises tokens instead of bits.
    """

    cells: int = DEFAULT_CELLS
    context: int = DEFAULT_CONTEXT
    left: int = DEFAULT_CELLS // 2
    digits: int = 0
    scores: str = "wide"

    @property
    def cell_bits(self) -> int:
        """w: a cell's number, counted from the tape's left end, has w bits."""
        bits = (self.cells - 1).bit_length()
        return bits if not self.digits else self.digits * self.digit_bits

    @property
    def digit_bits(self) -> int:
        return -(-(self.cells - 1).bit_length() // self.digits) if self.digits else 0

    @property
    def tokens_a_step(self) -> int:
        return self.digits + 1


def accepts(machine: Any) -> None:
    """One-tape machines."""
    if not isinstance(machine, TapeMachine):
        raise MachineError(f"the decoder runs tape machines and programs, not {describe_machine(machine)}")
    if machine.tapes != 1:
        raise MachineError(
            f"the decoder takes machines with one tape; this one has {machine.tapes}: lower it by `single_tape` first"
        )
    require_two_sided(machine, "the decoder")


def accepts_machine(machine: Any) -> None:
    """One-tape machines and programs."""
    if isinstance(machine, Program):
        accepts_program(machine)
    else:
        accepts(machine)


def validate_options(machine: Any, given: Mapping[str, Any]) -> Options:
    """The options, refused where they or the machine do not fit the construction."""
    accepts(machine)
    known = [field.name for field in fields(Options)]
    for name in given:
        if name not in known:
            raise InputError(f"the decoder has no option {name!r}{name_alternatives(name, known)}")
    chosen = {name: value for name, value in given.items() if value is not None}
    for name, value in chosen.items():
        chosen[name] = choice(value, name, SCORES) if name == "scores" else whole(value, name)
    context = chosen.get("context", DEFAULT_CONTEXT)
    if context > MAX_CONTEXT:
        raise LimitError(
            f"a context of {context:,} tokens is more than the decoder's maximum, {MAX_CONTEXT:,}; fewer steps need "
            "fewer tokens"
        )
    require_between("context", context, LEAST_CONTEXT, MAX_CONTEXT, "tokens")
    if "cells" in chosen:
        require_between("cells", chosen["cells"], LEAST_CELLS, MAX_CELLS, "cells")
    placed = "cells" in chosen and "left" in chosen
    first, last, _ = (0, 0, 0) if placed else visited_range(machine, machine.input, context)
    options = Options(**{**chosen, **window(first, last, chosen)})
    bits = (options.cells - 1).bit_length()
    if options.digits > bits:
        raise InputError(
            f"a cell number below {options.cells} has {bits} bits, so digits must be at most {bits}, not "
            f"{options.digits}"
        )
    if "digits" not in chosen:
        options = replace(options, digits=digits_for(machine, options.cells))
    return options


def require_between(name: str, value: int, least: int, most: int, what: str) -> None:
    if not least <= value <= most:
        raise LimitError(f"the decoder takes {least} to {most:,} {what}, not {name}={value:,}")


def digits_for(machine: TapeMachine, cells: int) -> int:
    if len(machine.states) * len(machine.symbols) * cells <= MAX_TOKENS:
        return 0
    return -(-(cells - 1).bit_length() // DIGIT_BITS)


def window(first: int, last: int, chosen: Mapping[str, Any]) -> dict[str, int]:
    """`cells` and `left`, those that were not chosen: the run's cells, `first` to `last`, in the middle; cell -1 (the
    boot cell) inside."""
    first = min(first, -1)
    width = last - first + 1
    cells = chosen.get("cells", max(DEFAULT_CELLS, 1 << (width - 1).bit_length()))
    middle = -first + (cells - width) // 2 if width <= cells else cells // 2
    left = chosen.get("left", max(1, middle))
    require_between("cells", cells, LEAST_CELLS, MAX_CELLS, "cells")
    if not 1 <= left < cells:
        raise InputError(
            f"with {cells} cells, left must be 1 to {cells - 1}, not {left}: the run boots left of its input"
        )
    return {"cells": cells, "left": left}


def sizes_for(machine: TapeMachine, given: TapeInput, steps: int, digits: int | None = None) -> dict[str, Any]:
    """Find options that hold a run: its window of cells and its tokens.

    Args:
        machine: A one-tape machine.
        given: The input.
        steps: The longest run.
        digits: The number of tokens that spell a cell; by default as `compile_network` decides.

    Returns:
        The options `cells`, `left`, `context` and `digits`.

    Raises:
        LimitError: The run visits more cells than a decoder can have.

    Example:
        >>> from turingrad.constructions.decoder import sizes_for
        >>> sizes_for(tg.read("palindrome"), "abba", 100)["context"]
        19
    """
    accepts(machine)
    first, last, taken = visited_range(machine, given, steps)
    room = window(first, last, {})
    spelled = digits_for(machine, room["cells"]) if digits is None else digits
    length = len(machine.tapes_of(given)[0])
    tokens = 2 + (spelled + 1) * (length + 1 + taken + 1)
    return {**room, "context": max(LEAST_CONTEXT, tokens), "digits": spelled}
