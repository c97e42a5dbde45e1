"""Reading and writing machines: turingmachine.io YAML, bbchallenge text, JFLAP, JSON, BLIF, AIGER, BENCH."""

from turingrad.formats.dispatch import FORMATS, MAX_BYTES, Format, kind_of, parse, read, read_bytes, serialise, write
from turingrad.formats.json_kinds import Machine
from turingrad.formats.json_machine import from_object, to_object

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "Format",
    "Machine",
    "from_object",
    "kind_of",
    "parse",
    "read",
    "read_bytes",
    "serialise",
    "to_object",
    "write",
]
