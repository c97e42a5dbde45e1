"""The recurrent convolution alone, for any alphabet: cells, features and units without memory layer and phases.

A cell with symbol number a and head state q (0: no head, lowered states count from 1) is 4 (a (n+1) + q), the padding
is -4. On these values, with r = relu and knees that no value meets,

    I[v] = r(x-v+2) - r(x-v+1) - r(x-v-1) + r(x-v-2)

is 1 at v and 0 elsewhere. Units:

    sum      4 + code of the next symbol (and state, where the head stays) I_c[v] + 4 q' I_j[h] for heads that arrive
    wall D   (4 q#' + B) I_c[h] over the heads h that move towards D, + B I_D[p] - 2B, with B = 4 (n+1) > 4 q#'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from turingrad.constructions.rcnn.heads import HeadTable
from turingrad.constructions.rcnn.local import CENTRE, COMES_FROM, POSITIONS, TOWARDS, Feature, LocalWeights, Unit

GAP = 4
PADDING = -GAP


@dataclass(frozen=True)
class Alphabet:
    """The codes of `symbols` symbols and `states` lowered states."""

    symbols: int
    states: int

    def code(self, symbol: int, state: int | None = None) -> int:
        return GAP * (symbol * (self.states + 1) + (0 if state is None else state + 1))

    def meaning(self, value: float) -> tuple[int, int | None] | None:
        """(symbol, state) of a code; None if the value is no code."""
        if not float(value).is_integer():
            return None
        number, rest = divmod(int(value), GAP)
        if rest or not 0 <= number < self.symbols * (self.states + 1):
            return None
        symbol, head = divmod(number, self.states + 1)
        return symbol, head - 1 if head else None

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Every cell value: first the symbols, then the heads."""
        plain = [self.code(symbol) for symbol in range(self.symbols)]
        return (*plain, *(self.code(a, q) for a in range(self.symbols) for q in range(self.states)))


def indicator(position: int, value: int) -> Feature:
    return Feature(position, ((value - 2, 1.0), (value - 1, -1.0), (value + 1, -1.0), (value + 2, 1.0)))


def alphabet_weights(table: HeadTable) -> LocalWeights:
    """The local network of a lowered machine on any alphabet."""
    codes = Alphabet(len(table.symbols), len(table.states))
    total = {indicator(CENTRE, codes.code(a)): codes.code(a) for a in range(1, codes.symbols)}
    B = GAP * (codes.states + 1)
    walls: dict[str, dict[Feature, int]] = {}
    for state, actions in enumerate(table.actions):
        for a, action in enumerate(actions):
            here = codes.code(a, state)
            if action is None:
                total[indicator(CENTRE, here)] = here
                continue
            stays = action.move == "S"
            total[indicator(CENTRE, here)] = codes.code(action.write, action.next if stays else None)
            if stays:
                continue
            total[indicator(COMES_FROM[action.move], here)] = GAP * (action.next + 1)
            if action.at_wall != action.next:
                gate = walls.setdefault(action.move, {indicator(TOWARDS[action.move], PADDING): B})
                gate[indicator(CENTRE, here)] = GAP * (action.at_wall + 1) + B
    gates = (
        Unit(f"wall {POSITIONS[TOWARDS[move]]}", walls[move], bias=-2 * B, out=1) for move in TOWARDS if move in walls
    )
    units = (Unit("sum", total, bias=GAP, out=1), *gates)
    return LocalWeights(
        units, offset=-GAP, padding=PADDING, values=codes.values, plain=codes.symbols, heads=codes.symbols
    )
