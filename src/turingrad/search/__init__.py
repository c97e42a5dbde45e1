"""The search for learning algorithms of a given size: the best that was found, with what that is worth."""

from turingrad._support.lazy import public_names
from turingrad.search.census import Census as Census
from turingrad.search.census import CensusSettings as CensusSettings
from turingrad.search.census import make_report as make_report
from turingrad.search.census import take_census as take_census
from turingrad.search.driver import Board as Board
from turingrad.search.driver import Outcome as Outcome
from turingrad.search.driver import search as search
from turingrad.search.engines import ENGINES as ENGINES
from turingrad.search.entrants import Ranked as Ranked
from turingrad.search.entrants import rank_entrants as rank_entrants
from turingrad.search.network import network_figures as network_figures
from turingrad.search.problems import DataProblems as DataProblems
from turingrad.search.problems import Problems as Problems
from turingrad.search.problems import TaskProblems as TaskProblems
from turingrad.search.ranking import Incumbent as Incumbent
from turingrad.search.result import Result as Result
from turingrad.search.result import Size as Size
from turingrad.search.result import measure_best as measure_best
from turingrad.search.settings import Settings as Settings
from turingrad.search.splitting import split_rows as split_rows
from turingrad.search.tables import as_machine as as_machine
from turingrad.search.tables import as_table as as_table
from turingrad.search.tables import rule_lines as rule_lines

__all__ = public_names(__file__)
