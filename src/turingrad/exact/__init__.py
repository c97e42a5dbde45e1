"""Certificates: in which dtypes a network's arithmetic is exact."""

from turingrad.exact.certificate import Bound, Certificate
from turingrad.exact.dtypes import DTYPES, Precision, precision, torch_dtype
from turingrad.exact.sums import NO_GRID, Entries, Sum, bound_of, grid_exponent, grid_exponents, merge_bounds, multiples

__all__ = [
    "DTYPES",
    "NO_GRID",
    "Bound",
    "Certificate",
    "Entries",
    "Precision",
    "Sum",
    "bound_of",
    "grid_exponent",
    "grid_exponents",
    "merge_bounds",
    "multiples",
    "precision",
    "torch_dtype",
]
