"""Trainers: tape machines that write a network's weights, written in the language. Programs are in `files`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from turingrad._support.arrays import F64, Mask, Signs
from turingrad._support.files import is_file, open_input
from turingrad.errors import FormatError, InputError
from turingrad.language.source import read_program
from turingrad.library.entry import Variant, first_sentence
from turingrad.library.trainers import fixed_point
from turingrad.library.trainers.header import bias, doc_takes_numbers, linear_tanh, parity, trainer_in
from turingrad.library.trainers.layout import (
    Sizes,
    Trainer,
    constant_last,
    labelled_rows,
    sign_bits,
    with_constant,
    word,
    words,
    words_and_marks,
    wrap_word,
)
from turingrad.machine.tape import TapeMachine
from turingrad.python.files import is_python_source, load_object

if TYPE_CHECKING:
    from torch import nn

FRACTION = 8  # fraction bits of the gradient-descent trainer's numbers
RATE_SHIFT = 3  # its rate is 1/8: three moves in the program
MAX_PROGRAM = 1 << 20  # bytes of a file whose documentation is looked at


def hebb_weights(sizes: Sizes, X: Signs, y: Signs) -> F64:
    """sum_i y_i x_i, constant included, for each pass."""
    return constant_last((sizes.passes * y.astype(np.int64) @ with_constant(X)).tolist())


def perceptron_weights(sizes: Sizes, X: Signs, y: Signs) -> F64:
    """`passes` times over the samples: w += y x wherever y (w.x) <= 0."""
    rows = with_constant(X)
    w = np.zeros(rows.shape[1], np.int64)
    for _ in range(sizes.passes):
        for row, label in zip(rows, y.astype(np.int64), strict=True):
            if label * (w @ row) <= 0:
                w += label * row
    return constant_last(w.tolist())


def descent_weights(sizes: Sizes, X: Signs, y: Signs) -> F64:
    """`passes` times over the samples: e = w.x - y, w -= x floor(e / 8), in units of 2^-FRACTION."""
    rows = with_constant(X).tolist()
    w = [0] * len(rows[0])
    for _ in range(sizes.passes):
        for row, label in zip(rows, y.tolist(), strict=True):
            total = sum(a * b for a, b in zip(w, row, strict=True)) - (label << FRACTION)
            error = total >> RATE_SHIFT
            w = [a - b * error for a, b in zip(w, row, strict=True)]
            if any(wrap_word(number, sizes.width) != number for number in (total, *w)):
                raise InputError(
                    f"gradient descent at rate 1/{1 << RATE_SHIFT} leaves words of {sizes.width} bits: "
                    f"{sizes.features} features are too many for it"
                )
    return constant_last(w) / 2.0**FRACTION


def parity_weights(_: Sizes, X: Signs, y: Signs) -> F64:
    """A solution of y = c + w.x over GF(2), free variables 0; equations against the earlier ones are left out."""
    equations = np.concatenate([with_constant(-X) > 0, (y < 0)[:, None]], axis=1)
    unknowns = equations.shape[1] - 1
    slots: list[Mask | None] = [None] * unknowns
    for equation in equations:
        for j in range(unknowns):
            if not equation[j]:
                continue
            slot = slots[j]
            if slot is None:
                slots[j] = equation
                break
            equation = equation ^ slot
    solution = np.zeros(unknowns, bool)
    for j in reversed(range(unknowns)):
        slot = slots[j]
        if slot is not None:
            solution[j] = slot[unknowns] ^ bool((slot[j + 1 : unknowns] & solution[j + 1 :]).sum() % 2)
    return solution.astype(np.float64)


def equations_text(_: Sizes, X: Signs, y: Signs) -> str:
    """For each sample the bits 1, x, y of an equation (-1 is 1), and a blank."""
    return "".join(f"1{sign_bits(-row)}{sign_bits([-label])}_" for row, label in zip(X, y, strict=True))


def slots_text(sizes: Sizes) -> tuple[str, ...]:
    """The free slots; on the next tape, right of an equation's place, a mark for each further batch."""
    unknowns = sizes.features + 1
    slots = "".join("0" * (unknowns + 1 - j) + "_" for j in range(unknowns))
    return slots, "_" * (unknowns + 2) + "1" * (sizes.presented - 1)


def fixed_point_rows(sizes: Sizes, X: Signs, y: Signs) -> str:
    """For each sample its label as a word, a blank, a constant 1, its features, and a blank."""
    rows = zip(X, y.tolist(), strict=True)
    return "".join(f"{word(label << FRACTION, sizes.width)}_1{sign_bits(row)}_" for row, label in rows)


def weight_words_and_passes(sizes: Sizes) -> tuple[str, ...]:
    """One word per weight; on the next tape a word for the sum, and a mark for each further pass or batch."""
    return fixed_point.words_and_scratch(sizes.features + 1, sizes)[:2]


def feature_weights(sizes: Sizes, text: str) -> F64:
    """The words on the tape as weights of the features and, last, of the constant."""
    return constant_last(words(text, sizes.features + 1, sizes.width))


def fraction_weights(sizes: Sizes, text: str) -> F64:
    return feature_weights(sizes, text) / 2.0**FRACTION


def bits_for(largest: int) -> int:
    """Bits of a word that holds -largest to largest."""
    return largest.bit_length() + 1


