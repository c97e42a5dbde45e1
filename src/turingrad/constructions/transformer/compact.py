"""The compact layer sequence: w + 5 layers, or 4 + ceil(w / g) with radix-g search, for a machine with one tape.

Notation: Z states (boot included), A symbols, w position bits, most significant first; b_j is bit j of pos2, counted
from the least significant one. A decoder pass at time i turns o_{i-1} + beta(i) into o_i. With k tapes all fields but
st, pair and pos1 exist once per tape (A_t symbols on tape t):

L1   pair[z,a] = relu(st[z] + sym1[a] - 1).                                    (Lemma C.1)
     Several tapes: pair[r] = relu(st[z] + sum_t sym1_t[a_t] - k) for each rule r at (z, a_1..a_k); st, sym1 copied.
L2   st, sym2: sums of pairs.
     Several tapes: st[z] += sum of pairs that lead to z - sum of pairs at z, sym2_t[a] likewise from sym1_t[a] with the
     pairs that write a and those that read it: where no pair is 1 (the machine has halted) both are kept.
     With `right`, `left` the sums of the pairs that move right or left on the tape,
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

Several tapes. A layer has one self-attention and one cross-attention. The tapes that are written are searched one after
the other; the k cross-attentions (a key also needs the token's tape) stand in the last k of these layers, and the last
one combines. A read-only tape has no history: sym1 = scr2 + bl e_blank. So the depth is 4 + max(k, sum of searches).

Time 0 is a legal last write (the boot pass), so a found flag replaces the paper's test i' > 0.
"""

from __future__ import annotations

from turingrad.constructions.coordinates import Coordinates
from turingrad.constructions.transformer.options import Options
from turingrad.constructions.transformer.transitions import ANY, Transitions
from turingrad.constructions.transformer.weights import FeedForward, LayerWeights, Search
from turingrad.machine.tape import LEFT, RIGHT

FOUND, IN_INPUT = 0, 1  # entries of scr4


ONCE = ("st", "pos1", "pair", "tape")  # fields that no tape has for itself
OF_WRITTEN_TAPES = ("sym2", "scr1", "scr3", "or2", "and1")


def compact_coordinates(table: Transitions, bits: int, options: Options) -> Coordinates:
    names = "st sym1 sym2 pos1 pos2 pos3 pair inc dec scr1 scr2 scr3 scr4 or2 bl"
    return named_coordinates(table, bits, options, names, {"inc": bits + 1, "dec": bits + 1, "scr4": 2, "bl": 1})


def named_coordinates(table: Transitions, bits: int, options: Options, names: str, own: dict[str, int]) -> Coordinates:
    """The fields of these names in order, for each tape that has them; a field without a size holds a symbol."""
    positions = dict.fromkeys(("pos1", "pos2", "pos3", "scr3"), bits)
    sizes = {"st": table.states, "pair": table.units, "edge": 1, "tape": table.tapes, **positions, **own}
    c, found = Coordinates({}, table.tapes), dict[str, int]()
    hard_end, on_which = options.left_end == "hard", table.tapes > 1  # a token then says on which tape it is
    for name in (*names.split(), *["edge"] * hard_end, *["tape"] * on_which):
        if name in ONCE:
            found[name] = sizes[name]
            continue
        for t in table.writable if name in OF_WRITTEN_TAPES else range(table.tapes):
            found[c.of(name, t)] = sizes.get(name, table.symbols(t))
    return Coordinates(found, table.tapes)


def compact_layers(table: Transitions, c: Coordinates, options: Options) -> list[LayerWeights]:
    return [
        pair_layer(table, c).layer("pair"),
        transition_layer(table, c).layer("transition"),
        position_layer(table, c).layer("position"),
        *search_layers(table, c, options),
        output_layer(table, c).layer("output"),
    ]


def fields(c: Coordinates, *names: str) -> list[str]:
    """The fields of these kinds, of every tape that has them."""
    return [field for field in c if c.kind(field) in names]


