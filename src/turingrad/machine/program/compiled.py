"""The compiled interpreter: the kernel with its arrays, and configurations made from them.

It can note what each instruction wrote, for executors that make tokens of a run.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad._support.arrays import U8, U32
from turingrad.machine.program.interpreter import fault, trap_at
from turingrad.machine.program.kernel import CODE, PC, TAKEN, WRITTEN, advance_program, decode_code
from turingrad.machine.program.memory import PAGE, Memory
from turingrad.machine.program.program import Program, ProgramConfiguration

OUTPUT_CHUNK = 1 << 16  # bytes of output between two looks at the buffer


@dataclass(frozen=True)
class Effects:
    """What consecutive instructions wrote, one entry each.

    `kinds` is NOTHING (branches, `fence`, exits, writes to x0), REGISTER, WORD (a store: the whole word after it) or
    OUTPUT; `places` the register's number or the word's address; `values` the new value or the byte. `pcs` are the
    addresses of the instructions.
    """

    pcs: U32
    kinds: U8
    places: U32
    values: U32

    def __len__(self) -> int:
        return len(self.pcs)


class CompiledProgram:
    """A program in the middle of a run. All state is in arrays, so that an interrupt between two calls of the kernel
    finds it whole."""

    def __init__(self, program: Program, given: bytes | str = b"") -> None:
        self.program, self.table = program, decode_code(program)
        self.ram = np.frombuffer(program.memory(given), dtype=np.uint8)
        self.words = self.ram.view("<i4")
        self.x = np.array((*program.initial_registers(), 0), dtype=np.uint32).view(np.int32)
        self.state = np.array([program.entry, 0, -1, 0], dtype=np.int64)
        self.stored = np.zeros(-(-program.ram // PAGE), dtype=np.uint8)
        self.buffer = np.empty(OUTPUT_CHUNK, dtype=np.uint8)
        self.chunks: list[bytes] = []
        self.kept = Memory.of(self.ram.tobytes())
        self.advance(0)  # the kernel is loaded, or compiled, before a clock runs

    @property
    def exit_code(self) -> int | None:
        code = int(self.state[CODE])
        return None if code < 0 else code

    def registers(self) -> tuple[int, ...]:
        return tuple(self.x[:32].view(np.uint32).tolist())

    def halted(self) -> bool:
        return self.exit_code is not None or fault(self.program, int(self.state[PC]), self.registers()) is not None

    def advance(self, steps: int) -> int:
        return self.kernel(steps, NO_EFFECTS, False)

    def record(self, steps: int) -> Effects:
        """Takes at most `steps` steps and returns what each of them wrote."""
        effects = empty_effects(steps)
        taken = self.kernel(steps, effects, True)
        return Effects(effects.pcs[:taken], effects.kinds[:taken], effects.places[:taken], effects.values[:taken])

    def kernel(self, steps: int, effects: Effects, recording: bool) -> int:
        """The kernel until it has taken `steps` steps or stops, with the output taken out whenever it is full."""
        done = 0
        while self.exit_code is None:
            before = int(self.state[TAKEN])
            notes = (effects.kinds[done:], effects.pcs[done:], effects.places[done:], effects.values[done:])
            arrays = (self.table, self.x, self.ram, self.words, self.stored, self.buffer, self.state)
            advance_program(*arrays, steps - done, recording, *notes)
            done += int(self.state[TAKEN]) - before
            full = int(self.state[WRITTEN]) == OUTPUT_CHUNK
            self.drain()
            if not full or done == steps:
                break
        return done

    def drain(self) -> None:
        written = int(self.state[WRITTEN])
        if written:
            self.chunks.append(self.buffer[:written].tobytes())
            self.state[WRITTEN] = 0

    def output(self) -> bytes:
        """All that was written so far: one object until more is."""
        if len(self.chunks) > 1:
            self.chunks = [b"".join(self.chunks)]
        return self.chunks[0] if self.chunks else b""

    def memory(self) -> Memory:
        """RAM as it is now: only pages that were stored to since the last time are copied."""
        changed = np.flatnonzero(self.stored).tolist()
        self.kept = self.kept.with_pages({n: self.ram[n * PAGE : (n + 1) * PAGE].tobytes() for n in changed})
        self.stored[:] = 0
        return self.kept

    def configuration(self) -> ProgramConfiguration:
        pc, step, registers = int(self.state[PC]), int(self.state[TAKEN]), self.registers()
        trap = None if self.exit_code is not None else trap_at(self.program, pc, registers)
        return ProgramConfiguration(step, pc, registers, self.memory(), self.output(), self.exit_code, trap)


def empty_effects(size: int) -> Effects:
    """Room for what `size` instructions write."""
    pcs, places, values = np.zeros((3, size), dtype=np.uint32)
    return Effects(pcs, np.zeros(size, dtype=np.uint8), places, values)


NO_EFFECTS = empty_effects(0)
