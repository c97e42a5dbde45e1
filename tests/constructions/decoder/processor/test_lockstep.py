"""Random programs, hostile words among them, on every executor against the reference interpreter."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import torch

from tests.constructions.decoder.processor.processors import (
    fed,
    fibonacci,
    random_program,
    run_tokens,
    small_network,
)
from turingrad.constructions.decoder import ProgramDecoder, compile_network
from turingrad.constructions.decoder.executors.guarded import Guarded
from turingrad.constructions.decoder.executors.programs import begin_program, guarded_plan, sliced_plan
from turingrad.constructions.decoder.executors.sliced import Sliced
from turingrad.constructions.decoder.modules import rms_norm
from turingrad.constructions.decoder.processor.options import MOST_CODE_BITS, MOST_RAM
from turingrad.errors import CertificateError
from turingrad.machine.program import Program, assemble
from turingrad.machine.program.run import trace
from turingrad.machine.run import Clock, stream

HOSTILE = range(40)
WITH_LARGE_MEMORY = range(8)


@cache
def network_with(code_bits: int) -> ProgramDecoder:
    network = compile_network(Program(b"\x73\0\0\0", ram=4096), code_bits=code_bits, context=8192)
    assert isinstance(network, ProgramDecoder)
    return network


def half_blocks(network: ProgramDecoder, tokens: torch.Tensor) -> Iterator[torch.Tensor]:
    """The stream after the attention and after the units of each block."""
    cos, sin = network.turns(torch.arange(len(tokens)))
    x = network.embedding[tokens]
    for block in network.decoder_blocks():
        x = x + block.attend(x, cos, sin, None)
        yield x
        n = rms_norm(x)
        x = x + (torch.nn.functional.silu(n @ block.gate.T) * (n @ block.up.T)) @ block.down.T
        yield x


@pytest.mark.parametrize(  # the runs end outside the code, and in a store into it
    ("seed", "ram"), [(3, None), (20, None), pytest.param(20, MOST_RAM, marks=pytest.mark.slow)]
)
def test_the_dense_network_and_sliced_have_equal_streams_after_every_half_block(seed: int, ram: int | None) -> None:
    program = random_program(seed)
    network = small_network(replace(program, ram=ram or program.ram))
    prompt, run = run_tokens(network, 250, b"ab")
    traced: list[np.ndarray] = []
    said = Sliced(sliced_plan(network.options)).chunk(fed(prompt, run).numpy().astype(np.int32), traced)
    assert said[len(prompt) - 1 :].tolist() == run.tolist()
    written = {network.features["one"]}
    with torch.no_grad():
        for dense, bits in zip(half_blocks(network, fed(prompt, run)), traced, strict=True):
            assert bool((dense.abs() == 1).all())
            count = len(network.features.names)
            unpacked = np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little")[:, : len(dense)]
            on = (dense[:, :count] > 0).numpy().T
            later = ~on.any(axis=1)  # features that no part has written yet: the rows hold what was there before
            assert np.array_equal(unpacked[~later], on[~later])
            written |= set(np.flatnonzero(~later).tolist())
        logits = rms_norm(dense) @ network.head.T
    assert logits.argmax(-1)[len(prompt) - 1 :].tolist() == run.tolist()
    assert len(written) > 300


@pytest.mark.parametrize("executor", ["guarded", "sliced"])
def test_random_programs_in_lockstep(executor: str) -> None:
    for seed in HOSTILE:
        program, given = random_program(seed), b"hello"[: seed % 6]
        begun = begin_program(small_network(program), given, executor)
        found = stream(begun.stepper, Clock(300, None), 7)
        expected = trace(program, given, every=7, max_steps=300)
        assert list(found) == list(expected), seed


@pytest.mark.parametrize("executor", ["guarded", "sliced"])
def test_random_programs_with_the_largest_memory_in_lockstep(executor: str) -> None:
    for seed in WITH_LARGE_MEMORY:  # their stack is above 64 KB
        program = replace(random_program(seed), ram=MOST_RAM)
        begun = begin_program(small_network(program), b"", executor)
        found = stream(begun.stepper, Clock(300, None), 50)
        assert list(found) == list(trace(program, b"", every=50, max_steps=300)), seed


@pytest.mark.parametrize("executor", ["guarded", "sliced"])
@pytest.mark.parametrize("code_bits", [14, MOST_CODE_BITS])
def test_pc_tokens_may_name_addresses_above_the_memory(code_bits: int, executor: str) -> None:
    network = copy(network_with(code_bits))
    ends = (0x1000, 0x10000, 0x20000)  # of RAM, and of the addresses that 2^14 and 2^15 pc tokens name
    for target in (*ends, *(end - 4 for end in ends[1:]), 0x80000000):
        program = assemble(f"li t0, {target}; jalr t1, 0(t0)", ram=4096)
        network.machine = program
        begun = begin_program(network, None, executor)
        begun.stepper.advance(10)
        found = begun.stepper.configuration()
        assert found == list(trace(program))[-1]
        assert found.pc == target
    for seed in range(4):
        network.machine = program = replace(random_program(seed), ram=4096)
        begun = begin_program(network, b"", executor)
        assert list(stream(begun.stepper, Clock(300, None), 50)) == list(trace(program, b"", every=50, max_steps=300))


@pytest.mark.parametrize(
    ("executor", "seed", "steps"),
    [
        ("cached", 3, 6),
        pytest.param("cached", 20, 60, marks=pytest.mark.slow),
        pytest.param("cached", 7, 60, marks=pytest.mark.slow),
        pytest.param("whole", 3, 1, marks=pytest.mark.slow),
    ],
)
def test_random_programs_in_lockstep_by_the_forward_pass(executor: str, seed: int, steps: int) -> None:
    program = random_program(seed)
    begun = begin_program(small_network(program), b"", executor)
    found = list(stream(begun.stepper, Clock(steps, None)))
    assert found == list(trace(program, max_steps=steps))


def test_guarded_says_every_token_of_hostile_programs() -> None:
    for seed in HOSTILE:
        network = small_network(random_program(seed))
        prompt, run = run_tokens(network, 500)
        speaker = Guarded(guarded_plan(network.options), network.ends)
        assert np.array_equal(speaker.say(prompt, len(run), len(network.vocabulary), 0), run), seed


def test_the_network_itself_in_lockstep() -> None:
    program = fibonacci()
    network = small_network(program)
    assert list(network.trace(None, max_steps=12)) == list(trace(program, max_steps=12))


@pytest.mark.parametrize("seed", [0, 3, 20])
def test_decode_reads_configurations_out_of_the_stream(seed: int) -> None:
    network = small_network(random_program(seed))
    prompt, run = run_tokens(network, 180)
    with torch.no_grad():
        last = network.hidden(fed(prompt, run))[-1]
    expected = list(trace(network.machine, max_steps=200))
    steps = int((fed(prompt, run).numpy() >= network.vocabulary.outside).sum())
    for at in (0, 1, 40, steps - 1):
        assert network.decode(last, at) == expected[at]


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["guarded", "sliced"])
def test_many_random_programs(executor: str) -> None:
    for seed in range(40, 600):
        program = random_program(seed)
        begun = begin_program(small_network(program), b"", executor)
        found = list(stream(begun.stepper, Clock(1_000, None), 97))
        assert found == list(trace(program, every=97, max_steps=1_000)), seed


def test_a_run_that_is_not_the_network_s_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter's draft is not trusted: a value changed by one bit is found at its token."""
    network = small_network(fibonacci())
    begun = begin_program(network, None, "sliced")
    original = type(begun.stepper.draft).chunk  # type: ignore[attr-defined]

    def wrong(self: object, instructions: int = 1) -> np.ndarray:
        tokens = original(self, instructions)
        tokens[10] ^= 1 if tokens[10] < network.vocabulary.out else 0
        tokens[12] ^= 1 if tokens[12] < network.vocabulary.out else 0
        return tokens

    monkeypatch.setattr(type(begun.stepper.draft), "chunk", wrong)  # type: ignore[attr-defined]
    with pytest.raises(CertificateError, match="the network says"):
        begun.stepper.advance(30)


