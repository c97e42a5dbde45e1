"""A graph as a torch module: forward level by level, every edge in one trainable vector."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from turingrad.constructions.emulation.activation import Activation
from turingrad.constructions.emulation.graph import Graph


class LevelledModule(nn.Module):
    """`forward` computes the output vertex for rows of inputs; autograd does the rest.

    `weight` holds all edges of the graph in the graph's order: there is no fixed part.
    """

    def __init__(self, graph: Graph, activation: Activation, dtype: torch.dtype) -> None:
        super().__init__()
        self.graph = graph
        self.activation = activation
        self.weight = nn.Parameter(torch.tensor([float(w) for w in graph.weight], dtype=torch.float64).to(dtype))
        self.source: torch.Tensor
        self.target: torch.Tensor
        self.register_buffer("source", torch.from_numpy(graph.source.copy()), persistent=False)
        self.register_buffer("target", torch.from_numpy(graph.target.copy()), persistent=False)
        levels = np.arange(1, graph.depth + 1)
        # (first vertex, last vertex + 1, first edge, last edge + 1) of each level
        vertices = np.searchsorted(graph.level, np.stack([levels, levels + 1]))
        vertices[0, 0] = graph.first
        edges = np.searchsorted(graph.target, vertices)
        self.spans = [tuple(int(x) for x in span) for span in zip(*vertices, *edges, strict=True)]

    def values(self, x: torch.Tensor) -> torch.Tensor:
        """The outputs of all vertices, (rows, vertices), for inputs (rows, inputs)."""
        x = x.to(self.weight.dtype)
        shown = torch.cat([torch.ones_like(x[:, :1]), x], dim=1)
        for first, last, first_edge, last_edge in self.spans:
            source = self.source[first_edge:last_edge]
            target = self.target[first_edge:last_edge] - first
            products = shown.index_select(1, source) * self.weight[first_edge:last_edge]
            total = torch.zeros(len(x), last - first, dtype=products.dtype, device=products.device)
            total = total.index_add(1, target, products)
            shown = torch.cat([shown, self.activation(total)], dim=1)
        return shown

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The output vertex, (rows,)."""
        return self.values(x)[:, -1]
