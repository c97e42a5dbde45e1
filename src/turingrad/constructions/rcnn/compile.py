"""`compile_network`: the learner's network where sizes are given, else the recurrent convolution alone."""

from __future__ import annotations

from typing import Any

import torch

from turingrad.constructions.network import Network
from turingrad.constructions.options import parse_options
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.learner_network import RCNN
from turingrad.constructions.rcnn.options import Options, accepts, require_together, shape_of
from turingrad.machine.grid import GridMachine
from turingrad.machine.tape import TapeMachine


def compile_network(
    machine: TapeMachine | GridMachine, *, dtype: torch.dtype = torch.float32, **options: Any
) -> Network[Any, Any]:
    """Compile a grid learner or a tape machine to a recurrent convolutional network.

    Args:
        machine: The machine.
        dtype: The format of the weights.
        options: See `Options`. With `samples` and `features`: Definition 5 with memory layer and read-out, for
            `algorithm_1`; without: the convolution alone.

    Returns:
        A network that learns if `samples` and `features` are given, else the convolution alone.

    Raises:
        MachineError: The construction does not take this machine.
        LimitError: The network would be too large.
        CertificateError: It is not exact in `dtype`.

    Example:
        >>> from turingrad.constructions.rcnn import compile_network
        >>> compile_network(tg.read("busy-beaver-2")).certificate.exact_in("float32")
        True
    """
    accepts(machine)
    choice = parse_options(Options, "rcnn", options)
    require_together(choice)
    network: Network[Any, Any]
    if choice.samples is not None and choice.features is not None:
        learner: Any = machine  # refused there where it is not a grid machine
        network = RCNN(learner, choice.samples, choice.features, dtype=dtype, **shape_of(choice))
    else:
        network = RecurrentConvolution(machine, dtype=dtype, dense=choice.dense)
    network.options = choice
    return network
