"""The definition of the machine: RV32I in plain Python, to be read beside the RISC-V manual (volume I, chapter 2).

What the manual leaves to the environment is the program contract: system calls 93 (exit) and 64 (write a byte),
`ebreak` halts with code 0, `fence` does nothing. An instruction that traps changes nothing and is not a step.
"""

from __future__ import annotations

from collections.abc import Callable

from turingrad.machine.program.disassemble import disassemble
from turingrad.machine.program.encode import Instruction, decode, sign_extend
from turingrad.machine.program.instructions import A0, A7, BRANCHES, EXIT, LOADS, STORES, WRITE
from turingrad.machine.program.memory import PAGE, Memory
from turingrad.machine.program.program import Program, ProgramConfiguration

MASK = 0xFFFF_FFFF

ARITHMETIC: dict[str, Callable[[int, int], int]] = {  # of two unsigned 32-bit numbers, taken modulo 2^32
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "sll": lambda a, b: a << (b & 31),
    "slt": lambda a, b: int(sign_extend(a, 32) < sign_extend(b, 32)),
    "sltu": lambda a, b: int(a < b),
    "xor": lambda a, b: a ^ b,
    "srl": lambda a, b: a >> (b & 31),
    "sra": lambda a, b: sign_extend(a, 32) >> (b & 31),
    "or": lambda a, b: a | b,
    "and": lambda a, b: a & b,
}
IMMEDIATE = {"addi": "add", "slti": "slt", "sltiu": "sltu", "xori": "xor", "ori": "or", "andi": "and"}
IMMEDIATE |= {"slli": "sll", "srli": "srl", "srai": "sra"}
TAKEN: dict[str, Callable[[int, int], bool]] = {
    "beq": lambda a, b: a == b,
    "bne": lambda a, b: a != b,
    "blt": lambda a, b: sign_extend(a, 32) < sign_extend(b, 32),
    "bge": lambda a, b: sign_extend(a, 32) >= sign_extend(b, 32),
    "bltu": lambda a, b: a < b,
    "bgeu": lambda a, b: a >= b,
}


def instruction_at(program: Program, pc: int) -> Instruction | None:
    """The instruction at an address; None if nothing can be executed there."""
    return decode(program.words[pc // 4]) if pc < program.code else None


def target_of(do: Instruction, pc: int, x: tuple[int, ...] | list[int]) -> int:
    """Where the instruction at `pc` goes on, with the registers `x`."""
    if do.name == "jal" or (do.name in BRANCHES and TAKEN[do.name](x[do.rs1], x[do.rs2])):
        return (pc + do.imm) & MASK
    if do.name == "jalr":
        return (x[do.rs1] + do.imm) & MASK & ~1
    return (pc + 4) & MASK


def trap_at(program: Program, pc: int, x: tuple[int, ...] | list[int]) -> str | None:
    """Why the instruction at `pc` cannot be executed with the registers `x`, or None if it can."""
    reason = fault(program, pc, x)
    if reason is None:
        return None
    inside = pc < program.code
    return f"pc {pc:#06x}: {f'{disassemble(program.words[pc // 4], pc)}: ' if inside else ''}{reason}"


def fault(program: Program, pc: int, x: tuple[int, ...] | list[int]) -> str | None:
    """The reason of a trap, without its place."""
    if pc >= program.code:
        return f"jump outside of the code, which ends at {program.code:#x}"
    do = instruction_at(program, pc)
    if do is None:
        return "not an RV32I instruction"
    if do.name == "ecall" and x[A7] not in (EXIT, WRITE):
        return f"unknown system call {x[A7]} in a7; known: {EXIT} (exit), {WRITE} (write a byte)"
    if do.name in LOADS or do.name in STORES:
        address, size = (x[do.rs1] + do.imm) & MASK, LOADS.get(do.name) or STORES[do.name]
        if address % size:
            return f"misaligned access: {address:#x} is not a multiple of {size}"
        if address >= program.ram:
            return f"access at {address:#x}, outside of the {program.ram:#x} bytes of RAM"
        if do.name in STORES and address < program.code:
            return f"store into the code at {address:#x}"
    target = target_of(do, pc, x)
    if target % 4:
        return f"jump to {target:#x}, which is not a multiple of 4"
    return None


class PythonProgram:
    """A program in the middle of a run."""

    def __init__(self, program: Program, given: bytes | str = b"") -> None:
        self.program, self.step, self.pc = program, 0, program.entry
        self.x = list(program.initial_registers())
        self.ram = program.memory(given)
        self.output = bytearray()
        self.exit_code: int | None = None
        self.kept, self.stored = Memory.of(bytes(self.ram)), set[int]()

    def halted(self) -> bool:
        return self.exit_code is not None or fault(self.program, self.pc, self.x) is not None

    def advance(self, steps: int) -> int:
        for taken in range(steps):
            if self.halted():
                return taken
            do = instruction_at(self.program, self.pc)
            assert do is not None
            self.execute(do)
            self.step += 1
        return steps

    def execute(self, do: Instruction) -> None:
        """One instruction that does not trap."""
        x, pc, name = self.x, self.pc, do.name
        a, b, address = x[do.rs1], x[do.rs2], (x[do.rs1] + do.imm) & MASK
        self.pc = target_of(do, pc, x)
        if name in ARITHMETIC:
            x[do.rd] = ARITHMETIC[name](a, b) & MASK
        elif name in IMMEDIATE:
            x[do.rd] = ARITHMETIC[IMMEDIATE[name]](a, do.imm & MASK) & MASK
        elif name == "lui":
            x[do.rd] = do.imm << 12
        elif name == "auipc":
            x[do.rd] = (pc + (do.imm << 12)) & MASK
        elif name in ("jal", "jalr"):
            x[do.rd] = (pc + 4) & MASK
        elif name in LOADS:
            value = int.from_bytes(self.ram[address : address + LOADS[name]], "little")
            x[do.rd] = value if name in ("lbu", "lhu", "lw") else sign_extend(value, 8 * LOADS[name]) & MASK
        elif name in STORES:
            self.ram[address : address + STORES[name]] = b.to_bytes(4, "little")[: STORES[name]]
            self.stored.add(address // PAGE)
        elif name == "ebreak":
            self.exit_code, self.pc = 0, pc
        elif name == "ecall" and x[A7] == EXIT:
            self.exit_code, self.pc = x[A0] & 0xFF, pc
        elif name == "ecall":
            self.output.append(x[A0] & 0xFF)
        x[0] = 0

    def configuration(self) -> ProgramConfiguration:
        self.kept = self.kept.with_pages({n: bytes(self.ram[n * PAGE : (n + 1) * PAGE]) for n in self.stored})
        self.stored.clear()
        trap = None if self.exit_code is not None else trap_at(self.program, self.pc, self.x)
        return ProgramConfiguration(
            self.step, self.pc, tuple(self.x), self.kept, bytes(self.output), self.exit_code, trap
        )
