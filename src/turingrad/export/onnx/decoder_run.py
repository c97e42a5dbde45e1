"""Generation that a file does, token by token or to the end, and the checks of both graphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from turingrad.constructions.decoder import DecoderNetwork, ProgramDecoder
from turingrad.constructions.decoder.decode import Playback
from turingrad.constructions.decoder.features import HEAD_SIZE
from turingrad.constructions.decoder.processor.spoken import SpokenRun, TokenSpeaker
from turingrad.constructions.decoder.vocabulary import HALT_ID
from turingrad.errors import CertificateError, LimitError
from turingrad.export.onnx.checks import CHECKED_STEPS, checked_run
from turingrad.export.onnx.forms import require_same
from turingrad.export.onnx.graph import Shapes, empty_caches
from turingrad.export.onnx.model import File, as_array
from turingrad.machine.program import ProgramConfiguration
from turingrad.machine.run import Progress, StartedRun
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput

SEQUENCES = 8  # random inputs of a check
PROGRAM_TOKENS = 96  # of a program that are checked
AHEAD, WINDOW = 64, 1 << 13  # tokens of a program that a file says at once, and in one window at least


class FileGeneration:
    """A stepper whose tokens a file says; a step is the tokens up to the next one that carries a state."""

    def __init__(self, network: DecoderNetwork, file: File, given: TapeInput) -> None:
        self.network, self.file = network, file
        self.tokens = list(network.prompt(given))
        self.following = np.array(self.tokens)
        self.caches = empty_caches(cache_shapes(network), file.kind)
        self.player = Playback(network.vocabulary)
        self.player.follow(self.tokens)
        self.waiting: list[int] = []  # said, and not yet followed
        self._step()

    def _say(self, most: int) -> None:
        if len(self.tokens) + len(self.waiting) >= self.network.options.context:
            raise LimitError("the context is full")
        if self.file.facts["graph"] == "run":
            found = self.file.run(tokens=self.following, most=np.array(most), **self.caches)
            said = [int(token) for token in found["said"]]
        else:
            found = self.file.run(tokens=self.following, **self.caches)
            said = [int(found["logits"][-1].argmax())]
        self.caches = {name: found[f"{name}_after"] for name in self.caches}
        self.following = np.array(said[-1:])
        self.waiting += said

    def _step(self, wanted: int = 1) -> None:
        before = self.player.step
        while self.player.step == before:
            if not self.waiting:
                self._say(wanted * self.network.options.tokens_a_step)
            token = self.waiting.pop(0)
            self.tokens.append(token)
            self.player.follow([token])
            self.player.require_inside()

    def advance(self, steps: int) -> int:
        for taken in range(steps):
            if self.halted():
                return taken
            self._step(steps - taken)
        return steps

    def halted(self) -> bool:
        if not self.waiting and len(self.tokens) < self.network.options.context:
            self._say(1)
        return self.waiting[:1] == [HALT_ID]

    def configuration(self) -> TapeConfiguration:
        return self.player.configuration()


def cache_shapes(network: DecoderNetwork) -> Shapes:
    shape = (network.key_value_heads, None, HEAD_SIZE)
    return {f"{name}_{number}": shape for number in range(network.depth) for name in ("keys", "values")}


def begin(network: DecoderNetwork, file: File, given: Any) -> StartedRun[Any]:
    if isinstance(network, ProgramDecoder):
        return begin_program(network, file, given)
    going = FileGeneration(network, file, given)
    figures = {"context": network.options.context, "cells": network.options.cells}
    return StartedRun(going, "generating", 16, lambda: len(going.tokens), lambda: figures)


class FileSpeaker(TokenSpeaker):
    """Says the tokens of a file's graph, whose loop makes several at once."""

    def __init__(self, network: ProgramDecoder, file: File) -> None:
        self.network, self.file, self.ends = network, file, network.ends
        self.restart()

    def restart(self) -> None:
        self.caches, self.ahead = empty_caches(cache_shapes(self.network), self.file.kind), list[int]()
        self.following: list[int] = []  # said last, and not in the caches yet

    def next_token(self, fed: list[int]) -> int:
        if not self.ahead:
            tokens = {"tokens": np.array(self.following or fed, dtype=np.int64)}
            if self.file.facts["graph"] == "run":
                found = self.file.run(**tokens, most=np.array(AHEAD), **self.caches)
                self.ahead = found["said"].tolist()[::-1]
            else:
                found = self.file.run(**tokens, **self.caches)
                self.ahead = [int(found["logits"][-1].argmax())]
            self.caches = {name: found[f"{name}_after"] for name in self.caches}
            self.following = self.ahead[:1]
        return self.ahead.pop()


