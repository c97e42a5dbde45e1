"""Theorem 4.1 for machines with several tapes, which the paper reaches by way of one tape: the same numbers for the
compact layers of a k-tape machine (constructions/transformer/compact.py), for every machine with so many states, rules,
symbols per tape and written tapes. The paper's own layers are in theorem_paper.py.

Matrix norms by sqrt(|W|_1 |W|_inf) again. With z states, U units (the rules and the boot), K tapes, n of them written:

- pair: a unit reads 1 + K entries, an entry is read by all units and its copy: |W|^2 <= (K + 1)(U + 1).
- transition: a row sums at most U units and w bits; a unit's column has 2 in st, 2 per written tape in sym2, w + 1
  per tape in inc or dec; a bit's has 2w + 1: |W|^2 <= (U + w) max(2 + 2n + K (w + 1), 2w + 1).
- position: 7 per row, 3 per column, as with one tape. Searches copy; the last one combines, 2 per row,
  max |A_t| + 1 per column.
- output: 3 per row, 1 per column.
- A hard left end adds `edge`: one more entry in the columns of a unit and of a bit at the transition, 8 in the row of
  the lowest bit at the position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from turingrad.constructions.feedforward import ROUND_SLOPE
from turingrad.constructions.transformer.options import position_bits
from turingrad.constructions.transformer.transitions import transitions
from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine
from turingrad.theory.margins.architecture import architecture_size
from turingrad.theory.margins.bounds import ChainLayer, Correction, Step, tighten
from turingrad.theory.margins.samples import Learnability
from turingrad.theory.margins.theorems import (
    RADIUS,
    ROUNDING_NORM,
    Family,
    attention,
    require_room,
    require_tape,
    theorem_4_1,
)
from turingrad.theory.margins.transformer_layers import TransformerLayer, unused_attention


@dataclass(frozen=True, slots=True)
class TapeSizes:
    """z states (boot included), U units, |A_t| of each tape and of those written, w bits."""

    states: int
    units: int
    alphabets: tuple[int, ...]
    written: tuple[int, ...]  # |A_t| of the tapes that are written
    bits: int
    hard: bool = False  # left end

    @property
    def count(self) -> int:
        return len(self.alphabets)

    @property
    def symbols(self) -> int:
        return sum(self.alphabets)

    @property
    def searches(self) -> int:
        """Layers that search: those of the written tapes one after the other, at least one per tape for the inputs."""
        return max(len(self.alphabets), len(self.written) * (self.bits + 1))

    @property
    def width(self) -> int:
        z, a, b, w = self.states, self.symbols, sum(self.written), self.bits
        tapes, n = len(self.alphabets), len(self.written)
        return z + 2 * a + 3 * b + w + tapes * (2 * w + 2 * (w + 1) + 2 + 1 + 1 + self.hard) + n * w + self.units

    def counts(self) -> dict[str, int]:
        """Ones that vectors have at most: entering each kind of layer, after the searches, and at the output."""
        w, tapes, n = self.bits, len(self.alphabets), len(self.written)
        searched = 1 + n + w + tapes * w + 2 * n * w + n + tapes + 2 * tapes
        return {
            "pair": 1 + tapes + w + tapes * w,
            "transition": 2 + tapes + w + tapes * w,
            "position": 1 + n + w + tapes * w + 2 * tapes * (w + 1) + tapes * self.hard,
            "search": searched,
            "output": 1 + tapes * w + n + 2 * tapes,
            "head": 1 + tapes + tapes * w,
        }

    def copied_coordinates(self) -> int:
        """Coordinates that a search layer copies at most."""
        w, tapes, n = self.bits, len(self.alphabets), len(self.written)
        return self.states + 2 * sum(self.written) + w + tapes * w + 2 * n * w + self.symbols + 2 * tapes


def theorem_4_1_tapes(
    k: int,
    alphabets: Sequence[int],
    rules: int,
    steps: int,
    input_length: int = 0,
    *,
    written: Sequence[bool] | None = None,
    epsilon: float = 0.1,
    width: int | None = None,
    depth: int | None = None,
    left_end: str = "two-sided",
    layers: str = "compact",
) -> Family:
    """Compute the family of Theorem 4.1 for machines with several tapes.

    Args:
        k: States, halting ones included.
        alphabets: |A_t|, the size of each tape's alphabet.
        rules: How many rules.
        steps: T, the length of the run.
        input_length: The length of the input.
        written: The tapes that a rule changes; by default all.
        epsilon: The error of Lemma 2.3.
        width: Width of the networks; by default what they need.
        depth: Their depth; by default what they need.
        left_end: "hard" is the paper's tape, "two-sided" ours.
        layers: "paper" or "compact".

    Returns:
        Width, depth, norm, and the margin that every machine of this size has there.

    Example:
        >>> from turingrad.theory import theorem_4_1_tapes
        >>> theorem_4_1_tapes(28, (2, 3, 2), 600, 20).learnability.gamma > 0
        True
    """
    changed = [True] * len(alphabets) if written is None else list(written)
    if len(alphabets) < 2 or len(changed) != len(alphabets) or min((k, rules, *alphabets)) < 1 or steps < 0:
        raise InputError(
            "two tapes or more, k, rules and |A_t| >= 1 and T >= 0 are needed, "
            f"not {list(alphabets)}, {k}, {rules}, {steps}"
        )
    own = tuple(size for size, changes in zip(alphabets, changed, strict=True) if changes)
    require_tape(left_end, layers)
    bits, hard = position_bits(steps, input_length), left_end == "hard"
    s = TapeSizes(k + 1, rules + 1, tuple(alphabets), own, bits, hard)
    if layers == "paper":
        return paper_family(s, steps, epsilon, width, depth)
    needed, least = s.width, 4 + s.searches
    wide, deep = require_room(needed, least, width, depth)
    identity = (1.0 + ROUNDING_NORM) * (s.states + s.symbols + len(alphabets) * s.bits)
    alpha = tapes_norm(s) + (deep - least) * identity
    scores = 2 * s.bits + 1 if own else s.bits + 2
    parameters = architecture_size(wide, deep, scores, s.symbols + len(alphabets))  # tokens: symbols, others
    counts = s.counts()
    head = ChainLayer((Step(math.sqrt(s.states), math.sqrt(counts["head"])),), 1.0, corrected=True)
    largest = math.sqrt(max(counts.values()))
    gamma = tighten([*tapes_layers(s), head], Correction(ROUND_SLOPE, largest))
    return Family(wide, deep, Learnability(alpha, parameters, gamma, epsilon), steps + 1)


def paper_family(s: TapeSizes, steps: int, epsilon: float, width: int | None, depth: int | None) -> Family:
    """The family of the paper's layers, for one tape or several."""
    from turingrad.theory.margins.theorem_paper import PaperSizes  # which reads TapeSizes

    sizes = PaperSizes(s)
    wide, deep = require_room(sizes.width, sizes.depth, width, depth)
    identity = (1.0 + ROUNDING_NORM) * (s.states + s.symbols + s.count * s.bits)
    alpha = sizes.norm(ROUNDING_NORM) + (deep - sizes.depth) * identity
    tokens = s.symbols + (s.count if s.count > 1 else 0)
    scores = 2 * s.bits + 1 if s.written else s.bits + 2
    counts = sizes.counts()
    head = ChainLayer((Step(math.sqrt(s.states), math.sqrt(counts["head"])),), 1.0, corrected=True)
    gamma = tighten([*sizes.layers(), head], Correction(ROUND_SLOPE, math.sqrt(max(counts.values()))))
    parameters = architecture_size(wide, deep, scores, tokens)
    return Family(wide, deep, Learnability(alpha, parameters, gamma, epsilon), steps + 1)


