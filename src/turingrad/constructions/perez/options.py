"""What a transformer with fractional positions is compiled for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turingrad.constructions.one_tape import require_one_tape
from turingrad.constructions.options import option, parse_options
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import TapeInput

WHAT = "the transformer after Perez, Marinkovic and Barcelo"
DEFAULT_STEPS = 10_000
MAX_STEPS = 1 << 30


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    steps, input_length: T and m; the network refuses runs and inputs beyond them. They decide the resolution 1/N of
        positions, and so the formats that the network is exact in.
    corrections: round every coordinate that is binary after each layer, as Wei, Chen and Ma do; cells and times, which
        cannot be rounded, pass as they are. The paper has none.
    """

    steps: int = option(DEFAULT_STEPS, most=MAX_STEPS)
    input_length: int = option(0, most=1 << 20)
    corrections: bool = False

    @property
    def resolution(self) -> int:
        """N: a power of two. Cells -T - 1 to m + T, moved up by T + 2, and times 0 to T + 1 are below N; times are
        below N/2."""
        return 1 << (2 * self.steps + self.input_length + 4).bit_length()

    @property
    def origin(self) -> int:
        """The number of the input's first cell: no cell of a run is number 0."""
        return self.steps + 2


def accepts(machine: Any) -> None:
    """Machines with one two-sided tape."""
    require_one_tape(machine, WHAT)


def parse(machine: TapeMachine, given: Mapping[str, Any]) -> Options:
    accepts(machine)
    return parse_options(Options, WHAT, {"input_length": len(machine.input[0]), **given})


def sizes_for(machine: TapeMachine, given: TapeInput, steps: int | None, _executor: str | None) -> dict[str, Any]:
    """T is the step limit (10,000 where there is none), m the length of this input."""
    accepts(machine)
    longest = len(machine.tapes_of(given)[0])
    return {"steps": DEFAULT_STEPS if steps is None else min(steps, MAX_STEPS), "input_length": longest}
