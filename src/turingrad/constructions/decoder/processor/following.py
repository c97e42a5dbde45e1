"""Block 5: the next token, and the logits that say it.

At a pc token: a trap, the first byte of what the instruction writes, its output or exit code, or else the next pc. At a
byte: the next byte, or the next pc. The target of jalr is read from the pc token: at the last byte of its record,
`jalr ra, 0(ra)` would read the register that it has just written.
"""

from __future__ import annotations

from collections.abc import Iterator

from turingrad.constructions.decoder.blueprint import Block, Lookup, Unit, conjunction, step
from turingrad.constructions.decoder.processor.literals import bits, off, on
from turingrad.constructions.decoder.processor.options import ProcessorOptions
from turingrad.constructions.decoder.processor.stream import PLACES
from turingrad.constructions.decoder.processor.tokens import (
    HALT_ID,
    ONES,
    SPECIAL,
    TRAP_ID,
    ZEROS,
    ProcessorVocabulary,
)

SAY, OUT = 32, 16  # weights of the logits: kind of token, address without a token
Row = tuple[tuple[str, int], ...]


def following_block(options: ProcessorOptions) -> Block:
    c = options.code_bits
    copies = (*zip(bits("s", c, 2), bits("target", c), strict=True), ("high", "target.high"), ("low", "target.low"))
    head = Lookup("last pc", (), copies, "bos", flags=("is.pc",))
    return Block("following", (head,), (*say_units(), *byte_units(), *pc_units(options)), shared=True)


def say_units() -> Iterator[Unit]:
    """Which kind of token follows a pc token. A store into code is `readonly` and `store`; a taken branch to an address
    that is no multiple of 4 traps, too. All other reasons count in one sum, since several can hold at once."""
    reasons = (("legal", -1), *on("fault", "far", "beyond"))
    yield from step(reasons, 1, on("say.trap"), gate="is.pc", label="trap")
    fine = on("is.pc", "legal") + off("fault", "far", "beyond")
    yield conjunction(fine + on("readonly", "store"), on("say.trap"), label="trap: store into code")
    yield conjunction(fine + on("taken", "imm.1"), on("say.trap"), label="trap: misaligned branch")
    yield conjunction(fine + on("wreg"), on("say.b0"), label="a register is written")
    yield conjunction(fine + on("wmem") + off("readonly"), on("say.b0"), label="memory is written")
    yield conjunction(fine + on("sys.out"), on("say.out"), label="output")
    yield conjunction(fine + on("sys.exit"), on("say.exit"), label="exit")
    quiet = fine + off("wreg", "wmem", "sys.out", "sys.exit")
    yield conjunction(quiet + off("taken"), on("say.pc"), label="nothing is written")
    yield conjunction(quiet + on("taken") + off("imm.1"), on("say.pc"), label="a branch is taken")


def byte_units() -> Iterator[Unit]:
    """The byte to be said, and whether the bytes above it are all 0 or all 255."""
    said = ((0, on("is.pc") + off("sys.out", "sys.exit")), *((k, on(f"say.b{k}")) for k in range(1, PLACES)))
    for place, when in said:
        for j in range(8):
            yield conjunction(when + on(f"r.{8 * place + j}"), on(f"e.{j}"), label=f"byte {place} of the result")
        above = bits("r", 24 - 8 * place, 8 + 8 * place)
        if above:
            yield conjunction(when + off(*above), on("all0"), label=f"nothing above byte {place}")
            yield conjunction(when + on(*above), on("all1"), label=f"ones above byte {place}")
    for call in ("sys.out", "sys.exit"):
        for j in range(8):
            yield conjunction(on("is.pc", call, f"x.{j}"), on(f"e.{j}"), label="the low byte of a0")


def pc_units(options: ProcessorOptions) -> Iterator[Unit]:
    straight = off("jal", "jalr", "taken")
    for b in range(options.code_bits):
        for jump in ("jal", "taken"):
            yield conjunction(on(jump, f"t.{b}"), on(f"npc.{b}"), label=f"target of {jump}")
        yield conjunction(on("jalr", f"target.{b}"), on(f"npc.{b}"), label="target of jalr")
        yield conjunction(straight + on(f"next.{b}"), on(f"npc.{b}"), label="the next instruction")
    outside = (
        on("jal", "t.out"),
        on("taken", "t.out"),
        on("jalr", "target.high"),
        on("jalr", "target.low") + off("target.high"),
        straight + on(f"next.{options.code_bits}"),
    )
    for literals in outside:
        yield conjunction(literals, on("npc.out"), label="the next pc has no token")


def logit_rows(vocabulary: ProcessorVocabulary) -> Iterator[Row]:
    """Rows of the unembedding. Of the kinds one is said; the right token agrees with every feature of its row, and all
    other tokens of its kind differ in one at least, and lose 2; tokens of other kinds lose 2 SAY less all agreements
    (at most c + OUT <= 31), which leaves 2 * 32 - 31 at least."""
    v, c = vocabulary, vocabulary.options.code_bits
    never: Row = (("one", -2 * SAY),)
    for token in range(len(v)):
        if token in (HALT_ID, TRAP_ID):
            yield ((f"say.{SPECIAL[token].strip('<>')}", SAY),)
        elif token < v.byte:
            yield never
        elif token < v.out:
            place, ending, value = v.spelled_byte(token)
            cut: Row = (("all0", 1 if ending == ZEROS else -1), ("all1", 1 if ending == ONES else -1))
            yield ((f"say.b{place}", SAY), *agreement("e", value, 8), *(cut if place < PLACES - 1 else ()))
        elif token < v.register:
            kind, value = ("out", token - v.out) if token < v.exit else ("exit", token - v.exit)
            yield ((f"say.{kind}", SAY), *agreement("e", value, 8))
        elif token < v.outside:
            yield never
        elif token == v.outside:
            yield ("say.pc", SAY), ("npc.out", OUT)
        else:
            yield ("say.pc", SAY), ("npc.out", -OUT), *agreement("npc", token - v.pc, c)


def agreement(name: str, value: int, count: int) -> Row:
    return tuple((f"{name}.{b}", 1 if value >> b & 1 else -1) for b in range(count))
