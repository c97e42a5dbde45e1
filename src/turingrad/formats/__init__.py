"""Reading and writing machines: turingmachine.io YAML, bbchallenge text, JFLAP, JSON, BLIF, AIGER, BENCH."""

from typing import TYPE_CHECKING

from turingrad.formats.dispatch import FORMATS, MAX_BYTES, Format, kind_of, parse, read, read_bytes, serialise, write
from turingrad.formats.json_kinds import Machine
from turingrad.lazy import lazily

if TYPE_CHECKING:
    from turingrad.formats.json_machine import from_object as from_object
    from turingrad.formats.json_machine import to_object as to_object

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
__getattr__ = lazily(__name__, dict.fromkeys(("from_object", "to_object"), "turingrad.formats.json_machine"))
