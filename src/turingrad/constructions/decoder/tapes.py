"""A tape machine as a decoder, block by block.

One token per step (3 blocks)                  A spelled cell (4 blocks)
  0  units: the transition table                 0  lookups: the last digit of each place -> cell
  1  units: to = cell + right - left             0  units: the transition table
  2  lookup: last write into cell `to` -> read   1  units: to = cell + right - left
                                                 2  lookup: last step -> goto, goal, stop, fall
                                                 3  lookup: last write into cell `goto` -> read

The adder. Bit b of cell + 1 differs from cell's where all lower bits are 1, of cell - 1 where all lower bits are 0. So
`to.b` is turned on by cell.b, off again where cell.b is 1 and toggled, on where it is 0 and toggled.
"""

from __future__ import annotations

from collections.abc import Iterator

from turingrad.constructions.decoder.blueprint import ONE, Block, Blueprint, Lookup, Unit, conjunction
from turingrad.constructions.decoder.features import BOOT, HEAD_SIZE, STEP, bits, features_of
from turingrad.constructions.decoder.options import Options
from turingrad.constructions.decoder.vocabulary import EDGE_ID, HALT_ID, Said, Vocabulary
from turingrad.machine.tape import LEFT, RIGHT, TapeMachine


def tape_blueprint(machine: TapeMachine, options: Options) -> Blueprint:
    """The decoder of a machine, block by block, in named features."""
    features, vocabulary = features_of(machine, options), Vocabulary(machine, options)
    w, last = options.cell_bits, "goto" if options.digits else "to"
    transition, adder = tuple(transition_units(machine)), tuple(adder_units(options))
    writes = tuple((f"wr={symbol}", f"read={symbol}") for symbol in machine.symbols)
    where = tuple(zip(bits(last, w), bits("cell", w), strict=True))
    if not options.digits:
        blocks = [
            Block("transition", (), transition),
            Block("move", (), adder),
            Block("read", tuple(split(Lookup("last write", where, writes, "bos"))), ()),
        ]
    else:
        shared = (*zip(bits("to", w), bits("goto", w), strict=True), ("halt", "stop"), ("edge", "fall"))
        shared += tuple((f"next={state}", f"goal={state}") for state in machine.states)
        copy = Lookup("last step", ((ONE, "step"),), shared)
        read = Lookup("last write", (*where, (ONE, "writes")), writes, "bos")
        blocks = [
            Block("transition", tuple(digit_lookups(options)), transition),
            Block("move", (), adder),
            Block("share", tuple(split(copy)), ()),
            Block("read", tuple(split(read)), ()),
        ]
    return Blueprint(machine, options, features, vocabulary, tuple(blocks), tuple(logits(vocabulary)))


def split(lookup: Lookup) -> Iterator[Lookup]:
    """A head copies at most 64 features: more take several heads with the same queries and keys."""
    for start in range(0, len(lookup.copies), HEAD_SIZE):
        part = lookup.copies[start : start + HEAD_SIZE]
        yield Lookup(
            lookup.name if not start else f"{lookup.name} {start // HEAD_SIZE}", lookup.match, part, lookup.null
        )


def digit_lookups(options: Options) -> Iterator[Lookup]:
    size = options.digit_bits
    for place in range(options.digits):
        copies = tuple((f"dig.{b}", f"cell.{place * size + b}") for b in range(size))
        yield Lookup(f"digit {place}", ((ONE, f"place={place}"),), copies)


def transition_units(machine: TapeMachine) -> Iterator[Unit]:
    """delta, one unit per pair (state, symbol); a pair without a rule halts. The boot state moves right into cell 0."""
    yield conjunction(((f"st=<{BOOT}>", 1),), ((f"next={machine.start}", 1), ("right", 1)), group="transition")
    for state in machine.states:
        for symbol in machine.symbols:
            here = ((f"st={state}", 1), (f"sym={symbol}", 1))
            rule = machine.rule(state, (symbol,))
            if rule is None:
                yield conjunction(here, (("halt", 1), (f"wr={symbol}", 1)), group="transition")
                continue
            moves = {RIGHT: (("right", 1),), LEFT: (("left", 1),)}.get(rule.move[0], ())
            yield conjunction(here, ((f"next={rule.next}", 1), (f"wr={rule.write[0]}", 1), *moves), group="transition")


def adder_units(options: Options) -> Iterator[Unit]:
    for b in range(options.cell_bits):
        yield conjunction(((f"cell.{b}", 1),), ((f"to.{b}", 1),), group=f"bit {b}")
        for move, lower in (("right", 1), ("left", -1)):
            carry = ((move, 1), *((f"cell.{j}", lower) for j in range(b)))
            yield conjunction((*carry, (f"cell.{b}", 1)), ((f"to.{b}", -1),), group=f"toggle {b}")
            yield conjunction((*carry, (f"cell.{b}", -1)), ((f"to.{b}", 1),), group=f"toggle {b}")
    for move, end in (("right", options.cells - 1), ("left", 0)):
        signs = tuple((f"cell.{b}", 1 if end >> b & 1 else -1) for b in range(options.cell_bits))
        yield conjunction(((move, 1), *signs), (("edge", 1),), group="edge")


def logits(vocabulary: Vocabulary) -> Iterator[tuple[tuple[str, int], ...]]:
    """Rows of the unembedding, in units of the logit gap's half. The right token leads by at least 2 units.

    One token per step: next + read + agreement(to, cell) is w + 2 for the right step and at most w for another.
    `<halt>` scores (w + 2) halt, against at most w where no state is next; `<edge>` (w + 4) edge.
    A spelled cell, r bits per digit: a digit (r + 2) turn + agreement with its part of goto; a step's token
    4 turn + goal + read; both lead all tokens of other turns by at least 4. `<halt>`: (2 r + 8) stop.
    Tokens that no step ends in score below all others.
    """
    o = vocabulary.options
    w, r = o.cell_bits, o.digit_bits
    most = 2 * r + 8 if o.digits else w + 2
    for number, said in enumerate(vocabulary.said):
        if said.digit is not None:
            place, value = said.digit
            yield ((f"turn={place}", r + 2), *agreement("goto", value, r, place * r))
        elif said.kind == "step":
            yield step_row(said, vocabulary)
        elif number in (HALT_ID, EDGE_ID):
            halt = number == HALT_ID
            name = ("stop" if halt else "fall") if o.digits else said.kind
            yield ((name, most if halt else most + 2),)
        else:
            yield ((ONE, -(most + 4)),)


def step_row(said: Said, vocabulary: Vocabulary) -> tuple[tuple[str, int], ...]:
    o = vocabulary.options
    if o.digits:
        return (f"turn={STEP}", 4), (f"goal={said.state}", 1), (f"read={said.symbol}", 1)
    assert said.cell is not None
    cell = agreement("to", vocabulary.index(said.cell), o.cell_bits, 0)
    return (f"next={said.state}", 1), (f"read={said.symbol}", 1), *cell


def agreement(prefix: str, value: int, count: int, start: int) -> tuple[tuple[str, int], ...]:
    return tuple((f"{prefix}.{start + b}", 1 if value >> b & 1 else -1) for b in range(count))
