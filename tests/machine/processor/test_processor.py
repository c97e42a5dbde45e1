"""The processor machine, instruction by instruction beside the interpreter of programs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from turingrad import library
from turingrad.errors import LimitError
from turingrad.machine.lower import ProgramLowering, compose, without_stay
from turingrad.machine.processor import ENDS, processor_machine, program_tapes
from turingrad.machine.processor.machine import BEFORE, BEHIND, TRAP
from turingrad.machine.processor.tapes import BLANK, READY
from turingrad.machine.program import Program, ProgramConfiguration
from turingrad.machine.program.draws import draw_machine
from turingrad.machine.program.encode import encode
from turingrad.machine.program.interpreter import PythonProgram
from turingrad.machine.tape.run import PythonTape, run, trace


def next_instruction(tape: PythonTape, tapes: ProgramLowering, step: int) -> ProgramConfiguration | None:
    """On to the start of an instruction, or to the end."""
    while not tape.halted() and not (tape.state == READY and tape.reads()[0] == BLANK):
        tape.advance(1)
    return tapes.decode(tape.configuration(), step)


def require_lockstep(program: Program, given: bytes = b"", instructions: int = 60) -> ProgramConfiguration:
    tapes, reference = program_tapes(program), PythonProgram(program, given)
    tape = PythonTape(processor_machine(), tapes.encode_input(given))
    for _ in range(instructions):
        expected = reference.configuration()
        assert next_instruction(tape, tapes, reference.step) == expected
        if reference.halted():
            break
        reference.advance(1)
        tape.advance(1)
    if expected.trap is not None:  # the machine must find that out by itself, and change nothing
        while tape.advance(1):
            pass
        assert tape.state in (TRAP, BEFORE, BEHIND)
        assert tapes.decode(tape.configuration(), reference.step) == expected
    return expected


def program(*words: int, ram: int = 64, data: bytes = b"") -> Program:
    return Program(b"".join(word.to_bytes(4, "little") for word in words) + data, code=4 * len(words), ram=ram)


@pytest.mark.parametrize("seed", range(2))
def test_random_programs_in_lockstep(seed: int) -> None:
    require_lockstep(replace(draw_machine(Random(seed)), ram=1024), instructions=75)


@pytest.mark.slow
def test_more_random_programs_in_lockstep() -> None:
    ends = set()
    for seed in range(2, 120):
        last = require_lockstep(replace(draw_machine(Random(seed)), ram=1024), instructions=100)
        ends.add((last.exit_code is not None, (last.trap or "").split(":")[-1][:12]))
    assert len(ends) > 5


def test_jumps_out_of_the_code_on_either_side_and_off_its_end() -> None:
    away = program(encode("addi", rd=1, imm=-64), encode("jalr", rd=2, rs1=1))
    assert require_lockstep(away).pc == 0xFFFF_FFC0
    far = program(encode("addi", rd=1, imm=64), encode("jalr", rd=2, rs1=1, imm=1))
    assert require_lockstep(far).pc == 64
    assert require_lockstep(program(encode("jal", rd=0, imm=-8))).pc == 0xFFFF_FFF8
    assert require_lockstep(program(encode("jal", rd=0, imm=40))).pc == 40
    assert require_lockstep(program(encode("fence"))).pc == 4
    misaligned = require_lockstep(program(encode("jal", rd=1, imm=2)))
    assert "not a multiple of 4" in str(misaligned.trap)
    assert require_lockstep(program(encode("beq", imm=6))).trap is not None
    assert require_lockstep(program(encode("addi", rd=1, imm=2), encode("jalr", rs1=1))).trap is not None


def test_stores_into_code_and_outside_of_memory_trap() -> None:
    for do in (
        encode("sw", rs1=0, rs2=1), encode("sb", rs1=0, rs2=1, imm=64), encode("lw", rd=1, imm=-4),
        encode("lw", rd=1, imm=2), encode("sh", rs2=1, imm=61), encode("lb", rd=1, imm=64), 0xFFFF_FFFF,
        encode("ecall"),
    ):  # fmt: skip
        last = require_lockstep(program(do))
        assert last.trap is not None
        assert last.step == 0


def test_the_halves_and_bytes_of_a_word() -> None:
    words = [encode("addi", rd=5, imm=-91)]
    words += [encode(name, rs2=5, imm=at) for name, at in (("sb", 52), ("sb", 55), ("sh", 58), ("sw", 60))]
    loads = (("lb", 55), ("lbu", 55), ("lh", 58), ("lhu", 58), ("lw", 52), ("lb", 53))
    words += [encode(name, rd=10 + i, imm=at) for i, (name, at) in enumerate(loads)]
    require_lockstep(program(*words, encode("ebreak"), ram=64))


def test_comparisons_of_numbers_far_apart() -> None:
    words = [encode("lui", rd=5, imm=0x80000), encode("addi", rd=6, imm=1), encode("addi", rd=7, imm=-1)]
    for number, (name, a, b) in enumerate(
        (name, a, b) for name in ("slt", "sltu") for a, b in ((5, 6), (6, 5), (5, 7), (7, 6), (6, 6))
    ):
        words.append(encode(name, rd=8 + number, rs1=a, rs2=b))
    words += [encode("slti", rd=20, rs1=5, imm=3), encode("sltiu", rd=21, rs1=5, imm=3), encode("ebreak")]
    require_lockstep(program(*words))


def test_a_trace_of_the_machine_is_the_programs() -> None:
    small = program(encode("addi", rd=10, imm=7), encode("add", rd=11, rs1=10, rs2=10), encode("ebreak"))
    tapes = program_tapes(small)
    found = list(tapes.translate(trace(tapes.machine, tapes.encode_input())))
    assert [each.pc for each in found] == [0, 4, 8, 8]
    assert (found[-1].exit_code, found[-1].registers[11], found[-1].step) == (0, 14, 3)
    middle = PythonTape(tapes.machine, tapes.encode_input())
    middle.advance(1)
    assert tapes.decode(middle.configuration()) is None
    assert "exit" in ENDS


def test_the_lowering_composes_with_others() -> None:
    small = program(encode("addi", rd=10, imm=7), encode("sub", rd=11, rs1=10, rs2=10), encode("ebreak"))
    first = program_tapes(small)
    both = compose(first, without_stay(first.machine))
    assert both.name == "program_tapes, without_stay"
    found = list(both.translate(trace(both.machine, both.encode_input())))
    reference = PythonProgram(small)
    for each in found[:-1]:
        assert each == reference.configuration()
        reference.advance(1)
    assert found[-1] == reference.configuration()
    assert found[-1].exit_code == 0


def test_fib_writes_what_it_writes_and_the_machine_is_small() -> None:
    machine = processor_machine()
    assert (len(machine.states), len(machine.rules), machine.tapes) == (228, 2540, 6)
    fib = library.load("fib")
    assert isinstance(fib, Program)
    tapes = program_tapes(replace(fib, ram=1024))
    found = run(machine, tapes.encode_input(), max_steps=1_000_000)
    last = tapes.decode(found.configuration)
    assert last is not None
    assert last.output == b"0 1 1 2 3 5 8 13 21 34 55 89 \n"
    assert found.steps == 682_736


def test_a_program_with_too_much_memory_is_refused_with_its_size() -> None:
    with pytest.raises(LimitError, match="1,114,112 cells"):
        program_tapes(Program(b"\x13\0\0\0", ram=1 << 17))
