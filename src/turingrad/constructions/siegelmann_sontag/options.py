"""What a recurrent net with fractional stacks is compiled for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turingrad.constructions.one_tape import require_one_tape
from turingrad.constructions.options import option, parse_options
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import TapeInput, visited_range

WHAT = "the recurrent net of Siegelmann and Sontag"
AHEAD = 1 << 14  # steps that are looked ahead for the size of the stacks


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    cells: the symbols that a stack may hold, which decides the formats that the net is exact in; a run that would push
        more is refused. A run of T steps on m symbols needs at most T + m.
    corrections: round every coordinate that is binary after each layer, as Wei, Chen and Ma do; the stacks, which
        cannot be rounded, pass as they are. The paper has none.
    """

    cells: int = option(8, least=1, most=1 << 12)
    corrections: bool = False


def accepts(machine: Any) -> None:
    """Machines with one two-sided tape."""
    require_one_tape(machine, WHAT)


def parse(machine: TapeMachine, given: Mapping[str, Any]) -> Options:
    accepts(machine)
    return parse_options(Options, WHAT, {"cells": max(8, len(machine.input[0])), **given})


def sizes_for(machine: TapeMachine, given: TapeInput, steps: int | None, _executor: str | None) -> dict[str, Any]:
    """As many cells as the run visits, looked up with the reference interpreter."""
    accepts(machine)
    first, last, _ = visited_range(machine, given, AHEAD if steps is None else min(steps, AHEAD))
    return {"cells": max(1, last - first + 1)}
