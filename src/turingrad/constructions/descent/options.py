"""What can be chosen of a descent, and which machines it takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from turingrad.constructions.options import option
from turingrad.errors import LimitError, MachineError
from turingrad.machine.kinds import describe_machine
from turingrad.machine.program import Program
from turingrad.machine.tape import TapeMachine

MAX_SYMBOLS = 256  # the tables of rules number them in one byte
HATS = ("directed", "paper")


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    loss: "tape" is that of Section 4.4, "configurations" that of Section 4.3.
    hat: "directed" (b = 2, no tripled states) or "paper" (Appendix A's functions, tripled states).
    encoding: "bits" (±1), "onehot", or "auto": ±1 for two symbols, one-hot otherwise.
    cells: a fixed tape length; without it tapes start small and double when a head reaches an edge.
    guard: heads start on a blank cell left of the input, so that the initial vertex depends on no input.
    read_only: tapes that are not trained; "auto" takes those on which no rule changes a symbol.
    form: of the loss over configurations: "printed" is (13), one unit per pair; "edges" its rewrite, one unit per edge.
    left: how many cells of it are left of cell 0; without it the input is in the middle.
    ram: of a program, the bytes of memory on its tape; a run takes the least that its program needs.
    """

    loss: str = option("tape", choices=("tape", "configurations"))
    hat: str = option("directed", choices=HATS)
    encoding: str = option("auto", choices=("auto", "bits", "onehot"))
    cells: int | None = None
    guard: bool = False
    read_only: tuple[int, ...] | str = option((), choices=("auto",))
    b: float | None = None
    form: str = option("printed", choices=("printed", "edges"))
    left: int | None = None
    ram: int | None = option(None, least=16)


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """The choices of learning: the hat, how often a trainer with passes goes through the samples, and in how many
    batches of one size they are handed over (Remark 2.4)."""

    hat: str = option("directed", choices=HATS)
    passes: int | None = option(None, least=1)
    batches: int | None = option(None, least=1)


def accepts(machine: Any) -> None:
    """Tape machines, and programs, which one tape machine runs."""
    if isinstance(machine, Program):
        return
    if not isinstance(machine, TapeMachine):
        raise MachineError(f"descent traces tape machines and programs, not {describe_machine(machine)}")
    if len(machine.symbols) > MAX_SYMBOLS:
        raise LimitError(f"descent takes at most {MAX_SYMBOLS} symbols; this machine has {len(machine.symbols):,}")
