"""What can be chosen of an emulation net, and which machines it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from turingrad.constructions.emulation.memory import SHAPES
from turingrad.constructions.emulation.noisy_sgd import KINDS
from turingrad.constructions.emulation.write_once import BITS, CONSTANTS
from turingrad.constructions.options import option
from turingrad.errors import InputError, MachineError
from turingrad.machine.clocked import ClockedCircuit
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.lower.core.core import MAX_RAM
from turingrad.machine.program import Program

VARIANTS = (*SHAPES, "paper", "noise-tolerant")
# p = 3: every flip of a path costs 3.5 digits, so 400 digits are good for 114 flips in a row.
DIGITS = 400
OWN = {"p": "paper", "digits": "paper", "bits": "noise-tolerant", "samples": "noise-tolerant"}
OWN |= {"constants": "noise-tolerant", "kappa": "noise-tolerant"}
"""Options that only one variant has."""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    variant: "pair4" (default) and "paper6" are exact; "paper" has the printed exponent `p` and `digits` digits;
        "noise-tolerant" memorises `samples` samples, with its `constants`, `kappa` and (paper's constants) `bits`.
    code: of a program, whether its code is in the gates ("rom") or in memory bits ("ram").
    ram: of a program, the bytes of RAM that the net has; by default what the program has, or if that is more than 16 KB
        the smallest power of two with which it does the same on the input.
    """

    variant: str = option("pair4", choices=VARIANTS)
    p: str = "3"
    digits: int = DIGITS
    samples: int | None = option(None, least=1)
    constants: str = option("redesigned", choices=CONSTANTS)
    kappa: float = 0.6
    bits: int = option(BITS, least=1)
    code: str = option("rom", choices=("rom", "ram"))
    ram: int | None = option(None, least=16, most=MAX_RAM)


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """The choices of learning. Without noise: the exact variant, and how often the samples are gone through. Under
    noise: its kind, whether it is relative, the constants, and whether to measure what each kind of edge tolerates."""

    variant: str = option("pair4", choices=tuple(SHAPES))
    passes: int | None = option(None, least=1)
    noise_kind: str = option("uniform", choices=KINDS)
    relative: bool = True
    constants: str = option("redesigned", choices=CONSTANTS)
    kappa: float = 0.6
    budgets: bool = True


def accepts(machine: Any) -> None:
    """Learners, clocked circuits and programs."""
    if not isinstance(machine, Learner | ClockedCircuit | Program):
        raise MachineError(f"emulation runs learners, clocked circuits and programs, not {describe_machine(machine)}")


def accepts_learner(machine: Any) -> None:
    """What is trained on samples."""
    if not isinstance(machine, Learner):
        raise MachineError(f"emulation learns with a learner, not with {describe_machine(machine)}")


def require_own(options: Options) -> None:
    """Refuse options of another variant."""
    plain = Options()
    for name, variant in OWN.items():
        if variant != options.variant and getattr(options, name) != getattr(plain, name):
            raise InputError(f"the option {name} belongs to the variant {variant!r}, not to {options.variant!r}")
    if options.variant == "noise-tolerant" and options.samples is None:
        raise InputError("the variant 'noise-tolerant' needs samples, the number of samples to memorise")
