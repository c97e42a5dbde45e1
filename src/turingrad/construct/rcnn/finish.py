"""The halting convention of Goel et al. (B.1.2): the answer in the top-left cell, every other input cell blank.

A wall machine answers by halting in an accepting or a rejecting state. `finish` lets it go on from there: up to the
top wall, left along the top row writing the answer, then down the first column and up and down the others, blanking
them. In the notation read:[write]move>next, for the answers + and -:

    u±: sym U>u±;          # stay>l±
    l±: sym write ±, L>l±; # D>dn        (the top-left cell now holds the answer)
    dn: sym 0, D>dn;       # R>x         x: sym 0, U>y;  # stay>done
    y:  sym 0, U>y;        # R>z         z: sym 0, D>dn; # stay>done
"""

from __future__ import annotations

from turingrad.machine.grid import WALL, GridMachine, GridRule

DONE = "done"
PREFIX = "finish "


def finish(machine: GridMachine) -> GridMachine:
    """The machine, lowered to the paper's halting convention. Halting states without an answer stay as they are.

    An accepting (rejecting) state plays the part of u+ (u-) itself where it is the only one of its kind and no move
    leads into it; else a move that hits a wall could be taken for the top wall, so it stays one step first.
    """
    prefix = PREFIX
    while any(state.startswith(prefix) for state in machine.states):
        prefix += "'"
    name = {part: prefix + part for part in ("u+", "u-", "l+", "l-", "dn", "x", "y", "z", DONE)}
    rules = list(machine.rules)
    used: list[str] = []

    def sweep(state: str, write: str | None, move: str, target: str, at_wall: tuple[str, str]) -> None:
        """`state` writes (None: keeps) every symbol, moves and goes to `target`; at a wall it does `at_wall`."""
        rules.extend(GridRule(state, s, s if write is None else write, move, target) for s in machine.symbols)
        rules.append(GridRule(state, WALL, None, *at_wall))

    for sign, ends in (("+", machine.accept), ("-", machine.reject)):
        if not ends:
            continue
        entered = any(rule.next in ends and rule.move != "S" for rule in machine.rules)
        up, across = name["u" + sign], name["l" + sign]
        if len(ends) == 1 and not entered:
            up = ends[0]
        else:
            used.append(up)
            for end in ends:
                sweep(end, None, "S", up, ("S", up))
        used.append(across)
        sweep(up, None, "U", up, ("S", across))
        sweep(across, sign, "L", across, ("D", name["dn"]))
    blank = machine.blank
    if machine.accept or machine.reject:
        used.extend(name[part] for part in ("dn", "x", "y", "z", DONE))
        sweep(name["dn"], blank, "D", name["dn"], ("R", name["x"]))
        sweep(name["x"], blank, "U", name["y"], ("S", name[DONE]))
        sweep(name["y"], blank, "U", name["y"], ("R", name["z"]))
        sweep(name["z"], blank, "D", name["dn"], ("S", name[DONE]))
    answered = set(machine.accept) | set(machine.reject)
    done = (name[DONE],) if answered else ()
    return GridMachine(
        states=(*machine.states, *used),
        symbols=machine.symbols,
        blank=machine.blank,
        start=machine.start,
        rules=tuple(rules),
        halting=(*(state for state in machine.halting if state not in answered), *done),
        work=machine.work,
        name=machine.name,
        doc=machine.doc,
    )
