"""The search for learning algorithms of a given size: the best that was found, with what that is worth."""

from turingrad.search.census import Census, CensusSettings, make_report, take_census
from turingrad.search.driver import Board, Outcome, search
from turingrad.search.engines import ENGINES
from turingrad.search.entrants import Ranked, rank_entrants
from turingrad.search.network import network_figures
from turingrad.search.problems import DataProblems, Problems, TaskProblems
from turingrad.search.ranking import Incumbent
from turingrad.search.result import Result, Size, measure_best
from turingrad.search.settings import Settings
from turingrad.search.splitting import split_rows
from turingrad.search.tables import as_machine, as_table, rule_lines

__all__ = [
    "ENGINES",
    "Board",
    "Census",
    "CensusSettings",
    "DataProblems",
    "Incumbent",
    "Outcome",
    "Problems",
    "Ranked",
    "Result",
    "Settings",
    "Size",
    "TaskProblems",
    "as_machine",
    "as_table",
    "make_report",
    "measure_best",
    "network_figures",
    "rank_entrants",
    "rule_lines",
    "search",
    "split_rows",
    "take_census",
]
