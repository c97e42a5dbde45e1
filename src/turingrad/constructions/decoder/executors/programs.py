"""Running programs on the processor: by its forward pass, or by the bit executors made from its units and heads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from turingrad.constructions.decoder.executors.guarded import Guarded, GuardedPlan
from turingrad.constructions.decoder.executors.rechecked import RecheckedRun
from turingrad.constructions.decoder.executors.sliced import SlicedPlan
from turingrad.constructions.decoder.processor.blueprint import options_blueprint
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.processor.options import (
    CONTEXT,
    MOST_CONTEXT,
    ProcessorOptions,
    checked_processor,
)
from turingrad.constructions.decoder.processor.prompt import LONGEST_RECORD
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.spoken import SpokenRun, TorchSpeaker
from turingrad.constructions.decoder.processor.tokens import ProcessorVocabulary
from turingrad.machine.program import Program, ProgramConfiguration
from turingrad.machine.run import StartedRun

PROGRAM_EXECUTORS = ("guarded", "sliced", "cached", "whole")
FIRST_CHUNK = {"guarded": 1_000, "sliced": 100_000, "cached": 4, "whole": 1}


@lru_cache(maxsize=4)
def guarded_plan(options: ProcessorOptions) -> GuardedPlan:
    """Plans depend on the options alone, as the weights do."""
    return GuardedPlan(options_blueprint(options))


@lru_cache(maxsize=4)
def sliced_plan(options: ProcessorOptions) -> SlicedPlan:
    return SlicedPlan(options_blueprint(options))


def begin_program(network: ProgramDecoder, given: Any, executor: str) -> StartedRun[ProgramConfiguration]:
    """A run at its start. Runs longer than the context go on in windows."""
    if executor == "sliced":
        going: RecheckedRun | SpokenRun = RecheckedRun(network, given, sliced_plan(network.options))
    elif executor == "guarded":
        going = SpokenRun(network, given, Guarded(guarded_plan(network.options), network.ends))
    else:
        going = SpokenRun(network, given, TorchSpeaker(network, executor == "cached"))

    def details() -> dict[str, Any]:
        return {
            "depth": network.depth,
            "width": network.width,
            "parameters": network.parameter_count(),
            "tokens": len(network.vocabulary),
            "context": network.options.context,
            "windows": going.windows,
        }

    return StartedRun(going, "instructions", FIRST_CHUNK[executor], lambda: going.tokens, details)


def program_sizes(program: Program, given: Any, steps: int | None, executor: str | None) -> dict[str, Any]:
    """The context of a run: as many tokens as it takes, a power of two, at most what is certified. The bit executors
    have no cost of context, and take all of it."""
    if executor in (None, "guarded", "sliced"):
        return {"context": CONTEXT}
    vocabulary = ProcessorVocabulary(checked_processor(program, {}))
    most = MOST_CONTEXT if steps is None else min(MOST_CONTEXT, LONGEST_RECORD * steps)
    content = program.memory(b"" if given is None else given)
    prompt = len(content) - content.count(0) + program.code  # about: bytes and words that are spelled
    said = len(RunTokens(vocabulary, program, given or b"").take(most))
    return {"context": min(MOST_CONTEXT, 1 << max(10, (2 * prompt + said + 64).bit_length()))}
