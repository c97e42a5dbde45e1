"""`compile_network`: a tape machine as a loss function."""

from __future__ import annotations

from typing import Any

import torch

from turingrad.constructions.descent.configurations import ConfigurationDescent
from turingrad.constructions.descent.encoding import EncodingName
from turingrad.constructions.descent.lowering import read_only_tapes
from turingrad.constructions.descent.network import FIRST_CELLS, TapeDescent
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.network import Network
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine


def compile_network(
    machine: Any,
    *,
    dtype: torch.dtype = torch.float32,
    loss: str = "tape",
    hat: str = "directed",
    encoding: EncodingName = "auto",
    cells: int | None = None,
    guard: bool = False,
    read_only: tuple[int, ...] | str = (),
    b: float | None = None,
) -> Network:
    """The loss of Section 4.4 (`loss="tape"`) or 4.3 (`loss="configurations"`) for a tape machine.

    hat: "directed" (b = 2, no tripled states) or "paper" (Appendix A's functions, tripled states).
    encoding: "bits" (±1), "onehot", or "auto": ±1 for two symbols, one-hot otherwise.
    cells: a fixed tape length; without it tapes start small and double when a head reaches an edge.
    guard: heads start on a blank cell left of the input, so that the initial vertex depends on no input.
    read_only: tapes that are not trained; "auto" takes those on which no rule changes a symbol.
    """
    if not isinstance(machine, TapeMachine):
        raise InputError(f"descent traces tape machines, not a {type(machine).__name__}")
    if loss == "configurations":
        return ConfigurationDescent(machine, cells=cells, dtype=dtype)
    if loss != "tape":
        raise InputError(f"no loss {loss!r}; there are tape, configurations")
    if isinstance(read_only, str) and read_only != "auto":
        raise InputError(f"read_only is a tuple of tape numbers or 'auto', not {read_only!r}")
    return TapeDescent(
        make_recipe(machine, hat=hat, encoding=encoding, guard=guard, b=b),
        cells=FIRST_CELLS if cells is None else cells,
        grows=cells is None,
        read_only=read_only_tapes(machine) if isinstance(read_only, str) else read_only,
        dtype=dtype,
    )
