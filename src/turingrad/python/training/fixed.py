"""Numbers in fixed point, as a training function computes with them.

A `Fixed` is a whole number of units of 2^-point in two's complement of `bits` bits. Sums are exact, a product is
rounded down to the next unit, and what leaves the range raises. Python's own numbers may be mixed in: they are rounded
to the nearest unit. While a training function is recorded its numbers have no value yet; a decision that depends on
them is a `where`, not an `if`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from turingrad._support.validation.values import short_repr
from turingrad.errors import InputError

if TYPE_CHECKING:
    from turingrad.python.training.recording import Recorder

Node: TypeAlias = tuple[int, int]  # (sample, operation): where a recorded number was made
MAX_BITS = 48
DEFAULT_BITS, DEFAULT_POINT = 20, 10


@dataclass(frozen=True)
class NumberFormat:
    """Two's complement of `bits` bits, `point` of them after the point."""

    bits: int = DEFAULT_BITS
    point: int = DEFAULT_POINT

    def __post_init__(self) -> None:
        whole = type(self.bits) is int and type(self.point) is int
        if not whole or not 2 <= self.bits <= MAX_BITS or not 0 <= self.point < self.bits:
            raise InputError(
                f"fixed point of {short_repr(self.bits)} bits with {short_repr(self.point)} after the point: 2 to "
                f"{MAX_BITS} bits, fewer of them after the point"
            )

    @property
    def largest(self) -> float:
        """The least power of two above all numbers."""
        return float(2.0 ** (self.bits - 1 - self.point))

    def require(self, units: int, what: str) -> int:
        """The same units; outside the range they are refused."""
        if not -(1 << (self.bits - 1)) <= units < 1 << (self.bits - 1):
            raise InputError(
                f"{what} is {units / 2**self.point:g}, outside {self.bits} bits with {self.point} after the point "
                f"(-{self.largest:g} to {self.largest:g}); scale the numbers or take more bits"
            )
        return units

    def units(self, value: float, what: str = "a number") -> int:
        """The nearest whole number of units, halves up."""
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise InputError(f"{what} is {short_repr(value)}, not a finite number")
        scaled = value * 2**self.point
        return self.require(scaled if isinstance(scaled, int) else floor(scaled + 0.5), what)

    def word(self, units: int) -> str:
        """Two's complement, least significant bit first."""
        return "".join(str(units >> bit & 1) for bit in range(self.bits))

    def number(self, word: str) -> int:
        """The units of a word."""
        return sum((-1 if i == self.bits - 1 else 1) << i for i, bit in enumerate(word) if bit == "1")


class Fixed:
    """A number in fixed point: `Fixed(0.5)` is 512 units of 2^-10. See the module."""

    __slots__ = ("format", "node", "recorder", "units")
    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # numpy leaves the arithmetic to this class

    def __init__(self, value: float = 0, bits: int = DEFAULT_BITS, point: int = DEFAULT_POINT) -> None:
        self.format = NumberFormat(bits, point)
        self.units: int | None = self.format.units(value)
        self.node: Node | None = None
        self.recorder: Recorder | None = None

    @staticmethod
    def of(form: NumberFormat, units: int) -> Fixed:
        """A number that is known."""
        return make(form, units, None, None)

    @property
    def value(self) -> float:
        """The number as a float, exactly."""
        if self.units is None:
            raise InputError("this number depends on the samples: while a training is recorded it has no value")
        return float(self.units / 2**self.format.point)

    def __repr__(self) -> str:
        return f"Fixed({self.value:g})" if self.units is not None else "Fixed(recorded)"

    def __bool__(self) -> bool:
        return decide(self.units)

    def __add__(self, other: Any) -> Fixed:
        return combine("add", self, other)

    def __sub__(self, other: Any) -> Fixed:
        return combine("sub", self, other)

    def __rsub__(self, other: Any) -> Fixed:
        return combine("sub", other, self)

    def __mul__(self, other: Any) -> Fixed:
        return combine("mul", self, other)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Fixed:
        if isinstance(other, bool) or not isinstance(other, int | float) or not other:
            raise InputError("a number in fixed point is divided by a constant; other quotients have no machine")
        return self * (1 / other)

    def __neg__(self) -> Fixed:
        return combine("sub", 0, self)

    def __pos__(self) -> Fixed:
        return self

    def __abs__(self) -> Fixed:
        found: Fixed = where(self < 0, -self, self)
        return found

    def __lt__(self, other: Any) -> Any:
        return truth("lt", self, other)

    def __gt__(self, other: Any) -> Any:
        return truth("lt", other, self)

    def __le__(self, other: Any) -> Any:
        return opposite(self > other)

    def __ge__(self, other: Any) -> Any:
        return opposite(self < other)

    def __eq__(self, other: Any) -> Any:
        return (self <= other) & (self >= other)

    def __ne__(self, other: Any) -> Any:
        return (self < other) | (self > other)


