"""The margin of a recipe is the least lead of the right successor, entry by entry of the gradient."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from turingrad.constructions.descent.certificate import label_bound, margin_bound, smallest_margin
from turingrad.constructions.descent.constants import choose_constants
from turingrad.constructions.descent.encoding import EncodingName, encoding_for


@pytest.mark.parametrize("hat", ["directed", "paper"])
@pytest.mark.parametrize("tapes", [1, 2])
@pytest.mark.parametrize(("symbols", "name"), [(2, "bits"), (4, "bits"), (2, "onehot"), (3, "onehot")])
@pytest.mark.parametrize("b", [None, 0.75, 3.0])
def test_the_smallest_margin_by_looking_at_every_vertex_and_read(
    hat: str, tapes: int, symbols: int, name: EncodingName, b: float | None
) -> None:
    encoding = encoding_for(symbols, name)
    constants = choose_constants(hat, encoding, tapes, b=b)
    codes, m, c = encoding.matrix, encoding.agreements, constants.b
    words = list(product(range(symbols), repeat=tapes))
    least = np.inf
    for a, r in product(words, words):

        def read_margin(t: tuple[int, ...], a: tuple[int, ...] = a, r: tuple[int, ...] = r) -> float:
            return sum(4 * c * c * float((codes[x] - codes[y]) @ codes[z]) for x, y, z in zip(a, r, t, strict=True))

        def agree(t: tuple[int, ...], a: tuple[int, ...] = a) -> float:
            return sum(float(m[x, z]) for x, z in zip(a, t, strict=True))

        right = read_margin(r) - 4 * (c**3 + c * agree(r))
        for t in words:
            if t != r:
                least = min(least, read_margin(t) - 4 * (c**3 + c * agree(t)) - right)  # a wrong successor
            least = min(least, read_margin(t) - right)  # a vertex of another state
            if hat == "paper":
                least = min(least, read_margin(t) - 2 * (c**3 + c * agree(t)) - right)  # a predecessor
    found = smallest_margin(constants, encoding, tapes)
    # Tape by tape the minimum may be below the one over whole words, never above it; on one tape they are the same.
    assert found <= least + 1e-9
    if tapes == 1:
        assert found == pytest.approx(least)


@pytest.mark.parametrize(("entries", "largest"), [(1, 1.0), (5, 3.0), (12, 40.0), (40, 1e4)])
def test_labels_may_round_by_a_sixteenth_and_by_half_of_the_margin(entries: int, largest: float) -> None:
    encoding = encoding_for(3, "onehot")
    constants = choose_constants("directed", encoding, 1)
    relative = 2 * (entries + 4) * (2 + math.sqrt(entries) * largest / math.sqrt(2 * constants.c))  # |rho| 2^p
    steps = 4 * (entries + 8) * margin_bound(constants, encoding, 1).ratio
    assert label_bound(constants, encoding, 1, entries, largest).ratio == pytest.approx(max(16 * relative, steps))


def test_the_margin_is_held_against_the_largest_entry_of_the_gradient() -> None:
    encoding = encoding_for(3, "onehot")
    constants = choose_constants("directed", encoding, 1)
    bound, margin = margin_bound(constants, encoding, 1), smallest_margin(constants, encoding, 1)
    assert bound.ratio == bound.magnitude / (constants.gamma * margin)
    assert margin_bound(choose_constants("directed", encoding, 1, b=0.5), encoding, 1).ratio == np.inf
