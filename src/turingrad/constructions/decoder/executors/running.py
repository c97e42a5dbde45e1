"""Running a machine, or a compiled decoder, token by token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from turingrad.constructions.decoder.decode import Playback
from turingrad.constructions.decoder.network import DecoderNetwork, compile_network, require_compiled
from turingrad.constructions.decoder.options import DEFAULT_CONTEXT, sizes_for
from turingrad.constructions.decoder.vocabulary import HALT_ID
from turingrad.errors import InputError, LimitError
from turingrad.exact import torch_dtype
from turingrad.machine.run import Clock, Progress, Run, drive, stream
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape.run import TapeInput

EXECUTORS = ("cached", "whole")
FIRST_CHUNK = 16


class TokenRun:
    """A stepper whose step is the tokens up to the next one that carries a state. `predicted` follows `tokens`."""

    def __init__(self, network: DecoderNetwork, given: TapeInput, executor: str) -> None:
        if executor not in EXECUTORS:
            raise InputError(f"no executor {executor!r} on 'decoder'; there are {', '.join(EXECUTORS)}")
        self.network, self.player = network, Playback(network.vocabulary)
        self.tokens = list(network.prompt(given))
        self.caches = network.caches() if executor == "cached" else None
        self.player.follow(self.tokens)
        self.predicted: int | None = self._prediction(self.tokens)
        self._step()

    def _prediction(self, following: list[int]) -> int | None:
        """The next token, or None at the context's end; `following` are the tokens that the caches lack."""
        if len(self.tokens) >= self.network.options.context:
            return None
        with torch.no_grad():
            fed = following if self.caches is not None else self.tokens
            return int(self.network(torch.tensor(fed), self.caches)[-1].argmax())

    def _step(self) -> None:
        before = self.player.step
        while self.player.step == before:
            token = self.predicted
            if token is None:
                raise LimitError("the context is full")
            self.tokens.append(token)
            self.player.follow([token])
            self.player.require_inside()
            self.predicted = self._prediction([token])

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


def run(
    machine: TapeMachine | DecoderNetwork,
    given: TapeInput = None,
    *,
    executor: str | None = None,
    max_steps: int | None = None,
    max_seconds: float | None = None,
    dtype: str = "float32",
    device: str = "cpu",
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Run[TapeConfiguration]:
    """Compile the machine for its run, and decode it; or run a network that was compiled before."""
    if device != "cpu":
        raise InputError(f"the decoder's executors run on the cpu, not on {device!r}")
    Clock(max_steps, max_seconds)  # refuse impossible limits before compiling
    if isinstance(machine, DecoderNetwork):
        if options:
            raise InputError("options belong to the compilation; this network is compiled already")
        network = machine
        require_compiled(network)
    else:
        network = compiled_for(machine, given, max_steps, dtype, options)
    chosen = executor or EXECUTORS[0]
    before = torch.get_num_threads()
    torch.set_num_threads(threads or 1)  # one token is too small for two threads
    try:
        stepper = TokenRun(network, given, chosen)
        clock = Clock(max_steps, max_seconds)
        stopped = drive(stepper, clock, chunk=FIRST_CHUNK, progress=progress, label="decoding")
    finally:
        torch.set_num_threads(before)
    if stopped == "memory":
        _explain(stepper)
    return Run(
        machine=network.machine,
        configuration=stepper.configuration(),
        halted=stepper.halted(),
        stopped=stopped,
        seconds=clock.seconds,
        executor=chosen,
        on="decoder",
        network_steps=len(stepper.tokens),
        details={
            "depth": network.depth,
            "width": network.width,
            "parameters": network.parameter_count(),
            "tokens": len(network.vocabulary),
            "cells": network.options.cells,
            "context": network.options.context,
        },
        replay=lambda: replayed(network, given, chosen, max_steps, max_seconds),
    )


def _explain(stepper: TokenRun) -> None:
    """A run that needs more cells or tokens than it was compiled for is refused, not cut short."""
    stepper.player.require_inside()
    context = stepper.network.options.context
    raise LimitError(
        f"the run fills the decoder's context of {context:,} tokens after step {stepper.player.step:,}: compile with a "
        f"longer one"
    )


def compiled_for(
    machine: TapeMachine, given: TapeInput, max_steps: int | None, dtype: str, options: dict[str, Any]
) -> DecoderNetwork:
    """Cells and context of this run, as the reference interpreter finds them, unless the options say otherwise."""
    sizes: dict[str, Any] = {}
    if isinstance(machine, TapeMachine) and machine.tapes == 1 and not {"cells", "context"} <= options.keys():
        steps = DEFAULT_CONTEXT if max_steps is None else max_steps
        sizes = dict(sizes_for(machine, given, steps, options.get("digits")))
        if "cells" in options:
            del sizes["cells"], sizes["left"], sizes["digits"]
    return compile_network(machine, dtype=torch_dtype(dtype), **{**sizes, **options})


def replayed(
    network: DecoderNetwork, given: TapeInput, executor: str, max_steps: int | None, max_seconds: float | None
) -> Iterator[TapeConfiguration]:
    return stream(TokenRun(network, given, executor), Clock(max_steps, max_seconds))
