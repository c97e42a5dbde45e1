"""Any alphabet to two symbols: each cell becomes a block of w bits.

Symbol number a (the blank is number 0) is written as w = ceil(log2 n) bits, most significant first, so that blank
cells are blocks of the new blank 0. Cell c is the block of cells wc, ..., wc + w - 1. A step begins with the head on
the first cell of a block:

    read    from left to right, the state remembering the bits so far: q?, q?0, q?01, ...
    write   on the last cell the rule is known; write its bits from right to left
    move    w cells, the first of them with the last bit that is written

That is 3w - 2 steps for one that moves, 2w - 1 for one that stays. Several tapes read, write and move side by side;
a tape that stays stands still while another moves its w cells. Stay moves occur only where the source has them.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from turingrad._support.validation.arguments import validate_arguments
from turingrad.machine.lower.codes import code_width, symbol_codes
from turingrad.machine.lower.lowering import Lowering, Table, TapeLowering, Tapes, lowered_machine, view_by_state
from turingrad.machine.tape import LEFT, MOVE_NAMES, RIGHT, Rule, Tape, TapeConfiguration, TapeMachine

BITS = ("0", "1")
Word = tuple[tuple[str, ...], ...]  # bits of all tapes, in the order of the cells: word[i][tape]


class Key(NamedTuple):
    """Where in a step the machine is.

    Reading: `bits` were read in `state`. Writing: `bits` are still to be written, then `move` leads to `state`.
    Moving: `left` cells are left to go.
    """

    state: str
    phase: str
    bits: Word = ()
    move: tuple[int, ...] = ()
    left: int = 0


@validate_arguments
def two_symbols(machine: TapeMachine) -> TapeLowering:
    """Lower a machine to the symbols 0 (blank) and 1.

    Args:
        machine: The source machine.

    Returns:
        The lowering; a symbol of the old machine is a block of bits.

    Example:
        >>> from turingrad.machine.lower import two_symbols
        >>> two_symbols(tg.read("palindrome")).machine.symbols
        ('0', '1')
    """
    width = code_width(machine)
    code = {symbol: tuple(map(str, bits)) for symbol, bits in symbol_codes(machine).items()}
    symbol_of = {bits: symbol for symbol, bits in code.items()}

    def encode(tapes: Tapes) -> Tapes:
        return tuple(tuple(bit for symbol in tape for bit in code[symbol]) for tape in tapes)

    def tape(at: Tape) -> Tape:
        first = at.start // width
        bits = ("0",) * (at.start - first * width) + at.symbols + ("0",) * width
        blocks = [symbol_of[bits[i : i + width]] for i in range(0, len(bits) - width + 1, width)]
        return Tape.trim(first, blocks, machine.blank)

    def layout(at: TapeConfiguration) -> tuple[tuple[int, ...], tuple[Tape, ...]]:
        return tuple(head // width for head in at.heads), tuple(map(tape, at.tapes))

    table: Table[Key] = Table("two_symbols", key_name)
    for state in machine.states:
        table.state(Key(state, "read"))
    for rule in machine.rules:
        add_rule(table, rule, [code[s] for s in rule.read], [code[s] for s in rule.write], width)
    lowered = lowered_machine(
        machine,
        table,
        symbols=BITS,
        blank="0",
        start=Key(machine.start, "read"),
        ends={state: [Key(state, "read")] for state in machine.halting},
        given=encode(machine.input),
    )
    readers = {key: name for key, name in table.names.items() if key.phase == "read"}
    begins = {name: key.state for key, name in readers.items() if not key.bits}
    reading = {name: key.state for key, name in readers.items() if key.bits}
    return Lowering("two_symbols", machine, lowered, encode, view_by_state(lowered, begins, reading, layout))


def key_name(key: Key) -> str:
    bits = "|".join("".join(tape) for tape in zip(*key.bits, strict=True))
    moves = "".join(MOVE_NAMES[move] for move in key.move)
    if key.phase == "read":
        return f"{key.state}?{bits}" if bits else key.state
    return f"{key.state}!{bits}{moves}" if key.phase == "write" else f"{key.state}/{moves}{key.left}"


def add_rule(table: Table[Key], rule: Rule, read: list[tuple[str, ...]], write: list[tuple[str, ...]], w: int) -> None:
    """The reading states of one rule and the way from its last bit on; what earlier rules made is shared.

    `read` and `write` hold the codes, one per tape.
    """
    cells, writes = tuple(zip(*read, strict=True)), tuple(zip(*write, strict=True))  # [cell of the block][tape]
    for i in range(w - 1):
        here, further = Key(rule.state, "read", cells[:i]), Key(rule.state, "read", cells[: i + 1])
        if further not in table.names:
            table.rule(here, cells[i], cells[i], (RIGHT,) * len(read), further)
    last = Key(rule.state, "read", cells[:-1])
    move, to = write_bit(Key(rule.next, "write", writes, rule.move), w)
    add_path(table, to, w)
    table.rule(last, cells[-1], writes[-1], move, to)


def write_bit(key: Key, w: int) -> tuple[tuple[int, ...], Key]:
    """The move with which the last of the bits to write is written, and the state after it."""
    if len(key.bits) > 1:
        return (LEFT,) * len(key.move), key._replace(bits=key.bits[:-1])
    return key.move, move_cell(Key(key.state, "move", move=key.move, left=w))


def move_cell(key: Key) -> Key:
    """The state after one of the `left` cells of a move; a move of all tapes by no cell ends at once."""
    if key.left > 1 and any(key.move):
        return key._replace(left=key.left - 1)
    return Key(key.state, "read")


def add_path(table: Table[Key], key: Key, w: int) -> None:
    """The rules of a writing or moving state and of those that follow it, up to the next step of the source."""
    path: list[Key] = []
    while key.phase != "read" and key not in table.names:
        path.append(key)
        key = write_bit(key, w)[1] if key.phase == "write" else move_cell(key)
    for key in path:
        for read in product(BITS, repeat=len(key.move)):
            if key.phase == "write":
                table.rule(key, read, key.bits[-1], *write_bit(key, w))
            else:
                table.rule(key, read, read, key.move, move_cell(key))
