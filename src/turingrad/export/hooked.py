"""The paper's encoder-decoder in TransformerLens: a `HookedRootModule`, since stock bridges know no passes that feed
vectors back.

Pass i has hook points of its own, so that a patch of one pass shows in all that follow:

    passes.I.hook_in                  what enters the first layer: the last pass's output, and the position
    passes.I.layers.J.hook_k, hook_v  the row that this pass adds to the layer's keys and values (self-attention only)
    passes.I.layers.J.hook_attn       after self-attention
    passes.I.layers.J.hook_cross      after encoder-decoder attention
    passes.I.layers.J.hook_out        after the feedforward layers
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from turingrad._support.validation.values import whole
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.constructions.transformer.modules import DecoderLayer
from turingrad.constructions.transformer.passes import Decoding
from turingrad.errors import InputError
from turingrad.export.installed import import_extra

MAX_POINTS = 100_000


def hooked(network: TransformerNetwork, passes: int | None = None) -> Any:
    """`hooked(net, passes).run_with_cache(net.tokens("abba"))`: outputs (passes, width), and every hidden vector under
    its pass and layer, bit for bit. `.label(i)`, `.coordinate("st[0]")` name them. `passes`: T + 1 by default."""
    root: Any = import_extra("transformer_lens.HookedRootModule", "lens").HookedRootModule
    point: Any = import_extra("transformer_lens.hook_points", "lens").HookPoint
    count = network.step_bound + 1 if passes is None else passes
    count = whole(count, "the number of passes", least=1, most=MAX_POINTS // (5 * network.depth))
    network.require_steps(count - 1)

    class HookedPasses(root):
        """The network, pass after pass, every vector through a hook point."""

        def __init__(self) -> None:
            super().__init__()
            # not a submodule: `setup` would overwrite the names of its layers
            self.__dict__["network"] = network
            self.passes = nn.ModuleList(points_of(network, point) for _ in range(count))
            self.setup()

        def forward(self, tokens: Tensor) -> Tensor:
            """o_0, o_1, ...: (passes, width)."""
            decoding = Decoding(network, tokens)
            return torch.stack([advance(decoding, points) for points in self.passes])

        def label(self, coordinate: int) -> str:
            return network.coordinates.name(coordinate)

        def coordinate(self, label: str) -> int:
            labels = [network.coordinates.name(each) for each in range(network.width)]
            if label not in labels:
                raise InputError(f"no coordinate {label!r}; labels are such as {', '.join(labels[:4])}")
            return labels.index(label)

    return HookedPasses()


def points_of(network: TransformerNetwork, point: Any) -> nn.Module:
    """The hook points of one pass."""
    layers = []
    for layer in network.decoder_layers():
        names = ["hook_k", "hook_v", "hook_attn"] if layer.self_attention is not None else []
        names += ["hook_cross"] if layer.cross_attention is not None else []
        layers.append(nn.ModuleDict({name: point() for name in (*names, "hook_out")}))
    return nn.ModuleDict({"hook_in": point(), "layers": nn.ModuleList(layers)})


def advance(decoding: Decoding, points: Any) -> Tensor:
    """One pass as `Decoding.advance` does it, vectors through their hook points."""
    network = decoding.network
    before = network.h_0 if decoding.output is None else decoding.output
    h = points["hook_in"]((before + network.positions(torch.tensor([decoding.passes]))[0])[None])  # (1, width)
    for number, layer in enumerate(network.decoder_layers()):
        h = through(layer, h, decoding, number, points["layers"][number])
    output: Tensor = h[0]
    decoding.output, decoding.passes = output, decoding.passes + 1
    return output


def through(layer: DecoderLayer, h: Tensor, decoding: Decoding, number: int, points: Any) -> Tensor:
    memory = decoding.memories[number]
    if layer.self_attention is not None:
        attention = layer.self_attention
        row = points["hook_k"](attention.keys(h)), points["hook_v"](attention.values(h))
        h = points["hook_attn"](attention(h, *decoding.caches[number].append(*row)))
    if layer.cross_attention is not None and memory is not None:
        h = points["hook_cross"](layer.cross_attention(h, *memory))
    found: Tensor = points["hook_out"](layer.feedforward(h))
    return found
