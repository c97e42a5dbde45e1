"""From the first wrong token of a program's run to its instruction, what that writes, and the block that failed."""

from __future__ import annotations

from collections.abc import Sequence

from turingrad.constructions.decoder import ProgramDecoder
from turingrad.constructions.decoder.processor.playback import PC, ProgramPlayback
from turingrad.constructions.decoder.processor.tokens import ENDINGS, ProcessorVocabulary
from turingrad.export.conform.diagnose import MISSING, Wrong, changed_bits
from turingrad.export.conform.interventions import Change, describe, explaining_change
from turingrad.machine.program import disassemble
from turingrad.machine.program.instructions import BRANCHES, LOADS, REGISTERS, STORES
from turingrad.machine.program.interpreter import instruction_at

LOW_BYTES = 2  # of a sum, which block 3 computes; block 4 the others
LOGIC = ("and", "or", "xor")


def examine_program(
    network: ProgramDecoder,
    name: str,
    mode: str,
    tokens: Sequence[int],
    right: int,
    said: int | None,
    place: int,
    more: Sequence[tuple[Sequence[int], int]] | None = (),
) -> Wrong:
    """`tokens` are a window's prompt and the right tokens so far; the runtime said `said` for `right`, or nothing more.
    `place` is the wrong token's in the whole run; `more` are further wrong tokens, with those before them; None: do not
    look for the part that explains them."""
    v, known = network.vocabulary, said is not None and 0 <= said < len(network.vocabulary)
    player = ProgramPlayback(v, network.machine)
    player.follow(list(tokens))
    pc = int(player.state[PC])
    do = instruction_at(network.machine, pc)
    inside = pc < network.machine.code
    where = f"pc {pc:#06x}: {disassemble(network.machine.words[pc // 4], pc) if inside else 'outside of the code'}"
    part, bits = ("length", ()) if said is None else difference(v, right, said) if known else ("token", ())
    change = None
    if said is not None and known and more is not None:
        change = explaining_change(network, [(tokens, said), *(pair for pair in more if 0 <= pair[1] < len(v))])
    blocks = network.blueprint.blocks
    block = computing_block(v, right, do.name if do else "") if change is None else blocks[change.block].name
    if said is None:
        lookup = "The runtime stopped before this token."
    elif change is None:
        lookup = f"No single part explains it; {block} computes it."
    else:
        lookup = f"It fits {describe(network, change, lambda row: row_text(v, tokens, row))}."
    text = MISSING if said is None else v.texts[said] if known else f"token number {said}"
    return Wrong(
        name,
        network.options.context,
        mode,
        place,
        text,
        v.texts[right],
        part,
        lookup,
        distance_of(change, len(tokens)),
        None if change is None else change.how,
        bits,
        where,
        goal_text(player, v, right),
        block,
    )


def row_text(vocabulary: ProcessorVocabulary, tokens: Sequence[int], row: int) -> str:
    return f"{vocabulary.texts[tokens[row]]}, {len(tokens) - 1 - row} tokens back"


def distance_of(change: Change | None, length: int) -> int | None:
    return None if change is None or change.row is None else length - 1 - change.row


def kind_of_token(v: ProcessorVocabulary, token: int) -> str:
    """What a token says: as `say.x` names it."""
    if token < v.byte:
        return v.texts[token].strip("<>")
    if token < v.out:
        return f"b{v.spelled_byte(token)[0]}"
    if token < v.register:
        return "out" if token < v.exit else "exit"
    return "pc" if token >= v.outside else "prompt"


def difference(v: ProcessorVocabulary, right: int, said: int) -> tuple[str, tuple[str, ...]]:
    """What of a token is wrong, and the features that say so."""
    kinds = kind_of_token(v, right), kind_of_token(v, said)
    if kinds[0] != kinds[1]:
        return "kind", (f"say.{kinds[1]} for say.{kinds[0]}",)
    if kinds[0] == "pc":
        if v.outside in (right, said):
            return "address", ("npc.out",)
        return "address", changed_bits("npc", right - v.pc, said - v.pc, 0)
    if kinds[0] in ("out", "exit"):
        start = v.out if kinds[0] == "out" else v.exit
        return "byte", changed_bits("e", right - start, said - start, 0)
    (_, ending, byte), (_, other, wrong) = v.spelled_byte(right), v.spelled_byte(said)
    if byte != wrong:
        return "byte", changed_bits("e", byte, wrong, 0)
    return "ending", (f"{ENDINGS[other] or 'more'} for {ENDINGS[ending] or 'more'}",)


def goal_text(player: ProgramPlayback, v: ProcessorVocabulary, right: int) -> str:
    """What the wrong token is a part of: a register, a word of memory, the next pc, output."""
    kind = kind_of_token(v, right)
    if kind == "pc":
        return "the next pc"
    if kind in ("out", "exit"):
        return "the output" if kind == "out" else "the exit code"
    do = instruction_at(player.program, int(player.state[PC]))
    if not kind.startswith("b") or do is None:
        return "the end"
    if do.name in STORES:
        address = (int(player.x[do.rs1]) + do.imm) & 0xFFFFFFFC
        return f"the word at {address:#06x}"
    return REGISTERS[do.rd]


def computing_block(v: ProcessorVocabulary, right: int, name: str) -> str:
    """The block that computes what a token says, if its heads read what they should."""
    kind = kind_of_token(v, right)
    if kind == "pc":
        return "memory" if name in BRANCHES else "operands" if name == "jal" else "following"
    if not kind.startswith("b"):
        return "following"
    shift_or_logic = name.startswith(("sl", "sr")) and not name.startswith("slt")
    if shift_or_logic or name.removesuffix("i") in LOGIC:
        return "arithmetic"
    summed = name not in LOADS and name not in STORES and not name.startswith(("slt", "jal"))
    return "arithmetic" if summed and int(kind[1]) < LOW_BYTES else "memory"
