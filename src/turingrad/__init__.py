"""turingrad compiles algorithms into PyTorch networks that run them bit for bit.

>>> import turingrad as tg
>>> tg.run("busy-beaver-4").steps
107
"""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # for readers and type checkers; at run time a name is loaded when it is first asked for
    from turingrad import export as export
    from turingrad import library as library
    from turingrad import tasks as tasks
    from turingrad import truth as truth
    from turingrad import view as view
    from turingrad.api import compile as compile
    from turingrad.api import counterexample as counterexample
    from turingrad.api import evaluate as evaluate
    from turingrad.api import learn as learn
    from turingrad.api import run as run
    from turingrad.check.lockstep import LockstepReport as LockstepReport
    from turingrad.check.lockstep import lockstep as lockstep
    from turingrad.constructions.descent import ExtendedNetwork as ExtendedNetwork
    from turingrad.constructions.descent.executors.extension import Extension as Extension
    from turingrad.constructions.descent.executors.extension import extend as extend
    from turingrad.constructions.folder import load as load
    from turingrad.constructions.folder import save as save
    from turingrad.constructions.learning import LearnRun as LearnRun
    from turingrad.constructions.network import Network as Network
    from turingrad.errors import CertificateError as CertificateError
    from turingrad.errors import FormatError as FormatError
    from turingrad.errors import InputError as InputError
    from turingrad.errors import LimitError as LimitError
    from turingrad.errors import MachineError as MachineError
    from turingrad.errors import TuringradError as TuringradError
    from turingrad.exact import Certificate as Certificate
    from turingrad.formats import write as write
    from turingrad.formats.programs.load import program as program
    from turingrad.formats.rewriting import rewrite as rewrite
    from turingrad.language import compile_program as compile_program
    from turingrad.language import explain_program as explain_program
    from turingrad.library.reading import read as read
    from turingrad.library.trainers.layout import Trainer as Trainer
    from turingrad.machine.circuit import Circuit as Circuit
    from turingrad.machine.circuit import Gate as Gate
    from turingrad.machine.clocked import ClockedCircuit as ClockedCircuit
    from turingrad.machine.clocked import ClockedConfiguration as ClockedConfiguration
    from turingrad.machine.grid import GridConfiguration as GridConfiguration
    from turingrad.machine.grid import GridMachine as GridMachine
    from turingrad.machine.grid import GridRule as GridRule
    from turingrad.machine.isomorphic import isomorphic as isomorphic
    from turingrad.machine.learner import Learner as Learner
    from turingrad.machine.program import Program as Program
    from turingrad.machine.program import ProgramConfiguration as ProgramConfiguration
    from turingrad.machine.run import Run as Run
    from turingrad.machine.tape import Rule as Rule
    from turingrad.machine.tape import Tape as Tape
    from turingrad.machine.tape import TapeConfiguration as TapeConfiguration
    from turingrad.machine.tape import TapeMachine as TapeMachine
    from turingrad.machine.tape.from_table import from_table as machine  # noqa: F401
    from turingrad.python import Fixed as Fixed
    from turingrad.python import Int as Int
    from turingrad.python import circuit as circuit
    from turingrad.python import clamp as clamp
    from turingrad.python import learner as learner
    from turingrad.python import predictor as predictor
    from turingrad.python import where as where

__version__ = "0.1.0"


__getattr__, _names = lazy_package(__name__, __file__)
__all__ = sorted({*_names, "machine"})  # `tg.machine` is a package that can be called


def __dir__() -> list[str]:
    return __all__
