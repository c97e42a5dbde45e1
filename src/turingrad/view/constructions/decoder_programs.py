"""A program on the decoder: the tokens of every instruction, the token that each head reads, what each block adds.

The run is generated; what its heads read is worked out by the executor `sliced`, which must say the same tokens.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from turingrad._support.arrays import I32, Mask
from turingrad.constructions.decoder.blueprint import Block
from turingrad.constructions.decoder.executors.guarded import Guarded
from turingrad.constructions.decoder.executors.inspected import Inspected, inspect_tokens
from turingrad.constructions.decoder.executors.programs import guarded_plan, sliced_plan
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.processor.spoken import Speaker, SpokenRun, TorchSpeaker
from turingrad.constructions.decoder.processor.tokens import ProcessorVocabulary
from turingrad.constructions.network import is_changed
from turingrad.errors import CertificateError
from turingrad.view.frames import configurations
from turingrad.view.network_pages import Asked, NetworkPage, NetworkSide

FIRST = 24  # tokens of the prompt that are shown in any case
TORCH = ("cached", "whole")
CHANGED = "The weights of this network were changed: what its heads read is not worked out."


class RecordedSpeaker:
    """A speaker whose sequences are kept, one per window."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker
        self.sequences: list[list[I32]] = []

    def restart(self) -> None:
        self.speaker.restart()
        self.sequences.append([])

    def say(self, fed: I32, most: int, boundary: int, records: int, reserve: int = 0) -> I32:
        said = self.speaker.say(fed, most, boundary, records, reserve)
        self.sequences[-1] += [said] if self.sequences[-1] else [fed, said]  # later, what is fed was said before
        return said

    def length(self) -> int:
        return sum(map(len, self.sequences[-1]))

    def sequence(self, window: int) -> I32:
        return np.concatenate(self.sequences[window])


@dataclass(frozen=True)
class Place:
    """Where the record of a shown instruction begins: the window, and the token in it."""

    window: int
    token: int


def collect_program(asked: Asked) -> NetworkSide:
    network: ProgramDecoder = asked.network
    speaks = TorchSpeaker(network, asked.executor == "cached") if asked.executor in TORCH else None
    speaker = RecordedSpeaker(speaks or Guarded(guarded_plan(network.options), network.ends))
    going = SpokenRun(network, asked.given, speaker)
    snapshots, places = [], list[Place]()
    for found in configurations(going, asked.steps, "instructions", asked.steps[-1], asked.progress):
        snapshots.append(found)
        ahead = len(going.coming) + 1 if going.player.ended is None else 2  # an exit code and `<halt>`
        places.append(Place(len(speaker.sequences) - 1, speaker.length() - ahead))
    if not going.halted():
        going.advance(1)  # the record of the last instruction that is shown
    known = not (asked.executor in TORCH and is_changed(network))
    facts = {"blocks": network.depth, "wide": network.width, "weights": network.parameter_count()}
    facts["tokens in its context"] = network.options.context
    return NetworkSide(snapshots, network_data(network, speaker, places, known), facts)


def network_data(network: ProgramDecoder, speaker: RecordedSpeaker, places: list[Place], known: bool) -> dict[str, Any]:
    """The tokens around the shown records and, if it is known, what their heads read."""
    windows = sorted({place.window for place in places})
    parts = {window: WindowData(network, speaker.sequence(window), window, places, known) for window in windows}
    blueprint = network.blueprint
    heads = [(block.name, lookup) for block in blueprint.blocks for lookup in block.lookups]
    return {
        "windows": [parts[window].tokens_data() for window in windows],
        "window": [windows.index(place.window) for place in places],
        "records": [list(parts[place.window].record(place.token)) for place in places],
        "blocks": [block.name for block in blueprint.blocks],
        "heads": [{"block": block, "name": lookup.name} for block, lookup in heads] if known else [],
        "reads": [parts[place.window].reads(place.token) for place in places] if known else [],
        "adds": [parts[place.window].additions(place.token) for place in places] if known else [],
        "unknown": "" if known else CHANGED,
    }


