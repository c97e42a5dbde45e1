"""RV32I programs by gradient descent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import turingrad as tg
from turingrad.constructions.descent.executors import begin
from turingrad.constructions.program_tapes import needed_ram
from turingrad.machine.program import Program
from turingrad.machine.program import run as program_run
from turingrad.machine.program.encode import encode

CODE = (
    encode("addi", rd=17, imm=64), encode("addi", rd=10, imm=72), encode("ecall"), encode("addi", rd=10, imm=105),
    encode("ecall"), encode("addi", rd=17, imm=93), encode("addi", rd=10, imm=3), encode("ecall"),
)  # fmt: skip
HI = Program(b"".join(word.to_bytes(4, "little") for word in CODE), name="hi")


def test_a_program_writes_and_exits_by_gradient_descent() -> None:
    run = tg.run(HI, on="descent")
    expected = program_run.run(replace(HI, ram=64)).configuration
    assert (run.configuration, run.steps, run.executor) == (expected, 8, "closed-form")
    assert run.details["ram"] == 64
    assert run.details["backward_calls"] > 10
    assert "all equal" in run.details["gradients"]


def test_every_instruction_in_lockstep_and_traps_as_the_reference_traps() -> None:
    words = (encode("addi", rd=1, imm=5), encode("sw", rs2=1, imm=60), encode("lw", rd=2, imm=60), encode("lw", imm=2))
    program = Program(b"".join(word.to_bytes(4, "little") for word in words), ram=64)
    network = tg.compile(program, "descent")
    going = begin(network, None, "closed-form").stepper
    reference = program_run.stepper(program, executor="python")
    assert going.configuration() == reference.configuration()
    for _ in range(3):
        assert (going.advance(1), reference.advance(1)) == (1, 1)
        assert going.configuration() == reference.configuration()
    assert going.halted()
    assert going.advance(1) == 0
    assert going.configuration() == reference.configuration()


def test_the_network_is_an_ordinary_one() -> None:
    network: Any = tg.compile(replace(HI, ram=64), "descent")
    assert network.depth == 3
    assert network.width > 1000
    assert float(network()) > 0
    found = network.inner.snapshot()
    with pytest.raises(tg.InputError, match="in the middle of an instruction"):
        network.decode(found, 0)  # the boot record comes first
    network.optimizer()


def test_the_memory_that_a_program_needs() -> None:
    assert needed_ram(HI, None, None) == 64
    assert needed_ram(replace(HI, ram=4096), None, None) == 4096
    top = Program(encode("lw", rd=1, rs1=0, imm=2044).to_bytes(4, "little") + encode("ebreak").to_bytes(4, "little"))
    assert needed_ram(top, None, 100) == 2048


@pytest.mark.slow
def test_fib_and_queens_to_their_halt() -> None:
    for name in ("fib", "queens"):
        program = tg.library.load(name)
        run = tg.run(name, on="descent")
        small = replace(program, ram=run.details["ram"])
        assert run.configuration == program_run.run(small).configuration
