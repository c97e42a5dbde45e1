"""The learner's local network: B.2 of Goel et al. in 14 second-layer units, whatever the number of states.

Features of one cell, with r = relu and every knee odd, so that no kink is ever evaluated:

    I[lo, hi]   1/2 (r(x-lo+5) - r(x-lo+3) - r(x-hi-3) + r(x-hi-5)): 1 on the cell values of [lo, hi], else 0, slope 0
    Z[v]        -3/2 r(x-v+5) + 5/2 r(x-v+3) - 5/2 r(x-v-3) + 3/2 r(x-v-5): 0 on all cell values, slope 1 at v only

Units, j = c (centre), U, D, L, R, with the names of `lattice`:

    sum          M + sum of v I_c[v] (cells that stay) + Z_c[-C] + next value of a head cell + (H + code q') I_j[h]
                 of the heads h that arrive from side j; M = 2S keeps it positive, V5's bias takes it off again
    wall D       (H + code q#' + B) I_c[h] over the heads h that move towards D, + B I_D[p] - 2B, with B = 2H > H + code
    memorise     2C (I_c[0] + I_U[p] + I_U[T] + I_U[-T]) - Z_c[0] - 3C, out -1: f_msg's first case, value -C, slope 1
    forget       amp (4 I_c[set] + 2 I_U[-C] + 2 I_D[-C] - 5): second case, the symbols ±T are taken off as well.
                 The weight 4: both vertical neighbours alone must not reach the threshold
    start        2A (I_c[T] + I_c[-T] + I_R[P] + I_D[p]) - 5A, A = C + H: third case, in the bottom-right main cell
    broadcast    16 C I_c[±T] + 4 C kappa - 18 C and - 19 C, out +1, -1: fourth case, kappa counts the neighbours in the
                 compute phase; the difference of the two is C however many there are
    unmark       the same for work cells, amplitude P - C, out -1, +1: P becomes C (and Q, of a marked one, S + C)

The compute phase needs no conjunction of arrival and phase: the broadcast is always one cell ahead of the head.
"""

from __future__ import annotations

from collections.abc import Iterable

from turingrad.constructions.rcnn.heads import HeadTable
from turingrad.constructions.rcnn.lattice import Lattice
from turingrad.constructions.rcnn.local import (
    CENTRE,
    COMES_FROM,
    DOWN,
    LEFT,
    POSITIONS,
    RIGHT,
    TOWARDS,
    UP,
    Feature,
    LocalWeights,
    Unit,
)


def indicator(position: int, low: int, high: int | None = None) -> Feature:
    """I_j[low, high], or I_j[low] of the one value."""
    top = low if high is None else high
    return Feature(position, ((low - 5, 0.5), (low - 3, -0.5), (top + 3, -0.5), (top + 5, 0.5)))


def carrier(position: int, value: int) -> Feature:
    """Z_j[value], the way for the gradient."""
    knots = ((value - 5, -1.5), (value - 3, 2.5), (value + 3, -2.5), (value + 5, 1.5))
    return Feature(position, knots, carrier=True)


def learner_weights(table: HeadTable, cells: Lattice, *, work: int) -> LocalWeights:
    """The local network of a lowered learner whose symbols are -, 0, + in this order, with a border also -|, 0|, +|."""
    units = (
        sum_unit(table, cells),
        *(wall_unit(table, cells, move) for move in TOWARDS),
        *memory_units(cells),
        *compute_units(cells, work),
    )
    plain, heads = len(cells.alphabet), cells.without_head
    return LocalWeights(units, offset=-2 * cells.S, padding=cells.p, values=cells.values, plain=plain, heads=heads)


def sum_unit(table: HeadTable, cells: Lattice) -> Unit:
    kept = (*(v for v in cells.unknown if v), -cells.C, *(cells.symbol(*symbol) for symbol in cells.alphabet))
    terms = {indicator(CENTRE, value): value for value in kept}
    terms[carrier(CENTRE, -cells.C)] = 1
    for state, actions in enumerate(table.actions):
        for (a, mark), action in zip(cells.alphabet, actions, strict=True):
            here = cells.head(a, state, mark)
            if action is None:
                terms[indicator(CENTRE, here)] = here
                continue
            written, kept_mark = cells.alphabet[action.write]
            stays = action.move == "S"
            after = cells.head(written, action.next, kept_mark) if stays else cells.symbol(written, kept_mark)
            terms[indicator(CENTRE, here)] = after
            if not stays:
                arrival = indicator(COMES_FROM[action.move], here)
                terms[arrival] = cells.H + cells.code(action.next)
    return Unit("sum", terms, bias=2 * cells.S, out=1)


def wall_unit(table: HeadTable, cells: Lattice, move: str) -> Unit:
    B = 2 * cells.H
    terms = {indicator(TOWARDS[move], cells.p): B}
    for state, actions in enumerate(table.actions):
        for (a, mark), action in zip(cells.alphabet, actions, strict=True):
            if action is not None and action.move == move:
                terms[indicator(CENTRE, cells.head(a, state, mark))] = cells.H + cells.code(action.at_wall) + B
    return Unit(f"wall {POSITIONS[TOWARDS[move]]}", terms, bias=-2 * B, out=1)


def memory_units(cells: Lattice) -> tuple[Unit, ...]:
    C, T = cells.C, cells.T
    above = (indicator(UP, cells.p), indicator(UP, T), indicator(UP, -T))
    memorise = {indicator(CENTRE, 0): 2 * C, **dict.fromkeys(above, 2 * C), carrier(CENTRE, 0): -1}
    neighbours = (indicator(UP, -C), indicator(DOWN, -C))

    def forget(values: Iterable[int], amplitude: int, out: int, name: str) -> Unit:
        terms = dict.fromkeys((indicator(CENTRE, value) for value in values), 4 * amplitude)
        return Unit(name, {**terms, **dict.fromkeys(neighbours, 2 * amplitude)}, bias=-5 * amplitude, out=out)

    return (
        Unit("memorise", memorise, bias=-3 * C, out=-1),
        forget((0, T, -T), C, -1, "forget"),
        forget((T,), T, -1, "forget +"),
        forget((-T,), T, 1, "forget -"),
    )


def compute_units(cells: Lattice, work: int) -> tuple[Unit, ...]:
    C, T, P, A = cells.C, cells.T, cells.P, cells.C + cells.H
    beside = indicator(RIGHT, cells.beside_the_labels(work))
    start = dict.fromkeys((indicator(CENTRE, T), indicator(CENTRE, -T), beside, indicator(DOWN, cells.p)), 2 * A)
    computing = [
        indicator(position, *cells.compute_phase(*symbol))
        for position in (UP, DOWN, LEFT, RIGHT)
        for symbol in cells.alphabet
    ]

    def pair(values: Iterable[int], amplitude: int, outs: tuple[int, int], name: str) -> tuple[Unit, Unit]:
        terms = dict.fromkeys((indicator(CENTRE, value) for value in values), 16 * amplitude)
        terms |= dict.fromkeys(computing, 4 * amplitude)
        return (
            Unit(name, terms, bias=-18 * amplitude, out=outs[0]),
            Unit(f"{name} once", terms, bias=-19 * amplitude, out=outs[1]),
        )

    return (
        Unit("start", start, bias=-5 * A, out=1),
        *pair((T, -T), C, (1, -1), "broadcast"),
        *pair(cells.unknown[3:], P - C, (-1, 1), "unmark"),
    )
