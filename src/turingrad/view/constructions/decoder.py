"""The decoder's side of a page: the tokens it writes, the token each head reads, the residual stream in words.

Everything is of one pass over the tokens that were generated: by causality the numbers of each token are those with
which it was generated.
"""

from __future__ import annotations

from typing import Any

import torch

from turingrad.constructions.decoder.executors.running import TokenRun
from turingrad.constructions.decoder.modules import attention_weights, heads, rms_norm, rotate
from turingrad.constructions.decoder.network import DecoderNetwork
from turingrad.constructions.decoder.options import sizes_for
from turingrad.errors import InputError
from turingrad.view.constructions.decoder_programs import PROGRAM_PAGE
from turingrad.view.frames import configurations
from turingrad.view.network_pages import Asked, NetworkPage, NetworkSide, TourRun

MAX_TOKENS = 2_600  # of one page: attention is looked at between every two of them
CANDIDATES = 4  # next tokens whose logits are shown


def collect(asked: Asked) -> NetworkSide:
    network = asked.network
    tokens = len(network.prompt(asked.given)) + network.options.tokens_a_step * (asked.steps[-1] + 1)
    if tokens > MAX_TOKENS:
        raise InputError(
            f"{asked.steps[-1]:,} steps are {tokens:,} tokens; a page of the decoder holds up to {MAX_TOKENS:,}: "
            "show fewer steps of the run"
        )
    going = TokenRun(network, asked.given, asked.executor)
    snapshots, places = [], []
    for found in configurations(going, asked.steps, tell=lambda *_: asked.progress("tokens", len(going.tokens), None)):
        snapshots.append(found)
        places.append(len(going.tokens) - 1)
    facts = {"blocks": network.depth, "wide": network.width, "tokens in its vocabulary": len(network.vocabulary)}
    facts["weights"] = network.parameter_count()
    return NetworkSide(snapshots, decoder_data(network, going, places, asked), facts)


def sizes(machine: Any, given: Any, _total: int, last: int) -> dict[str, Any]:
    """A decoder for the steps that are shown, with room for the last of their tokens to be fed."""
    found = sizes_for(machine, given, last)
    return {**found, "context": found["context"] + found["digits"] + 1}


def decoder_data(network: DecoderNetwork, going: TokenRun, places: list[int], asked: Asked) -> dict[str, Any]:
    texts, said = network.vocabulary.texts, network.vocabulary.said
    fed = going.tokens[: network.options.context - 1]  # the last token of a full context is not fed
    shown = [place for place in places if place < len(fed)]
    with torch.no_grad():
        stream = network.hidden(torch.tensor(fed))  # (blocks + 1, tokens, width)
        logits = (rms_norm(stream[-1]) @ network.head.T)[shown]
    best = logits.topk(min(CANDIDATES, logits.shape[1]), dim=-1)
    return {
        "tokens": [texts[token] for token in going.tokens],
        "prompt": len(network.prompt(asked.given)),
        "cells": [said[token].cell for token in going.tokens],
        "place": places,
        "blocks": ["embedding", *(block.name for block in network.decoder_blocks())],
        "stream": [[words(network, row[place], number) for number, row in enumerate(stream)] for place in shown],
        "heads": attention_targets(network, stream, shown, len(fed)),
        "next": [
            [[texts[token], round(float(value), 3)] for token, value in zip(ids, values, strict=True)]
            for ids, values in zip(best.indices.tolist(), best.values.tolist(), strict=True)
        ],
        "signs": bool((stream.abs() == 1).all()),
    }


def words(network: DecoderNetwork, vector: torch.Tensor, after: int) -> list[str]:
    """The features that are on after so many blocks, by name: `st=A`, `cell=3`, `left`. A number that no block has
    computed yet is left out: its bits are all off, which would read as a cell."""
    names = [block.name for block in network.decoder_blocks()]
    computed = {"to": "move", "goto": "share", **({"cell": "transition"} if network.options.digits else {})}
    early = {field for field, block in computed.items() if block in names and after <= names.index(block)}
    reading = network.read(vector)
    return [*(f"{name}={value}" for name, value in reading.fields.items() if name not in early), *reading.flags]


def attention_targets(
    network: DecoderNetwork, stream: torch.Tensor, places: list[int], fed: int
) -> list[dict[str, Any]]:
    """Of each head that looks something up: the token that has most of its attention, and how much, at each moment."""
    cos, sin = network.turns(torch.arange(fed))
    found = []
    for number, (block, plan) in enumerate(zip(network.decoder_blocks(), network.blueprint.blocks, strict=True)):
        if not plan.lookups:
            continue
        with torch.no_grad():
            x = rms_norm(stream[number])
            weights = attention_weights(rotate(heads(x @ block.q.T), cos, sin), rotate(heads(x @ block.k.T), cos, sin))
        for head, lookup in enumerate(plan.lookups):
            at = weights[head, places]
            most = at.max(dim=-1)
            found.append(
                {
                    "block": block.name,
                    "name": lookup.name,
                    "copies": [there for there, _ in lookup.copies][:8],
                    "token": most.indices.tolist(),
                    "share": [round(float(value), 6) for value in most.values],
                }
            )
    return found


PAGES = {
    "tape": NetworkPage(
        collect,
        "Each token of this stock language model is one step of the machine. Step through what it writes and "
        "see which token its attention reads.",
        sizes=sizes,
    ),
    "program": PROGRAM_PAGE,
}
TOUR = TourRun(
    "A language model of a stock architecture, weights computed rather than trained. Each token that it"
    " writes is a step of the machine; its attention reads back to the token that last wrote the cell.",
    machine='palindrome', begin=7, given='abba',
)  # fmt: skip
