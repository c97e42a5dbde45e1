"""turingrad compiles algorithms into PyTorch networks that run them bit for bit.

>>> import turingrad as tg
>>> tg.run(tg.read("busy-beaver-4")).steps
107
"""

from turingrad import library, tasks
from turingrad.check import Report, lockstep
from turingrad.construct import Network, compile
from turingrad.construct.folder import load
from turingrad.errors import (
    CertificateError,
    FormatError,
    InputError,
    LimitError,
    MachineError,
    TuringradError,
)
from turingrad.exact import Certificate
from turingrad.execute import LearnRun, evaluate, learn, run
from turingrad.formats import write
from turingrad.language import compile_program
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.grid import GridConfiguration, GridMachine, GridRule
from turingrad.machine.learner import Learner
from turingrad.machine.run import Run
from turingrad.machine.tape import Rule, Tape, TapeConfiguration, TapeMachine
from turingrad.reading import read

__version__ = "0.1.0"

__all__ = [
    "Certificate",
    "CertificateError",
    "Circuit",
    "FormatError",
    "Gate",
    "GridConfiguration",
    "GridMachine",
    "GridRule",
    "InputError",
    "LearnRun",
    "Learner",
    "LimitError",
    "MachineError",
    "Network",
    "Report",
    "Rule",
    "Run",
    "Tape",
    "TapeConfiguration",
    "TapeMachine",
    "TuringradError",
    "compile",
    "compile_program",
    "evaluate",
    "learn",
    "library",
    "load",
    "lockstep",
    "read",
    "run",
    "tasks",
    "write",
]
