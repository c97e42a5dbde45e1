"""`compile_network`: the learner's network where sizes are given, else the recurrent convolution alone."""

from __future__ import annotations

import torch

from turingrad.constructions.network import Network
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.errors import InputError
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine


def compile_network(
    machine: TapeMachine | GridMachine,
    *,
    dtype: torch.dtype = torch.float32,
    samples: int | None = None,
    features: int | None = None,
    layout: str = "compact",
    units: str = "integer",
    depth: int | None = None,
    work: int | None = None,
    size: int | None = None,
) -> Network:
    """With `samples` and `features`: Definition 5 with memory layer and read-out, for `algorithm_1`.

    `layout="paper"` is the literal embedding at d_rc = 100 s, `units="paper"` the paper's real-valued cells (float64),
    `depth` its L (default: as many layers as change something), `work` its l work columns (default: the machine's own),
    `size` its s (default: the machine's own lowered states). Without sizes: the convolution alone.
    """
    if (samples is None) != (features is None):
        raise InputError("give both samples and features for a network that learns, or neither")
    if samples is not None and features is not None:
        if not isinstance(machine, GridMachine):
            raise InputError(f"a network that learns is made of a grid machine, not of a {type(machine).__name__}")
        return RCNN(
            machine, samples, features, dtype=dtype, layout=layout, units=units, depth=depth, work=work, size=size
        )
    if (layout, units, depth, work, size) != ("compact", "integer", None, None, None):
        raise InputError("layout, units, depth, work and size belong to a network that learns: give samples, features")
    return RecurrentConvolution(machine, dtype=dtype)
