"""The tokens of a run, from the reference interpreter: what the network must say."""

from __future__ import annotations

import numpy as np

from turingrad._support.arrays import I32
from turingrad.constructions.decoder.processor.prompt import LONGEST_RECORD, spell_effects
from turingrad.constructions.decoder.processor.tokens import HALT_ID, TRAP_ID, ProcessorVocabulary
from turingrad.machine.program import Program
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.machine.program.interpreter import fault
from turingrad.machine.program.kernel import PC, TAKEN

CHUNK = 1 << 16  # instructions


class RunTokens:
    """A run as tokens, taken piece by piece; they begin after the prompt, which ends with the first pc."""

    def __init__(self, vocabulary: ProcessorVocabulary, program: Program, given: bytes | str = b"") -> None:
        self.vocabulary, self.run = vocabulary, CompiledProgram(program, given)
        v = vocabulary
        self.starts = np.array([v.byte, v.out, v.pc], dtype=np.int64)
        self.waiting = np.empty(0, dtype=np.int32)
        self.ended = False

    @property
    def steps(self) -> int:
        """Instructions that the interpreter has taken: the tokens of all of them are made."""
        return int(self.run.state[TAKEN])

    def chunk(self, instructions: int = CHUNK) -> I32:
        """The tokens of the next instructions: what they say, and the pc that follows, or how the run ends."""
        if self.ended:
            return np.empty(0, dtype=np.int32)
        effects = self.run.record(instructions)
        tokens = np.empty((len(effects) + 1) * LONGEST_RECORD + 2, dtype=np.int32)
        room = len(tokens)
        taken, at = spell_effects(effects.pcs, effects.kinds, effects.values, self.starts, tokens, room)
        assert taken == len(effects)
        at = self.ending(tokens, int(at), bool(len(effects)))
        return tokens[:at].copy()

    def ending(self, tokens: I32, at: int, went_on: bool) -> int:
        """What follows the last instruction: the next pc, `<trap>`, or the exit code and `<halt>`."""
        v, run = self.vocabulary, self.run
        if run.exit_code is not None:
            tokens[at : at + 2] = v.exit + run.exit_code, HALT_ID
            self.ended = True
            return at + 2
        pc = int(run.state[PC])
        if went_on:
            tokens[at] = v.pc + pc // 4 if pc < 4 << v.options.code_bits else v.outside
            at += 1
        if fault(run.program, pc, run.registers()) is not None:
            tokens[at] = TRAP_ID
            self.ended = True
            at += 1
        return at

    def take(self, count: int) -> I32:
        """The next `count` tokens; fewer if the run ends."""
        parts, size = [self.waiting], len(self.waiting)
        while size < count and not self.ended:
            parts.append(self.chunk(max(64, min(CHUNK, count - size))))
            size += len(parts[-1])
        tokens = np.concatenate(parts)
        self.waiting = tokens[count:]
        return tokens[:count]
