"""What can be chosen of a feedforward net, and which machines it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from turingrad.constructions.feedforward.gates import ROUND_SLOPE
from turingrad.constructions.options import option
from turingrad.errors import MachineError
from turingrad.machine.circuit import Circuit
from turingrad.machine.kinds import describe_machine


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    width, depth: w and d of the overparameterised family, at least what the circuit needs (the default).
    corrections: the rounding layers of Lemma 3.3 after every layer of gates.
    slope: s of the rounding, above 1; 2 is exact, the paper's 3 is certified in no format.
    """

    width: int | None = None
    depth: int | None = None
    corrections: bool = True
    slope: float = option(ROUND_SLOPE, least=1 + 2**-20, most=1e6)


def accepts(machine: Any) -> None:
    """Circuits."""
    if not isinstance(machine, Circuit):
        raise MachineError(f"the feedforward net computes circuits, not {describe_machine(machine)}")