def tapes_layers(s: TapeSizes) -> list[TransformerLayer]:
    w, tapes, n = s.bits, len(s.alphabets), len(s.written)
    entering = {kind: math.sqrt(count) for kind, count in s.counts().items()}
    encoder = math.sqrt(tapes + w + 1.0)
    columns = max(2 + 2 * n + tapes * (w + 1 + s.hard), 2 * w + 1 + s.hard)
    norms = {
        "pair": math.sqrt((tapes + 1.0) * (s.units + 1)),
        "transition": math.sqrt((s.units + w) * float(columns)),
        "position": math.sqrt(24.0 if s.hard else 21.0),
        "output": math.sqrt(3.0),
    }
    layers = []
    for kind, norm in norms.items():
        own, cross = unused_attention(entering[kind], entering[kind]), unused_attention(entering[kind], encoder)
        layers.append(TransformerLayer(own, cross, Step(norm, entering[kind]), RADIUS))
    full = entering["search"]
    read = attention(pairs=2 * w, value=1.0, entering=full, attended=full)
    given = attention(pairs=w + 1, value=1.0, entering=full, attended=encoder)
    combined = Step(math.sqrt(2.0 * (max(s.alphabets) + 1)), full)
    return [*layers, TransformerLayer(read, given, combined, RADIUS)]


def tapes_norm(s: TapeSizes) -> float:
    """alpha: the 1-norm layer by layer, at most."""
    z, a, b, w, units = s.states, s.symbols, sum(s.written), s.bits, s.units
    tapes, n = len(s.alphabets), len(s.written)
    feedforward = 1.0 * units * (1 + 2 * tapes) + w + tapes * w + z + a  # pair
    feedforward += z + b + units * (2 + 2 * n + tapes * (w + 1)) + tapes * 1.5 * w * (w + 1) + w + tapes * w
    feedforward += z + b + w + n * w + 7 * tapes * w  # position
    feedforward += s.hard * tapes * (units + w + 2)  # edge, and its use
    feedforward += s.searches * s.copied_coordinates()
    feedforward += z + tapes * w + b + 3 * tapes + 2 * a  # combine
    feedforward += z + 2 * a + tapes * w + tapes  # output
    live = units + w + tapes * w + z + a + (z + b + w + tapes * w + 2 * tapes * (w + 1)) + tapes * s.hard
    live += z + b + w + n * w + tapes * w + s.searches * s.copied_coordinates()
    live += (z + tapes * w + 2 * b + a + tapes) + (z + a + tapes * w)
    searched = [w + j + 1 for j in range(w)] + [2 * w]
    attended = n * sum(7.0 * pairs + 2.0 for pairs in searched) + b + tapes * (7.0 * (w + 1) + 2.0) + a
    return feedforward + ROUNDING_NORM * live + attended + 2 * a + 1 + 2 * tapes + z  # E, h_0, theta_cls


def family_of(
    machine: TapeMachine,
    steps: int,
    input_length: int = 0,
    *,
    epsilon: float = 0.1,
    width: int | None = None,
    depth: int | None = None,
    layers: str = "compact",
) -> Family:
    """The family of Theorem 4.1 that a machine is in, with one tape or several, and with its own left end."""
    end = machine.left_end
    if machine.tapes == 1:
        return theorem_4_1(
            len(machine.states), len(machine.symbols), steps, input_length, epsilon, width, depth, end, layers
        )
    table = transitions(machine)
    return theorem_4_1_tapes(
        len(machine.states),
        [table.symbols(t) for t in range(table.tapes)],
        len(machine.rules),
        steps,
        input_length,
        written=[t in table.writable for t in range(table.tapes)],
        epsilon=epsilon,
        width=width,
        depth=depth,
        left_end=end,
        layers=layers,
    )
