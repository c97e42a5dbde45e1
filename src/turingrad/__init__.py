"""turingrad compiles algorithms into PyTorch networks that run them bit for bit.

>>> import turingrad as tg
>>> tg.run("busy-beaver-4").steps
107
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from turingrad import library, tasks
from turingrad.constructions.learning import LearnRun
from turingrad.errors import (
    CertificateError,
    FormatError,
    InputError,
    LimitError,
    MachineError,
    TuringradError,
)
from turingrad.formats import write
from turingrad.language import compile_program, explain_program
from turingrad.library.trainers.layout import Trainer
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.grid import GridConfiguration, GridMachine, GridRule
from turingrad.machine.isomorphic import isomorphic
from turingrad.machine.learner import Learner
from turingrad.machine.run import Run
from turingrad.machine.tape import Rule, Tape, TapeConfiguration, TapeMachine
from turingrad.named import compile, counterexample, evaluate, learn, machine, run
from turingrad.python import Int, circuit, clamp, learner, predictor
from turingrad.reading import read

if TYPE_CHECKING:
    from turingrad.check import Report, lockstep
    from turingrad.constructions.descent import ExtendedNetwork
    from turingrad.constructions.folder import load
    from turingrad.constructions.network import Network
    from turingrad.exact import Certificate

__version__ = "0.1.0"

# Loaded when first asked for: these bring torch, which takes seconds to load and which machines do not need.
_WITH_TORCH = {
    "Certificate": "turingrad.exact",
    "ExtendedNetwork": "turingrad.constructions.descent",
    "Network": "turingrad.constructions.network",
    "Report": "turingrad.check",
    "load": "turingrad.constructions.folder",
    "lockstep": "turingrad.check",
}


def __getattr__(name: str) -> Any:
    if name == "export":  # a module, not a name of one
        return import_module("turingrad.export")
    if name == "view":
        return import_module("turingrad.view")
    if name not in _WITH_TORCH:
        raise AttributeError(f"module 'turingrad' has no attribute {name!r}")
    return getattr(import_module(_WITH_TORCH[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


__all__ = [
    "Certificate",
    "CertificateError",
    "Circuit",
    "ExtendedNetwork",
    "FormatError",
    "Gate",
    "GridConfiguration",
    "GridMachine",
    "GridRule",
    "InputError",
    "Int",
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
    "Trainer",
    "TuringradError",
    "circuit",
    "clamp",
    "compile",
    "compile_program",
    "counterexample",
    "evaluate",
    "explain_program",
    "isomorphic",
    "learn",
    "learner",
    "library",
    "load",
    "lockstep",
    "machine",
    "predictor",
    "read",
    "run",
    "tasks",
    "view",
    "write",
]
