"""RV32I programs on the transformer, one decoding step per step of the processor machine."""

from __future__ import annotations

from dataclasses import replace

import pytest

import turingrad as tg
from turingrad.constructions.transformer.executors.processor import DecodedInstructions
from turingrad.constructions.transformer.transitions import ANY, transitions, without_idle_tapes
from turingrad.errors import CertificateError
from turingrad.machine.processor import processor_machine, program_tapes
from turingrad.machine.processor.clock import InstructionClock, steps_of
from turingrad.machine.program import Program
from turingrad.machine.program import run as program_run
from turingrad.machine.program.encode import encode

WORDS = (
    encode("addi", rd=17, imm=64), encode("addi", rd=10, imm=72), encode("ecall"), encode("lw", rd=1, imm=2),
)  # fmt: skip
TRAPS = Program(b"".join(word.to_bytes(4, "little") for word in WORDS), ram=64)


@pytest.mark.slow
def test_a_program_in_lockstep_to_its_trap() -> None:
    run = tg.run(TRAPS, on="transformer")
    assert (run.executor, run.steps) == ("packed", 3)
    assert run.configuration == program_run.run(TRAPS).configuration
    assert run.details["units"] == 639
    assert run.details["steps_compiled_for"] == steps_of(program_tapes(TRAPS), b"", 10)


def test_rules_that_differ_in_idle_tapes_are_one_unit() -> None:
    machine = processor_machine()
    table = transitions(machine)
    assert table.units == 639
    covered = 0
    for read in table.read[:-1]:
        covered += 3 ** int((read == ANY).sum())
    assert covered == len(machine.rules)
    alone = without_idle_tapes([], 3, table.state, table.next, table.read, table.write, table.move)
    assert len(alone[0]) == table.units


def test_a_state_that_is_not_the_machines_is_an_error() -> None:
    tapes = program_tapes(TRAPS)

    class Stuck:
        network = type("Network", (), {"machine": tapes.machine})
        state = 0

        def advance(self, steps: int) -> None: ...

    with pytest.raises(CertificateError, match="the transformer is in state 'start'"):
        DecodedInstructions(Stuck(), InstructionClock(tapes)).run_instruction()


def test_the_clock_ends_at_a_trap() -> None:
    clock = InstructionClock(program_tapes(TRAPS))
    assert [clock.run_instruction() for _ in range(6)] == [True, True, True, True, False, False]
    found = program_tapes(TRAPS).decode(clock.tape_configuration(), 3)
    assert found == program_run.run(TRAPS).configuration


@pytest.mark.slow
def test_fib_to_its_halt() -> None:
    run = tg.run("fib", on="transformer")
    fib = tg.library.load("fib")
    assert run.configuration == program_run.run(replace(fib, ram=run.details["ram"])).configuration
    assert run.details["parameters"] < 1 << 30


def test_the_convolution_refuses_programs_with_the_count() -> None:
    with pytest.raises(tg.MachineError, match="more than 500,000 rules"):
        tg.run(TRAPS, on="rcnn")
