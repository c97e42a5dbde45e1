"""Ordinary Python as RV32I programs: loops, recursion, dicts, classes and floats, exactly as CPython runs them."""

from turingrad.python.programs.compiler import CompiledFunction, PythonRun, compile_function
from turingrad.python.programs.decode import ProgramFailure
from turingrad.python.programs.learner import CompiledLearner, compile_learner
from turingrad.python.programs.refusals import OutOfMemoryError, PythonProgramError, RefusedError

__all__ = [
    "CompiledFunction",
    "CompiledLearner",
    "OutOfMemoryError",
    "ProgramFailure",
    "PythonProgramError",
    "PythonRun",
    "RefusedError",
    "compile_function",
    "compile_learner",
]
