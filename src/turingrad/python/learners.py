"""Any Python object with `predict(x)` and `update(x, y)` as a learner of circuits.

`update` and `predict` are parsed and followed along all paths; the object itself, run as plain Python, is the oracle.
A learner that changes its memory only where its prediction was wrong is detected by proof (`equality.py`): with the
prediction put for the label, no bit of the memory changes. Its update then runs on errors alone, where the prediction
is the label's opposite. `mode` says what was decided, and how.
"""

from __future__ import annotations

import copy
import traceback
from collections.abc import Container
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import short_repr
from turingrad.errors import InputError, TuringradError
from turingrad.machine.learner import Learner
from turingrad.python.emit import emit
from turingrad.python.equality import Verdict, compare_literals
from turingrad.python.functions import leaf_bits
from turingrad.python.journal import Journal
from turingrad.python.logic import FALSE, MAX_NODES, TRUE
from turingrad.python.memory import (
    Field,
    Place,
    Widening,
    attributes_of,
    mentioned_ints,
    start_field,
    value_at,
)
from turingrad.python.numbers import Num
from turingrad.python.oracle import verify_learner
from turingrad.python.passes import Followed
from turingrad.python.ranges import Ranges
from turingrad.python.shapes import Range, bit_names, range_of
from turingrad.python.signatures import takes_something
from turingrad.python.store import literal_of
from turingrad.python.values import Bit, Clash, Item, kind_of


@dataclass(frozen=True, repr=False, eq=False)
class ProgramLearner(Learner):
    """The learner of a Python object. `program` is the object at the start, `fields` say what its memory bits mean,
    `mode` whether it updates on errors only and how that was decided. `samples` is for how many updates the memory has
    room, if that is limited."""

    program: Any = field(default=None, kw_only=True)
    fields: tuple[Field, ...] = field(default=(), kw_only=True)
    mode: str = field(default="", kw_only=True)
    samples: int | None = field(default=None, kw_only=True)
    trusted: tuple[str, ...] = field(default=(), kw_only=True)
    """Memory whose declared range was not proven: the object is watched instead, here and whenever it is taught."""

    def bits_of(self, program: Any) -> tuple[int, ...]:
        """The memory bits of an object of the same class."""
        attributes = attributes_of(program)
        return tuple(bit for f in self.fields for bit in f.range.encode(int(value_at(attributes, f.place))))

    def fresh(self) -> Any:
        """A copy of the object as it was at the start, to be run as plain Python."""
        return copy.deepcopy(self.program)


def describe_verdict(verdict: Verdict) -> str:
    """Whether a learner updates on errors only, in words, with the proof."""
    if verdict.equal is None:
        return f"whether it updates on errors only is open ({verdict.how})"
    return f"updates on errors only, proven {verdict.how}" if verdict.equal else "updates on right answers, too"


def is_program(thing: Any) -> bool:
    """Tell whether something is a class or object with `predict` and `update`.

    Args:
        thing: Anything.

    Returns:
        True for such a class or object.

    Example:
        >>> from turingrad.library import Perceptron
        >>> from turingrad.python import is_program
        >>> is_program(Perceptron), is_program("perceptron")
        (True, False)
    """
    return all(callable(getattr(thing, name, None)) for name in ("predict", "update")) and not isinstance(
        thing, Learner
    )


@validate_arguments
def learner(
    thing: Any, features: int | None = None, *, samples: int | None = None, verify: bool = True
) -> ProgramLearner:
    """Make a learner of circuits from a Python object, or from a class that is made with a number of features.

    Args:
        thing: the class or object, with `predict(x)` and `update(x, y)`.
        features: how many features; by default the object's own `features`.
        samples: how many updates there will be at most. Memory that grows by a bounded amount per update needs it; a
            learner whose ranges settle does not.
        verify: run the object itself beside the circuits on some dozens of random samples; a difference is an error.
            Ranges that `Int` declares are trusted then, if they cannot be proven, and compared on many samples.

    Returns:
        A learner whose `predict`, `update` and `done` are circuits.

    Raises:
        FormatError: The source is not what circuits can follow; the message shows the line.

    Example:
        >>> class Last:
        ...     def __init__(self, features):
        ...         self.label = 1
        ...     def predict(self, x):
        ...         return self.label
        ...     def update(self, x, y):
        ...         self.label = y
        >>> tg.learner(Last, features=3).fields[0].name
        'self.label'
    """
    return compile_circuits(thing, features, samples, verify)


