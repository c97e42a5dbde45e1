"""Real programs as probes: hello, fib, a calculator, sorting, soft float, SHA-256; and a program of one's own.

A run of at most `whole` tokens is generated from its prompt to its end, in windows of the network's context. Of a
longer one the beginning is, and pieces that begin at live states spread over the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from turingrad import library
from turingrad.constructions.decoder import ProcessorOptions, ProgramDecoder, compile_network
from turingrad.constructions.decoder.processor.options import MOST_CONTEXT, code_bits_of
from turingrad.constructions.decoder.processor.prompt import state_tokens
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.spoken import require_room
from turingrad.constructions.decoder.processor.tokens import ProcessorVocabulary
from turingrad.errors import InputError
from turingrad.machine.program import Program
from turingrad.machine.program.instructions import BRANCHES
from turingrad.machine.program.interpreter import instruction_at
from turingrad.machine.program.kernel import PC

CODE_BITS = 11  # the probes' code has at most 2^11 words: a smaller vocabulary is faster
WHOLE = 4096  # tokens of a run that is generated whole
PIECES, PIECE = 6, 160  # of a longer one: places spread over the run, instructions at each
LONGEST_RUN = 1 << 20  # tokens of a program that are looked at
FEW = 64  # instructions within which a branch is looked for
LONGEST_ENDING = 7  # tokens of a record and an end

# name: library program, input, context that is built into the weights
PROGRAMS = {
    "hello": ("hello", b"", 1 << 10),
    "calc": ("calc", b"2 3 + 4 *", 1 << 13),
    "fib": ("fib", b"", 1 << 12),
    "learn": ("learn", b"+- +\n-+ -\n--\n+-\n", 1 << 14),
    "sorting": ("quicksort", b"", 1 << 15),
    "soft-float": ("soft-perceptron", b"", 1 << 17),
    "sha256": ("sha256", b"abc", MOST_CONTEXT),
}


@dataclass(frozen=True)
class Piece:
    """A part of a run: the live state at its start as a prompt, the tokens that follow, where they are in the run."""

    prompt: list[int]
    right: list[int]
    start: int


@dataclass(frozen=True)
class ProgramProbe:
    """A program on an input, for one context."""

    name: str
    program: Program
    given: bytes = b""
    context: int = MOST_CONTEXT
    code_bits: int | None = None

    def network(self) -> ProgramDecoder:
        bits = max(CODE_BITS, code_bits_of(self.program)) if self.code_bits is None else self.code_bits
        return processor(ProcessorOptions(bits, self.program.ram, self.context), self.program)

    def pieces(self, network: ProgramDecoder, whole: int, window: int) -> Iterator[Piece]:
        """The run in windows if it has at most `whole` tokens, else its beginning and parts spread over it."""
        length, steps = run_length(network.vocabulary, self.program, self.given)
        run = DraftedRun(network, self.given)
        if length <= whole:
            while not run.draft.ended:
                yield run.piece(window)
            return
        for number in range(PIECES):
            if number:
                run.skip_to(steps * number // PIECES)
            yield run.piece(window, PIECE)


class DraftedRun:
    """The interpreter in the middle of a run, as prompts and tokens."""

    def __init__(self, network: ProgramDecoder, given: bytes) -> None:
        self.network, self.at = network, 0
        self.draft = RunTokens(network.vocabulary, network.machine, given)

    def skip_to(self, step: int) -> None:
        """Go on to a step; its tokens are not kept."""
        while self.draft.steps < step and not self.draft.ended:
            self.at += len(self.draft.chunk(step - self.draft.steps))
        self.skip_to_branch()

    def skip_to_branch(self) -> None:
        """Go on to an instruction that writes nothing: its pc and the next are neighbours, the last of a prompt and the
        first that is generated, which positions counted differently confuse."""
        for _ in range(FEW):
            do = instruction_at(self.draft.run.program, int(self.draft.run.state[PC]))
            if self.draft.ended or do is None or do.name in BRANCHES:
                return
            self.at += len(self.draft.chunk(1))

    def piece(self, window: int, instructions: int | None = None) -> Piece:
        """The live state, and as many instructions as there is room for in the window, at most `instructions`."""
        run, v = self.draft.run, self.network.vocabulary
        words, code = run.words.view(np.uint32), run.program.code // 4
        prompt = state_tokens(v, words, code, list(run.registers()), int(run.state[PC])).tolist()
        require_room(np.array(prompt, dtype=np.int32), window)
        room, right, start = window - len(prompt) - LONGEST_ENDING, list[int](), self.at
        left = instructions if instructions is not None else room
        while left > 0 and len(right) < room and not self.draft.ended:
            count = max(1, min(left, (room - len(right)) // LONGEST_ENDING))
            right += self.draft.chunk(count).tolist()
            left -= count
        self.at += len(right)
        return Piece(prompt, right, start)


@lru_cache(maxsize=2)
def processor_weights(options: ProcessorOptions) -> ProgramDecoder:
    """The processor itself; nothing of a program is in it."""
    empty = Program(b"\x73\x00\x10\x00", ram=options.ram)
    return compile_network(empty, code_bits=options.code_bits, context=options.context)


def processor(options: ProcessorOptions, program: Program) -> ProgramDecoder:
    return processor_weights(options).with_program(program)


def run_length(v: ProcessorVocabulary, program: Program, given: bytes) -> tuple[int, int]:
    """Tokens and instructions of a run, as far as it is looked at."""
    draft = RunTokens(v, program, given)
    return len(draft.take(LONGEST_RUN)), draft.steps


def program_probes(names: Sequence[str] = (), longest: int = MOST_CONTEXT) -> Iterator[ProgramProbe]:
    """The programs above, or those that are named, for contexts of at most `longest` tokens.

    Raises:
        InputError: there is no program of a name.
    """
    for name in names:
        if name not in PROGRAMS:
            raise InputError(f"no program {name!r} among the probes; known: {', '.join(PROGRAMS)}")
    for name, (source, given, context) in PROGRAMS.items():
        if names and name not in names:
            continue
        program = library.load(source, "program")
        yield ProgramProbe(name, program, given, min(context, longest))


def program_probe(program: Program, given: bytes = b"", context: int = MOST_CONTEXT) -> ProgramProbe:
    """A program of one's own on an input, for a context that is built into the weights."""
    return ProgramProbe(program.name or "program", program, given, context)
