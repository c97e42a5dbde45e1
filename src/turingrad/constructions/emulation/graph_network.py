"""What the room's networks have in common: each is one graph of edges, and its shape is the graph's."""

from __future__ import annotations

import torch

from turingrad.constructions.emulation.graph import Graph
from turingrad.constructions.network import Network
from turingrad.errors import CertificateError
from turingrad.machine.learner import Learner, LearnerConfiguration


class GraphNetwork(Network[Learner, LearnerConfiguration]):
    construction = "emulation"
    graph: Graph

    @property
    def depth(self) -> int:
        return self.graph.depth

    @property
    def width(self) -> int:
        return self.graph.width


def require_eager() -> None:
    """Refuse to be exported or compiled, for nets whose numbers are mpmath's."""
    if torch.compiler.is_compiling():
        raise CertificateError("this net computes with mpmath's numbers, of many digits: no graph of torch holds them")