def program_of(*words: int) -> Program:
    return Program(b"".join(word.to_bytes(4, "little") for word in words), ram=4096)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((0,), "not an RV32I"),
        ((0x00002083 | 1 << 20,), "misaligned"),  # lw x1, 1(x0)
        ((0x00001083 | 1 << 20,), "misaligned"),  # lh x1, 1(x0)
        ((0x80000083,), "outside"),  # lb x1, -2048(x0)
        ((0x00012083,), "outside"),  # lw x1, 0(sp): the end of RAM
        ((0x00002023,), "into the code"),  # sw x0, 0(x0)
        ((0x0020006F,), "not a multiple of 4"),  # jal x0, 2
        ((0x00208067 | 0 << 15,), "not a multiple of 4"),  # jalr x0, 2(x1)
        ((0x00000163,), "not a multiple of 4"),  # beq x0, x0, 2
        ((0x00000073,), "system call"),
        ((0x000010B7, 0x00008067), "jump outside"),  # lui x1, 1; jalr x0, 0(x1)
        ((0x00000013,), "jump outside"),  # the code ends
        ((0x8000006F,), "jump outside"),  # jal x0, -1048576
        ((0x00000013, 0x0000100F), "not an RV32I"),  # fence.i
    ],
    ids=str,
)
@pytest.mark.parametrize("executor", ["guarded", "sliced"])
def test_what_traps_on_the_machine_traps_on_the_network(words: tuple[int, ...], reason: str, executor: str) -> None:
    program = program_of(*words)
    begun = begin_program(small_network(program), None, executor)
    begun.stepper.advance(10)
    found = begun.stepper.configuration()
    assert begun.stepper.halted()
    assert reason in str(found.trap)
    assert found == list(trace(program))[-1]
