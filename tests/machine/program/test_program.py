"""Programs as values, and what happens at the edges of the contract."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from turingrad.errors import InputError, MachineError
from turingrad.machine.program import Program, ProgramConfiguration, assemble
from turingrad.machine.program.run import run, trace

NOP = bytes.fromhex("13000000")


def last(source: str, given: bytes | str = b"") -> ProgramConfiguration:
    """The last configuration, the same by both interpreters."""
    program = assemble(source)
    plain = run(program, given, executor="python")
    compiled = run(program, given)
    assert plain.configuration == compiled.configuration
    assert plain.halted
    assert compiled.halted
    assert plain.stopped == compiled.stopped == "halt"
    return plain.configuration


def test_a_program_is_a_value() -> None:
    one, other = Program(NOP * 2, name="a", symbols=(("x", 0),)), Program(bytearray(NOP * 2), name="b", lines=[(0, 1)])
    assert one == other
    assert hash(one) == hash(other)
    assert one != replace(one, ram=1 << 17)
    assert repr(one) == "Program('a', 2 instructions, 0 bytes of data, 65,536 bytes of RAM)"
    assert "addi zero, zero, 0" in one._repr_html_()
    assert (one.code, one.words) == (8, (0x13, 0x13))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"image": b""}, "the code must be a multiple of 4"),
        ({"code": 6}, "the code must be a multiple of 4"),
        ({"code": 12}, "the code must be a multiple of 4 from 4 to the image's 8 bytes, not 12"),
        ({"entry": 8}, "the entry must be a multiple of 4 below"),
        ({"entry": 2}, "the entry must be a multiple of 4 below"),
        ({"ram": 4}, "the RAM of a program"),
        ({"ram": 40}, "a multiple of 16"),
        ({"ram": 1 << 40}, "the RAM of a program"),
        ({"image": NOP * 100, "ram": 64}, "the image of 400 bytes does not fit into 64 bytes of RAM"),
        ({"input_at": 4}, "the input must go to a multiple of 4"),
        ({"input_at": 10}, "the input must go to a multiple of 4"),
        ({"input_at": 65536}, "the input must go to a multiple of 4"),
        ({"image": "text"}, "image must be bytes"),
        ({"symbols": (("", 0),)}, "a symbol must be a name"),
    ],
)
def test_what_does_not_fit_together_is_refused(fields: dict[str, object], message: str) -> None:
    with pytest.raises(MachineError, match=re.escape(message)):
        Program(**{"image": NOP * 2, **fields})  # type: ignore[arg-type]


def test_input_is_a_count_and_bytes() -> None:
    program = Program(NOP * 2, input_at=8, ram=64)
    assert program.memory("hé")[8:16] == b"\x03\0\0\0h\xc3\xa9\0"
    assert bytes(program.memory(bytes(52))) == NOP * 2 + b"\x34\0\0\0" + bytes(52)
    with pytest.raises(InputError, match="53 bytes of input do not fit: 52 bytes of the 64 bytes of RAM are free"):
        program.memory(bytes(53))
    with pytest.raises(InputError, match="takes no input, but 1 bytes"):
        Program(NOP).memory(b"x")
    with pytest.raises(InputError, match="bytes or a string"):
        program.memory([1, 2])  # type: ignore[arg-type]


def test_the_start() -> None:
    first = next(trace(Program(NOP * 4, entry=4, ram=256)))
    assert (first.step, first.pc, first.output, first.exit_code, first.trap) == (0, 4, b"", None, None)
    assert first.registers == (0, 0, 256, *[0] * 29)


def test_exit_is_a_step_and_gives_the_low_byte() -> None:
    end = last("li a0, 0x1ff; li a7, 93; ecall")
    assert (end.step, end.pc, end.exit_code, end.trap) == (3, 8, 255, None)
    end = last("li a0, 5; ebreak")
    assert (end.step, end.exit_code) == (2, 0)


def test_output_is_the_low_byte() -> None:
    assert last("li a7, 64; li a0, 0x141; ecall; li a0, -1; ecall; ebreak").output == b"A\xff"


TRAPS = {
    "nop; .word 0": (1, "pc 0x0004: .word 0x00000000: not an RV32I instruction"),
    "nop": (1, "pc 0x0004: jump outside of the code, which ends at 0x4"),
    "j 0x100": (1, "pc 0x0100: jump outside of the code, which ends at 0x4"),
    "li t0, 2; jr t0": (1, "pc 0x0004: jalr zero, 0(t0): jump to 0x2, which is not a multiple of 4"),
    "li a7, 1; ecall": (1, "pc 0x0004: ecall: unknown system call 1 in a7; known: 93 (exit), 64 (write a byte)"),
    "lw a0, 2(zero)": (0, "pc 0x0000: lw a0, 2(zero): misaligned access: 0x2 is not a multiple of 4"),
    "lhu a0, 1(zero)": (0, "pc 0x0000: lhu a0, 1(zero): misaligned access: 0x1 is not a multiple of 2"),
    "sh a0, -1(sp)": (0, "pc 0x0000: sh a0, -1(sp): misaligned access: 0xffff is not a multiple of 2"),
    "lb a0, 0(sp)": (0, "pc 0x0000: lb a0, 0(sp): access at 0x10000, outside of the 0x10000 bytes of RAM"),
    "sw a0, -4(zero)": (0, "pc 0x0000: sw a0, -4(zero): access at 0xfffffffc, outside of the 0x10000 bytes of RAM"),
    "nop; sb a0, 7(zero)": (1, "pc 0x0004: sb a0, 7(zero): store into the code at 0x7"),
}


@pytest.mark.parametrize("source", TRAPS)
def test_traps_name_the_place_and_change_nothing(source: str) -> None:
    steps, trap = TRAPS[source]
    end = last(source)
    assert (end.step, end.trap, end.exit_code) == (steps, trap, None)
    assert end.registers[10] == 0


def test_a_branch_traps_only_if_it_is_taken_to_a_bad_address() -> None:
    taken, other = "beq zero, zero, 0x6", "bne zero, zero, 0x6"
    assert "not a multiple of 4" in str(last(f"{taken}; ebreak").trap)
    assert last(f"{other}; ebreak").exit_code == 0


def test_the_link_of_a_jump_that_traps_is_not_written() -> None:
    assert last("li t0, 2; jalr ra, 0(t0)").registers[1] == 0


def test_x0_stays_zero_and_data_may_be_stored() -> None:
    end = last("li zero, 5; lw zero, 0(zero); la a0, d; sb a0, 3(a0); lw a1, (a0); ebreak; .data; d: .word 0x11223344")
    assert end.registers[0] == 0
    assert end.registers[11] == end.registers[10] << 24 & 0xFF000000 | 0x223344


def test_a_run_that_does_not_end_stops_at_the_limit() -> None:
    result = run(assemble("1: j 1b"), max_steps=1000)
    assert (result.steps, result.halted, result.stopped) == (1000, False, "steps")


def test_memory_reads_like_bytes() -> None:
    memory = last("li a0, 0x12345678; sw a0, -2000(sp); ebreak").memory
    content = bytes(memory)
    assert len(memory) == len(content) == 1 << 16
    place = (1 << 16) - 2000
    assert memory.word(place) == 0x12345678
    for start, stop in ((0, 10), (place - 1, place + 3), (1000, 5000), (-4, None), (5, 5)):
        assert memory[start:stop] == content[start:stop]
    assert memory[::512] == content[::512]
    assert memory[-1] == content[-1]
    with pytest.raises(IndexError, match="outside"):
        memory[1 << 16]


def test_an_unknown_executor_is_refused() -> None:
    with pytest.raises(InputError, match="no reference executor 'fast'"):
        run(assemble("ebreak"), executor="fast")