def pair_layer(table: Transitions, c: Coordinates) -> FeedForward:
    layer = FeedForward(c).copy(*fields(c, "pos1", "pos2", *(() if table.total else ("st", "sym1"))))
    for rule in range(table.units):
        pair = ("pair", rule)
        layer.add(pair, ("st", int(table.state[rule])))
        reads = [(t, int(a)) for t, a in enumerate(table.read[rule]) if a != ANY]
        for t, a in reads:
            layer.add(pair, (c.of("sym1", t), a))
        layer.bias(pair, -float(len(reads)))
    return layer


def transition_layer(table: Transitions, c: Coordinates) -> FeedForward:
    """L2, with `inc` and `dec` (and `edge`) for the adder."""
    layer = outcome_rows(table, FeedForward(c).copy(*fields(c, "pos1", "pos2")))
    for t in range(table.tapes):
        adder_rows(table, layer, t)
    return layer


def adder_rows(table: Transitions, layer: FeedForward, t: int) -> None:
    c = layer.coordinates
    bits, inc, dec, edge = c.size("pos1"), c.of("inc", t), c.of("dec", t), c.of("edge", t)
    rows = [((inc, k), RIGHT) for k in range(bits + 1)] + [((dec, k), LEFT) for k in range(bits + 1)]
    if edge in c:
        rows.append(((edge, 0), LEFT))
        for j in range(bits):
            layer.add((edge, 0), (c.of("pos2", t), bits - 1 - j), 1.0 if j == 0 else -1.0)
        layer.bias((edge, 0), -1.0)
    for row, move in rows:
        for rule in table.moving_units(t, move):
            layer.add(row, ("pair", rule))
    for k in range(bits + 1):
        for j in range(k):
            layer.add((inc, k), (c.of("pos2", t), bits - 1 - j))
            layer.add((dec, k), (c.of("pos2", t), bits - 1 - j), -1.0)
        layer.bias((inc, k), -float(k))


def outcome_rows(table: Transitions, layer: FeedForward) -> FeedForward:
    """st and sym2 of the transition function, from pairs; what no pair changes is kept."""
    c = layer.coordinates
    if not table.total:
        layer.copy("st")
        for t in table.writable:
            layer.move(c.of("sym1", t), c.of("sym2", t))
    for rule in range(table.units):
        pair = ("pair", rule)
        if table.total:
            layer.add(("st", int(table.next[rule])), pair).add(("sym2", int(table.write[rule, 0])), pair)
            continue
        layer.add(("st", int(table.next[rule])), pair).add(("st", int(table.state[rule])), pair, -1.0)
        for t in table.writable:
            if table.write[rule, t] != table.read[rule, t]:
                layer.add((c.of("sym2", t), int(table.write[rule, t])), pair)
                layer.add((c.of("sym2", t), int(table.read[rule, t])), pair, -1.0)
    return layer


def position_layer(table: Transitions, c: Coordinates) -> FeedForward:
    layer = FeedForward(c).copy(*fields(c, "st", "sym2", "pos1"), *(c.of("pos2", t) for t in table.writable))
    bits = c.size("pos1")
    for t in range(table.tapes):
        inc, dec = c.of("inc", t), c.of("dec", t)
        for k in range(bits):
            target = (c.of("pos3", t), bits - 1 - k)
            layer.add(target, (c.of("pos2", t), bits - 1 - k))
            layer.add(target, (inc, k)).add(target, (inc, k + 1), -2.0)
            layer.add(target, (dec, k), -1.0).add(target, (dec, k + 1), 2.0)
        if c.of("edge", t) in c:
            layer.add((c.of("pos3", t), bits - 1), (c.of("edge", t), 0))
    return layer


def search_layers(table: Transitions, c: Coordinates, options: Options) -> list[LayerWeights]:
    """The searches of the written tapes one after the other, the inputs' in the last layers; the last one combines."""
    histories: list[tuple[str, Search] | None] = []
    for t in table.writable:
        histories += bit_searches(c, t) if options.radix is None else radix_searches(c, t, options.radix)
    count = max(len(histories), table.tapes)
    histories = [*[None] * (count - len(histories)), *histories]
    carried = [*fields(c, "st", "sym2", "pos1", "pos3", "scr3"), *(c.of("pos2", t) for t in table.writable)]
    layers = []
    for number, history in enumerate(histories):
        tape = number - (count - table.tapes)
        cross = input_search(c, tape) if tape >= 0 else None
        if cross is not None:
            carried += [c.of("scr2", tape), c.of("scr4", tape)]
        if history is not None:
            carried += [field for field in fields(c, "scr1", "scr4") if history[1].writes(field)]
        last = number == count - 1
        feedforward = combine_layer(table, c) if last else FeedForward(c).copy(*dict.fromkeys(carried))
        names = [*([history[0]] if history else []), *([f"input {tape}"] if cross and table.tapes > 1 else [])]
        found = history[1].attention(options.split_null) if history else None
        given = cross.attention(options.split_null) if cross else None
        layers.append(feedforward.layer(", ".join(names), found, given))
    return layers


