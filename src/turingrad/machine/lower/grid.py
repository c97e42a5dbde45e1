"""Lowerings to and of grid machines that Goel et al. (B.1.2) take for granted, each with its way back.

*Halting position* (`finish`). The paper's machine halts with its answer in the top-left cell and the rest of the grid
blank; ours halts in an accepting or rejecting state. From there, in the notation read:[write]move>next,

    u±: sym U>u±;          # stay>l±
    l±: sym write ±, L>l±; # D>dn        (the top-left cell now holds the answer)
    dn: sym 0, D>dn;       # R>x         x: sym 0, U>y;  # stay>done
    y:  sym 0, U>y;        # R>z         z: sym 0, D>dn; # stay>done

*XOR input* (`with_xor_input`). The paper's grid holds y_i x_i,b x_b where a plain one holds x_i,b.
Multiplying column b by x_b and row i by y_i turns either into the other, since signs are their own inverses.

*One tape* (`to_grid`). A one-tape machine is a grid machine on one row that is long enough.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TypeAlias

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.fresh import fresh, fresh_together
from turingrad.machine.grid import TERNARY, WALL, Grid, GridConfiguration, GridMachine, GridRule
from turingrad.machine.lower.lowering import Lowering, Tapes, View
from turingrad.machine.tape import MOVE_NAMES, Tape, TapeConfiguration, TapeMachine, require_two_sided

FLIPPED = {"-": "+", "+": "-"}


def finish(machine: GridMachine) -> GridMachine:
    """The machine, lowered to the paper's halting convention: 8 states and 32 rules more (3 symbols).

    Up to the source's own halt every configuration is the source's: an accepting state becomes u+, a rejecting one
    u-. Where several states accept, or a move leads into one (which at a wall would look like the top wall), they
    stay one step and go to a u+ of its own. Halting states without an answer remain.
    """
    answered = {state: sign for sign, ends in (("+", machine.accept), ("-", machine.reject)) for state in ends}
    if not answered:
        return machine
    new = fresh_together(["u+", "u-", "l+", "l-", "dn", "x", "y", "z", "done"], machine.states)
    rules = list(machine.rules)

    def sweep(state: str, write: str | None, move: str, target: str, wall_move: str, wall_target: str) -> None:
        """In `state`, every symbol is kept (None) or overwritten on the way; a wall ends it."""
        rules.extend(GridRule(state, s, s if write is None else write, move, target) for s in machine.symbols)
        rules.append(GridRule(state, WALL, None, wall_move, wall_target))

    for sign, ends in (("+", machine.accept), ("-", machine.reject)):
        up, across = new["u" + sign], new["l" + sign]
        moved_into = any(rule.next in ends and rule.move != "S" for rule in machine.rules)
        if len(ends) == 1 and not moved_into:
            up = ends[0]
        else:
            for end in ends:
                sweep(end, None, "S", up, "S", up)
        sweep(up, None, "U", up, "S", across)
        sweep(across, sign, "L", across, "D", new["dn"])
    sweep(new["dn"], machine.blank, "D", new["dn"], "R", new["x"])
    sweep(new["x"], machine.blank, "U", new["y"], "S", new["done"])
    sweep(new["y"], machine.blank, "U", new["y"], "R", new["z"])
    sweep(new["z"], machine.blank, "D", new["dn"], "S", new["done"])
    entered = {*machine.states, *(rule.next for rule in rules if rule.next != rule.state)}
    return replace(
        machine,
        states=(*machine.states, *(state for state in new.values() if state in entered)),
        rules=tuple(rule for rule in rules if rule.state in entered),
        halting=(*(state for state in machine.halting if state not in answered), new["done"]),
        accept=(),
        reject=(),
    )


def with_xor_input(machine: GridMachine) -> GridMachine:
    """A machine that does on one form of the input what `machine` does on the other: 11 states more.

    First every column is multiplied by its bottom cell, from the labels leftwards (theirs is 1); then every row by its
    label, from the bottom up; then the head goes back to where it started.

        c: ± U>m±;  # U>r      next column      m+: sym U>m+; # D>b     m-: flip, U>m-; # D>b     b: sym D>b; # L>c
        r: ± R>f;   # D>e      next row         f: ± R>f; 0 L>y (without work columns # stay>y)
        y: ± L>s±              read its label   s+: sym L>s+; # U>r     s-: flip, L>s-; # U>r
        e: sym D>e; # R>g      to the bottom    g: ± R>g; 0 L>start (# stay>start)
    """
    if not set(TERNARY) <= set(machine.symbols) or machine.blank != "0":
        raise MachineError(
            f"an XOR input is of the symbols {', '.join(TERNARY)} with blank 0, unlike those of {machine!r}"
        )
    q = fresh_together(["c", "m+", "m-", "b", "r", "f", "y", "s+", "s-", "e", "g"], machine.states)
    q["start"] = machine.start
    end_of_row = ("0", "0", "L") if machine.work else (WALL, None, "S")
    rules = list(machine.rules)

    def run(state: str, move: str, target: str, wall: tuple[str, str] | None = None, flip: bool = False) -> None:
        rules.extend(GridRule(q[state], s, FLIPPED[s] if flip else s, move, q[target]) for s in FLIPPED)
        if wall:
            rules.append(GridRule(q[state], WALL, None, wall[0], q[wall[1]]))

    for sign in FLIPPED:
        rules.append(GridRule(q["c"], sign, sign, "U", q["m" + sign]))
        rules.append(GridRule(q["y"], sign, sign, "L", q["s" + sign]))
        run("m" + sign, "U", "m" + sign, ("D", "b"), flip=sign == "-")
        run("s" + sign, "L", "s" + sign, ("U", "r"), flip=sign == "-")
    rules.append(GridRule(q["c"], WALL, None, "U", q["r"]))
    run("b", "D", "b", ("L", "c"))
    run("r", "R", "f", ("D", "e"))
    run("f", "R", "f")
    run("e", "D", "e", ("R", "g"))
    run("g", "R", "g")
    for state, target in (("f", "y"), ("g", "start")):
        read, write, move = end_of_row
        rules.append(GridRule(q[state], read, write, move, q[target]))
    added = tuple(name for key, name in q.items() if key != "start")
    return replace(machine, states=(*added, *machine.states), start=q["c"], rules=tuple(rules))


PlacedGrid: TypeAlias = tuple[Grid, tuple[int, int]]  # and the cell where the head starts


@validate_arguments
def to_grid(
    source: TapeMachine, left: int = 8, right: int = 8
) -> Lowering[TapeMachine, TapeConfiguration, GridMachine, GridConfiguration, PlacedGrid]:
    """Lower a one-tape machine to a grid machine on one row.

    One step is one step. A head that hits a wall is stuck there, `bumped`: the row was too short, and the run has to be
    repeated with more room. A symbol `#` is renamed, because a grid machine reads it at walls.

    Args:
        source: The one-tape machine.
        left: Blank cells before the input.
        right: Blank cells after it.

    Returns:
        The lowering to a grid of one row.

    Raises:
        MachineError: The machine has several tapes, or a hard left end.

    Example:
        >>> from turingrad.machine.lower import to_grid
        >>> low = to_grid(tg.read("palindrome"))
        >>> low.machine.name
        'palindrome'
    """
    if left < 0 or right < 0:
        raise InputError(f"a row has {left} and {right} cells around its input; neither can be negative")
    require_two_sided(source, "a one-row grid machine")
    if source.tapes != 1:
        raise MachineError(
            f"a one-row grid machine must be made from a machine with one tape, not {source.tapes}; merge the tapes "
            "first"
        )
    symbol = {s: s for s in source.symbols}
    if WALL in symbol:
        symbol[WALL] = fresh("hash", source.symbols)
    rules = tuple(
        GridRule(rule.state, symbol[rule.read[0]], symbol[rule.write[0]], MOVE_NAMES[rule.move[0]], rule.next)
        for rule in source.rules
    )
    machine = GridMachine(
        states=source.states,
        symbols=tuple(symbol.values()),
        blank=symbol[source.blank],
        start=source.start,
        rules=rules,
        halting=source.halting,
        accept=source.accept,
        reject=source.reject,
        work=0,
        name=source.name,
        doc=source.doc,
    )
    view = partial(view_of_row, source.blank, {mine: theirs for theirs, mine in symbol.items()}, left)
    return Lowering("to_grid", source, machine, partial(on_row, source, symbol, left, right), view)


def on_row(source: TapeMachine, symbol: dict[str, str], left: int, right: int, tapes: Tapes) -> PlacedGrid:
    cells = (source.blank,) * left + (tapes[0] or (source.blank,)) + (source.blank,) * right
    return (tuple(symbol[cell] for cell in cells),), (0, left)


def view_of_row(
    blank: str, source_symbol: dict[str, str], left: int, found: GridConfiguration
) -> View[TapeConfiguration]:
    if found.bumped:
        raise LimitError(f"after {found.step} steps the head left the row of {len(found.grid[0])} cells")
    tape = Tape.trim(-left, [source_symbol[cell] for cell in found.grid[0]], blank)
    return View(TapeConfiguration(0, found.state, (found.head[1] - left,), (tape,)), True)
