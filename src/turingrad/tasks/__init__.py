"""Distributions over learning problems, and data files."""

from turingrad.tasks.bundled import BUNDLED, bundled_data
from turingrad.tasks.csv_files import DataFile, parse_csv, read_csv, write_csv
from turingrad.tasks.names import get, names
from turingrad.tasks.number_files import NumberFile, parse_numbers, read_columns, read_numbers
from turingrad.tasks.problems import (
    ConjunctionOf,
    Dictator,
    MajorityOf,
    NoisyConstant,
    Parity,
    ParityOf,
    Prototype,
)
from turingrad.tasks.splitting import split
from turingrad.tasks.task import Task, draw

__all__ = [
    "BUNDLED",
    "ConjunctionOf",
    "DataFile",
    "Dictator",
    "MajorityOf",
    "NoisyConstant",
    "NumberFile",
    "Parity",
    "ParityOf",
    "Prototype",
    "Task",
    "bundled_data",
    "draw",
    "get",
    "names",
    "parse_csv",
    "parse_numbers",
    "read_columns",
    "read_csv",
    "read_numbers",
    "split",
    "write_csv",
]