class Truth:
    """A comparison whose answer depends on the samples: for `where`. `&` and `|` combine two of them.

    `number` is -1 if it holds and 0 if not, `negated` the other way round.
    """

    __slots__ = ("negated", "number")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, number: Fixed, negated: bool) -> None:
        self.number, self.negated = number, negated

    def __bool__(self) -> bool:
        return decide(None)

    def __and__(self, other: Any) -> Any:
        if isinstance(other, bool):
            return self if other else False
        return Truth(choose(self, as_number(other), constant(self.number, 0)), False)

    def __or__(self, other: Any) -> Any:
        return opposite(opposite(self) & opposite(other))

    __rand__, __ror__ = __and__, __or__


def make(form: NumberFormat, units: int | None, node: Node | None, recorder: Recorder | None) -> Fixed:
    found = Fixed.__new__(Fixed)
    found.format, found.units, found.node, found.recorder = form, units, node, recorder
    return found


def constant(like: Fixed, units: int) -> Fixed:
    return make(like.format, units, None, None)


def decide(units: int | None) -> bool:
    """The truth of a number that is known."""
    if units is None:
        raise InputError(
            "an `if`, `and`, `or`, `max` or `min` depends on the samples; write turingrad.where(condition, a, b), "
            "and & or | between conditions"
        )
    return units != 0


def convert(value: Any, like: Fixed) -> Fixed:
    """A number in the format of another one."""
    if isinstance(value, Fixed):
        if value.format != like.format:
            raise InputError(f"numbers of two formats meet: {value.format} and {like.format}")
        return value
    if hasattr(value, "item"):
        value = value.item()  # of numpy or torch
    return constant(like, like.format.units(value))


def combine(kind: str, first: Any, second: Any) -> Fixed:
    """A sum, difference or product: computed if both numbers are known, else recorded."""
    like = first if isinstance(first, Fixed) else second
    a, b = convert(first, like), convert(second, like)
    if a.units is None or b.units is None:
        recorder = a.recorder or b.recorder
        assert recorder is not None
        return recorder.operation(kind, a, b)
    form = like.format
    if kind == "mul":
        return Fixed.of(form, form.require(a.units * b.units >> form.point, f"{a.value:g} * {b.value:g}"))
    sign = 1 if kind == "add" else -1
    return Fixed.of(form, form.require(a.units + sign * b.units, f"{a.value:g} {'+-'[kind == 'sub']} {b.value:g}"))


def truth(kind: str, first: Any, second: Any) -> Any:
    """first < second: True or False if both numbers are known."""
    like = first if isinstance(first, Fixed) else second
    a, b = convert(first, like), convert(second, like)
    if a.units is not None and b.units is not None:
        return a.units < b.units
    return Truth(combine(kind, a, b), False)


def opposite(condition: Any) -> Any:
    if isinstance(condition, Truth):
        return Truth(condition.number, not condition.negated)
    return not condition


def as_number(condition: Any) -> Fixed:
    """-1 or 0, of a condition that depends on the samples."""
    if not isinstance(condition, Truth):
        raise InputError(f"a condition must be a comparison of numbers, not {short_repr(condition)}")
    if not condition.negated:
        return condition.number
    return choose(condition, constant(condition.number, -1), constant(condition.number, 0))


def choose(condition: Truth, a: Fixed, b: Fixed) -> Fixed:
    first, second = (b, a) if condition.negated else (a, b)
    recorder = condition.number.recorder
    assert recorder is not None
    return recorder.operation("where", condition.number, first, second)


def where(condition: Any, a: Any, b: Any) -> Any:
    """Return `a` if the condition holds, else `b`: how a recorded training makes a choice.

    Args:
        condition: a comparison of numbers, such as `z > 0`.
        a: the number if it holds.
        b: the number if it does not.

    Returns:
        A number of the recorded training.

    Example:
        >>> def train(X, y):  # keeps the largest first feature
        ...     w = 0.0
        ...     for x, t in zip(X, y):
        ...         w = tg.where(x[0] > w, x[0], w)
        ...     return [[w]]
    """
    if not isinstance(condition, Truth):
        return a if condition else b
    return choose(condition, convert(a, condition.number), convert(b, condition.number))
