"""The census: every learner of one or two states, by enumeration, on all data sets of a tiny size."""

from turingrad._support.lazy import public_names
from turingrad.search.census.driver import Census as Census
from turingrad.search.census.driver import sum_parts as sum_parts
from turingrad.search.census.driver import take_census as take_census
from turingrad.search.census.report import CensusReport as CensusReport
from turingrad.search.census.report import Placed as Placed
from turingrad.search.census.report import make_report as make_report
from turingrad.search.census.settings import CensusSettings as CensusSettings
from turingrad.search.census.weights import MIXTURES as MIXTURES
from turingrad.search.census.weights import Weights as Weights
from turingrad.search.census.weights import weights_of as weights_of

__all__ = public_names(__file__)