def linear(sizes: Sizes) -> nn.Module:
    from turingrad.library.trainers.primaries import Linear

    return Linear(sizes.features, 2.0 ** (sizes.width - 1 - FRACTION))


def program_text(name: str) -> str:
    return (files("turingrad.library.trainers") / "files" / f"trainer-{name}.tg").read_text(encoding="utf-8")


def program(name: str) -> Callable[[], TapeMachine]:
    def build() -> TapeMachine:
        from turingrad.language import compile_program  # machines do without the language, and load sooner

        machine = compile_program(program_text(name), f"trainer-{name}.tg", name=name)
        assert isinstance(machine, TapeMachine)
        return machine

    return build


def library_trainer(name: str, primary: Callable[[Sizes], nn.Module], passes: int = 1, **parts: Any) -> Trainer:
    """A trainer of the library: a program, which takes batches."""
    return Trainer(name, program(name), primary, default_passes=passes, batch_state="batch", **parts)


ALL = (
    library_trainer(
        "majority-label", bias,
        data=labelled_rows,
        tapes=partial(words_and_marks, 1),
        weights=lambda sizes, text: np.array(words(text, 1, sizes.width), np.float64),
        direct=lambda sizes, X, y: np.array([float(sizes.passes * y.sum(dtype=np.int64))]),  # noqa: ARG005 - no features
        width=lambda samples, features, passes: bits_for(samples * passes),  # noqa: ARG005 - no features
    ),
    library_trainer(
        "hebb", linear_tanh,
        data=labelled_rows, weights=feature_weights, direct=hebb_weights,
        tapes=lambda sizes: words_and_marks(sizes.features + 1, sizes),
        width=lambda samples, features, passes: bits_for(samples * passes),  # noqa: ARG005 - a sum of signs
    ),
    library_trainer(
        "perceptron", linear_tanh, passes=4,
        data=labelled_rows, tapes=weight_words_and_passes, weights=feature_weights, direct=perceptron_weights,
        width=lambda samples, features, passes: bits_for((features + 1) * samples * passes),
    ),
    library_trainer(
        "gradient-descent", linear, passes=4,
        data=fixed_point_rows, tapes=weight_words_and_passes, weights=fraction_weights, direct=descent_weights,
        width=lambda samples, features, passes: FRACTION + 2 + bits_for(features + 1),  # noqa: ARG005 - wraps else
    ),
    library_trainer(
        "parity", parity, output_tape=2,
        data=equations_text,
        tapes=slots_text,
        weights=lambda sizes, text: np.array([text[j : j + 1] == "1" for j in range(sizes.features + 1)], np.float64),
        direct=parity_weights,
    ),
    library_trainer(
        "least-mean-squares", linear_tanh, passes=4,
        data=partial(fixed_point.fixed_point_rows, fixed_point.BITS, fixed_point.FRACTION),
        tapes=lambda sizes: fixed_point.words_and_scratch(sizes.features + 1, sizes),
        weights=fraction_weights, direct=fixed_point.least_mean_squares,
        width=lambda samples, features, passes: fixed_point.WIDTH,  # noqa: ARG005 - wraps else
        fixed=(fixed_point.BITS, fixed_point.FRACTION),
    ),
)  # fmt: skip
BY_NAME: Mapping[str, Trainer] = MappingProxyType({trainer.name: trainer for trainer in ALL})


def find_trainer(name: str) -> Trainer:
    return BY_NAME[name]


def known_trainer(learner: object) -> Trainer | None:
    """The trainer that a machine of the library belongs to, or that its own documentation describes, or None."""
    if isinstance(learner, Trainer) or not isinstance(learner, TapeMachine):
        return learner if isinstance(learner, Trainer) else None
    found = BY_NAME.get(learner.name)
    return trainer_in(learner) if found is None or found.machine != learner else found


def number_columns(source: str) -> Literal["none", "features", "all"]:
    """The columns that the trainer of this name, or in this file, takes as numbers; FILE.py:NAME is executed."""
    if is_python_source(source):
        found = known_trainer(load_object(source))
    elif not is_file(source):
        found = BY_NAME.get(source)
    else:
        return "features" if file_takes_numbers(source) else "none"
    if found is None or not found.takes_numbers:
        return "none"
    return "all" if found.real else "features"


def file_takes_numbers(source: str) -> bool:
    """Whether the trainer that a program's documentation describes takes real features."""
    try:
        with open_input(source) as file:
            text = file.read(MAX_PROGRAM).decode("utf-8")
        return doc_takes_numbers(read_program(text, source).doc)
    except (OSError, UnicodeDecodeError, FormatError):  # no program: what it is, is told when it is read
        return False


def trainer_of(machine: TapeMachine) -> Trainer:
    """The trainer that a machine belongs to; see `known_trainer`."""
    found = known_trainer(machine)
    if found is None:
        raise InputError(
            f"{machine!r} is not a trainer of the library ({', '.join(BY_NAME)}), and no 'trainer:' line of its "
            "docstring says what its tapes mean"
        )
    return found


def find_trainer_machine(name: str, _features: int) -> TapeMachine:
    """The machine of a trainer: it serves any number of features."""
    return BY_NAME[name].machine


def sentence_of(name: str) -> str:
    return first_sentence(read_program(program_text(name), f"trainer-{name}.tg").doc)


def variants() -> tuple[Variant, ...]:
    return tuple(
        Variant(n, "trainer", partial(sentence_of, n), partial(find_trainer_machine, n), True) for n in BY_NAME
    )