def compile_circuits(
    thing: Any, features: int | None, samples: int | None, verify: bool = True, journal: Journal | None = None
) -> ProgramLearner:
    """What `learner` returns; the journal notes which line each gate was made for."""
    if not is_program(thing):
        name = getattr(thing, "__name__", None) or short_repr(thing)
        cure = "it needs predict(x) and update(x, y), or fit(X, y) and predict(X)"
        if hasattr(thing, "fit") and hasattr(thing, "predict"):
            cure = "fit(X, y) runs as a program, on a table of numbers; a circuit needs update(x, y)"
        raise InputError(f"{name} is not a learner: {cure}")
    if isinstance(thing, type):
        if features is None:
            raise InputError(f"how many features? Give features=N to make an object of {thing.__name__}")
        thing = make_object(thing, features)
    if features is None:
        features = getattr(thing, "features", None)
    if not isinstance(features, int) or features < 1:
        raise InputError(f"how many features has {type(thing).__name__}? Give features=N, an int of at least 1")
    if samples is not None and samples < 1:
        raise InputError(f"samples, the number of updates, must be at least 1, not {samples}")
    made = Compiler(thing, features, samples, trusting=verify, journal=journal).learner()
    if verify:
        verify_learner(made)
    return made


def make_object(cls: type, features: int) -> Any:
    """An object of a user's class, made with the number of features if it takes any; its error gets a line."""
    given = (features,) if takes_something(cls) else ()
    try:
        return cls(*given)
    except TuringradError:
        raise
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = "" if last.filename == __file__ else f"{last.filename}:{last.lineno}: "
        call = f"{cls.__name__}({', '.join(map(str, given))})"
        raise InputError(f"{place}{call} raised {type(error).__name__}: {error}") from error


def as_learner(thing: Any, X: Any, *, once: bool = False) -> Any:
    """Make a learner of a Python class or object with `predict` and `update`; return anything else as it is.

    Args:
        thing: The class or object.
        X: The samples, which give the number of features.
        once: Each row of X is learned from at most once, so that the number of rows bounds counters in its memory.

    Returns:
        A learner of circuits, or `thing`.

    Example:
        >>> from turingrad.library import Perceptron
        >>> from turingrad.python import as_learner
        >>> as_learner(Perceptron, np.ones((4, 3), int)).features
        3
    """
    if not is_program(thing):
        return thing
    rows = np.shape(X)
    if len(rows) != 2:
        raise InputError("X is a table (rows, features)")
    return learner(thing, rows[1], samples=max(1, rows[0]) if once else None)


