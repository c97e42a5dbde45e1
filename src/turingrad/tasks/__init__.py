"""Distributions over learning problems, and data files."""

from turingrad._support.lazy import public_names
from turingrad.tasks.bundled import BUNDLED as BUNDLED
from turingrad.tasks.bundled import bundled_data as bundled_data
from turingrad.tasks.csv_files import DataFile as DataFile
from turingrad.tasks.csv_files import parse_csv as parse_csv
from turingrad.tasks.csv_files import read_csv as read_csv
from turingrad.tasks.csv_files import write_csv as write_csv
from turingrad.tasks.names import get as get
from turingrad.tasks.names import names as names
from turingrad.tasks.number_files import NumberFile as NumberFile
from turingrad.tasks.number_files import parse_numbers as parse_numbers
from turingrad.tasks.number_files import read_columns as read_columns
from turingrad.tasks.number_files import read_numbers as read_numbers
from turingrad.tasks.problems import ConjunctionOf as ConjunctionOf
from turingrad.tasks.problems import Dictator as Dictator
from turingrad.tasks.problems import MajorityOf as MajorityOf
from turingrad.tasks.problems import NoisyConstant as NoisyConstant
from turingrad.tasks.problems import Parity as Parity
from turingrad.tasks.problems import ParityOf as ParityOf
from turingrad.tasks.problems import Prototype as Prototype
from turingrad.tasks.splitting import split as split
from turingrad.tasks.task import Task as Task
from turingrad.tasks.task import draw as draw

__all__ = public_names(__file__)
