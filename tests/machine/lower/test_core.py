"""The gate-level processor: every configuration of its ticks is the program's, traps and output included."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from turingrad.errors import InputError, LimitError, MachineError
from turingrad.library import load
from turingrad.machine.clocked.run import stepper as clocked_stepper
from turingrad.machine.lower.core import processor_core
from turingrad.machine.lower.core.fit import fitting_ram, measure_need
from turingrad.machine.program import Program, assemble
from turingrad.machine.program.draws import draw_machine
from turingrad.machine.program.run import run, stepper

EVERYTHING = """
    li   t0, -5
    li   t1, 3
    sll  t2, t0, t1
    srl  t3, t0, t1
    sra  t4, t0, t1
    slt  t5, t0, t1
    sltu t6, t0, t1
    auipc s2, 1
    sw   t2, -4(sp)
    sh   t0, -8(sp)
    sb   t0, -5(sp)
    lh   s3, -8(sp)
    lbu  s4, -5(sp)
    lb   s5, -5(sp)
    lw   s6, -8(sp)
    lhu  s7, -8(sp)
    lw   s8, 0(zero)
    fence
    bltu t1, t0, over
    ebreak
over:
    jal  ra, sub
    li   a0, 65
    li   a7, 64
    ecall
    li   a7, 93
    ecall
sub:
    xori a1, t0, 85
    or   a2, a1, t1
    and  a3, a2, t0
    xor  a4, a3, a2
    sub  a5, a4, t1
    jalr zero, 0(ra)
"""


def lockstep(program: Program, code: str, given: bytes = b"", steps: int = 300) -> int:
    """The steps of a run until it halts; every one is compared."""
    core = processor_core(program, code)
    ticking = clocked_stepper(replace(core.circuit, initial=tuple(core.start(given).tolist())), None)
    reference, output = stepper(program, given, "python"), b""
    for step in range(steps):
        state = np.array(ticking.configuration().registers, np.uint8)
        assert core.decode(state, step, output) == reference.configuration()
        halted = reference.halted()
        ticking.advance(1)
        now = ticking.configuration()
        assert now.outputs == (0 if halted else 1,)
        if halted:
            assert now.registers == tuple(state.tolist())  # nothing changes any more
            return step
        reference.advance(1)
        state = np.array(now.registers, np.uint8)
        wrote, *byte = state[core.watched]
        output += bytes(np.packbits(byte, bitorder="little")) if wrote else b""
    return steps


@pytest.mark.parametrize("code", ["rom", "ram"])
def test_every_kind_of_instruction(code: str) -> None:
    program = assemble(EVERYTHING, ram=256)
    assert lockstep(program, code) == run(program).steps > 30
    assert run(program).output == b"A"


TRAPS = ["lh a0, 1(zero)", "lh a0, -2(sp)\nlw a0, 2(zero)", "sh a0, -1(sp)", "lw a0, 0(sp)", "sw a0, 0(zero)"]
TRAPS += ["li a7, 1\necall", ".word 0", ".word 0x40001013", "jalr zero, 2(zero)", "jalr zero, 64(zero)"]


@pytest.mark.parametrize("source", TRAPS)
def test_a_trap_halts_before_the_instruction(source: str) -> None:
    program = assemble(source, ram=64)
    assert lockstep(program, "rom") == run(program).steps
    assert run(program).configuration.trap


def test_only_programs_with_a_known_place_of_the_code_are_taken() -> None:
    machine: Any = load("palindrome")
    with pytest.raises(MachineError, match="a processor of gates runs a program, not"):
        processor_core(machine)
    with pytest.raises(InputError, match=r"code must be one of rom, ram, not 'tape'"):
        processor_core(assemble("ebreak", ram=64), "tape")


def test_input_is_in_memory_at_the_start() -> None:
    program = assemble("lw a0, 8(zero)\nlbu a1, 12(zero)\n", ram=64)
    program = replace(program, input_at=8)
    assert lockstep(program, "rom", b"xyz") == 2


@pytest.mark.parametrize("seed", range(4))
def test_random_programs_do_the_same(seed: int) -> None:
    assert lockstep(replace(draw_machine(Random(seed)), ram=512), "rom" if seed % 2 else "ram") > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_hundred_random_programs_do_the_same(seed: int) -> None:
    assert lockstep(replace(draw_machine(Random(seed)), ram=512), "rom" if seed % 3 else "ram") > 0


def test_ram_is_what_the_program_needs() -> None:
    fib = load("fib", form="program")
    need = measure_need(fib, b"", 10_000)
    ram = fitting_ram(fib)
    assert fib.code < need.data <= ram // 2 * 2
    assert 0 < need.stack < 200
    assert ram < 2 * need.total
    assert ram == 1024
    assert fitting_ram(replace(fib, ram=2048)) == 2048
    small, own = (run(replace(fib, ram=size)).configuration for size in (ram, fib.ram))
    assert (small.output, small.step) == (own.output, own.step)
    deep = assemble("li t0, 20000\nsub sp, sp, t0\nsw zero, 0(sp)\nebreak")
    with pytest.raises(LimitError, match=r"bytes of image, input and data and 20,000 bytes of stack; .* 16,384 bytes"):
        fitting_ram(deep)
    half = assemble("li t0, 32752\nblt sp, t0, small\nebreak\nsmall: li a0, 1\nli a7, 93\necall", ram=1 << 16)
    with pytest.raises(LimitError, match=r"needs 32,768 bytes of RAM: .*, and the room that it sets aside; .* 16,384"):
        fitting_ram(half)
    with pytest.raises(LimitError, match="at most 16,384 bytes of RAM, not 65,536"):
        processor_core(fib)
