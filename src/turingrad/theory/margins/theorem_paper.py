"""Theorem 4.1 for the paper's own layers, Lemmas C.1 to C.8 in order (constructions/transformer/paper.py), one tape or
several: width, depth, 1-norm and margin for every machine of given sizes.

Matrix norms by sqrt(|W|_1 |W|_inf). With U units (pairs of one tape, rules and the boot of several), K tapes, n of them
written, w bits:

- pair: of one tape a unit reads 2 entries, a state is read by |A| units, a symbol by z: 2 max(|A|, z). Of several a
  unit reads 1 + K, an entry is read by all and by its copy: (K + 1)(U + 1).
- transition: a row sums U units; a unit's column has 3 entries (st, sym2, move) with one tape, 2 + 2n + K with several.
- left end (hard only): the row of `edge` has w + 1 entries, a bit's column 2.
- subtract: rows of 2 (3 with `edge`), columns of 3. Add: rows of 4, columns of 4.
- searches: the row of scr3_j has 2, all columns 1. Found, fetch and input layers copy.
- choose: rows of 2, the column of the found flag 3. And: rows of 2, a column of v has max |A_t|. Output: rows of 3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from turingrad.theory.margins.bounds import Step
from turingrad.theory.margins.theorem_tapes import TapeSizes
from turingrad.theory.margins.theorems import RADIUS, attention
from turingrad.theory.margins.transformer_layers import TransformerLayer, unused_attention


@dataclass(frozen=True, slots=True)
class PaperSizes:
    """The same numbers as `TapeSizes` has for compact layers."""

    tapes: TapeSizes

    @property
    def carried(self) -> int:
        """st, sym2, pos1, pos2, pos3: coordinates that layers copy from the transition to the input's search."""
        s = self.tapes
        return s.states + sum(s.written) + s.bits + 2 * s.count * s.bits

    @property
    def ones(self) -> int:
        """How many of them can be 1."""
        s = self.tapes
        return 1 + len(s.written) + s.bits + 2 * s.count * s.bits

    @property
    def width(self) -> int:
        s, w = self.tapes, self.tapes.bits
        own = s.states + 3 * s.symbols + 3 * sum(s.written) + w + s.units  # st, sym1, scr2, and2, sym2, scr1, and1
        every = 2 * w + 2 + 3 + 3 + 3 + s.hard + (s.count > 1)  # pos2, pos3, move, carry.., scr4, v, edge, tape
        return own + s.count * every + len(s.written) * w

    @property
    def depth(self) -> int:
        s = self.tapes
        return 2 + s.hard + 2 * (s.bits + 1) + len(s.written) * (s.bits + 2) + s.count + 3

    def counts(self) -> dict[str, int]:
        """Ones that vectors have at most, entering each kind of layer."""
        s, ones, w, n = self.tapes, self.ones, self.tapes.bits, len(self.tapes.written)
        k = s.count
        return {
            "pair": 1 + k + w + k * w,
            "transition": (1 if k == 1 else 2 + k) + w + k * w,
            "left end": ones + k,
            "subtract": ones + k + max(2, int(s.hard)) * k,
            "add": ones + 2 * k,
            "search": ones + w + 1 + 2 * max(0, n - 1),
            "input": ones + 2 * n + 2 * (k - 1),
            "choose": ones + 2 * n + 2 * k,
            "and": 1 + k * w + n + 2 * k,
            "output": 1 + k * w + n + 2 * k,
            "head": 1 + k + k * w,
        }

    def matrix_norms(self) -> dict[str, float]:
        """|W_1|^2 at most, of the layers without attention."""
        s, n = self.tapes, len(self.tapes.written)
        k, one = s.count, s.count == 1
        left_end = {"left end": 2.0 * (s.bits + 1)} if s.hard else {}
        return left_end | {
            "pair": 2.0 * max(s.symbols, s.states) if one else (k + 1.0) * (s.units + 1),
            "transition": 3.0 * s.units if one else (s.units + 1.0) * (2 + 2 * n + k),
            "subtract": 9.0 if s.hard else 6.0,
            "add": 16.0,
            "choose": 6.0,
            "and": 2.0 * max(s.alphabets),
            "output": 3.0,
        }

    def layers(self) -> list[TransformerLayer]:
        s, w, k = self.tapes, self.tapes.bits, self.tapes.count
        count = self.counts()
        encoder = math.sqrt(k + w + 1.0 if k > 1 else w + 1.0)
        found = []
        for kind, norm in self.matrix_norms().items():
            entering = math.sqrt(count[kind])
            own, cross = unused_attention(entering, entering), unused_attention(entering, encoder)
            found.append(TransformerLayer(own, cross, Step(math.sqrt(norm), entering), RADIUS))
        before, after = math.sqrt(count["search"]), math.sqrt(count["search"] + 1)
        unused = unused_attention(after, encoder)
        if s.written:
            search = attention(pairs=2 * w, value=0.0, entering=before, attended=before)
            fetch = attention(pairs=2 * w, value=1.0, entering=before, attended=before)
            found.append(TransformerLayer(search, unused, Step(math.sqrt(2.0), after), RADIUS))
            found.append(TransformerLayer(fetch, unused, Step(1.0, after), RADIUS))
        asking = math.sqrt(count["input"])
        given = attention(pairs=w + (k > 1), value=1.0, entering=asking, attended=encoder)
        copied = Step(1.0, math.sqrt(count["choose"]))
        return [*found, TransformerLayer(unused_attention(asking, asking), given, copied, RADIUS)]

    def norm(self, rounding: float) -> float:
        """alpha: the 1-norm layer by layer, at most; `rounding` is what one live coordinate's correction has."""
        s, w, k, n = self.tapes, self.tapes.bits, self.tapes.count, len(self.tapes.written)
        z, a, b, units, one, carried = s.states, s.symbols, sum(s.written), s.units, k == 1, self.carried
        kept = 0 if one else z + a  # what no unit changes
        feedforward = 1.0 * units * (1 + 2 * k) + w + k * w + kept  # pair
        live = 1.0 * units + w + k * w + kept
        feedforward += units * (3 if one else 2 + 2 * n + k) + w + 2 * k * w + (0 if one else z + b)  # transition
        live += carried + 2 * k
        feedforward += s.hard * (carried + 2 * k + k * (w + 2)) + 2 * k * s.hard  # left end, and its use
        live += s.hard * (carried + 3 * k)
        feedforward += (w + 1) * (carried + k) + 5 * k * w  # subtract
        live += (w + 1) * (carried + k) + 2 * k * w
        feedforward += (w + 1) * carried + 7 * k * w  # add
        live += (w + 1) * carried + 2 * k * w
        copied = carried + b + 3 * n + a + 3 * k  # at most, in layers that search
        searched = n * (w + 2) * (copied + w + 2) + k * copied
        feedforward += searched
        live += searched
        feedforward += (z + k * w + b + a + 6 * k) + (z + k * w + k + 3 * (a + b)) + (z + a + b + k * w + k)
        live += (z + k * w + b + a + 3 * k) + (z + k * w + k + a + b) + (z + a + k * w)
        pairs = [w, *(w + j + 1 for j in range(w)), 2 * w]
        attended = n * sum(7.0 * size + 2.0 for size in pairs) + b + k * (7.0 * (w + 1) + 2.0) + a
        others = 2 * a + 1 + 2 * k + z if k > 1 else a + 2 + z  # E, h_0, theta_cls
        return feedforward + rounding * live + attended + others
