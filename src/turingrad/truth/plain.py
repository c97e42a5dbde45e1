"""The truth of a decoder as it was compiled: level 0, on which every disguise is put."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from turingrad.check.inputs import random_input
from turingrad.constructions.decoder import DecoderNetwork, Features, ProgramDecoder, Unit
from turingrad.export import llama
from turingrad.export.written import FORMATS
from turingrad.truth.meaning import Meaning, interpret
from turingrad.truth.pairs import pairs_of
from turingrad.truth.value import CERTIFIED, Component, Edge, Feature, Gate, Head, Run, Truth

RUNS, MOST_TRIES = 16, 200
PAIRS = 100


def plain_truth(
    network: DecoderNetwork,
    name: str = "",
    *,
    runs: Sequence[Run] | None = None,
    pairs: int = PAIRS,
    seed: int = 0,
) -> Truth:
    """Return what is known about a compiled decoder, with runs and counterfactual pairs.

    Args:
        network: A decoder of a tape machine, or a processor with a program.
        name: What the truth is called; the machine's name if it is left out.
        runs: The data set; by default the machine's own input and random ones.
        pairs: How many counterfactual pairs are drawn, at most.
        seed: Fixes the random inputs and the pairs.

    Returns:
        The truth of the network without a disguise.

    Example:
        >>> t = tg.truth.plain_truth(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> "halt" in t.features
        True
    """
    rng = np.random.default_rng(seed)
    heads, gates = heads_of(network), gates_of(network)
    truth = Truth(
        name=name or network.machine.name or "machine",
        machine=network.machine,
        options=asdict(network.options),
        level=0,
        disguises=(),
        seed=seed,
        exact={dtype: CERTIFIED for dtype in FORMATS if network.certificate.exact_in(dtype)},
        config=llama.config(network, "float32"),
        weights={key: tensor.float() for key, tensor in llama.tensors(network).items()},
        basis=np.eye(network.width),
        tokens=network.vocabulary.texts,
        features={name: feature_of(name, network.features) for name in network.features.names},
        heads=heads,
        gates=gates,
        components=tuple(components_of(network, heads, gates)),
        edges=tuple(edges_of(heads, gates)),
        live=frozenset(),
        runs=tuple(runs if runs is not None else runs_of(network, rng)),
        pairs=(),
    )
    meaning = interpret(truth)
    streams = [meaning.stream((*run.prompt, *run.tokens[:-1])) for run in truth.runs]
    found = pairs_of(truth, meaning, streams, pairs, rng)
    return replace(truth, live=live_groups(truth, meaning, streams), pairs=found)


def feature_of(name: str, features: Features) -> Feature:
    write = np.zeros(features.width)
    for coordinate, sign in features.coordinates(name):
        write[coordinate] = sign
    return Feature(name, write / (write @ write), write)  # a mirrored feature is read at both of its coordinates


def heads_of(network: DecoderNetwork) -> dict[str, Head]:
    found = {}
    for number, block in enumerate(network.blueprint.blocks):
        for index, lookup in enumerate(block.lookups):
            name = f"{number}.{lookup.name}"
            found[name] = Head(
                name,
                number,
                query=tuple(query for query, _ in lookup.match),
                key=tuple(key for _, key in lookup.match),
                reads=tuple(source for source, _ in lookup.copies),
                writes=tuple(target for _, target in lookup.copies),
                heads=(index,),
                null=lookup.null,
                flags=lookup.flags,
                when=lookup.when,
            )
    return found


def gates_of(network: DecoderNetwork) -> dict[str, Gate]:
    found, taken = dict[str, Gate](), Counter[str]()
    for number, block in enumerate(network.blueprint.blocks):
        for index, unit in enumerate(block.units):
            label = f"{number}.{describe(unit)}"
            taken[label] += 1
            name = label if taken[label] == 1 else f"{label} ({taken[label]})"
            terms = unit.terms
            found[name] = Gate(
                name, number, unit.literals or (), unit.writes, (index,), terms, unit.constant, unit.gate
            )  # fmt: skip
    return found


def describe(unit: Unit) -> str:
    """A name for a unit: its literals, or its sum."""
    if unit.literals is not None:
        return " & ".join(name if sign > 0 else f"not {name}" for name, sign in unit.literals)
    return unit.label or "sum of " + ", ".join(name for name, _ in unit.terms)


def components_of(network: DecoderNetwork, heads: dict[str, Head], gates: dict[str, Gate]) -> Iterator[Component]:
    """Every stock head and unit of the model; those of no group are padding."""
    groups = {("head", head.block, index): head.name for head in heads.values() for index in head.heads}
    groups |= {("unit", gate.block, index): gate.name for gate in gates.values() for index in gate.units}
    units = network.decoder_blocks()[0].gate.shape[0]
    for kind, count in (("head", network.heads), ("unit", units)):
        for block in range(network.depth):
            for index in range(count):
                yield Component(kind, block, index, groups.get((kind, block, index)))


def edges_of(heads: dict[str, Head], gates: dict[str, Gate]) -> Iterator[Edge]:
    """Which feature each feature is made from, and by what; a lookup also depends on what it compares."""
    for head in heads.values():
        compared = dict.fromkeys((*head.query, *head.key, *head.flags, *head.when))
        for source, target in zip(head.reads, head.writes, strict=True):
            for each in dict.fromkeys((source, *compared)):
                yield Edge(each, target, head.name)
    for gate in gates.values():
        sources = dict.fromkeys((*(name for name, _ in gate.terms), *((gate.gate,) if gate.gate else ())))
        for target in dict.fromkeys(name for name, _ in gate.effects):
            for each in sources:
                yield Edge(each, target, gate.name)


def runs_of(network: DecoderNetwork, rng: np.random.Generator) -> Iterator[Run]:
    """The machine's own input, and random ones that the network has room for; a program's own alone."""
    seen = set[tuple[int, ...]]()
    own = not isinstance(network, ProgramDecoder)
    for given in (
        None,
        *(random_input(network.machine, network.input_bound or 0, rng) for _ in range(own * MOST_TRIES)),
    ):
        prompt = network.prompt(given)
        if prompt not in seen and len(seen) < RUNS:
            seen.add(prompt)
            yield Run(prompt, tuple(network.expected_tokens(given)))


def live_groups(truth: Truth, meaning: Meaning, streams: Sequence[Any]) -> frozenset[str]:
    """Gates that fire, and heads that turn a feature on, at some place of some run."""
    live = set[str]()
    for number in range(truth.depth):
        bits = np.concatenate([stream[2 * number + 1] for stream in streams])
        before = np.concatenate([stream[2 * number] for stream in streams])
        gates = [gate.name for gate in truth.gates.values() if gate.block == number]
        live.update(
            name for name, fires in zip(gates, np.any(meaning.values(number, bits) > 0, axis=0), strict=True) if fires
        )
        for head in truth.heads.values():
            columns = [meaning.column[name] for name in head.writes]
            if head.block == number and (bits[:, columns] & ~before[:, columns]).any():
                live.add(head.name)
    return frozenset(live)