def begin_program(network: ProgramDecoder, file: File, given: Any) -> StartedRun[ProgramConfiguration]:
    """A program's run by the file, in windows; each step is an instruction."""
    window = min(network.options.context, max(WINDOW, 4 * len(network.starting_tokens(given))))
    going = SpokenRun(network, given, FileSpeaker(network, file), window)
    figures = {"context": network.options.context}
    return StartedRun(going, "instructions", 16, lambda: going.tokens, lambda: {**figures, "windows": going.windows})


# ---- checks ----------------------------------------------------------------------------------------------------


def random_inputs(network: DecoderNetwork) -> list[Any]:
    """Inputs of tapes; a program is checked as it is."""
    if isinstance(network, ProgramDecoder):
        return [None]
    rng, o = np.random.default_rng(0), network.options
    longest = min(4, o.cells - o.left, (o.context - 4) // max(1, o.tokens_a_step))
    lengths = rng.integers(0, longest + 1, SEQUENCES)
    return [[str(symbol) for symbol in rng.choice(network.machine.symbols, int(length))] for length in lengths]


def said_after(network: DecoderNetwork, given: Any) -> list[int]:
    """The tokens that should follow, of a program its first ones."""
    return network.expected_tokens(given)[: PROGRAM_TOKENS if isinstance(network, ProgramDecoder) else None]


def check_step(network: DecoderNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """The stream after every block and the next tokens, teacher-forced on the runs of random inputs, cut anywhere."""
    rng, compared = np.random.default_rng(0), 0
    for number, given in enumerate(random_inputs(network)):
        progress("checking passes", number, SEQUENCES)
        tokens = np.array([*network.prompt(given), *said_after(network, given)])[: network.options.context - 1]
        with torch.no_grad():
            hidden = as_array(network.hidden(torch.from_numpy(tokens)))
        cut = int(rng.integers(1, len(tokens)))
        caches, at = empty_caches(cache_shapes(network), file.kind), 0
        for part in (tokens[:cut], tokens[cut:]):
            found = file.run(tokens=part, **caches)
            require_same(found["hidden"], hidden[:, at : at + len(part)], "hidden")
            caches, at = {name: found[f"{name}_after"] for name in caches}, at + len(part)
        compared += len(tokens)
    return {"tokens_checked": compared, **whole_run(network, file, progress)}


def check_run(network: DecoderNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """Generation from random inputs against the reference interpreter's tokens; then the machine's own input."""
    compared = 0
    for number, given in enumerate(random_inputs(network)):
        progress("checking runs", number, SEQUENCES)
        prompt, expected = np.array(network.prompt(given)), said_after(network, given)
        nothing = empty_caches(cache_shapes(network), file.kind)
        found = file.run(tokens=prompt, most=np.array(len(expected)), **nothing)["said"].tolist()
        wrong = next((i for i, pair in enumerate(zip(found, expected, strict=False)) if pair[0] != pair[1]), None)
        if wrong is not None or len(found) != len(expected):
            raise CertificateError(f"token {wrong} of input {given} is not the machine's")
        compared += len(found)
    return {"tokens_checked": compared, **whole_run(network, file, progress)}


def whole_run(network: DecoderNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """The run of the machine's own input, as far as the context has room for its steps and one more."""
    if isinstance(network, ProgramDecoder):
        return {}
    o = network.options
    room = (o.context - len(network.prompt(None))) // o.tokens_a_step - 2
    steps = max(0, min(CHECKED_STEPS, room))
    return checked_run(network, lambda: begin(network, file, None), None, progress, steps)