class WindowData:
    """One sequence of tokens, and the shown records in it."""

    def __init__(self, network: ProgramDecoder, tokens: I32, window: int, places: Sequence[Place], known: bool) -> None:
        self.network, self.tokens = network, tokens
        v: ProcessorVocabulary = network.vocabulary
        self.begins = np.flatnonzero(tokens >= v.register)  # tokens that begin a record, or a page
        self.starts = np.flatnonzero(tokens >= v.outside)  # those of instructions
        shown = [self.record(place.token) for place in places if place.window == window]
        self.wanted = sorted({token for begin, end in shown for token in range(begin, end)})
        self.written = [Written(block, network.features.number) for block in network.blueprint.blocks]
        self.row = {token: row for row, token in enumerate(self.wanted)}
        self.found = self.inspect() if known else None

    def record(self, token: int) -> tuple[int, int]:
        """The place of the first token of the record that begins here, and the place after its last."""
        after = np.searchsorted(self.starts, token, "right")
        return token, int(self.starts[after]) if after < len(self.starts) else len(self.tokens)

    def inspect(self) -> Inspected:
        network, tokens = self.network, self.tokens
        found = inspect_tokens(network.blueprint, sliced_plan(network.options), tokens, self.wanted)
        prompt = int(self.starts[0])
        if not np.array_equal(found.said[prompt:-1], tokens[prompt + 1 :]):
            raise CertificateError("the executors `guarded` and `sliced` say different tokens")
        return found

    def reads(self, token: int) -> list[list[int]]:
        """For each token of the record, the tokens that its heads read."""
        assert self.found is not None
        begin, end = self.record(token)
        return [self.found.reads[self.row[each]].tolist() for each in range(begin, end)]

    def additions(self, token: int) -> list[list[list[str]]]:
        """For each token of the record what each block writes: numbers by name, and flags that are on."""
        assert self.found is not None
        begin, end = self.record(token)
        rows = [self.found.stream[self.row[each]] for each in range(begin, end)]  # (2 blocks, features) each
        return [[block.words(row[2 * number + 1]) for number, block in enumerate(self.written)] for row in rows]

    def tokens_data(self) -> dict[str, Any]:
        """The tokens near the shown records, and those that they read, with the record that each is from."""
        texts, prompt = self.network.vocabulary.texts, int(self.starts[0])
        read = set() if self.found is None else set(self.found.reads.ravel().tolist())
        first = range(min(FIRST, prompt))
        numbers = sorted({*first, *self.wanted, *(each for token in read for each in range(*self.whole(token)))})
        return {
            "numbers": numbers,
            "texts": [texts[self.tokens[each]] for each in numbers],
            "prompt": prompt + 1,
            "from": {str(token): self.origin(token) for token in sorted(read)},
        }

    def whole(self, token: int) -> tuple[int, int]:
        """The record that a token is in, up to that token."""
        before = np.searchsorted(self.begins, token, "right")
        return (int(self.begins[before - 1]) if before else 0), token + 1

    def origin(self, token: int) -> list[Any]:
        """The record up to this token as text, and which instruction of the window it is; None in the prompt."""
        texts = self.network.vocabulary.texts
        step = int(np.searchsorted(self.starts, token, "right")) - 1
        return [" ".join(texts[self.tokens[each]] for each in range(*self.whole(token))), step if step >= 0 else None]


class Written:
    """The features that a block's heads and units write: numbers by name, and flags."""

    def __init__(self, block: Block, number: Mapping[str, int]) -> None:
        copied = [target for lookup in block.lookups for _, target in lookup.copies]
        names = dict.fromkeys([*copied, *(name for unit in block.units for name, _ in unit.writes)])
        bits = {name: name.rpartition(".") for name in names}
        numbers = defaultdict[str, list[tuple[int, int]]](list)
        for name, (stem, _, bit) in bits.items():
            if bit.isdigit():
                numbers[stem].append((number[name], 1 << int(bit)))
        self.numbers = {stem: np.array(places, dtype=np.int64) for stem, places in numbers.items()}
        self.flags = [(name, number[name]) for name, (_, _, bit) in bits.items() if not bit.isdigit()]

    def words(self, stream: Mask) -> list[str]:
        """What is on, in words."""
        values = {stem: int((stream[places[:, 0]] * places[:, 1]).sum()) for stem, places in self.numbers.items()}
        numbers = [f"{stem}={value:x}" for stem, value in values.items() if value]
        return [*numbers, *(name for name, place in self.flags if stream[place])]


PROGRAM_PAGE = NetworkPage(
    collect_program,
    "A stock language model executes the program: its next tokens are what the next instruction does. Step through "
    "the instructions and see which tokens its heads read.",
    cards="decoder-program",
    choose=lambda network, _last, own: (  # changed weights are run by the forward pass, all others by bits
        "cached" if own and isinstance(network, ProgramDecoder) and is_changed(network) else None
    ),
)
