"""Conformance of runtimes: networks whose every token is known, run by someone else.

`conform(runtime)` compiles machines of growing length and shape, runs them in the runtime, and reports the first wrong
token, what the network does there, and which part of the runtime is likely at fault.
"""

from turingrad.export.conform.diagnose import Wrong
from turingrad.export.conform.probes import Probe, probe_of, probes
from turingrad.export.conform.programs import ProgramProbe, program_probe, program_probes
from turingrad.export.conform.run import Conformance, Outcome, conform, write_probes
from turingrad.export.conform.runtimes import Runtime, Session, plugin, runtime, runtime_names

__all__ = [
    "Conformance",
    "Outcome",
    "Probe",
    "ProgramProbe",
    "Runtime",
    "Session",
    "Wrong",
    "conform",
    "plugin",
    "probe_of",
    "probes",
    "program_probe",
    "program_probes",
    "runtime",
    "runtime_names",
    "write_probes",
]
