"""Numbers as bits on a tape, Appendix B: fixed point and IEEE-like formats, directly and as Heaviside networks.

The printed algorithm is corrected in four places: it takes |x|, not x; a mantissa of m + 1 bits with leading bit 1
means 2^m e <= |x| < 2^(m+1) e (printed: e <= x < 2e, which leaves one bit); the remainder is x itself (printed: an
undefined y); and it returns after the loop over exponents, not in its first turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from turingrad.errors import InputError
from turingrad.machine.tape import TapeMachine


def symbol_numbers(written: Tensor | str | Sequence[str], machine: TapeMachine) -> Tensor:
    """What is to stand on a tape as symbol numbers of the machine: a text or list of symbols, bits, or such numbers.

    Bits (a bool tensor, as the formats below give) become the symbols "0" and "1", wherever a machine has them: in an
    alphabet "_01" their numbers are 1 and 2.
    """
    if isinstance(written, Tensor) and written.dtype == torch.bool:
        return torch.tensor([_number("0", machine), _number("1", machine)])[written.flatten().long()]
    if not isinstance(written, Tensor):
        return torch.tensor([_number(symbol, machine) for symbol in written], dtype=torch.long)
    if written.is_floating_point() or written.ndim != 1:
        raise InputError("a tape's content must be a string, a bool tensor of bits, or a row of whole symbol numbers")
    if written.numel() and not 0 <= int(written.min()) <= int(written.max()) < len(machine.symbols):
        raise InputError(f"a symbol number is not between 0 and {len(machine.symbols) - 1}")
    return written.long()


def bits_of(cells: Tensor, machine: TapeMachine) -> Tensor:
    """The cells' bits, (...) bool: True where the machine's symbol "1" stands; a blank counts as 0."""
    return cells == _number("1", machine)


def _number(symbol: str, machine: TapeMachine) -> int:
    if symbol not in machine.symbols:
        raise InputError(f"{machine!r} has no symbol {symbol!r}; it has {' '.join(machine.symbols)}")
    return machine.symbols.index(symbol)


@dataclass(frozen=True)
class FixedPoint:
    """Two's complement with `fraction` bits after the point, least significant bit first; values outside are
    clipped."""

    width: int
    fraction: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.width <= 40 or abs(self.fraction) > 60:
            raise InputError(f"fixed point of {self.width} bits, {self.fraction} of them fraction; 2 to 40 bits")

    @property
    def bits(self) -> int:
        return self.width

    @property
    def rounding(self) -> float:
        """The largest |decode(encode(v)) - v| of values within the range: half a unit of the last place."""
        return float(2.0 ** -(self.fraction + 1))

    @property
    def largest(self) -> float:
        return float(2.0 ** (self.width - 1 - self.fraction))

    def shift_to_integers(self, values: Tensor) -> Tensor:
        """value 2^fraction + 2^(width-1), rounded to the nearest whole number (halves up), in [0, 2^width)."""
        half = 2.0 ** (self.width - 1)
        scaled = values.double() * 2.0**self.fraction + half + 0.5
        return scaled.clamp(0.0, 2 * half - 0.5)

    def encode(self, values: Tensor) -> Tensor:
        """Bits (..., width), bool."""
        _finite(values)
        whole = self.shift_to_integers(values).floor().long()
        found = (whole.unsqueeze(-1) >> torch.arange(self.width) & 1).bool()
        found[..., -1] ^= True  # offset binary to two's complement
        return found

    def decode(self, bits: Tensor) -> Tensor:
        """A linear map: the sum of bit times power of two, the last one negative. Finite for every tape."""
        powers = 2.0 ** (torch.arange(self.width, dtype=torch.float64) - self.fraction)
        powers[-1] *= -1
        return bits.double() @ powers

    def network(self, epsilon: float | None = None) -> nn.Module:
        return HeavisideFixedPoint(self, epsilon)


@dataclass(frozen=True)
class FloatingPoint:
    """Sign, `mantissa` fraction bits (least first), `exponent` bits (least first); exponent 0 is subnormal.

    Truncates towards zero; values beyond the largest number become it. There is no infinity and no NaN.
    """

    exponent: int
    mantissa: int

    def __post_init__(self) -> None:
        if not (2 <= self.exponent <= 8 and 1 <= self.mantissa <= 32):
            raise InputError(f"{self.exponent} exponent and {self.mantissa} mantissa bits; 2 to 8 and 1 to 32")

    @property
    def bits(self) -> int:
        return 1 + self.mantissa + self.exponent

    @property
    def bias(self) -> int:
        return int(2 ** (self.exponent - 1) - 1)

    @property
    def largest(self) -> float:
        return float((2 - 2.0**-self.mantissa) * 2.0 ** (2**self.exponent - 1 - self.bias))

    def encode(self, values: Tensor) -> Tensor:
        """Bits (..., 1 + mantissa + exponent), bool."""
        _finite(values)
        size = values.double().abs().clamp(max=self.largest)
        _, place = torch.frexp(size)  # size = f 2^place with 1/2 <= f < 1
        field = torch.where(size > 0, place.long() - 1 + self.bias, 0).clamp(min=0)
        unit = 2.0 ** (field.clamp(min=1) - self.bias - self.mantissa).double()
        whole = (size / unit).floor().long() - torch.where(field > 0, 1 << self.mantissa, 0)
        parts = [
            (values < 0).long().unsqueeze(-1),
            whole.unsqueeze(-1) >> torch.arange(self.mantissa) & 1,
            field.unsqueeze(-1) >> torch.arange(self.exponent) & 1,
        ]
        return torch.cat(parts, dim=-1).bool()

    def decode(self, bits: Tensor) -> Tensor:
        """(-1)^sign (hidden + sum a_i 2^(i-m)) 2^(1-bias) prod_j (1 + b_j (2^(2^j) - 1)) / 2 where hidden is 1."""
        numbers = bits.double()
        sign, fraction, field = numbers[..., 0], numbers[..., 1 : 1 + self.mantissa], numbers[..., 1 + self.mantissa :]
        normal = field.amax(dim=-1)
        steps = 2.0 ** (2.0 ** torch.arange(self.exponent, dtype=torch.float64))
        scale = torch.where(normal > 0, (1 + field * (steps - 1)).prod(dim=-1) / 2, 1.0)
        places = 2.0 ** (torch.arange(self.mantissa, dtype=torch.float64) - self.mantissa)
        found: Tensor = (1 - 2 * sign) * (normal + fraction @ places) * scale * 2.0 ** (1 - self.bias)
        return found

    def network(self, epsilon: float | None = None) -> nn.Module:
        return HeavisideFloatingPoint(self, epsilon)


class Heaviside(nn.Module):
    """1 where x >= 0, else 0; with epsilon the piecewise linear psi that is 1 from 0 on and 0 up to -epsilon."""

    def __init__(self, epsilon: float | None) -> None:
        super().__init__()
        self.epsilon = epsilon

    def forward(self, x: Tensor) -> Tensor:
        if self.epsilon is None:
            return (x >= 0).double()
        return torch.relu(1 - torch.relu(-x / self.epsilon))


class HeavisideFixedPoint(nn.Module):
    """Bit after bit from the top: a step at 2^i, then the remainder."""

    def __init__(self, form: FixedPoint, epsilon: float | None) -> None:
        super().__init__()
        self.form, self.step = form, Heaviside(epsilon)

    def forward(self, values: Tensor) -> Tensor:
        rest, found = self.form.shift_to_integers(values), []
        for i in reversed(range(self.form.width)):
            bit = self.step(rest - 2.0**i)
            rest = rest - bit * 2.0**i
            found.append(bit)
        found[0] = 1 - found[0]
        return torch.stack(found[::-1], dim=-1)


class HeavisideFloatingPoint(nn.Module):
    """A step at every power of two tells the exponent; then the mantissa, bit after bit, with steps at 2^i e."""

    def __init__(self, form: FloatingPoint, epsilon: float | None) -> None:
        super().__init__()
        self.form, self.step = form, Heaviside(epsilon)
        fields = torch.arange(1, 2**form.exponent)
        self.thresholds = 2.0 ** (fields - form.bias).double()
        bits = torch.arange(2**form.exponent).unsqueeze(1) >> torch.arange(form.exponent) & 1
        self.changes = (bits[1:] - bits[:-1]).double()  # of each exponent bit, at each threshold

    def forward(self, values: Tensor) -> Tensor:
        size = values.double().abs().clamp(max=self.form.largest)
        passed = self.step(size.unsqueeze(-1) - self.thresholds)  # a thermometer
        scale = self.thresholds[0] + passed[..., 1:] @ (self.thresholds[1:] - self.thresholds[:-1])
        rest = size - passed[..., 0] * scale
        mantissa = []
        for i in reversed(range(self.form.mantissa)):
            place = scale * 2.0 ** (i - self.form.mantissa)
            bit = self.step(rest - place)
            rest = rest - bit * place
            mantissa.append(bit)
        sign = 1 - self.step(values.double())
        return torch.cat([sign.unsqueeze(-1), torch.stack(mantissa[::-1], dim=-1), passed @ self.changes], dim=-1)


def _finite(values: Tensor) -> None:
    if not bool(torch.isfinite(values).all()):
        raise InputError("a number to be quantised is not finite")
