"""Certificates: in which dtypes a network's arithmetic is exact."""

from turingrad.exact.certificate import Bound, Certificate
from turingrad.exact.dtypes import DTYPES, Precision, precision, torch_dtype
from turingrad.exact.linear import grid_exponent, linear_bound

__all__ = ["DTYPES", "Bound", "Certificate", "Precision", "grid_exponent", "linear_bound", "precision", "torch_dtype"]
