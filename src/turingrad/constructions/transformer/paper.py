"""The paper's own layer sequence, Lemmas C.1 to C.8 in order: 3 w + 10 layers (one more with a hard left end).

C.1  two layers: pairs, then state, written symbol and the one-hot movement (v1, v2) = (left, right).
C.2  l - v1 + v2 by two ripple circuits. Subtracting, with borrow c_0 = v1: x = relu(b_k - c), c' = relu(c - b_k), and
     the bit b_k xor c = x + c' is written one layer later, next to the following bit's unit: w + 1 layers. Adding, with
     carry c_0 = v2: c' = relu(b_k + c - 1), the bit b_k + c - 2 c' one layer later: w + 1 layers.
     Hard left end: one more layer first, edge = relu(v1 + b_0 - sum_{j>=1} b_j - 1); the borrow starts at v1 - edge.
C.4  the flag 1(there is a last write).
C.5  w layers: the attention sets scr4_3 where the next time bit of the last write is 1, the feedforward layer copies it
     to scr3_j.
C.6  fetch the written symbol.   C.7  fetch the input symbol.   C.8  three layers: v, the ANDs, their sum.

Corrected: Lemma C.1's scratch needs |Z||A| coordinates and bias -1; Lemma C.3's last layer is Claim C.6; the query of
an unsuccessful search is all -1; C.7's Q and K are 2 Bin - 1; the flag of C.4 stands for "found", as time 0 is legal.
"""

from __future__ import annotations

from turingrad.constructions.transformer.compact import (
    FOUND,
    IN_INPUT,
    input_search,
    outcome_rows,
    pair_layer,
    pairs_that_move,
)
from turingrad.constructions.transformer.coordinates import Coordinates
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.transitions import Transitions
from turingrad.constructions.transformer.weights import FeedForward, LayerWeights, Search
from turingrad.machine.tape import LEFT, RIGHT

BIT = 2  # entry of scr4 that a search layer sets
V1, V2 = 0, 1  # entries of `move`: left, right
FROM_HISTORY, FROM_INPUT, FROM_BLANK = range(3)  # entries of v in Lemma C.8


def paper_coordinates(table: Transitions, bits: int, options: Options) -> Coordinates:
    states, symbols = table.states, table.symbols
    sizes = {"st": states, "sym1": symbols, "sym2": symbols, "pos1": bits, "pos2": bits, "pos3": bits}
    sizes |= {"pair": states * symbols, "move": 2, "carry": 1, "previous": 1, "rest": 1}
    sizes |= {"scr1": symbols, "scr2": symbols, "scr3": bits, "scr4": 3, "v": 3, "and1": symbols, "and2": symbols}
    if options.left_end == "hard":
        sizes["edge"] = 1
    return Coordinates(sizes)


def paper_layers(table: Transitions, c: Coordinates, options: Options) -> list[LayerWeights]:
    return [
        pair_layer(table, c).layer("pair"),
        transition_layer(table, c).layer("transition"),
        *subtract_layers(c),
        *add_layers(c),
        *search_layers(c, options),
        *symbol_layers(table, c),
    ]


def transition_layer(table: Transitions, c: Coordinates) -> FeedForward:
    """Lemma C.1's second layer; pos3 starts as a copy of pos2."""
    layer = outcome_rows(table, FeedForward(c).copy("pos1", "pos2").move("pos2", "pos3"))
    for entry, move in ((V1, LEFT), (V2, RIGHT)):
        for pair in pairs_that_move(table, move):
            layer.add(("move", entry), ("pair", pair))
    return layer


CARRIED = ("st", "sym2", "pos1", "pos2")


def subtract_layers(c: Coordinates) -> list[LayerWeights]:
    """l - v1: `carry` holds the borrow, `rest` the part b_k (1 - c) of bit k until the next layer adds them up."""
    bits = c.size("pos1")
    layers = []
    borrow = [(("move", V1), 1.0)]
    if "edge" in c:
        edge = FeedForward(c).copy(*CARRIED, "pos3", "move").add(("edge", 0), ("move", V1)).bias(("edge", 0), -1.0)
        for j in range(bits):
            edge.add(("edge", 0), ("pos2", bits - 1 - j), 1.0 if j == 0 else -1.0)
        layers.append(edge.layer("left end"))
        borrow.append((("edge", 0), -1.0))
    for k in range(bits):
        layer = FeedForward(c).copy(*CARRIED, "pos3")
        layer.add(("move", V2), ("move", V2))
        if k:
            finish_bit(layer, c, k - 1)
            borrow = [(("carry", 0), 1.0)]
        bit = ("pos3", bits - 1 - k)
        layer.add(("rest", 0), bit).add(("carry", 0), bit, -1.0)
        for source, sign in borrow:
            layer.add(("rest", 0), source, -sign).add(("carry", 0), source, sign)
        layers.append(layer.layer(f"subtract bit {k}"))
    last = finish_bit(FeedForward(c).copy(*CARRIED, "pos3").add(("move", V2), ("move", V2)), c, bits - 1)
    return [*layers, last.layer("subtract end")]


