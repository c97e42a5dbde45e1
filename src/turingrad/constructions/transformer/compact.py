"""The compact layer sequence: w + 5 layers, or 4 + ceil(w / g) with radix-g search.

Notation: Z states (boot included), A symbols, w position bits, most significant first; b_j is bit j of pos2, counted
from the least significant one. A decoder pass at time i turns o_{i-1} + beta(i) into o_i:

L1   pair[z,a] = relu(st[z] + sym1[a] - 1).                                    (Lemma C.1; the printed "+1" is -1)
L2   st, sym2: sums of pairs. With `right`, `left` the sums of the pairs that move right or left,
         inc[k] = relu(right + sum_{j<k} b_j - k)    1 where the k lowest bits are all 1 and the head moves right,
         dec[k] = relu(left - sum_{j<k} b_j)         1 where the k lowest bits are all 0 and it moves left, k = 0..w.
L3   pos3_k = b_k + inc[k] - 2 inc[k+1] - dec[k] + 2 dec[k+1]:  adding 1 flips bit k from 0 to 1 where inc[k] alone is
     1, from 1 to 0 where inc[k+1] is 1 too; subtracting likewise. One hidden layer and one linear layer do what takes
     O(w) layers in Lemma C.2, exactly modulo 2^w.
     Hard left end: edge = relu(left + b_0 - sum_{j>=1} b_j - 1) is 1 where the head would leave cell 1 to the left;
     the result 0 is then raised to 1 by pos3_0 += edge.
L4.. Binary search for the last write to cell pos3, bit by bit (Claim C.5): layer j asks for a past vector with the same
     cell, the same known time bits, and next time bit 1; if there is one, that bit of the last write is 1.
     Radix g: the known bits weigh 2^g, the next g time bits of the key weigh 2^(g-1)..1, so the winner shows them all.
read Self-attention on (cell, time) fetches what was written (Claim C.6) and a found flag, cross-attention on the cell
     fetches the input symbol (Lemma C.7; Q and K are 2 Bin - 1) and a flag. Radix search does this in its last layer.
         or2[a] = relu(scr2[a] - found),  bl = relu(1 - found - in_input).
out  sym1 = scr1 + or2 + bl e_blank, pos2 <- pos3, st.                                             (Lemma C.8)

Time 0 is a legal last write (the boot pass), so a found flag replaces the paper's test i' > 0.
"""

from __future__ import annotations

from turingrad.constructions.transformer.coordinates import Coordinates
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.transitions import Transitions
from turingrad.constructions.transformer.weights import FeedForward, LayerWeights, Search
from turingrad.machine.tape import LEFT, RIGHT

FOUND, IN_INPUT = 0, 1  # entries of scr4


def compact_coordinates(table: Transitions, bits: int, options: Options) -> Coordinates:
    states, symbols = table.states, table.symbols
    sizes = {"st": states, "sym1": symbols, "sym2": symbols, "pos1": bits, "pos2": bits, "pos3": bits}
    sizes |= {"pair": states * symbols, "inc": bits + 1, "dec": bits + 1}
    sizes |= {"scr1": symbols, "scr2": symbols, "scr3": bits, "scr4": 2, "or2": symbols, "bl": 1}
    if options.left_end == "hard":
        sizes["edge"] = 1
    return Coordinates(sizes)


def compact_layers(table: Transitions, c: Coordinates, options: Options) -> list[LayerWeights]:
    searches = bit_searches(c, options) if options.radix is None else radix_searches(c, options)
    return [
        pair_layer(table, c).layer("pair"),
        transition_layer(table, c).layer("transition"),
        position_layer(c).layer("position"),
        *searches,
        output_layer(table, c).layer("output"),
    ]


def pair_layer(table: Transitions, c: Coordinates) -> FeedForward:
    layer = FeedForward(c).copy("pos1", "pos2")
    for z in range(table.states):
        for a in range(table.symbols):
            pair = ("pair", z * table.symbols + a)
            layer.add(pair, ("st", z)).add(pair, ("sym1", a)).bias(pair, -1.0)
    return layer


