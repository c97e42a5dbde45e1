"""Every instruction on the network against an independent emulator: what interpreter and network share cannot hide."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tests.machine.program.test_unicorn import AT, DATA, NAMES, RAM, Emulator, cases
from turingrad.constructions.decoder import ProcessorOptions, ProgramDecoder
from turingrad.constructions.decoder.executors.guarded import Guarded
from turingrad.constructions.decoder.executors.programs import guarded_plan
from turingrad.constructions.decoder.processor.playback import PC, ProgramPlayback
from turingrad.constructions.decoder.processor.prompt import state_tokens
from turingrad.constructions.decoder.processor.tokens import ProcessorVocabulary
from turingrad.machine.program import Program

TRIES = 2
REACH = 1024 + 64  # bytes from DATA on that accesses touch
OPTIONS = ProcessorOptions(code_bits=10, ram=RAM, context=8192)


@pytest.fixture(scope="module")
def emulator() -> Emulator:
    return Emulator()


@pytest.mark.parametrize("name", NAMES)
def test_the_network_does_what_the_emulator_does(name: str, emulator: Emulator) -> None:
    v, plan = ProcessorVocabulary(OPTIONS), guarded_plan(OPTIONS)
    for word, registers, drawn in islice(cases(name), TRIES):
        memory = bytes(AT) + word.to_bytes(4, "little") + bytes(DATA - AT - 4)
        memory += drawn[DATA : DATA + REACH] + bytes(RAM - DATA - REACH)
        program = Program(memory[: DATA + REACH], entry=0, code=AT + 4, ram=RAM)
        words = np.frombuffer(memory, dtype="<u4").astype(np.uint32)
        prompt = state_tokens(v, words, program.code // 4, registers, AT)
        said = Guarded(plan, ProgramDecoder.ends).say(prompt, 6, v.outside, 1)
        player = ProgramPlayback(v, program)
        player.follow(prompt)
        player.follow(said)
        pc, expected, after = emulator.step(word, registers, memory)
        assert (int(player.state[PC]), player.x.tolist()) == (pc, expected)
        assert player.words.astype("<u4").tobytes() == after
