"""The paper's own layer sequence, Lemmas C.1 to C.8 in order: 3 w + 10 layers (one more with a hard left end).

C.1  two layers: pairs, then state, written symbol and the one-hot movement (v1, v2) = (left, right).
C.2  l - v1 + v2 by two ripple circuits. Subtracting, with borrow c_0 = v1: x = relu(b_k - c), c' = relu(c - b_k), and
     the bit b_k xor c = x + c' is written one layer later, next to the following bit's unit: w + 1 layers. Adding, with
     carry c_0 = v2: c' = relu(b_k + c - 1), the bit b_k + c - 2 c' one layer later: w + 1 layers.
     Hard left end: one more layer first, edge = relu(v1 + b_0 - sum_{j>=1} b_j - 1); the borrow starts at v1 - edge.
C.4  the flag 1(there is a last write).
C.5  w layers: the attention sets scr4_3 where the next time bit of the last write is 1, the feedforward layer copies it
     to scr3_j.
     With k tapes each tape has its own adder, in the same layers; the tapes that are written are searched one after the
     other, and there is one input layer per tape (see compact.py).
C.6  fetch the written symbol.   C.7  fetch the input symbol.   C.8  three layers: v, the ANDs, their sum.

Corrected: Lemma C.1's scratch needs |Z||A| coordinates and bias -1; Lemma C.3's last layer is Claim C.6; the query of
an unsuccessful search is all -1; C.7's Q and K are 2 Bin - 1; the flag of C.4 stands for "found", as time 0 is legal.
"""

from __future__ import annotations

from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.transformer.compact import (
    FOUND,
    IN_INPUT,
    fields,
    input_search,
    named_coordinates,
    on_tape,
    outcome_rows,
    pair_layer,
)
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.transitions import Transitions
from turingrad.constructions.transformer.weights import FeedForward, LayerWeights, Search
from turingrad.machine.tape import LEFT, RIGHT

BIT = 2  # entry of scr4 that a search layer sets
V1, V2 = 0, 1  # entries of `move`: left, right
FROM_HISTORY, FROM_INPUT, FROM_BLANK = range(3)  # entries of v in Lemma C.8


def paper_coordinates(table: Transitions, bits: int, options: Options) -> Coordinates:
    names = "st sym1 sym2 pos1 pos2 pos3 pair move carry previous rest scr1 scr2 scr3 scr4 v and1 and2"
    own = {"move": 2, "carry": 1, "previous": 1, "rest": 1, "scr4": 3, "v": 3}
    return named_coordinates(table, bits, options, names, own)


def paper_layers(table: Transitions, c: Coordinates, options: Options) -> list[LayerWeights]:
    return [
        pair_layer(table, c).layer("pair"),
        transition_layer(table, c).layer("transition"),
        *subtract_layers(c),
        *add_layers(c),
        *search_layers(table, c, options),
        *symbol_layers(table, c),
    ]


def transition_layer(table: Transitions, c: Coordinates) -> FeedForward:
    """Lemma C.1's second layer; pos3 starts as a copy of pos2."""
    layer = outcome_rows(table, FeedForward(c).copy(*fields(c, "pos1", "pos2")))
    for t in range(table.tapes):
        layer.move(c.of("pos2", t), c.of("pos3", t))
        for entry, move in ((V1, LEFT), (V2, RIGHT)):
            for rule in table.moving_units(t, move):
                layer.add((c.of("move", t), entry), ("pair", rule))
    return layer


def carry_with(c: Coordinates, *names: str) -> FeedForward:
    return FeedForward(c).copy(*fields(c, "st", "sym2", "pos1", "pos2", *names))


def subtract_layers(c: Coordinates) -> list[LayerWeights]:
    """l - v1: `carry` holds the borrow, `rest` the part b_k (1 - c) of bit k until the next layer adds them up."""
    bits = c.size("pos1")
    layers = []
    if fields(c, "edge"):
        edges = carry_with(c, "pos3", "move")
        for t in range(c.tapes):
            edge = (c.of("edge", t), 0)
            edges.add(edge, (c.of("move", t), V1)).bias(edge, -1.0)
            for j in range(bits):
                edges.add(edge, (c.of("pos2", t), bits - 1 - j), 1.0 if j == 0 else -1.0)
        layers.append(edges.layer("left end"))
    for k in range(bits + 1):
        layer = carry_with(c, "pos3")
        for t in range(c.tapes):
            layer.add((c.of("move", t), V2), (c.of("move", t), V2))
            if k:
                finish_bit(layer, t, k - 1)
            if k < bits:
                borrow_rows(layer, t, k)
        layers.append(layer.layer(f"subtract bit {k}" if k < bits else "subtract end"))
    return layers


