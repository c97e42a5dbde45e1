"""Certificates: in which dtypes a network's arithmetic is exact."""

from turingrad._support.lazy import public_names
from turingrad.exact.certificate import Bound as Bound
from turingrad.exact.certificate import Certificate as Certificate
from turingrad.exact.dtypes import DTYPES as DTYPES
from turingrad.exact.dtypes import Precision as Precision
from turingrad.exact.dtypes import precision as precision
from turingrad.exact.dtypes import torch_dtype as torch_dtype
from turingrad.exact.sums import NO_GRID as NO_GRID
from turingrad.exact.sums import Entries as Entries
from turingrad.exact.sums import Sum as Sum
from turingrad.exact.sums import bound_of as bound_of
from turingrad.exact.sums import grid_exponent as grid_exponent
from turingrad.exact.sums import grid_exponents as grid_exponents
from turingrad.exact.sums import merge_bounds as merge_bounds
from turingrad.exact.sums import multiples as multiples

__all__ = public_names(__file__)
