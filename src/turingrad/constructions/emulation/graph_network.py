"""What the room's networks have in common: each is one graph of edges, and its shape is the graph's."""

from __future__ import annotations

from turingrad.constructions.emulation.graph import Graph
from turingrad.constructions.network import Network
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
