"""What a transformer is compiled for, and the one place where that is checked.

Position width. Times run over 0..T: T + 1 values. The cells that a run of T steps can touch, the m input cells and the
boot cell 0 lie in an interval of at most T + m + 2 cells, on each tape. Both fit `w = ceil(log2(T + m + 2))` bits,
cells modulo 2^w, so that negative cells cost nothing. (The paper's `ceil(log2 T)` bits cannot hold T itself where T is
a power of two.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turingrad.constructions.options import option, parse_options
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.kinds import describe_machine
from turingrad.machine.program import Program
from turingrad.machine.tape import TapeMachine

MAX_BITS = 31  # two positions fit one 64-bit key, signed
MAX_INPUT = 1 << 20  # encoder vectors are held in memory
DEFAULT_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    steps, input_length: T and m, the longest input of any tape; the network refuses runs and inputs beyond them.
    layers: "compact" (w + 5 layers) or "paper" (the sequence of Lemmas C.1 to C.8, about 3 w layers).
    radix: None for the bit-by-bit search of Claim C.5, or g for g bits per layer (compact only).
    corrections: the rounding layers of Theorem D.6 after every layer.
    left_end: "two-sided", or "hard" for the paper's tape, where a move left from the first cell stays; the
        machine's own by default. The network's machine has the one that is chosen.
    attention: "hard" (hard-max with a null key) or "softmax".
    inverse_temperature: softmax only; None computes the smallest power of four that is exact for T steps.
    split_null: spread the null key's score over unit coordinates. Compact layers: the certified margin stays the same;
        the paper's layers: it changes by a few percent either way.
    width, depth: over-parameterisation (Theorem 4.1 for w and d larger than needed): padding coordinates that are
        always 0, and identity layers at the end. None for what the machine needs.
    ram: of a program, the bytes of memory on its tape; a run takes the least that its program needs.
    """

    steps: int = DEFAULT_STEPS
    input_length: int = 0
    layers: str = option("compact", choices=("compact", "paper"))
    radix: int | None = option(None, least=1, most=MAX_BITS)
    corrections: bool = True
    left_end: str = option("two-sided", choices=("two-sided", "hard"))
    attention: str = option("hard", choices=("hard", "softmax"))
    inverse_temperature: float | None = None
    split_null: bool = False
    width: int | None = option(None, least=1)
    depth: int | None = option(None, least=1)
    ram: int | None = option(None, least=16)

    @property
    def bits(self) -> int:
        return position_bits(self.steps, self.input_length)


def position_bits(steps: int, input_length: int) -> int:
    """w = ceil(log2(T + m + 2)), and at least 2: modulo 2 a move to the left would look like one to the right."""
    return max(2, (steps + input_length + 1).bit_length())


def accepts(machine: Any) -> None:
    """Tape machines, and programs, which one tape machine runs."""
    if not isinstance(machine, TapeMachine | Program):
        raise MachineError(f"the transformer runs tape machines and programs, not {describe_machine(machine)}")


def validate_options(machine: TapeMachine, given: Mapping[str, Any]) -> Options:
    """The options, refused where they or the machine do not fit the construction."""
    accepts(machine)
    options = parse_options(
        Options,
        "the transformer",
        {"input_length": max(map(len, machine.input)), "left_end": machine.left_end, **given},
    )
    if options.input_length > MAX_INPUT:
        raise LimitError(f"the transformer takes inputs of up to {MAX_INPUT:,} symbols, not {options.input_length:,}")
    if options.bits > MAX_BITS:
        raise LimitError(f"the transformer takes up to about {1 << MAX_BITS:,} steps, not {options.steps:,}")
    if options.radix is not None and options.layers != "compact":
        raise InputError("radix is for layers='compact'")
    if options.attention == "softmax" and not options.corrections:
        raise InputError("softmax attention leaves small errors that only the correction layers remove: keep them on")
    if options.attention == "hard" and options.inverse_temperature is not None:
        raise InputError("inverse_temperature is for attention='softmax'")
    return options