def on_tape(c: Coordinates, t: int) -> str:
    return "" if c.tapes == 1 else f" of tape {t}"


def bit_searches(c: Coordinates, t: int) -> list[tuple[str, Search]]:
    """One layer per bit (Claim C.5), then the fetch (Claim C.6)."""
    pos2, pos3, scr3 = c.of("pos2", t), c.of("pos3", t), c.of("scr3", t)
    found = []
    for j in range(c.size("pos1")):
        search = Search(c).agree(pos3, pos2).agree(scr3, "pos1", first=j).one("pos1", j).flag(scr3, j)
        found.append((f"search bit {j}{on_tape(c, t)}", search))
    return [*found, (f"read{on_tape(c, t)}", fetch_search(Search(c).agree(pos3, pos2).agree(scr3, "pos1"), t))]


def fetch_search(search: Search, t: int) -> Search:
    c = search.coordinates
    return search.bring(c.of("sym2", t), c.of("scr1", t)).flag(c.of("scr4", t), FOUND)


def radix_searches(c: Coordinates, t: int, radix: int) -> list[tuple[str, Search]]:
    """`radix` bits per layer; the last one also fetches."""
    bits, scr3 = c.size("pos1"), c.of("scr3", t)
    found = []
    for first in range(0, bits, radix):
        count = min(radix, bits - first)
        search = Search(c, scale=2.0**count).agree(c.of("pos3", t), c.of("pos2", t)).agree(scr3, "pos1", first=first)
        for i in range(count):
            search.prefer("pos1", first + i, 2.0 ** (count - 1 - i))
        if first + count == bits:
            found.append((f"search bits {first} to {bits - 1} and read{on_tape(c, t)}", fetch_search(search, t)))
        else:
            for i in range(count):
                search.bring_bit(("pos1", first + i), (scr3, first + i))
            found.append((f"search bits {first} to {first + count - 1}{on_tape(c, t)}", search))
    return found


def input_search(c: Coordinates, t: int) -> Search:
    """Lemma C.7: the input symbol of cell pos3, and a flag; with several tapes the token must be on this one."""
    search = Search(c).agree(c.of("pos3", t), "pos1")
    if c.tapes > 1:
        search.one("tape", t)
    return search.bring(c.of("sym1", t), c.of("scr2", t)).flag(c.of("scr4", t), IN_INPUT)


def combine_layer(table: Transitions, c: Coordinates) -> FeedForward:
    layer = FeedForward(c).copy(*fields(c, "st", "pos3", "scr1"))
    for t in range(table.tapes):
        scr2, scr4, or2, bl = (c.of(name, t) for name in ("scr2", "scr4", "or2", "bl"))
        layer.bias((bl, 0), 1.0).add((bl, 0), (scr4, IN_INPUT), -1.0)
        if t not in table.writable:
            layer.copy(scr2)
            continue
        layer.add((bl, 0), (scr4, FOUND), -1.0)
        for a in range(c.size(scr2)):
            layer.add((or2, a), (scr2, a)).add((or2, a), (scr4, FOUND), -1.0)
    return layer


def output_layer(table: Transitions, c: Coordinates) -> FeedForward:
    layer = FeedForward(c).copy("st")
    for t in range(table.tapes):
        sym1 = c.of("sym1", t)
        sources = ("scr1", "or2") if t in table.writable else ("scr2",)
        for source in sources:
            layer.move(c.of(source, t), sym1)
        layer.move(c.of("pos3", t), c.of("pos2", t)).add((sym1, table.blanks[t]), (c.of("bl", t), 0))
    return layer