def finish_bit(layer: FeedForward, c: Coordinates, k: int) -> FeedForward:
    """pos3_k <- rest + carry, instead of its old value."""
    bit = ("pos3", c.size("pos1") - 1 - k)
    return layer.add(bit, bit, -1.0).add(bit, ("rest", 0)).add(bit, ("carry", 0))


def add_layers(c: Coordinates) -> list[LayerWeights]:
    """l + v2: `carry` holds the carry into the next bit, `previous` that into the bit which is still to be written."""
    bits = c.size("pos1")
    layers = []
    for k in range(bits + 1):
        incoming = ("move", V2) if k == 0 else ("carry", 0)
        layer = FeedForward(c).copy(*CARRIED, "pos3")
        if k < bits:
            layer.add(("carry", 0), ("pos3", bits - 1 - k)).add(("carry", 0), incoming).bias(("carry", 0), -1.0)
            layer.add(("previous", 0), incoming)
        if k:
            written = ("pos3", bits - k)
            layer.add(written, ("previous", 0)).add(written, ("carry", 0), -2.0)
        layers.append(layer.layer(f"add bit {k}" if k < bits else "add end"))
    return layers


def search_layers(c: Coordinates, options: Options) -> list[LayerWeights]:
    """Claims C.4, C.5 and C.6, then Lemma C.7."""
    carried = (*CARRIED, "pos3", "scr3")
    split = options.split_null
    flag = Search(c).agree("pos3", "pos2").flag("scr4", FOUND).attention(split)
    layers = [FeedForward(c).copy(*carried, "scr4").layer("found", flag)]
    for j in range(c.size("pos1")):
        search = Search(c).agree("pos3", "pos2").agree("scr3", "pos1", first=j).one("pos1", j).flag("scr4", BIT)
        copy = FeedForward(c).copy(*carried).add(("scr4", FOUND), ("scr4", FOUND)).add(("scr3", j), ("scr4", BIT))
        layers.append(copy.layer(f"search bit {j}", search.attention(split)))
    fetch = Search(c).agree("pos3", "pos2").agree("scr3", "pos1").bring("sym2", "scr1").attention(split)
    layers.append(FeedForward(c).copy(*CARRIED, "pos3", "scr1", "scr4").layer("fetch", fetch))
    read = FeedForward(c).copy(*CARRIED, "pos3", "scr1", "scr2", "scr4")
    return [*layers, read.layer("input", None, input_search(c).attention(split))]


def symbol_layers(table: Transitions, c: Coordinates) -> list[LayerWeights]:
    """Lemma C.8: which source holds the symbol, the symbol of each source, their sum."""
    choose = FeedForward(c).copy("st", "pos3", "scr1", "scr2").bias(("v", FROM_BLANK), 1.0)
    choose.add(("v", FROM_HISTORY), ("scr4", FOUND))
    choose.add(("v", FROM_INPUT), ("scr4", IN_INPUT)).add(("v", FROM_INPUT), ("scr4", FOUND), -1.0)
    choose.add(("v", FROM_BLANK), ("scr4", FOUND), -1.0).add(("v", FROM_BLANK), ("scr4", IN_INPUT), -1.0)
    ands = FeedForward(c).copy("st", "pos3").add(("v", FROM_BLANK), ("v", FROM_BLANK))
    for a in range(c.size("scr1")):
        ands.add(("and1", a), ("scr1", a)).add(("and1", a), ("v", FROM_HISTORY)).bias(("and1", a), -1.0)
        ands.add(("and2", a), ("scr2", a)).add(("and2", a), ("v", FROM_INPUT)).bias(("and2", a), -1.0)
    add = FeedForward(c).copy("st").move("and1", "sym1").move("and2", "sym1").move("pos3", "pos2")
    add.add(("sym1", table.blank), ("v", FROM_BLANK))
    return [choose.layer("choose"), ands.layer("and"), add.layer("output")]
