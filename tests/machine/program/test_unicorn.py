"""Every instruction against an independent emulator (unicorn: QEMU's RISC-V), with random and edge operands."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator

import numpy as np
import pytest

from turingrad.machine.program import Instruction, Program, encode
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.machine.program.draws import EDGES
from turingrad.machine.program.encode import IMMEDIATES
from turingrad.machine.program.instructions import BRANCHES, FORMS, LOADS, STORES
from turingrad.machine.program.interpreter import PythonProgram

try:
    import unicorn
    from unicorn import riscv_const
except ImportError:  # pragma: no cover - the set-up of the tests installs it
    if os.environ.get("CI"):
        raise
    pytest.skip("unicorn is not installed", allow_module_level=True)

RAM, AT, DATA = 4096, 1024, 2048  # bytes of memory; the instruction's address; where accesses are around
NAMES = [name for name in FORMS if FORMS[name].layout not in ("system", "fence")]
TRIES = 60


class Emulator:
    """unicorn with the machine's memory."""

    def __init__(self) -> None:
        self.emulator = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
        self.emulator.mem_map(0, RAM)
        self.numbers = [getattr(riscv_const, f"UC_RISCV_REG_X{number}") for number in range(32)]

    def step(self, word: int, registers: list[int], memory: bytes) -> tuple[int, list[int], bytes]:
        """The pc, the registers and the memory after one instruction."""
        self.emulator.mem_write(0, memory)
        self.emulator.mem_write(AT, struct.pack("<I", word))
        self.emulator.ctl_remove_cache(AT, AT + 4)
        for number, value in zip(self.numbers[1:], registers[1:], strict=True):
            self.emulator.reg_write(number, value)
        try:
            self.emulator.emu_start(AT, 0xFFFF_FFF0, count=1)
        except unicorn.UcError as error:  # a jump to an address without memory is taken all the same
            if error.errno != unicorn.UC_ERR_FETCH_UNMAPPED:
                raise
        read = [self.emulator.reg_read(number) & 0xFFFFFFFF for number in self.numbers]
        pc = self.emulator.reg_read(riscv_const.UC_RISCV_REG_PC) & 0xFFFFFFFF
        return pc, read, bytes(self.emulator.mem_read(0, RAM))


def drawn(name: str, rng: np.random.Generator) -> tuple[Instruction, list[int]]:
    """An instruction and registers that do not trap."""
    registers = [0, *(int(value) for value in rng.choice(EDGES, 31))]
    for number in rng.integers(1, 32, 16):
        registers[int(number)] = int(rng.integers(1 << 32))
    rd, rs1, rs2 = (int(number) for number in rng.integers(0, 32, 3))
    if rng.random() < 0.2:
        rs2 = rs1
    least, most, _ = IMMEDIATES.get(FORMS[name].layout, (0, 0, 1))
    imm = int(rng.choice((least, most, 0))) if rng.random() < 0.2 else int(rng.integers(least, most, endpoint=True))
    if name in BRANCHES or name == "jal":
        imm = int(rng.integers(-AT // 4, (RAM - AT) // 4)) * 4
    if name in LOADS or name in STORES:
        rs1 = rs1 or 5
        address = DATA + int(rng.integers(256)) * (LOADS.get(name) or STORES[name])
        registers[rs1] = (address - imm) & 0xFFFFFFFF
    if name == "jalr":
        rs1 = rs1 or 5
        registers[rs1] = (4 * int(rng.integers(RAM // 4)) + int(rng.integers(2)) - imm) & 0xFFFFFFFF
    return Instruction(name, rd, rs1, rs2, imm), registers


def cases(name: str) -> Iterator[tuple[int, list[int], bytes]]:
    rng = np.random.default_rng(NAMES.index(name))
    for _ in range(TRIES):
        do, registers = drawn(name, rng)
        yield encode(name, rd=do.rd, rs1=do.rs1, rs2=do.rs2, imm=do.imm), registers, rng.bytes(RAM)


@pytest.fixture(scope="module")
def emulator() -> Emulator:
    return Emulator()


@pytest.mark.parametrize("name", NAMES)
def test_an_instruction_does_what_the_emulator_does(name: str, emulator: Emulator) -> None:
    for word, registers, memory in cases(name):
        image = memory[:AT] + struct.pack("<I", word) + memory[AT + 4 :]
        program = Program(image, entry=AT, code=AT + 4, ram=RAM)
        expected = emulator.step(word, registers, memory)
        plain = PythonProgram(program)
        plain.x[:] = registers
        assert plain.advance(1) == 1
        assert (plain.pc, plain.x, bytes(plain.ram)) == expected
        fast = CompiledProgram(program)
        fast.x[:32] = np.array(registers, dtype=np.uint32).view(np.int32)
        assert fast.advance(1) == 1
        last = fast.configuration()
        assert (last.pc, list(last.registers), bytes(last.memory)) == expected