def borrow_rows(layer: FeedForward, t: int, k: int) -> None:
    """rest = relu(b_k - c), carry = relu(c - b_k), c the borrow into bit k."""
    c = layer.coordinates
    bit, rest, carry = (c.of("pos3", t), c.size("pos1") - 1 - k), (c.of("rest", t), 0), (c.of("carry", t), 0)
    borrow = [(carry, 1.0)] if k else [((c.of("move", t), V1), 1.0)]
    if k == 0 and c.of("edge", t) in c:
        borrow.append(((c.of("edge", t), 0), -1.0))
    layer.add(rest, bit).add(carry, bit, -1.0)
    for source, sign in borrow:
        layer.add(rest, source, -sign).add(carry, source, sign)


def finish_bit(layer: FeedForward, t: int, k: int) -> None:
    """pos3_k <- rest + carry, instead of its old value."""
    c = layer.coordinates
    bit = (c.of("pos3", t), c.size("pos1") - 1 - k)
    layer.add(bit, bit, -1.0).add(bit, (c.of("rest", t), 0)).add(bit, (c.of("carry", t), 0))


def add_layers(c: Coordinates) -> list[LayerWeights]:
    """l + v2: `carry` holds the carry into the next bit, `previous` that into the bit which is still to be written."""
    bits = c.size("pos1")
    layers = []
    for k in range(bits + 1):
        layer = carry_with(c, "pos3")
        for t in range(c.tapes):
            carry, previous = (c.of("carry", t), 0), (c.of("previous", t), 0)
            incoming = carry if k else (c.of("move", t), V2)
            if k < bits:
                layer.add(carry, (c.of("pos3", t), bits - 1 - k)).add(carry, incoming).bias(carry, -1.0)
                layer.add(previous, incoming)
            if k:
                written = (c.of("pos3", t), bits - k)
                layer.add(written, previous).add(written, carry, -2.0)
        layers.append(layer.layer(f"add bit {k}" if k < bits else "add end"))
    return layers


def search_layers(table: Transitions, c: Coordinates, options: Options) -> list[LayerWeights]:
    """Claims C.4, C.5 and C.6 for each written tape, then Lemma C.7 for every tape."""
    split, bits = options.split_null, c.size("pos1")
    layers, done = [], list[str]()
    for t in table.writable:
        pos2, pos3, scr1, scr3, scr4 = (c.of(name, t) for name in ("pos2", "pos3", "scr1", "scr3", "scr4"))
        flag = Search(c).agree(pos3, pos2).flag(scr4, FOUND).attention(split)
        layers.append(carry_with(c, "pos3").copy(*done, scr4).layer(f"found{on_tape(c, t)}", flag))
        for j in range(bits):
            search = Search(c).agree(pos3, pos2).agree(scr3, "pos1", first=j).one("pos1", j).flag(scr4, BIT)
            copy = carry_with(c, "pos3").copy(*done, scr3)
            copy.add((scr4, FOUND), (scr4, FOUND)).add((scr3, j), (scr4, BIT))
            layers.append(copy.layer(f"search bit {j}{on_tape(c, t)}", search.attention(split)))
        fetch = Search(c).agree(pos3, pos2).agree(scr3, "pos1").bring(c.of("sym2", t), scr1).attention(split)
        done += [scr1, scr4]
        layers.append(carry_with(c, "pos3").copy(*done).layer(f"fetch{on_tape(c, t)}", fetch))
    for t in range(table.tapes):
        done += [c.of("scr2", t), c.of("scr4", t)]
        read = carry_with(c, "pos3").copy(*dict.fromkeys(done))
        layers.append(read.layer(f"input{on_tape(c, t)}", None, input_search(c, t).attention(split)))
    return layers


def symbol_layers(table: Transitions, c: Coordinates) -> list[LayerWeights]:
    """Lemma C.8: which source holds the symbol, the symbol of each source, their sum."""
    choose = FeedForward(c).copy(*fields(c, "st", "pos3", "scr1", "scr2"))
    ands = FeedForward(c).copy(*fields(c, "st", "pos3"))
    add = FeedForward(c).copy("st")
    for t in range(table.tapes):
        v, scr4, sym1 = c.of("v", t), c.of("scr4", t), c.of("sym1", t)
        choose.bias((v, FROM_BLANK), 1.0).add((v, FROM_HISTORY), (scr4, FOUND))
        choose.add((v, FROM_INPUT), (scr4, IN_INPUT)).add((v, FROM_INPUT), (scr4, FOUND), -1.0)
        choose.add((v, FROM_BLANK), (scr4, FOUND), -1.0).add((v, FROM_BLANK), (scr4, IN_INPUT), -1.0)
        ands.add((v, FROM_BLANK), (v, FROM_BLANK))
        sources = [("and2", "scr2", FROM_INPUT)] + [("and1", "scr1", FROM_HISTORY)] * (t in table.writable)
        for target, source, entry in sources:
            for a in range(table.symbols(t)):
                unit = (c.of(target, t), a)
                ands.add(unit, (c.of(source, t), a)).add(unit, (v, entry)).bias(unit, -1.0)
            add.move(c.of(target, t), sym1)
        add.move(c.of("pos3", t), c.of("pos2", t)).add((sym1, table.blanks[t]), (v, FROM_BLANK))
    return [choose.layer("choose"), ands.layer("and"), add.layer("output")]