class Compiler(Ranges):
    """Finds the ranges of the memory, then builds the circuits."""

    # Ranges

    def learner(self) -> ProgramLearner:
        trees = [self.method(name)[0] for name in ("predict", "update", "done") if hasattr(self.kind, name)]
        widening = Widening(mentioned_ints(trees, (f.start for f in self.starts)))
        fields, found, large = self.settle_patiently(widening, self.settle(widening, {}))
        counted: dict[Place, Range] = {}
        while large:
            if self.samples is None or any(place in counted for place in large):
                first = self.shape[large[0]]
                bound = f"a bound, as by clamp(..., lo, hi) or `if {first.name} < most:`"
                raise self.place_error(first.name, f"{first.name} grows without bound", bound)
            counted |= self.changes(large, {})
            fields, found, large = self.count_samples(widening, counted)
        if not counted:
            fields = self.narrow_fields(fields, found)
        final = self.follow(fields, lenient=False)
        trusted = self.check({place: f for place, f in fields.items() if place not in counted}, final, counted)
        return replace(self.build(fields, final, self.samples if counted else None), trusted=trusted)

    def check(self, fields: dict[Place, Field], final: Followed, counted: Container[Place]) -> tuple[str, ...]:
        """Every place keeps its range; the names of those that are trusted to keep the one that was declared."""
        trusted = []
        for place, value in final.made.items():
            if place in counted:
                continue
            found, known = self.range(place, value), fields.get(place)
            if known is None:
                if not self.is_start(place, value):
                    raise self.source.error(self.tree, f"the range of {start_field(place, 0).name} does not settle")
            elif known.range.covers(found):
                continue
            elif known.declared and self.trusting:
                trusted.append(known.name)
            else:
                raise self.place_error(
                    str(place[0]),
                    f"{known.name} may become {found}, outside of its range {known.range}",
                    expected="clamp(..., lo, hi), or a wider Int(lo, hi)",
                )
        return tuple(trusted)

    # Circuits

    def build(self, fields: dict[Place, Field], final: Followed, samples: int | None) -> ProgramLearner:
        graph = final.follower.graph
        graph.most = MAX_NODES
        prediction = self.sign(final, final.prediction)
        new = [bit for place, f in fields.items() for bit in leaf_bits(final.follower, final.made[place], f.range)]
        old = [literal for _, literal in final.memory]
        (y,) = (literal for _, literal in final.y)
        verdict = Verdict(False, "by a constant prediction")
        if prediction > TRUE:
            verdict = compare_literals(
                graph, graph.substitute(new, {y: prediction}), old, [each for _, each in final.x]
            )
        on_error = verdict.equal is True
        if on_error:
            wrong = graph.substitute(new, {prediction & ~1: y ^ 1 ^ prediction & 1})
            if prediction >> 1 not in (literal >> 1 for literal in old):
                new = wrong
        done = [("done", self.truth(final, final.done))] if hasattr(self.kind, "done") else None
        names = [name for f in fields.values() for name in bit_names(f.name, f.range.width)]
        inputs = [(name, literal) for name, (_, literal) in zip(names, final.memory, strict=True)]
        outputs = list(zip(names, new, strict=True))
        start = tuple(bit for f in fields.values() for bit in f.range.encode(f.start))
        return ProgramLearner(
            start,
            self.features,
            emit(graph, [*inputs, *final.x], [("prediction", prediction)], "predict"),
            emit(graph, [*inputs, *final.x, *final.y, *final.r], outputs, "update"),
            emit(graph, final.memory, done, "done") if done else None,
            self.random_bits,
            on_error,
            name=self.kind.__name__,
            doc=(self.kind.__doc__ or "").strip().split("\n")[0],
            program=copy.deepcopy(self.program),
            fields=tuple(fields.values()),
            mode=describe_verdict(verdict),
            samples=samples,
        )

    def sign(self, final: Followed, value: Item) -> int:
        node, source = self.method("predict")
        wanted = "1 or -1 on every path"
        if not isinstance(value, Num | int) or isinstance(value, bool):
            what = value.why if isinstance(value, Clash) else f"returns {kind_of(value)}"
            raise source.error(node, f"predict {what}", expected=wanted)
        found = range_of(value)
        assert found is not None
        zero = final.follower.words.is_equal(final.follower.number(value), 0)
        if found.lo < -1 or found.hi > 1 or zero != FALSE:
            raise source.error(node, f"predict may return {'0' if zero != FALSE else found}", expected=wanted)
        return final.follower.words.at_least(final.follower.number(value), 1)

    def truth(self, final: Followed, value: Item) -> int:
        node, source = self.method("done")
        if isinstance(value, bool | Bit):
            return literal_of(value)
        if isinstance(value, Num | int):
            return final.follower.truth(value)
        raise source.error(node, f"done returns {kind_of(value)}", expected="a bool on every path")
