"""Random inputs of a machine, for networks to be checked on."""

from __future__ import annotations

from typing import Any

import numpy as np

from turingrad.errors import MachineError
from turingrad.machine.kind import describe_input as shown
from turingrad.machine.kinds import describe_machine, find_kind, kind_list

__all__ = ["inputs_of", "random_input", "shown"]


def inputs_of(machine: Any, samples: int, max_length: int, rng: np.random.Generator, bound: int | None) -> list[Any]:
    """The machine's own input, if it has one within the bound, and random ones."""
    drawn = [random_input(machine, max_length, rng) for _ in range(samples)]
    kind = find_kind(machine)
    own = None if kind is None else kind.own_input(machine)
    fits = kind is not None and own is not None and (bound is None or kind.input_length(own) <= bound)
    return [own, *drawn] if fits else drawn


def random_input(machine: Any, max_length: int, rng: np.random.Generator) -> Any:
    """Of at most `max_length` symbols, or rows and columns."""
    kind = find_kind(machine)
    if kind is None:
        raise MachineError(f"check takes {kind_list()}, not {describe_machine(machine)}")
    return kind.draw_input(machine, max_length, rng)
