"""What can be chosen of a recurrent convolution, and what it takes: checked in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from turingrad._support.text import name_alternatives
from turingrad.constructions.options import option
from turingrad.errors import CertificateError, InputError, MachineError
from turingrad.machine.grid import MAX_CELLS, TERNARY, GridMachine
from turingrad.machine.kinds import describe_machine
from turingrad.machine.program import Program
from turingrad.machine.tape import TapeMachine

LAYOUTS = ("compact", "paper")
UNITS = ("integer", "paper")
TRAININGS = ("auto", "autograd", "event", "table")


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one compilation.

    samples, features: m and d of Definition 5, a network that learns; without them the convolution alone.
    layout: "paper" is the literal embedding at d_rc = 100 s. units: "paper" are the real-valued cells (float64).
    depth: L, the number of layers (default: as many as change something).
    work: l, the work columns (default: the machine's own). size: s (default: the machine's own lowered states).
    dense: False leaves out the convolution's matrices, which the event-driven executor does without.
    """

    samples: int | None = option(None, least=1)
    features: int | None = option(None, least=1)
    layout: str = option("compact", choices=LAYOUTS)
    units: str = option("integer", choices=UNITS)
    depth: int | None = option(None, least=1)
    work: int | None = None
    size: int | None = option(None, least=1)
    dense: bool = True


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """The choices of learning: those of the network, how it is trained, and whether layers are computed again in the
    backward pass (`checkpoint`; None: where memory asks for it) or left out at a fixed point (`early_exit`)."""

    depth: int | None = option(None, least=1)
    training: str = option("auto", choices=TRAININGS)
    early_exit: bool = True
    checkpoint: bool | None = None
    layout: str = option("compact", choices=LAYOUTS)
    units: str = option("integer", choices=UNITS)
    work: int | None = None
    size: int | None = option(None, least=1)
    batches: int | None = None

    def __post_init__(self) -> None:
        if self.batches is not None:
            raise InputError(
                "the memory layer takes one sample per SGD step: a batch leaves the sum of its samples in one row of W "
                "and different batches the same one; train without batches"
            )


def accepts(machine: Any) -> None:
    """Grid machines, and machines of one tape."""
    if isinstance(machine, Program):
        raise MachineError(
            "the convolution runs machines of one tape: the processor machine that runs programs has six, and on one "
            "it would have more than 500,000 rules; run programs on decoder, descent, emulation or transformer"
        )
    if not isinstance(machine, TapeMachine | GridMachine):
        raise MachineError(f"the convolution runs grid machines and one-tape machines, not {describe_machine(machine)}")
    if isinstance(machine, TapeMachine) and machine.tapes != 1:
        raise MachineError(f"the convolution runs machines of one tape; this one has {machine.tapes}")


def accepts_learner(machine: Any) -> None:
    """Grid machines over -, 0, + that can be memorised for."""
    if not isinstance(machine, GridMachine):
        raise MachineError(
            f"the memory layer belongs to a grid machine that learns, not to {describe_machine(machine)}"
        )
    if set(machine.symbols) != set(TERNARY) or machine.blank != "0":
        raise MachineError(f"memorisation needs the symbols -, 0, + with blank 0; the machine has {machine.symbols}")


def shape_of(options: Options | LearnOptions) -> dict[str, Any]:
    """What belongs to a network that learns, beside samples and features."""
    return {name: getattr(options, name) for name in ("layout", "units", "depth", "work", "size")}


def require_together(options: Options) -> None:
    if (options.samples is None) != (options.features is None):
        raise InputError("give both samples and features for a network that learns, or neither")
    if options.samples is None and shape_of(options) != shape_of(Options()):
        raise InputError("layout, units, depth, work and size belong to a network that learns: give samples, features")
    if options.samples is not None and not options.dense:
        raise InputError("a network that learns has all its matrices: dense=False is for the convolution alone")


def require_size(states: int, size: int | None) -> int:
    """The size s of the architecture, refused where the machine does not fit into it."""
    if size is not None and size < states:
        raise InputError(f"the machine has {states} lowered states; it does not fit into the architecture of {size}")
    return states if size is None else size


def require_legal(
    machine: GridMachine,
    samples: int,
    features: int,
    layout: str,
    units: str,
    dtype: torch.dtype,
    depth: int | None,
    work: int,
) -> None:
    accepts_learner(machine)
    if samples < 1 or features < 1:
        raise InputError(f"a data set must have at least one sample and one feature, not {samples} x {features}")
    if work < machine.work:
        raise InputError(f"{work} work columns; the machine itself has {machine.work}")
    if work > machine.work == 0:
        raise InputError("a machine without work columns of its own has no place for the border to further ones")
    if (samples + 1) * (features + 1 + work) > MAX_CELLS:
        raise InputError(f"{samples} samples of {features} features are more than {MAX_CELLS:,} cells")
    if layout not in LAYOUTS:
        raise InputError(f"no layout {layout!r}{name_alternatives(layout, LAYOUTS)}")
    if units not in UNITS:
        raise InputError(f"no units {units!r}{name_alternatives(units, UNITS)}")
    if units == "paper" and dtype != torch.float64:
        raise CertificateError(
            "the paper's units are not dyadic; they need float64, in which rounding errors stay smaller than the gap "
            "between cell values"
        )
    if depth is not None and depth < samples + 1:
        raise InputError(f"L = {depth} layers are too few: memorising {samples} samples takes {samples + 1}")