def transition_layer(table: Transitions, c: Coordinates) -> FeedForward:
    """L2, with `inc` and `dec` (and `edge`) for the adder."""
    layer = outcome_rows(table, FeedForward(c).copy("pos1", "pos2"))
    bits = c.size("pos1")
    moving = {move: pairs_that_move(table, move) for move in (LEFT, RIGHT)}
    for k in range(bits + 1):
        for pair in moving[RIGHT]:
            layer.add(("inc", k), ("pair", pair))
        for pair in moving[LEFT]:
            layer.add(("dec", k), ("pair", pair))
        for j in range(k):
            layer.add(("inc", k), ("pos2", bits - 1 - j))
            layer.add(("dec", k), ("pos2", bits - 1 - j), -1.0)
        layer.bias(("inc", k), -float(k))
    if "edge" in c:
        for pair in moving[LEFT]:
            layer.add(("edge", 0), ("pair", pair))
        for j in range(bits):
            layer.add(("edge", 0), ("pos2", bits - 1 - j), 1.0 if j == 0 else -1.0)
        layer.bias(("edge", 0), -1.0)
    return layer


def outcome_rows(table: Transitions, layer: FeedForward) -> FeedForward:
    """st and sym2 of the transition function, from pairs."""
    for z in range(table.states):
        for a in range(table.symbols):
            pair = ("pair", z * table.symbols + a)
            layer.add(("st", int(table.next[z, a])), pair).add(("sym2", int(table.write[z, a])), pair)
    return layer


def pairs_that_move(table: Transitions, move: int) -> list[int]:
    return [int(pair) for pair in (table.move.ravel() == move).nonzero()[0]]


def position_layer(c: Coordinates) -> FeedForward:
    layer = FeedForward(c).copy("st", "sym2", "pos1", "pos2")
    bits = c.size("pos1")
    for k in range(bits):
        target = ("pos3", bits - 1 - k)
        layer.add(target, ("pos2", bits - 1 - k))
        layer.add(target, ("inc", k)).add(target, ("inc", k + 1), -2.0)
        layer.add(target, ("dec", k), -1.0).add(target, ("dec", k + 1), 2.0)
    if "edge" in c:
        layer.add(("pos3", bits - 1), ("edge", 0))
    return layer


CARRIED = ("st", "sym2", "pos1", "pos2", "pos3", "scr3")


def bit_searches(c: Coordinates, options: Options) -> list[LayerWeights]:
    """One layer a bit (Claim C.5), then the read layer (Claim C.6, Lemma C.7)."""
    layers, keep = [], FeedForward(c).copy(*CARRIED)
    for j in range(c.size("pos1")):
        search = Search(c).agree("pos3", "pos2").agree("scr3", "pos1", first=j).one("pos1", j).flag("scr3", j)
        layers.append(keep.layer(f"search bit {j}", search.attention(options.split_null)))
    fetch = Search(c).agree("pos3", "pos2").agree("scr3", "pos1")
    return [*layers, read_layer(c, fetch, "read", options)]


def radix_searches(c: Coordinates, options: Options) -> list[LayerWeights]:
    """`radix` bits a layer; the last one also reads."""
    bits, radix = c.size("pos1"), options.radix or 1
    layers = []
    for first in range(0, bits, radix):
        count = min(radix, bits - first)
        search = Search(c, scale=2.0**count).agree("pos3", "pos2").agree("scr3", "pos1", first=first)
        for i in range(count):
            search.prefer("pos1", first + i, 2.0 ** (count - 1 - i))
        if first + count == bits:
            layers.append(read_layer(c, search, f"search bits {first} to {bits - 1} and read", options))
        else:
            for i in range(count):
                search.bring_bit(("pos1", first + i), ("scr3", first + i))
            attention = search.attention(options.split_null)
            name = f"search bits {first} to {first + count - 1}"
            layers.append(FeedForward(c).copy(*CARRIED).layer(name, attention))
    return layers


def input_search(c: Coordinates) -> Search:
    """Lemma C.7: the input symbol of cell pos3, and a flag."""
    return Search(c).agree("pos3", "pos1").bring("sym1", "scr2").flag("scr4", IN_INPUT)


def read_layer(c: Coordinates, fetch: Search, name: str, options: Options) -> LayerWeights:
    layer = FeedForward(c).copy("st", "pos3", "scr1").bias(("bl", 0), 1.0)
    for a in range(c.size("scr2")):
        layer.add(("or2", a), ("scr2", a)).add(("or2", a), ("scr4", FOUND), -1.0)
    layer.add(("bl", 0), ("scr4", FOUND), -1.0).add(("bl", 0), ("scr4", IN_INPUT), -1.0)
    history = fetch.bring("sym2", "scr1").flag("scr4", FOUND).attention(options.split_null)
    return layer.layer(name, history, input_search(c).attention(options.split_null))


def output_layer(table: Transitions, c: Coordinates) -> FeedForward:
    layer = FeedForward(c).copy("st").move("scr1", "sym1").move("or2", "sym1").move("pos3", "pos2")
    return layer.add(("sym1", table.blank), ("bl", 0))
