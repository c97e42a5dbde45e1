"""What a transformer is compiled for, and the one place where that is checked.

Position width. Times run over 0..T: T + 1 values. The cells that a run of T steps can touch, the m input cells and the
boot cell 0 lie in an interval of at most T + m + 2 cells. Both fit `w = ceil(log2(T + m + 2))` bits, cells modulo 2^w,
so that negative cells cost nothing. (The paper's `ceil(log2 T)` bits cannot hold T itself where T is a power of two.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.tape import TapeMachine

MOST_BITS = 31  # two positions fit one 64-bit key, signed
MOST_INPUT = 1 << 20  # encoder vectors are held in memory
DEFAULT_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    steps, input_length: T and m; the network refuses runs and inputs beyond them.
    layers: "compact" (w + 5 layers) or "paper" (the sequence of Lemmas C.1 to C.8, about 3 w layers).
    radix: None for the bit-by-bit search of Claim C.5, or g for g bits a layer (compact only).
    corrections: the rounding layers of Theorem D.6 after every layer.
    left_end: "two-sided", or "hard" for the paper's tape, where a move left from the first cell stays.
    attention: "hard" (hard-max with a null key) or "softmax".
    inverse_temperature: softmax only; None computes the smallest power of four that is exact for T steps.
    split_null: spread the null key's score over unit coordinates, which raises the all-layer margin.
    """

    steps: int = DEFAULT_STEPS
    input_length: int = 0
    layers: str = "compact"
    radix: int | None = None
    corrections: bool = True
    left_end: str = "two-sided"
    attention: str = "hard"
    inverse_temperature: float | None = None
    split_null: bool = False

    @property
    def bits(self) -> int:
        return position_bits(self.steps, self.input_length)


def position_bits(steps: int, input_length: int) -> int:
    """w = ceil(log2(T + m + 2)), and at least 2: modulo 2 a move to the left would look like one to the right."""
    return max(2, (steps + input_length + 1).bit_length())


def checked(machine: Any, given: Mapping[str, Any]) -> Options:
    """The options, refused where they or the machine do not fit the construction."""
    if not isinstance(machine, TapeMachine):
        raise MachineError(f"the transformer runs tape machines, not a {type(machine).__name__}")
    if machine.tapes != 1:
        raise MachineError(f"the transformer takes machines with one tape, this one has {machine.tapes}")
    known = [field.name for field in fields(Options)]
    for name in given:
        if name not in known:
            raise InputError(f"the transformer has no option {name!r}; there are {', '.join(known)}")
    given = {"input_length": len(machine.input[0]), **given}
    options = Options(**given)
    require_sizes(options)
    require_choice("layers", options.layers, ("compact", "paper"))
    require_choice("left_end", options.left_end, ("two-sided", "hard"))
    require_choice("attention", options.attention, ("hard", "softmax"))
    if options.radix is not None:
        require_radix(options)
    if options.attention == "softmax" and not options.corrections:
        raise InputError("softmax attention leaves small errors that only the correction layers remove: keep them on")
    if options.attention == "hard" and options.inverse_temperature is not None:
        raise InputError("inverse_temperature is for attention='softmax'")
    return options


def require_sizes(options: Options) -> None:
    for name, value in (("steps", options.steps), ("input_length", options.input_length)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise InputError(f"{name} is a number of at least 0, not {value!r}")
    if options.input_length > MOST_INPUT:
        raise LimitError(f"the transformer takes inputs of up to {MOST_INPUT:,} symbols, not {options.input_length:,}")
    if options.bits > MOST_BITS:
        raise LimitError(f"the transformer takes up to about {1 << MOST_BITS:,} steps, not {options.steps:,}")


def require_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise InputError(f"{name} is one of {', '.join(choices)}, not {value!r}")


def require_radix(options: Options) -> None:
    if options.layers != "compact":
        raise InputError("radix is for layers='compact'")
    if not isinstance(options.radix, int) or isinstance(options.radix, bool) or not 1 <= options.radix <= MOST_BITS:
        raise InputError(f"radix is the number of bits a layer finds, 1 to {MOST_BITS}, not {options.radix!r}")
