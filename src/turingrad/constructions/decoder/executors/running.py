"""Running a machine, or a compiled decoder, token by token."""

from __future__ import annotations

from typing import Any

from turingrad.constructions.decoder.decode import Playback
from turingrad.constructions.decoder.executors.programs import PROGRAM_EXECUTORS, begin_program, program_sizes
from turingrad.constructions.decoder.network import DecoderNetwork
from turingrad.constructions.decoder.options import DEFAULT_CONTEXT, sizes_for
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.tape_network import TapeDecoder
from turingrad.constructions.decoder.vocabulary import HALT_ID
from turingrad.errors import LimitError
from turingrad.machine.program import Program
from turingrad.machine.run import StartedRun
from turingrad.machine.tape import TapeConfiguration
from turingrad.machine.tape.run import TapeInput

TAPE_EXECUTORS = ("cached", "whole")
EXECUTORS = PROGRAM_EXECUTORS  # of tapes the last two
FIRST_CHUNK = 16


class TokenRun:
    """A stepper whose step is the tokens up to the next one that carries a state. `predicted` follows `tokens`; it is
    None at the context's end."""

    def __init__(self, network: TapeDecoder, given: TapeInput, executor: str) -> None:
        self.player = Playback(network.vocabulary)
        self.tokens = list(network.prompt(given))
        self.player.follow(self.tokens)
        self.coming = network.generate(self.tokens, cached=executor == "cached")
        self.predicted = next(self.coming, None)
        self._step()

    def _step(self) -> None:
        before = self.player.step
        while self.player.step == before:
            token = self.predicted
            if token is None:
                raise LimitError("the context is full")
            self.tokens.append(token)
            self.player.follow([token])
            self.player.require_inside()
            self.predicted = next(self.coming, None)

    def advance(self, steps: int) -> int:
        taken = 0
        while taken < steps and not self.halted():
            self._step()
            taken += 1
        return taken

    def halted(self) -> bool:
        return self.predicted == HALT_ID

    def configuration(self) -> TapeConfiguration:
        return self.player.configuration()


def begin(network: DecoderNetwork, given: Any, executor: str) -> StartedRun[Any]:
    """A run of a compiled decoder, whatever its kind of machine."""
    if isinstance(network, ProgramDecoder):
        return begin_program(network, given, executor)
    assert isinstance(network, TapeDecoder)
    return begin_tape(network, given, executor)


def begin_tape(network: TapeDecoder, given: TapeInput, executor: str) -> StartedRun[TapeConfiguration]:
    """Greedy decoding of a compiled network. One that needs more cells or tokens than it was compiled for is refused,
    not cut short."""
    going = TokenRun(network, given, executor)

    def details() -> dict[str, Any]:
        going.player.require_inside()
        if going.predicted is None:
            raise LimitError(
                f"the run fills the decoder's context of {network.options.context:,} tokens after step "
                f"{going.player.step:,}: compile with a longer one"
            )
        return {
            "depth": network.depth,
            "width": network.width,
            "parameters": network.parameter_count(),
            "tokens": len(network.vocabulary),
            "cells": network.options.cells,
            "context": network.options.context,
        }

    return StartedRun(going, "decoding", FIRST_CHUNK, lambda: len(going.tokens), details)


def sizes_of_run(machine: Any, given: Any, steps: int | None, executor: str | None) -> dict[str, Any]:
    """Cells and context of this run, as the reference interpreter finds them; of a program its context."""
    if isinstance(machine, Program):
        return program_sizes(machine, given, steps, executor)
    return sizes_for(machine, given, DEFAULT_CONTEXT if steps is None else steps)
