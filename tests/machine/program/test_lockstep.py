"""The two interpreters agree on every configuration of random and hostile programs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.machine.program.random_programs import random_program
from turingrad.machine.program import Program
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.machine.program.interpreter import PythonProgram
from turingrad.machine.program.kernel import NOTHING, OUTPUT, REGISTER, WORD
from turingrad.machine.program.run import run, trace


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_plain_and_compiled_agree_at_every_step(first: int) -> None:
    endings = set()
    for seed in range(first, first + 100):
        program = random_program(seed)
        plain = list(trace(program, b"in", executor="python", max_steps=300))
        assert list(trace(program, b"in", executor="compiled", max_steps=300)) == plain
        last = plain[-1]
        endings.add("exit" if last.exit_code is not None else "trap" if last.trap else "limit")
    assert endings == {"exit", "trap", "limit"}


def test_hostile_images_agree() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        program = Program(rng.bytes(64), entry=4 * int(rng.integers(16)), ram=1024)
        assert list(trace(program, executor="python", max_steps=50)) == list(trace(program, max_steps=50))


def test_chunks_of_any_size_end_in_the_same_place() -> None:
    """The kernel itself stops in front of a trap: no look at the next instruction is between its steps."""
    stores_into_code = 0
    for seed in range(300):
        program = random_program(seed)
        whole = run(program, executor="python", max_steps=250).configuration
        stores_into_code += "store into the code" in str(whole.trap)
        stepper = CompiledProgram(program)
        for steps in (1, 7, 0, 92, 150):
            stepper.advance(steps)
        assert stepper.configuration() == whole
    assert stores_into_code > 0


def test_recorded_effects_rebuild_the_run() -> None:
    seen = set()
    for seed in range(100):
        program = random_program(seed)
        recorder, plain = CompiledProgram(program), PythonProgram(program)
        registers, memory, output = list(program.initial_registers()), bytearray(program.memory()), bytearray()
        for steps in (1, 100, 200):
            effects = recorder.record(steps)
            for pc, kind, place, value in zip(
                effects.pcs.tolist(),
                effects.kinds.tolist(),
                effects.places.tolist(),
                effects.values.tolist(),
                strict=True,
            ):
                assert pc == plain.pc
                plain.advance(1)
                seen.add(kind)
                if kind == REGISTER:
                    assert place != 0
                    registers[place] = value
                elif kind == WORD:
                    memory[place : place + 4] = value.to_bytes(4, "little")
                elif kind == OUTPUT:
                    output.append(value)
                assert (registers, memory, output) == (plain.x, plain.ram, plain.output)
        assert recorder.configuration() == plain.configuration()
    assert seen == {NOTHING, REGISTER, WORD, OUTPUT}


def test_long_output_is_whole() -> None:
    from turingrad.machine.program import assemble

    source = "li s0, 200000; li a7, 64; 1: mv a0, s0; ecall; addi s0, s0, -1; bnez s0, 1b; ebreak"
    expected = bytes(number & 0xFF for number in range(200000, 0, -1))
    result = run(assemble(source))
    assert result.configuration.output == expected
    assert result.configuration.exit_code == 0
    effects = CompiledProgram(assemble(source)).record(10**6)
    assert bytes(effects.values[effects.kinds == OUTPUT].astype(np.uint8)) == expected


def test_configurations_share_memory() -> None:
    program = replace(random_program(3), ram=1 << 16)
    first, second, *_ = trace(program, max_steps=2)
    assert all(a is b for a, b in zip(first.memory.pages, second.memory.pages, strict=True))
