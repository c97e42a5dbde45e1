"""The way back: from tokens to configurations.

Tokens say pc, values, output and exit codes; which register or word a value goes to follows from the instruction at pc,
as the network's last token of a record works it out, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from turingrad._support.arrays import I32, I64, U8, U32
from turingrad._support.jit import njit
from turingrad.constructions.decoder.processor.tokens import HALT_ID, PAGE, TRAP_ID, ProcessorVocabulary
from turingrad.machine.program import Memory, Program, ProgramConfiguration
from turingrad.machine.program.interpreter import instruction_at, target_of, trap_at
from turingrad.machine.program.memory import PAGE as MEMORY_PAGE

# The state of a playback: address, steps, exit code or -1, how it ended; the word or register that the next value goes
# to, and the value so far; the page of the prompt; the register that was written last, and what it held before.
PC, STEPS, CODE, ENDED, GOAL, VALUE, PROMPT_PAGE, LAST, BEFORE, WRITTEN, RUNNING = range(11)
GOING, HALTED, TRAPPED, OUTSIDE = range(4)
NO_GOAL, MEMORY_GOAL = -1, 64  # registers are goals 0 to 31, words of memory 64 and up
PAGE_WORDS = MEMORY_PAGE // 4


@njit(cache=True, nogil=True)
def goal_of(word: Any, x: U32) -> Any:
    """Where the value of an instruction's record goes."""
    opcode = word & 0x7F
    if opcode == 0x23:
        imm = (word >> 25 << 5 | word >> 7 & 31) ^ 0x800
        address = (np.int64(x[word >> 15 & 31]) + imm - 0x800) & 0xFFFFFFFF
        return MEMORY_GOAL + (address >> 2)
    return word >> 7 & 31


@njit(cache=True, nogil=True)
def follow(tokens: I32, starts: I64, words: U32, x: U32, stored: U8, output: U8, state: I64) -> int:
    """Follows tokens up to the first that ends the run, or that begins an instruction outside: how many it took."""
    byte, out, leaving, register, code, page, outside, first = starts
    for at in range(len(tokens)):
        token = np.int64(tokens[at])
        if token >= first:
            state[STEPS] += state[RUNNING]
            state[RUNNING], state[PC] = 1, 4 * (token - first)
            state[GOAL] = goal_of(np.int64(words[token - first]), x) if token - first < len(words) else NO_GOAL
        elif token == outside:
            state[STEPS] += state[RUNNING]
            state[ENDED] = OUTSIDE
            return at + 1
        elif token >= page:
            state[PROMPT_PAGE] = token - page
        elif token >= code:
            word = (token - code) % PAGE + state[PROMPT_PAGE] * PAGE  # code and data: one range of 64 each
            state[GOAL] = MEMORY_GOAL + word
        elif token >= register:
            state[GOAL] = token - register
        elif token >= leaving:
            state[CODE] = token - leaving
            state[STEPS] += 1
        elif token >= out:
            output[state[WRITTEN]] = token - out
            state[WRITTEN] += 1
        elif token >= byte:
            kind, value = (token - byte) // 256, (token - byte) % 256
            place = 3 if kind == 9 else kind // 3
            if place == 0:
                state[VALUE] = 0
            state[VALUE] |= value << 8 * place
            if kind == 9 or kind % 3:
                if kind != 9 and kind % 3 == 2:
                    state[VALUE] |= 0xFFFFFFFF ^ ((1 << 8 * (place + 1)) - 1)
                goal = state[GOAL]
                if goal >= MEMORY_GOAL and goal - MEMORY_GOAL < len(words):
                    words[goal - MEMORY_GOAL] = state[VALUE]
                    stored[(goal - MEMORY_GOAL) // PAGE_WORDS] = 1
                elif 0 < goal < 32:
                    state[LAST], state[BEFORE] = goal, x[goal]
                    x[goal] = state[VALUE]
        elif token in (HALT_ID, TRAP_ID):
            state[ENDED] = HALTED if token == HALT_ID else TRAPPED
            return at + 1
    return len(tokens)


class ProgramPlayback:
    """Follows a run, prompt included."""

    def __init__(self, vocabulary: ProcessorVocabulary, program: Program) -> None:
        v = self.vocabulary = vocabulary
        self.program = program
        self.words = np.zeros(program.ram // 4, dtype=np.uint32)
        self.x = np.zeros(32, dtype=np.uint32)
        self.state = np.zeros(RUNNING + 1, dtype=np.int64)
        self.state[[CODE, GOAL]] = -1
        self.stored = np.zeros(-(-program.ram // MEMORY_PAGE), dtype=np.uint8)
        self.chunks: list[bytes] = []
        self.kept = Memory.of(bytes(program.ram))
        self.starts = np.array([v.byte, v.out, v.exit, v.register, v.code, v.page, v.outside, v.pc], dtype=np.int64)

    def follow(self, tokens: Sequence[int] | I32) -> None:
        """Go on by these tokens; what follows an end is not followed."""
        given = np.asarray(tokens, dtype=np.int32)
        while len(given) and self.state[ENDED] in (GOING, OUTSIDE):
            output = np.empty(len(given), dtype=np.uint8)
            taken = int(follow(given, self.starts, self.words, self.x, self.stored, output, self.state))
            if self.state[WRITTEN]:
                self.chunks.append(output[: self.state[WRITTEN]].tobytes())
                self.state[WRITTEN] = 0
            given = given[taken:]
            if self.state[ENDED] == OUTSIDE:
                self.leave()

    def leave(self) -> None:
        """The address that has no token: the target of the last instruction, with the registers as it found them."""
        x, pc = self.x.tolist(), int(self.state[PC])
        do = instruction_at(self.program, pc)
        if do is not None:
            if do.rd and do.rd == self.state[LAST] and do.name == "jalr":
                x[do.rd] = int(self.state[BEFORE])
            self.state[PC] = target_of(do, pc, x)
        self.state[[GOAL, ENDED]] = NO_GOAL, GOING

    @property
    def step(self) -> int:
        return int(self.state[STEPS])

    @property
    def ended(self) -> str | None:
        """`halt` or `trap` after the token that ends a run."""
        return {HALTED: "halt", TRAPPED: "trap"}.get(int(self.state[ENDED]))

    def output(self) -> bytes:
        self.chunks = [b"".join(self.chunks)]
        return self.chunks[0]

    def memory(self) -> Memory:
        changed = np.flatnonzero(self.stored).tolist()
        pages = {n: self.words[n * PAGE_WORDS : (n + 1) * PAGE_WORDS].astype("<u4").tobytes() for n in changed}
        self.kept = self.kept.with_pages(pages)
        self.stored[:] = 0
        return self.kept

    def configuration(self) -> ProgramConfiguration:
        """The state that the tokens so far lead to."""
        pc, registers = int(self.state[PC]), tuple(self.x.tolist())
        code = None if self.state[CODE] < 0 else int(self.state[CODE])
        trap = None if code is not None else trap_at(self.program, pc, registers)
        return ProgramConfiguration(self.step, pc, registers, self.memory(), self.output(), code, trap)
