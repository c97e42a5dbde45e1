"""A training function in Python as a program of the word machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from turingrad.errors import InputError, TuringradError
from turingrad.python.training.fixed import Fixed, NumberFormat
from turingrad.python.training.placing import Emitter, emit
from turingrad.python.training.recording import Operation, Recorded, Recorder, Samples
from turingrad.python.training.word_machine import BLANK

Train = Callable[[Any, Any], Any]
Pass = Sequence[tuple[Operation, ...]]


@dataclass(frozen=True)
class WordTraining:
    """A training for some sizes: what the word machine's tapes hold, and where it leaves the parameters.

    `outputs[k]` is the word of tape M that holds parameter k; `lasting` and `passing` count the words of M and N.
    """

    format: NumberFormat
    rows: int
    features: int
    labels: int
    program: str
    lasting: int
    passing: int
    outputs: tuple[int, ...]

    def data(self, rows: Iterable[Iterable[int]]) -> str:
        """Tape X: the samples in units, features and then labels."""
        return "".join(self.format.word(units) + BLANK for row in rows for units in row)

    def tapes(self) -> tuple[str, ...]:
        """The other tapes at the start, right of the guard: they depend on no data."""
        word = "0" * self.format.bits
        return ((word + BLANK) * self.lasting, (word + BLANK) * self.passing, self.program, word, "0")

    def parameters(self, cells: str) -> list[int]:
        """The parameters in units, from tape M right of the guard."""
        step, bits = self.format.bits + 1, self.format.bits
        return [self.format.number(cells[step * word : step * word + bits]) for word in self.outputs]


def numbers_in(value: Any, like: NumberFormat) -> Iterator[Fixed]:
    """The numbers of nested lists, tuples or arrays, in order."""
    if isinstance(value, Fixed):
        yield value
        return
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple | Samples):
        for part in value:
            yield from numbers_in(part, like)
        return
    yield Fixed.of(like, like.units(value, "a parameter"))


def run_directly(train: Train, X: Sequence[Sequence[int]], y: Sequence[Sequence[int]], form: NumberFormat) -> list[int]:
    """The parameters in units, by the function itself in plain Python on samples in units."""
    rows = [[Fixed.of(form, units) for units in row] for row in X]
    targets = [[Fixed.of(form, units) for units in row] for row in y]
    flat = [row[0] for row in targets] if targets and len(targets[0]) == 1 else targets
    found = list(numbers_in(train(rows, flat), form))
    return [number.units for number in found if number.units is not None]


def record(train: Train, form: NumberFormat, rows: int, features: int, labels: int) -> Recorded:
    """The function, followed once on samples that are not known."""
    recorder = Recorder(form, rows, features, labels)
    X = Samples(recorder, slice(0, features), flat=False)
    y = Samples(recorder, slice(features, features + labels), flat=labels == 1)
    try:
        return recorder.finish(list(numbers_in(train(X, y), form)))
    except TuringradError:
        raise
    except (TypeError, ValueError, AttributeError, ArithmeticError, LookupError) as error:
        raise InputError(f"the training function does not run on numbers in fixed point: {error}") from error


def compile_training(train: Train, form: NumberFormat, rows: int, features: int, labels: int) -> WordTraining:
    """Record a training function and place its words."""
    recorded = record(train, form, rows, features, labels)
    samples = recorded.samples
    for kind, _ in recorded.outputs:
        if kind == "last":
            raise InputError("a parameter is a number of the last sample but one; return what the last one left")
    wanted = {number for kind, number in recorded.outputs if kind == "own"}
    slots = place_lasting(recorded, wanted)
    out = Emitter(form, slots)
    needs = [carried_numbers(following) for following in samples[1:]] + [wanted]
    for first in range(0, len(samples), rows):
        last = first + rows == len(samples)
        emit_pass(out, samples[first : first + rows], needs[first : first + rows], more=not last)
    constants: dict[int, int] = {}
    for kind, units in recorded.outputs:
        if kind == "is" and units not in constants:
            constants[units] = len(slots) + len(constants)
            out.load(("is", units))
            out.store(("1", constants[units]))
    out.op("HALT")
    outputs = tuple(slots[number] if kind == "own" else constants[number] for kind, number in recorded.outputs)
    lasting = max(len(slots) + len(constants), 1)
    return WordTraining(form, rows, features, labels, "".join(out.text), lasting, max(out.passing, 1), outputs)


def carried_numbers(operations: Sequence[Operation]) -> set[int]:
    """What a sample uses of the one before."""
    return {number for _, arguments in operations for kind, number in arguments if kind == "last"}


def place_lasting(recorded: Recorded, wanted: set[int]) -> dict[int, int]:
    """Words of tape M in the order in which the last sample uses them: most samples are like it."""
    slots: dict[int, int] = {}
    for operations in dict.fromkeys(reversed(recorded.samples)):
        for _, arguments in operations:
            for kind, number in arguments:
                if kind == "last":
                    slots.setdefault(number, len(slots))
    for number in sorted(wanted):
        slots.setdefault(number, len(slots))
    return slots


def emit_pass(out: Emitter, samples: Pass, needs: Sequence[set[int]], more: bool) -> None:
    """One pass over the samples: those that differ one by one, then a loop over the equal ones that are left.

    The last sample may go on after what it has in common with the others: that follows the loop.
    """
    last = samples[-1]
    body = last
    if len(samples) > 1:
        before = samples[-2]
        alike = last[: len(before)] == before and not carried_numbers(last[len(before) :])
        body = before if alike else last
    first = len(samples) - 1
    while first and samples[first - 1] == body:
        first -= 1
    looped = first < len(samples) - 1
    for index in range(first if looped else len(samples)):
        emit(out, samples[index], needs[index], None)
    if looped:
        emit(out, last, needs[-1] | carried_numbers(body), len(body))
    elif more:
        out.op("NEXT")  # no sample is left: the data head goes home
