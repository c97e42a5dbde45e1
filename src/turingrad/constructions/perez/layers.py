"""The rows of the ReLU layers; network.py derives them."""

from __future__ import annotations

from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.one_tape import PairTable, Rows
from turingrad.machine.tape import LEFT, RIGHT


def coordinates(table: PairTable) -> Coordinates:
    """st, sym and cell hold between passes; `kept` is the last write, `given` the input's symbol."""
    a = table.symbols
    sizes = {"st": table.states, "sym": a, "cell": 1, "time": 1, "pair": table.states * a, "wrote": a, "next": 1}
    found = {"kept": a, "kept cell": 1, "given": a, "given cell": 1, "off": 4, "found": 2}
    return Coordinates(sizes | found | {"from kept": a, "from given": a, "blank": 1})


def transition_layer(table: PairTable, c: Coordinates, n: int) -> Rows:
    rows = Rows(c).copy("cell", "time").move("cell", "next")
    for pair in range(table.states * table.symbols):
        rows.add(("st", int(table.next[pair])), ("pair", pair)).add(("wrote", int(table.write[pair])), ("pair", pair))
    for move in (LEFT, RIGHT):
        for pair in table.pairs_moving(move):
            rows.add(("next", 0), ("pair", pair), move / n)
    return rows


def distance_layer(c: Coordinates, n: int) -> Rows:
    rows = Rows(c).copy("st", "next", "kept", "given")
    for number, source in enumerate(("kept cell", "given cell")):
        for half, sign in enumerate((1.0, -1.0)):
            unit = ("off", 2 * number + half)
            rows.add(unit, ("next", 0), sign * n).add(unit, (source, 0), -sign * n)
    return rows


def found_layer(c: Coordinates) -> Rows:
    rows = Rows(c).copy("st", "next", "kept", "given")
    for number in range(2):
        rows.bias(("found", number), 1.0)
        for half in range(2):
            rows.add(("found", number), ("off", 2 * number + half), -1.0)
    return rows


def choose_layer(c: Coordinates) -> Rows:
    rows = Rows(c).copy("st", "next").bias(("blank", 0), 1.0)
    for number, name in enumerate(("kept", "given")):
        rows.add(("blank", 0), ("found", number), -1.0)
        for a in range(c.size(name)):
            unit = (f"from {name}", a)
            rows.add(unit, (name, a)).add(unit, ("found", number)).bias(unit, -1.0)
            if name == "given":
                rows.add(unit, ("found", 0), -1.0)
    return rows


def output_layer(c: Coordinates, blank: int) -> Rows:
    rows = Rows(c).copy("st").move("next", "cell").move("from kept", "sym").move("from given", "sym")
    return rows.add(("sym", blank), ("blank", 0))
