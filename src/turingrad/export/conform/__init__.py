"""Conformance of runtimes: networks whose every token is known, run by someone else.

`conform(runtime)` compiles machines of growing length and shape, runs them in the runtime, and reports the first wrong
token, what the network does there, and which part of the runtime is likely at fault.
"""

from turingrad._support.lazy import public_names
from turingrad.export.conform.diagnose import Wrong as Wrong
from turingrad.export.conform.probes import Probe as Probe
from turingrad.export.conform.probes import probe_of as probe_of
from turingrad.export.conform.probes import probes as probes
from turingrad.export.conform.programs import ProgramProbe as ProgramProbe
from turingrad.export.conform.programs import program_probe as program_probe
from turingrad.export.conform.programs import program_probes as program_probes
from turingrad.export.conform.run import Conformance as Conformance
from turingrad.export.conform.run import Outcome as Outcome
from turingrad.export.conform.run import conform as conform
from turingrad.export.conform.run import write_probes as write_probes
from turingrad.export.conform.runtimes import Runtime as Runtime
from turingrad.export.conform.runtimes import Session as Session
from turingrad.export.conform.runtimes import plugin as plugin
from turingrad.export.conform.runtimes import runtime as runtime
from turingrad.export.conform.runtimes import runtime_names as runtime_names

__all__ = public_names(__file__)
