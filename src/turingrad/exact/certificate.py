"""The proof, computed when a network is compiled, that its arithmetic is exact in a given dtype.

A unit computes `sum w x + b`. Let g be the largest power of two that divides every product `w x` and the bias, and
`B = sum |w| max|x| + |b|`. Every partial sum, in whatever order, is then a multiple of g of magnitude at most B. A
format with p significant bits holds all of these exactly where `B/g <= 2^p`, B is at most its largest number, and g is
at least its smallest normal number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import torch

from turingrad.errors import CertificateError
from turingrad.exact.dtypes import DTYPES, find_precision


@dataclass(frozen=True, slots=True)
class Bound:
    """The extremes over a group of units: the largest B, the smallest g = 2^grid, and the largest B/g."""

    name: str
    magnitude: float
    grid: int
    ratio: float

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        form = find_precision(dtype)
        return self.ratio <= 2.0**form.bits and self.magnitude <= form.largest and self.grid >= form.smallest

    def broken_limit(self, dtype: str | torch.dtype) -> str:
        """Which limit of a dtype this bound breaks, as the end of a sentence."""
        form = find_precision(dtype)
        if self.ratio > 2.0**form.bits:
            return f" above 2^{form.bits}"
        if self.magnitude > form.largest:
            return f"; sums must stay below {form.largest:g}"
        return f"; its least number is 2^{form.smallest}" if self.grid < form.smallest else ""

    def __str__(self) -> str:
        return f"{self.name}: partial sums up to {self.magnitude:g}, multiples of 2^{self.grid}, ratio {self.ratio:g}"


@dataclass(frozen=True)
class Certificate:
    """The bounds of every group of units of a network; exact in a dtype if all of them are."""

    bounds: tuple[Bound, ...]

    @staticmethod
    def of(bounds: Iterable[Bound]) -> Certificate:
        return Certificate(tuple(bounds))

    def exact_in(self, dtype: str | torch.dtype) -> bool:
        return all(bound.exact_in(dtype) for bound in self.bounds)

    def dtypes(self) -> dict[str, bool]:
        """The verdict for each dtype, as `check --json` prints it."""
        return {name: self.exact_in(name) for name in DTYPES}

    def require(self, dtype: str | torch.dtype) -> None:
        """Refuse to compute outside the certificate."""
        for bound in self.bounds:
            if not bound.exact_in(dtype):
                name = find_precision(dtype).name
                fits = [other for other, exact in self.dtypes().items() if exact]
                hint = f"; exact in {', '.join(fits)}" if fits else "; exact in no dtype"
                raise CertificateError(f"not exact in {name}: {bound}{bound.broken_limit(dtype)}{hint}")

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td>{'exact' if ok else '-'}</td></tr>" for name, ok in self.dtypes().items()
        )
        worst = max(self.bounds, key=lambda bound: bound.ratio, default=None)
        caption = escape(str(worst)) if worst else "no arithmetic"
        return f"<table><caption>{caption}</caption>{rows}</table>"
