"""The machine that a command names, in the form that a construction takes."""

from __future__ import annotations

from pathlib import Path

from turingrad import library
from turingrad.formats import MAX_BYTES, Machine
from turingrad.reading import read

# A name of the library may have several forms; these are the ones that a construction compiles, the first preferred.
FORMS = {
    "transformer": ("tape", "trainer"),
    "feedforward": ("circuit",),
    "rcnn": ("grid", "tape"),
    "descent": ("tape", "trainer"),
    "emulation": ("learner",),
}


def read_for(construction: str | None, source: str, format: str | None = None, max_bytes: int = MAX_BYTES) -> Machine:
    """A file, a program, standard input, or a library name in a form that fits the construction."""
    if library.has(source) and not Path(source).is_file():
        forms = library.entry(source).forms
        fitting = next((form for form in FORMS.get(construction or "", ()) if form in forms), None)
        return library.load(source, form=fitting)
    return read(source, format=format, max_bytes=max_bytes)
