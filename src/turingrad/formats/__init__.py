"""Reading and writing machines: turingmachine.io YAML, bbchallenge text, JFLAP, JSON, BLIF, AIGER, BENCH."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_getattr
from turingrad.formats.dispatch import FORMATS, MAX_BYTES, Format, kind_of, parse, read, read_bytes, serialise, write
from turingrad.machine.kind import Machine

if TYPE_CHECKING:
    from turingrad.formats.json_machine import from_object as from_object
    from turingrad.formats.json_machine import to_object as to_object
    from turingrad.formats.json_schema import machine_schema as machine_schema
    from turingrad.formats.vcd import to_vcd as to_vcd

__all__ = [
    "FORMATS",
    "MAX_BYTES",
    "Format",
    "Machine",
    "from_object",
    "kind_of",
    "machine_schema",
    "parse",
    "read",
    "read_bytes",
    "serialise",
    "to_object",
    "to_vcd",
    "write",
]
_JSON = dict.fromkeys(("from_object", "to_object"), "turingrad.formats.json_machine")
_OTHERS = {"machine_schema": "turingrad.formats.json_schema", "to_vcd": "turingrad.formats.vcd"}
__getattr__ = lazy_getattr(__name__, {**_JSON, **_OTHERS})
