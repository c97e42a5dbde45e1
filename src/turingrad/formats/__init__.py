"""Reading and writing machines: turingmachine.io YAML, bbchallenge text, JFLAP, JSON, BLIF, AIGER, BENCH."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package
from turingrad.formats.dispatch import FORMATS as FORMATS
from turingrad.formats.dispatch import MAX_BYTES as MAX_BYTES
from turingrad.formats.dispatch import Format as Format
from turingrad.formats.dispatch import kind_of as kind_of
from turingrad.formats.dispatch import parse as parse
from turingrad.formats.dispatch import read as read
from turingrad.formats.dispatch import read_bytes as read_bytes
from turingrad.formats.dispatch import serialise as serialise
from turingrad.formats.dispatch import write as write
from turingrad.machine.kind import Machine as Machine

if TYPE_CHECKING:  # loaded when first used
    from turingrad.formats.json_machine import from_object as from_object
    from turingrad.formats.json_machine import to_object as to_object
    from turingrad.formats.json_schema import machine_schema as machine_schema
    from turingrad.formats.vcd import to_vcd as to_vcd

__getattr__, __all__ = lazy_package(__name__, __file__)
