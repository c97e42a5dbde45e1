"""A two-sided tape folded onto a one-sided one: the heads never leave the cells 0, 1, 2, ...

    source    ... -2 -1  0  1  2 ...        folded    0   1    2
                                                      0   1    2      upper track
                                                         -1   -2      lower track

Cell 0 holds the source's cell 0 alone, in a symbol of its own kind, `a^`; cell c > 0 holds the cells c and -c, `a/b`.
The state remembers for each tape on which track its head is; on the lower track left and right are exchanged. At
cell 0 every move of the source is a move to the right, upwards for a right move, downwards for a left one. Each step
of the source is one step, and stay moves occur only where the source has them.
"""

from __future__ import annotations

from itertools import product

from turingrad._support.validation.arguments import validate_arguments
from turingrad.machine.lower.lowering import (
    Lowering,
    Table,
    TapeLowering,
    Tapes,
    lowered_machine,
    require_size,
    view_by_state,
)
from turingrad.machine.lower.naming import symbol_names
from turingrad.machine.tape import LEFT, RIGHT, Rule, Tape, TapeConfiguration, TapeMachine

UPPER, LOWER = 0, 1
Cell = tuple[str, ...]  # (a,) in cell 0, (upper, lower) elsewhere
Key = tuple[str, tuple[int, ...]]  # a state of the source, and the track of each head


@validate_arguments
def one_sided(machine: TapeMachine) -> TapeLowering:
    """Fold the tapes, so that no head ever goes left of cell 0.

    Args:
        machine: The source machine.

    Returns:
        The lowering; `translate` unfolds its configurations.

    Example:
        >>> from turingrad.machine.lower import one_sided
        >>> low = one_sided(tg.read("busy-beaver-3"))
        >>> [c.state for c in low.translate(tg.run(low.machine, low.encode_input("")).trace)][-1]
        'Z'
    """
    symbols, blank = machine.symbols, machine.blank
    require_size("one_sided", len(symbols) ** 2, "symbols")
    require_size("one_sided", len(machine.states) << machine.tapes, "states")
    cells: list[Cell] = [(a,) for a in symbols] + list(product(symbols, repeat=2))
    name = symbol_names(cells, lambda cell: f"{cell[0]}^" if len(cell) == 1 else f"{cell[0]}/{cell[1]}")
    cell_of = {symbol: cell for cell, symbol in name.items()}

    def encode(tapes: Tapes) -> Tapes:
        return tuple(
            (name[tape[:1] or (blank,)], *(name[symbol, blank] for symbol in tape[1:]))  # nothing is left of an input
            for tape in tapes
        )

    def unfold(at: Tape) -> Tape:
        first, *rest = (cell_of[symbol] for symbol in at.symbols)
        row = [cell[LOWER] for cell in reversed(rest)] + [first[UPPER]] + [cell[UPPER] for cell in rest]
        return Tape.trim(-len(rest), row, blank)

    def layout(at: TapeConfiguration) -> tuple[tuple[int, ...], tuple[Tape, ...]]:
        heads = zip(at.heads, tracks[at.state], strict=True)
        return tuple(-head if track == LOWER else head for head, track in heads), tuple(map(unfold, at.tapes))

    table: Table[Key] = Table("one_sided", key_name)
    start: Key = (machine.start, (UPPER,) * machine.tapes)
    table.state(start)
    for rule in machine.rules:
        for sides in product((UPPER, LOWER), repeat=machine.tapes):
            add_rule(table, rule, sides, symbols, name)
    ends = {
        state: [(state, sides) for sides in product((UPPER, LOWER), repeat=machine.tapes)] for state in machine.halting
    }
    lowered = lowered_machine(
        machine, table, symbols=tuple(name.values()), blank=name[blank, blank], start=start, ends=ends,
        given=encode(machine.input),
    )  # fmt: skip
    tracks = {state: sides for (_, sides), state in table.names.items()}
    begins = {state: source for (source, _), state in table.names.items()}
    return Lowering("one_sided", machine, lowered, encode, view_by_state(lowered, begins, {}, layout))


def key_name(key: Key) -> str:
    state, sides = key
    return state + "".join("-" if side == LOWER else "+" for side in sides)


def add_rule(
    table: Table[Key], rule: Rule, sides: tuple[int, ...], symbols: tuple[str, ...], name: dict[Cell, str]
) -> None:
    """A rule with its heads on the given tracks, for everything that the other tracks may hold."""
    options = [
        [fold_rule(read, write, move, side, other) for other in (None, *symbols)]
        for read, write, move, side in zip(rule.read, rule.write, rule.move, sides, strict=True)
    ]
    for choice in product(*options):
        reads, writes, moves, after = zip(*choice, strict=True)
        table.rule(
            (rule.state, sides),
            tuple(name[c] for c in reads),
            tuple(name[c] for c in writes),
            moves,
            (rule.next, after),
        )


def fold_rule(read: str, write: str, move: int, side: int, other: str | None) -> tuple[Cell, Cell, int, int]:
    """What one tape reads and writes, how it moves and on which track it goes on; `other` is None at cell 0."""
    if other is None:
        return (read,), (write,), RIGHT if move else move, LOWER if move == LEFT else UPPER if move == RIGHT else side
    if side == UPPER:
        return (read, other), (write, other), move, UPPER
    return (other, read), (other, write), -move, LOWER
