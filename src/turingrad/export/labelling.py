"""Ground truth for interpretability: what every coordinate of the stream means, and what every head and unit does."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from turingrad.constructions.decoder import Block, DecoderNetwork, Features, Unit
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.network import Network
from turingrad.constructions.transformer import TransformerNetwork
from turingrad.errors import InputError


def labels(network: Network[Any, Any], features: Features | None = None) -> dict[str, Any]:
    """Say what the coordinates of a decoder's or a transformer's stream mean, as JSON.

    Args:
        network: A network of the decoder or of the transformer; others have no stream of named coordinates.
        features: The decoder's features in the order of an exported stream.

    Returns:
        For the transformer `coordinates`, `fields` and `layers`: each layer's name and the fields that it writes. For
        the decoder also what its heads look up, what its units compute, and the texts of its tokens.

    Raises:
        InputError: The network is of another construction.

    Example:
        >>> from turingrad.export import labels
        >>> sorted(labels(tg.compile("busy-beaver-2", "decoder", cells=16, context=32)))[:2]
        ['blocks', 'coordinates']
    """
    if isinstance(network, TransformerNetwork):
        return transformer_labels(network)
    if not isinstance(network, DecoderNetwork):
        raise InputError(
            f"a network of {network.construction} has no stream of named coordinates; the decoder and the "
            "transformer do"
        )
    return decoder_labels(network, features)


def transformer_labels(network: TransformerNetwork) -> dict[str, Any]:
    """The fields of the hidden vectors, and the layers with the fields that hold something after each."""
    named = network.coordinates
    layers = ["input", *(layer.name for layer in network.decoder_layers())]
    return {
        "format": "turingrad-labels",
        "version": 1,
        "machine": network.machine.name,
        "coordinates": [named.name(place) for place in range(named.width)],
        "values": "bits and one-hot vectors: every coordinate is 0 or 1 after every layer's rounding",
        "fields": {field: list(range(named.start(field), named.start(field) + named.size(field))) for field in named},
        "layers": [{"name": name, "writes": list(network.fields_after(at))} for at, name in enumerate(layers)],
        "tokens": [],
    }


def decoder_labels(network: DecoderNetwork, features: Features | None = None) -> dict[str, Any]:
    """As JSON: `coordinates[i]` is the label of stream coordinate i ('-' marks the mirror of a feature), `fields`
    groups them, `blocks` says which heads look up what and which units compute what; heads and units that are not
    listed are idle. `tokens` are the texts of the vocabulary."""
    named = features or network.features
    return {
        "format": "turingrad-labels",
        "version": 1,
        "machine": network.machine.name,
        "options": asdict(network.options),
        "coordinates": list(named.labels()),
        "values": "every coordinate is -1 or +1 after every block; a feature starts at -1 and is turned on once",
        "fields": fields(named),
        "blocks": [circuit(number, block) for number, block in enumerate(network.blueprint.blocks)],
        "tokens": list(network.vocabulary.texts),
    }


def fields(features: Features) -> dict[str, list[int]]:
    grouped: dict[str, list[int]] = {}
    for name in features:
        field = name.partition("=")[0] if "=" in name else name.partition(".")[0]
        grouped.setdefault(field, []).append(features[name])
    return grouped


def circuit(number: int, block: Block) -> dict[str, Any]:
    return {
        "block": number,
        "name": block.name,
        "heads": [
            {
                "head": head,
                "coordinates": [HEAD_SIZE * head, HEAD_SIZE * (head + 1)],
                "does": f"{lookup.name}: the last token whose key equals the query",
                "query": [query for query, _ in lookup.match],
                "key": [key for _, key in lookup.match],
                "null": lookup.null,
                **({"key has": list(lookup.flags), "if": list(lookup.when)} if block.shared else {}),
                "reads": [source for source, _ in lookup.copies],
                "writes": [goal for _, goal in lookup.copies],
            }
            for head, lookup in enumerate(block.lookups)
        ],
        "units": [describe_labels(row, unit) for row, unit in enumerate(block.units)],
    }


def describe_labels(row: int, unit: Unit) -> dict[str, Any]:
    """An AND by its literals, any other unit by its sum: relu(constant + sum coefficient [feature]) [gate]."""
    literals = unit.literals
    computes: dict[str, Any] = {"sum": dict(unit.terms), "constant": unit.constant, "gate": unit.gate}
    if literals is not None:
        computes = {"and": [name if sign > 0 else f"-{name}" for name, sign in literals]}
    return {
        "unit": row,
        **({"does": unit.label} if unit.label else {}),
        **computes,
        "on": [name for name, sign in unit.writes if sign > 0],
        "off": [name for name, sign in unit.writes if sign < 0],
    }
