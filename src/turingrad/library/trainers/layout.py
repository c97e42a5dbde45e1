"""What the trainers have in common: how samples stand on a tape, and how weights are read from one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import F64, I64, Reader, Signs, numbers, signs
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape.run import run

if TYPE_CHECKING:
    from torch import nn


@dataclass(frozen=True)
class Sizes:
    """Samples (of one batch), features, bits of a word, passes over all batches, and the number of batches.

    Words are wide enough for the whole stream of passes * batches batches.
    """

    samples: int
    features: int
    width: int
    passes: int
    batches: int = 1

    @property
    def presented(self) -> int:
        """How often a batch is read: each of them once in every pass."""
        return self.passes * self.batches


@dataclass(frozen=True)
class Trainer:
    """A tape machine that trains a primary network, with what its tapes mean; `learn(trainer, ...)` takes your own,
    too.

    `build` is the machine, or makes it. `primary(sizes)` makes the network. `data(sizes, X, y)` is the text of tape 0
    right of the guard, `tapes(sizes)` that of the others at the start (no data: constants of the sizes),
    `weights(sizes, text)` reads the primary's weights, in the order of its parameters, from the text of tape
    `output_tape`. `direct(sizes, X, y)` computes the same weights without a machine, from the
    samples of all batches; without it the machine's own run is what a training is compared with.
    `width(samples, features, passes)` is enough bits for every number that can occur.
    `batch_state`: the state that asks for the next batch of samples, if the machine takes batches.
    `output_bound`: the largest |f(x)| of a primary that does not state it; `real`: features and labels may be any
    finite numbers (of at most `label_bound`), which `data` gets as float64; otherwise only -1 and +1, as int8.
    `fixed = (bits, fraction)`: features may be real numbers, labels are -1 and +1; `data` and `direct` get the features
    as whole numbers of units 2^-fraction, rounded by the quantiser inside the network, of `bits` bits.
    `described`: the documentation of its machine says all of this, so that a file of the machine gives the trainer.
    """

    name: str
    build: TapeMachine | Callable[[], TapeMachine]
    primary: Callable[[Sizes], nn.Module]
    data: Callable[[Sizes, Any, Any], str]
    weights: Callable[[Sizes, str], F64]
    tapes: Callable[[Sizes], tuple[str, ...]] = lambda _sizes: ()
    direct: Callable[[Sizes, Any, Any], F64] | None = None
    width: Callable[[int, int, int], int] = lambda _samples, _features, _passes: 1
    output_tape: int = 1
    default_passes: int = 1
    batch_state: str = ""
    output_bound: float | None = None
    label_bound: float = 1.0
    real: bool = False
    fixed: tuple[int, int] | None = None
    described: bool = False

    def __reduce_ex__(self, protocol: Any) -> Any:
        """A trainer of the library is pickled by its name, any other as the functions that it is made of."""
        from turingrad.library.trainers.trainers import BY_NAME, find_trainer

        known = BY_NAME.get(self.name) is self
        return (find_trainer, (self.name,)) if known else super().__reduce_ex__(protocol)

    @property
    def takes_numbers(self) -> bool:
        """Whether features may be other numbers than -1 and +1."""
        return self.real or self.fixed is not None

    @property
    def readers(self) -> tuple[Reader, Reader]:
        """What checks features and labels from outside: as signs, or as finite numbers."""
        return numbers if self.takes_numbers else signs, numbers if self.real else signs

    @cached_property
    def machine(self) -> TapeMachine:
        made: Any = self.build if isinstance(self.build, TapeMachine) or not callable(self.build) else self.build()
        if not isinstance(made, TapeMachine):
            raise MachineError(
                f"the trainer {self.name!r} has a {type(made).__name__} instead of a TapeMachine; "
                f"a learner in Python needs no trainer: learn(it, X, y, X_test, on='descent')"
            )
        return made

    def sizes(self, samples: int, features: int, passes: int | None = None, *, batches: int = 1) -> Sizes:
        """The sizes for batches of `samples` samples; a stream is all batches, once for each pass."""
        count = self.default_passes if passes is None else passes
        if batches < 1 or (batches > 1 and not self.batch_state):
            raise InputError(f"{batches} batches: {self.name} takes {'one or more' if self.batch_state else 'one'}")
        return Sizes(samples, features, self.width(samples * batches, features, count), count, batches)

    def machine_input(self, sizes: Sizes, X: Any, y: Any) -> tuple[tuple[str, ...], ...]:
        """The machine's whole input, guards included."""
        blank = self.machine.blank
        rest = self.tapes(sizes)
        if len(rest) >= self.machine.tapes:
            raise InputError(
                f"{self.name}: {len(rest)} tapes besides the data tape; the machine has {self.machine.tapes}"
            )
        return tuple(tuple(blank + row) for row in (self.data(sizes, X, y), *rest))

    def expected_weights(self, sizes: Sizes, X: Any, y: Any, max_steps: int) -> F64:
        """The weights without a network: computed directly, or by the machine on the interpreter."""
        if self.direct is not None:
            return self.direct(sizes, X, y)
        whole = replace(sizes, samples=len(X), batches=1)  # the interpreter is given all batches at once
        found = run(self.machine, self.machine_input(whole, X, y), max_steps=max_steps)
        if not found.halted:
            raise LimitError(f"{self.name} has not halted within {max_steps:,} steps")
        tape = found.configuration.tapes[self.output_tape]
        end = tape.start + len(tape.symbols)
        written = dict(zip(range(tape.start, end), tape.symbols, strict=True))
        return self.weights(sizes, "".join(written.get(cell, self.machine.blank) for cell in range(1, end)))


def word(value: int, width: int) -> str:
    """Two's complement, least significant bit first."""
    return "".join(str(value >> i & 1) for i in range(width))


def value(bits: Sequence[str]) -> int:
    """The number of a word; cells that hold no bit count as 0."""
    ones = sum(1 << i for i, bit in enumerate(bits) if bit == "1")
    return ones - (1 << len(bits)) if bits and bits[-1] == "1" else ones


def wrap_word(number: int, width: int) -> int:
    """The number that a word of that width holds."""
    return (number + (1 << width - 1)) % (1 << width) - (1 << width - 1)


def sign_bits(values: npt.ArrayLike) -> str:
    """One character per sign: 1 for +1, 0 for -1."""
    return "".join("1" if entry > 0 else "0" for entry in np.asarray(values).tolist())


def labelled_rows(_: Sizes, X: Signs, y: Signs) -> str:
    """For each sample its label, a constant 1, its features, and a blank."""
    return "".join(f"{sign_bits([label])}1{sign_bits(row)}_" for row, label in zip(X, y, strict=True))


def zero_words(count: int, width: int) -> str:
    return ("0" * width + "_") * count


def words_and_marks(count: int, sizes: Sizes) -> tuple[str, ...]:
    """One word per weight; then a 0 and a mark for each further pass or batch."""
    return (zero_words(count, sizes.width) + "0" + "1" * (sizes.presented - 1),)


def words(text: str, count: int, width: int) -> list[int]:
    """The numbers of `count` words with a blank after each."""
    return [value(text[i * (width + 1) : i * (width + 1) + width].ljust(width, "_")) for i in range(count)]


def constant_last(numbers: Sequence[float]) -> F64:
    """The constant's weight comes first on the tape, the bias last among torch's parameters."""
    return np.array([*numbers[1:], numbers[0]], np.float64)


def with_constant(X: Signs) -> I64:
    return np.concatenate([np.ones((len(X), 1), np.int64), X.astype(np.int64)], axis=1)
