"""The census: every learner of one or two states, by enumeration, on all data sets of a tiny size."""

from turingrad.search.census.driver import Census, sum_parts, take_census
from turingrad.search.census.report import CensusReport, Placed, make_report
from turingrad.search.census.settings import CensusSettings
from turingrad.search.census.weights import MIXTURES, Weights, weights_of

__all__ = [
    "MIXTURES",
    "Census",
    "CensusReport",
    "CensusSettings",
    "Placed",
    "Weights",
    "make_report",
    "sum_parts",
    "take_census",
    "weights_of",
]
