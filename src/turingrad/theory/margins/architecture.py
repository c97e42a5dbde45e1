"""The architecture F_{w,d,T} of which a compiled transformer is a member: its number of parameters."""

from __future__ import annotations

from turingrad.constructions.transformer import TransformerNetwork


def architecture_size(width: int, depth: int, scores: int, tokens: int) -> int:
    """p of F_{w,d,T}: every layer has both attentions, of `scores` score coordinates, and rounds."""
    attention = 2 * scores * (width + 1) + width * (width + 1) + scores + width
    feedforward = width * (width + 1) + 2 * width * (width + 1) + width * (2 * width + 1)
    return depth * (2 * attention + feedforward) + width * (tokens + 2)


def architecture_parameters(network: TransformerNetwork) -> int:
    """p of the architecture that a compiled network is a member of, attentions that it leaves out included."""
    kinds = [(layer.self_attention, layer.cross_attention) for layer in network.decoder_layers()]
    scores = max(len(attention.b_Q) for pair in kinds for attention in pair if attention is not None)
    return architecture_size(network.width, network.depth, scores, network.E.shape[1])
