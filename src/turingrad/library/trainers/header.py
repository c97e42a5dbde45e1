"""Trainers from a program's docstring: one line says what the machine's tapes mean, and which network it trains.

    trainer: data=labelled-rows tapes=words weights=bias-first primary=linear-tanh width=6

- `data`: what stands on tape 0, see `DATA`; `tapes`: what the next tapes start with, see `TAPES` (default: nothing);
- `weights`: how the output tape is read, see `WEIGHTS`: words of `width` bits with `fraction` bits after the point;
- `data=fixed-point-rows`: features may be real; they are rounded, inside the network, to words of `bits` bits (12) with
  `fraction` bits after the point, most significant bit first;
- `primary`: the network whose weights they are, see `PRIMARIES`; `mlp-H` is features - H - 1 with tanh;
- `output` (1) is the output tape, `passes` (1) the default number of passes, `batch` the state that asks for a batch.

Only these names are known: a file never runs code. For a primary or a layout of one's own, build a `Trainer` in Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from turingrad._support.arrays import F64, Signs
from turingrad._support.text import name_alternatives
from turingrad.errors import InputError
from turingrad.library.trainers.fixed_point import fixed_point_rows, words_and_scratch
from turingrad.library.trainers.layout import (
    Sizes,
    Trainer,
    constant_last,
    labelled_rows,
    sign_bits,
    words,
    words_and_marks,
)
from turingrad.machine.tape import TapeMachine

if TYPE_CHECKING:
    from torch import nn

LINE = re.compile(r"^trainer:[ \t]*(.*)$", re.MULTILINE)
KEYS = ("data", "tapes", "weights", "primary", "width", "bits", "fraction", "output", "passes", "batch")
MAX_WIDTH, MAX_HIDDEN = 40, 64


def plain_rows(_: Sizes, X: Signs, y: Signs) -> str:
    """For each sample its features and its label, without anything between."""
    return "".join(sign_bits(row) + sign_bits([label]) for row, label in zip(X, y, strict=True))


# The primaries are imported when one is built: listing the library need not load torch.


def bias(_: Sizes) -> nn.Module:
    from turingrad.library.trainers.primaries import Bias

    return Bias()


def linear_tanh(sizes: Sizes) -> nn.Module:
    from turingrad.library.trainers.primaries import LinearTanh

    return LinearTanh(sizes.features)


def parity(sizes: Sizes) -> nn.Module:
    from turingrad.library.trainers.primaries import Parity

    return Parity(sizes.features)


def mlp(hidden: int, sizes: Sizes) -> nn.Module:
    from torch import nn

    layers = nn.Linear(sizes.features, hidden), nn.Tanh(), nn.Linear(hidden, 1), nn.Tanh()
    return nn.Sequential(*layers)


DATA: Mapping[str, Callable[[Sizes, Signs, Signs], str]] = {
    "labelled-rows": labelled_rows,
    "plain-rows": plain_rows,
}
"""labelled-rows: a label, a constant 1, the features, and a blank, for each sample. plain-rows: features and label."""
FIXED = "fixed-point-rows"
"""The label as a word of `width` bits, least significant bit first; a 1 and the features as words; a blank after each
word."""
TAPES = ("words", "words-and-scratch", "none")
"""words: a word of zeros for each weight, a blank after each; then a 0 and a 1 for each further pass or batch.
words-and-scratch: words for the weights; a word, a blank and a 1 for each further pass or batch; a word."""
WEIGHTS = ("words", "bias-first")
"""words: in the order of the primary's parameters. bias-first: the last parameter comes first."""
PRIMARIES: Mapping[str, Callable[[Sizes], nn.Module]] = {"bias": bias, "linear-tanh": linear_tanh, "parity": parity}


def trainer_in(machine: TapeMachine) -> Trainer | None:
    """The trainer that a machine's documentation describes, None if it does not."""
    found = LINE.search(machine.doc)
    if found is None:
        return None
    given = fields(found.group(1))
    primary = find_primary(given.get("primary", ""))
    width, fraction = whole(given, "width", 8, MAX_WIDTH), whole(given, "fraction", 0, MAX_WIDTH)
    bits = whole(given, "bits", 12, MAX_WIDTH)
    data, tapes, order = (
        require_name(given, "data", (*DATA, FIXED), "labelled-rows"),
        require_name(given, "tapes", TAPES, "none"),
        require_name(given, "weights", WEIGHTS, "words"),
    )
    count = partial(parameters, primary)

    def read(sizes: Sizes, text: str) -> F64:
        numbers = [number / 2.0**fraction for number in words(text, count(sizes), sizes.width)]
        return constant_last(numbers) if order == "bias-first" else np.array(numbers, np.float64)

    def start_fields(sizes: Sizes) -> tuple[str, ...]:
        if tapes == "words-and-scratch":
            return words_and_scratch(count(sizes), sizes)
        return words_and_marks(count(sizes), sizes) if tapes == "words" else ()

    return Trainer(
        name=machine.name or "trainer",
        build=machine,
        primary=primary,
        data=partial(fixed_point_rows, bits, fraction) if data == FIXED else DATA[data],
        weights=read,
        tapes=start_fields,
        width=lambda samples, features, passes: width,  # noqa: ARG005 - the file says it
        output_tape=whole(given, "output", 1, machine.tapes - 1),
        default_passes=whole(given, "passes", 1, 10_000),
        batch_state=given.get("batch", ""),
        fixed=(bits, fraction) if data == FIXED else None,
        described=True,
    )


def doc_takes_numbers(doc: str) -> bool:
    """Whether a trainer with this documentation takes real features."""
    found = LINE.search(doc)
    return found is not None and fields(found.group(1)).get("data") == FIXED


def fields(line: str) -> dict[str, str]:
    """`key=value` pairs with blanks or commas between them."""
    given: dict[str, str] = {}
    for part in re.split(r"[\s,]+", line.strip()):
        key, _, text = part.partition("=")
        if key not in KEYS or not text or key in given:
            raise InputError(f"trainer header: {part!r} is not a new KEY=VALUE with KEY one of {', '.join(KEYS)}")
        given[key] = text
    return given


def require_name(given: Mapping[str, str], key: str, known: tuple[str, ...], default: str) -> str:
    found = given.get(key, default)
    if found not in known:
        raise InputError(f"trainer header: no {key} {found!r}{name_alternatives(found, known)}")
    return found


def whole(given: Mapping[str, str], key: str, default: int, most: int) -> int:
    text = given.get(key, str(default))
    if not text.isascii() or not text.isdigit() or not 0 <= int(text[:9]) <= most:
        raise InputError(f"trainer header: {key}={text} is not a whole number of at most {most}")
    return int(text)


def find_primary(name: str) -> Callable[[Sizes], nn.Module]:
    hidden = re.fullmatch(r"mlp-([1-9]\d{0,2})", name)
    if hidden and int(hidden.group(1)) <= MAX_HIDDEN:
        return partial(mlp, int(hidden.group(1)))
    if name not in PRIMARIES:
        known = ", ".join((*PRIMARIES, f"mlp-1 to mlp-{MAX_HIDDEN}"))
        raise InputError(f"trainer header: no primary {name!r}; known: {known}")
    return PRIMARIES[name]


def parameters(primary: Callable[[Sizes], nn.Module], sizes: Sizes) -> int:
    return sum(value.numel() for value in primary(sizes).parameters())
